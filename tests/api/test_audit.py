"""``/v1/audit`` as Flask's test client calls it: both forms, every detail, limits, and what is refused as a whole."""

import gzip
import io
import json

import pytest

from app import create_app
from app.api.audit import NDJSON
from app.config import Config
from tests.api.requests_for_tests import faults, problem
from tests.bulk.items_for_tests import GROUPS, HAND, WRONG, declarations, lines, records
from tests.contract.reading import check_response
from tests.contract.test_examples import DOCUMENT

PATH = "/v1/audit"
ITEMS = [
    {"id": "a", "hand": HAND, "recorded": {"points": 0}},
    {"id": "b", "hand": ["1S", *HAND[1:]]},
    {"id": "c", "groups": WRONG, "wild_joker": "6", "as": "loser", "recorded": {"points": 70}},
    {"id": 4, "groups": GROUPS, "wild_joker": "6", "rules": "pagat", "recorded": {"valid": True, "points": 0}},
]


@pytest.fixture(scope="module")
def strict():
    """A service with low limits."""
    limits = {"audit_max_items": 3, "audit_max_lines": 3, "audit_max_bytes": 4096, "audit_max_answer_bytes": 1024}
    return create_app(Config(**limits, audit_max_line_bytes=1024)).test_client()


def in_one_body(client, **body):
    response = client.post(PATH, json=body)
    assert response.status_code == 200, response.text
    check_response(DOCUMENT, PATH, "post", response)
    return response.get_json()


def in_lines(client, data, **parameters):
    response = client.post(PATH, data=data, content_type=NDJSON, query_string=parameters)
    assert (response.status_code, response.content_type) == (200, NDJSON), response.text
    check_response(DOCUMENT, PATH, "post", response)
    assert response.text.endswith("\n")
    return [json.loads(line) for line in response.text.splitlines()]


@pytest.mark.parametrize("detail", ["points", "melds", "full"])
@pytest.mark.parametrize("stream", ["true", "false"])
def test_both_forms_give_the_same_answers(client, detail, stream):
    report = in_one_body(client, items=ITEMS, wild_joker="2", detail=detail)
    *answers, end = in_lines(client, lines(ITEMS), wild_joker="2", detail=detail, stream=stream)
    assert answers == report.pop("results")
    assert end == report
    assert report["summary"] == {"items": 4, "answered": 3, "failed": 1, "agreed": 2, "disagreed": 1}
    assert [(answer["index"], answer["id"]) for answer in answers] == [(0, "a"), (1, "b"), (2, "c"), (3, 4)]


def test_in_full_the_answers_are_those_of_single_calls(client):
    items = [*records()[:100], *declarations()[:60]]
    told = in_one_body(client, items=items, detail="full", rules="pagat")["results"]
    for item, answer in zip(items, told, strict=True):
        path, member = ("/v1/analyze", "analysis") if "hand" in item else ("/v1/verify", "verdict")
        body = {key: value for key, value in item.items() if key in {"hand", "groups", "wild_joker"}}
        single = client.post(path, json={**body, "rules": "pagat"})
        assert json.dumps(answer[member]) == json.dumps(single.get_json())  # the order of members, too


def test_with_melds_the_answers_say_how_the_cards_lie(client):
    (hand,) = in_one_body(client, items=[{"hand": ["AS", *HAND]}], wild_joker="2", detail="melds")["results"]
    single = client.post("/v1/analyze", json={"hand": ["AS", *HAND], "wild_joker": "2"}).get_json()
    assert {name: hand[name] for name in ("melds", "loose", "discard")} == {
        name: single[name] for name in ("melds", "loose", "discard")
    }
    (groups,) = in_one_body(client, items=[{"groups": WRONG}], wild_joker="6", detail="melds")["results"]
    assert groups["groups"] == client.post("/v1/verify", json={"groups": WRONG, "wild_joker": "6"}).get_json()["groups"]


def test_two_thousand_records_agree_in_one_body_and_in_lines(client):
    agreed = {"items": 2000, "answered": 2000, "failed": 0, "agreed": 2000, "disagreed": 0}
    assert in_one_body(client, items=records())["summary"] == agreed
    assert in_lines(client, lines(records(), "\r\n"))[-1]["summary"] == agreed


def test_no_items_are_an_audit_too(client):
    assert in_one_body(client, items=[])["results"] == []
    (end,) = in_lines(client, b"")
    assert end["summary"]["items"] == 0


def test_blank_lines_carriage_returns_and_a_missing_last_line_end_change_nothing(client):
    expected = in_lines(client, lines(ITEMS), wild_joker="2")
    assert in_lines(client, lines(ITEMS, "\r\n"), wild_joker="2") == expected
    assert in_lines(client, b"\n\r\n" + lines(ITEMS, "\n \n\n").rstrip(), wild_joker="2") == expected


def test_equal_audits_are_byte_equal(client):
    first, second = (client.post(PATH, json={"items": records()[:300], "detail": "full"}) for _ in range(2))
    assert first.data == second.data


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [("#", "wrong_type")]),
        ({}, [("#/items", "missing")]),
        ({"items": {}}, [("#/items", "wrong_type")]),
        ({"items": [], "detail": "all"}, [("#/detail", "out_of_range")]),
        ({"items": [], "detail": None}, [("#/detail", "wrong_type")]),
        ({"items": [], "stream": True}, [("#/stream", "unknown_member")]),
        ({"items": [], "wild_joker": 5, "rules": 1}, [("#/wild_joker", "wrong_type"), ("#/rules", "wrong_type")]),
        ({"items": [], "expect_rules": "x"}, [("#/expect_rules", "out_of_range")]),
    ],
)
def test_what_holds_for_all_items_is_refused_as_a_whole(client, body, expected):
    response = client.post(PATH, json=body)
    assert faults(response) == expected
    check_response(DOCUMENT, PATH, "post", response)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("wild_joker=22", [("wild_joker", "unknown_wild_joker")]),
        ("foo=1&detail=all", [("foo", "unknown_member"), ("detail", "out_of_range")]),
        ("rules={}", [("rules", "unknown_preset")]),
        ("stream=1", [("stream", "wrong_type")]),
        ("detail=full&detail=full", [("detail", "repeated")]),
        ("items=3", [("items", "unknown_member")]),
    ],
)
def test_parameters_are_refused_as_a_whole(client, query, expected):
    response = client.post(f"{PATH}?{query}", data=lines(ITEMS), content_type=NDJSON)
    assert faults(response) == expected
    check_response(DOCUMENT, PATH, "post", response)


def test_one_body_takes_no_parameters(client):
    response = client.post(f"{PATH}?detail=full", json={"items": []})
    assert faults(response) == [("detail", "unknown_member")]


def test_other_rules_than_expected_are_409(client):
    other = "0123456789abcdef"
    problem(client.post(PATH, json={"items": [], "expect_rules": other}), 409, "other-rules")
    response = client.post(f"{PATH}?rules=pagat&expect_rules={other}", data=b"", content_type=NDJSON)
    problem(response, 409, "other-rules")
    check_response(DOCUMENT, PATH, "post", response)


@pytest.mark.parametrize(
    "content_type", ["", "text/plain", "application/ndjson", "application/x-ndjson; charset=latin-1", "text/x-ndjson"]
)
def test_other_types_are_415_and_told_both_that_are_taken(client, content_type):
    response = client.post(PATH, data=b"", content_type=content_type)
    problem(response, 415)
    assert response.headers["Accept"] == "application/json, application/x-ndjson"
    check_response(DOCUMENT, PATH, "post", response)


def test_compressed_lines_are_415(client):
    data = gzip.compress(lines(ITEMS))
    response = client.post(PATH, data=data, content_type=NDJSON, headers={"Content-Encoding": "gzip"})
    problem(response, 415)
    assert response.headers["Accept-Encoding"] == "identity"


def test_the_type_may_name_utf_8_and_its_letters_may_be_large(client):
    assert client.post(PATH, data=b"", content_type="Application/X-NDJSON; charset=UTF-8").status_code == 200


def test_more_items_than_allowed_are_422_in_one_body_and_end_the_lines(strict):
    assert faults(strict.post(PATH, json={"items": [0] * 4})) == [("#/items", "out_of_range")]
    item = {"hand": HAND, "wild_joker": "2"}
    *answers, end = in_lines(strict, lines([item] * 4))
    assert len(answers) == 3
    assert (end["error"]["status"], "summary" in end) == (413, False)


def test_a_longer_body_than_allowed_is_413_where_it_is_announced_and_ends_the_lines_where_not(strict):
    data = b"\n" * 4097
    problem(strict.post(PATH, data=data, content_type=NDJSON), 413, "too-large")
    environ = {"wsgi.input": io.BytesIO(data), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    response = strict.post(PATH, content_type=NDJSON, environ_overrides=environ)
    (end,) = map(json.loads, response.text.splitlines())
    assert (end["error"]["status"], "summary" in end) == (413, False)


def test_a_longer_line_than_allowed_is_answered_in_its_place(strict):
    told = in_lines(strict, b" " * 1025 + b"\n" + lines([{"hand": HAND}]), wild_joker="2")
    assert told[0]["error"]["status"] == 413
    assert told[1]["declarable"] is True


def test_longer_answers_than_wait_for_the_last_line_are_413_unless_streamed(strict):
    data = lines([{"hand": HAND, "wild_joker": "2"}] * 2)
    response = strict.post(f"{PATH}?detail=full", data=data, content_type=NDJSON)
    assert "stream" in problem(response, 413, "too-large")["detail"]
    check_response(DOCUMENT, PATH, "post", response)
    assert "summary" in in_lines(strict, data, detail="full", stream="true")[-1]


def test_fewer_bytes_than_announced_end_the_lines(client):
    data = lines([{"hand": HAND, "wild_joker": "2"}] * 2)
    environ = {"CONTENT_LENGTH": str(len(data) + 50)}
    for stream in ("true", "false"):
        response = client.post(f"{PATH}?stream={stream}", data=data, content_type=NDJSON, environ_overrides=environ)
        first, second, end = map(json.loads, response.text.splitlines())
        assert first["declarable"] is second["declarable"] is True
        assert "50 of these bytes never came" in end["error"]["detail"]
        assert set(end) == {"error"}
