"""A hand that needs too long a search is refused, always the same way, and the service goes on."""

import pytest

from app import create_app
from app.config import Config
from tests.api.requests_for_tests import problem
from tests.contract.reading import check_response

HAND = "8S 8H 8D 8C 8S 8H 8D 8C 9S 9H 9D JK JK 9C".split()
BODY = {"hand": HAND, "wild_joker": "2", "rules": "pagat", "compare": True}
EASY = {"hand": "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split(), "wild_joker": "2"}
GROUPS = {"groups": [HAND[:4], HAND[4:8], HAND[8:11], HAND[11:13]], "wild_joker": "2"}


@pytest.fixture(scope="module")
def frugal():
    return create_app(Config(search_budget=10)).test_client()


def test_a_search_beyond_the_budget_is_503_and_says_when_to_try_again(frugal, document):
    for path, body in (("/v1/analyze", BODY), ("/v1/verify", GROUPS)):
        refusal = frugal.post(path, json=body)
        check_response(document, path, "post", refusal)
        assert problem(refusal, 503)["type"] == "/problems/search-budget"
        assert refusal.headers["Retry-After"].isdigit()


def test_the_same_request_always_meets_the_same_fate(frugal):
    assert len({frugal.post("/v1/analyze", json=BODY).data for _ in range(5)}) == 1


def test_an_easy_hand_is_answered_with_the_smallest_of_budgets(frugal):
    assert frugal.post("/v1/analyze", json=EASY).get_json()["declarable"]


def test_the_budget_that_ships_is_enough_for_hard_hands_of_fourteen_cards(client):
    assert client.post("/v1/analyze", json=BODY).status_code == 200
