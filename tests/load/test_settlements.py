"""Deals that a load test has scored: each is told as it was played, and its answer can be judged."""

import json
from collections import Counter
from itertools import islice

import pytest

from app import create_app
from loadtests.answers import fault_in
from loadtests.corpus import INVALID
from loadtests.deals import deals
from loadtests.settlements import DEAL, FAILED, settlements


@pytest.fixture(scope="module")
def cases():
    return list(islice(settlements("tests"), 250))


def test_equal_seeds_have_equal_deals_scored(cases):
    assert list(islice(settlements("tests"), 50)) == cases[:50]
    assert list(islice(settlements("others"), 50)) != cases[:50]


def test_deals_of_a_pool_come_again_with_other_stakes_and_totals():
    pool = list(islice(deals("pool"), 5))
    cases = list(islice(settlements("tests", pool), 100))
    assert len({str(case.members["players"]) for case in cases if case.kind == DEAL}) <= 2 * len(pool)
    assert len({case.body for case in cases}) > 50


def test_every_kind_of_deal_and_of_game_comes(cases):
    kinds = Counter(case.kind for case in cases)
    assert set(kinds) == {DEAL, FAILED, INVALID}
    assert kinds[DEAL] > 0.9 * len(cases)
    games = Counter(name for case in cases for name in ("money", "pool", "deals") if name in case.members)
    assert sum(games.values()) == len(cases)
    assert min(games.values()) > 10
    outcomes = Counter(player["outcome"] for case in cases for player in case.members["players"])
    assert {"declared", "hand", "groups", "first_drop", "middle_drop", "wrong_declaration"} <= set(outcomes)


def test_the_service_scores_each_deal_as_the_library_does(cases):
    client = create_app().test_client()
    winners = 0
    for case in cases:
        response = client.post(case.path, data=case.body, content_type=case.content_type)
        assert fault_in(case, response.status_code, response.data) is None, case.body
        winners += case.kind == DEAL and response.get_json()["settled"]
    assert winners == sum(case.kind == DEAL for case in cases)


def test_a_wrong_score_is_noticed(cases):
    client = create_app().test_client()
    case = next(case for case in cases if case.kind == DEAL)
    answer = client.post(case.path, data=case.body, content_type=case.content_type).get_json()
    for wrong in ({"winner": "nobody"}, {"points_won": answer["points_won"] + 1}, {"players": []}):
        assert fault_in(case, 200, json.dumps(answer | wrong).encode())
