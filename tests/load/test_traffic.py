"""What a platform sends: every request follows from a deal, and each of its answers can be judged."""

import json
from collections import Counter
from itertools import islice
from random import Random

import pytest

from app import create_app
from loadtests.answers import broken, fault_in
from loadtests.corpus import ANALYZE, AUDIT, INVALID, NDJSON, VERIFY
from loadtests.settlements import DEAL
from loadtests.traffic import (
    ARRANGE,
    HINT,
    LAID,
    LOSER,
    RETRY,
    SETTLED,
    SHOW,
    Habits,
    audit,
    audits,
    declarations,
    hands,
    items,
    platform,
)


@pytest.fixture(scope="module")
def client():
    return create_app().test_client()


@pytest.fixture(scope="module")
def cases():
    return list(islice(platform("tests"), 1200))


def sent(client, case):
    response = client.post(case.path, data=case.body, content_type=case.content_type)
    return response.status_code, response.data


def test_equal_seeds_send_equal_requests(cases):
    assert list(islice(platform("tests"), 200)) == cases[:200]
    assert list(islice(platform("others"), 200)) != cases[:200]


def test_every_kind_of_request_comes_in_a_platforms_proportions(cases):
    kinds = Counter(case.kind for case in cases)
    assert set(kinds) == {ARRANGE, HINT, LOSER, SHOW, LAID, DEAL, SETTLED, RETRY, INVALID}
    assert kinds[ARRANGE] + kinds[HINT] > len(cases) / 2
    assert kinds[RETRY] + kinds[INVALID] < len(cases) / 20


def test_the_service_answers_each_request_as_the_library_does(client, cases):
    for case in cases:
        assert fault_in(case, *sent(client, case)) is None, case.body


def test_what_is_sent_again_was_sent_before(cases):
    retries = [(number, case) for number, case in enumerate(cases) if case.kind == RETRY]
    assert retries
    for number, case in retries:
        assert case.body in {earlier.body for earlier in cases[:number]}


def test_nothing_is_sent_twice_but_what_is_sent_again(cases):
    bodies = [case.body for case in cases if case.kind != RETRY]
    assert len(set(bodies)) == len(bodies)


@pytest.mark.parametrize(("stream", "path"), [(hands, ANALYZE), (declarations, VERIFY)])
def test_a_stream_of_one_kind_asks_only_there(stream, path):
    assert {case.path for case in islice(stream("tests"), 100)} == {path}


@pytest.mark.parametrize("detail", ["points", "melds", "full"])
def test_audits_come_in_one_body_and_in_lines_by_turns(client, detail):
    one, lines = islice(audits("tests", 60, detail), 2)
    assert (one.path, lines.path) == (AUDIT, f"{AUDIT}?detail={detail}")
    assert (one.content_type, lines.content_type) == ("application/json", NDJSON)
    for case in (one, lines):
        assert len(case.members["items"]) == 60
        assert fault_in(case, *sent(client, case)) is None


def test_audits_from_a_pool_take_their_items_from_there():
    pool = list(islice(items("tests", Random("tests")), 80))
    asked = list(islice(audits("tests", 50, pool=pool), 4))
    assert all(item in pool for case in asked for item in case.members["items"])


def test_wrong_records_and_broken_items_are_told_and_counted(client):
    rng = Random("tests")
    chosen = list(islice(items("tests", rng, Habits(wrong_records=0.2, broken_items=0.2)), 100))
    case = audit(SETTLED, chosen, lines=False)
    status, body = sent(client, case)
    assert fault_in(case, status, body) is None
    summary = json.loads(body)["summary"]
    assert summary["failed"] == sum(map(broken, chosen)) > 5
    assert summary["disagreed"] > 5


@pytest.mark.parametrize("lines", [False, True])
def test_wrong_answers_to_an_audit_are_noticed(client, lines):
    case = audit(SETTLED, list(islice(items("tests", Random("tests"), Habits(broken_items=0)), 30)), lines=lines)
    status, body = sent(client, case)
    right = body.decode()
    assert fault_in(case, status, body) is None
    for old, new in (('"points":', '"points":1'), ('"agrees":true', '"agrees":false'), ('"index":3,', '"index":4,')):
        assert old in right
        assert fault_in(case, status, right.replace(old, new, 1).encode())
    assert fault_in(case, status, right.replace('"agreed":', '"agreed":1').encode())
    assert fault_in(case, status, right[:-40].encode())
