"""The contract and the code are equally strict: what a schema forbids is refused, with a pointer to that member."""

import json

import pytest

from app.rummy.switches import SWITCHES
from tests.api.requests_for_tests import BODY, GROUPS, HAND, post, problem
from tests.contract.reading import validator
from tests.rummy.seats import ASHA, BELA, CHAND

pytestmark = pytest.mark.contract

ITEM = {"id": 1, "hand": list(HAND), "wild_joker": "2", "rules": "pagat", "recorded": {}, "picked_up": None}
JUDGED = {**GROUPS, "as": "loser", "rules": "pagat", "id": "a", "recorded": None, "discard": "2D"}
VALUES = [
    *(None, True, False, 0, 1, 2, 3, 10, 13, 80, -1, 2.0, 10.0, 1.5, 1e300, 10**18, 2**63, 10**40),
    *("", "x", "2", "JK", "10H", "true", "none", "null", "points", "pagat", "0" * 16, "\0", "\ud800", "x" * 200, "2\n"),
    *([], [[]], [None], ["JK"], [["JK"]], [True], ["x"], [1], ["JK"] * 64, [["JK"]] * 65, [["JK"] * 64]),
    *(
        {},
        {"": 1},
        {"preset": "pagat"},
        {"preset": None},
        {"valid": 1},
        {"points": True},
        {"points": 1.0},
        {"cap": "80"},
    ),
    *([{}], {"a": {"b": {"c": []}}}),
    *(
        "declared",
        "left",
        "0.50",
        "1e2",
        "-1",
        "00",
        "100.5",
        {"point_value": "1"},
        {"point_value": 1},
        {"deal": 1, "of": 2},
    ),
    *(
        {"totals": {"asha": 0, "bela": 0, "chand": 5}},
        {"totals": {"asha": -1}},
        {"totals": [1]},
        {"deal": True, "of": 1},
    ),
]
DEAL = {"players": [ASHA, BELA, CHAND], "wild_joker": "6C"}
WHOLE = {
    "AnalyzeRequest": ("/v1/analyze", BODY),
    "VerifyRequest": ("/v1/verify", GROUPS),
    "ScoreRequest": ("/v1/score", DEAL),
    "AuditRequest": ("/v1/audit", {"items": [ITEM]}),
}


def has_fraction(value):
    """Numbers that must be whole are written so; a schema, which cannot say it, lets 2.0 pass."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(map(has_fraction, parts))


def allowed(document, schema, member, value):
    told = {"$ref": f"#/components/schemas/{schema}/properties/{member}"}
    return validator(document, told).is_valid(value) and not has_fraction(value)


def faults_of(response):
    return [error["pointer"] for error in problem(response, 422)["errors"]]


def within(pointer, place):
    return pointer == place or pointer.startswith(place + "/")


@pytest.mark.parametrize("schema", WHOLE)
def test_a_value_of_a_member_is_refused_where_the_contract_forbids_it(client, document, schema):
    tried = 0
    path, sound = WHOLE[schema]
    for member in document["components"]["schemas"][schema]["properties"]:
        for value in VALUES:
            response = post(client, json.dumps({**sound, member: value}), path)
            if not allowed(document, schema, member, value):
                tried += 1
                assert any(within(place, f"#/{member}") for place in faults_of(response)), (member, value)
            else:  # such a value may still be none for these cards
                assert response.status_code in {200, 409, 422}, (member, value)
                assert response.status_code == 200 or member not in {"compare", "detail"}, (member, value)
    assert tried > 100


@pytest.mark.parametrize(("schema", "item"), [("HandItem", ITEM), ("GroupsItem", JUDGED)])
def test_a_value_of_an_item_is_refused_where_the_contract_forbids_it(client, document, schema, item):
    properties = document["components"]["schemas"][schema]["properties"]
    assert set(item) == set(properties)
    pairs = [(member, value) for member in properties for value in VALUES]
    body = json.dumps({"items": [{**item, member: value} for member, value in pairs]})
    answers = post(client, body, "/v1/audit").get_json()["results"]
    for (member, value), answer in zip(pairs, answers, strict=True):
        if allowed(document, schema, member, value):
            assert "error" not in answer or answer["error"]["status"] == 422, (member, value)
        else:
            places = [error["pointer"] for error in answer["error"]["errors"]]
            assert any(within(place, f"#/{member}") for place in places), (member, value)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_value_of_a_switch_is_refused_where_the_contract_forbids_it(client, document, switch):
    for value in VALUES:
        response = post(client, json.dumps({**BODY, "rules": {switch: value}}))
        if allowed(document, "RulesObject", switch, value):
            # A value that is allowed may be senseless beside the others, or the hand impossible.
            assert response.status_code in {200, 422}, value
        else:
            assert f"#/rules/{switch}" in faults_of(response), value


@pytest.mark.parametrize("seat", [ASHA | {"discard": "4D"}, BELA])
def test_a_value_of_a_player_is_refused_where_the_contract_forbids_it(client, document, seat):
    for member in document["components"]["schemas"]["DealPlayer"]["properties"]:
        for value in VALUES:
            body = {**DEAL, "players": [{**seat, member: value}, CHAND]}
            response = post(client, json.dumps(body), "/v1/score")
            if allowed(document, "DealPlayer", member, value):
                assert response.status_code in {200, 422}, (member, value)
            else:
                assert any(within(place, f"#/players/0/{member}") for place in faults_of(response)), (member, value)
