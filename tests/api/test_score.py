"""``/v1/score`` as Flask's test client calls it: what is told, and what is refused, each fault in its place."""

import json
import sys

import pytest

from app import create_app
from app.config import Config
from app.rummy.deal import MOST_PLAYERS
from tests.api.requests_for_tests import faults, post, problem
from tests.contract.reading import check_response
from tests.contract.test_examples import DOCUMENT
from tests.rummy.seats import ASHA, BELA, CHAND, CHEAP, DEAR, GROUPS, LAID, WRONG, seat

PATH = "/v1/score"
POOL = {"rules": "pool-101"}
DEALS = {"rules": "deals"}
MONEY = {"point_value": "0.50", "fee_percent": "12.5"}


def asked(*players, **members):
    return {"wild_joker": "6C", "players": list(players), **members}


def scored(client, body):
    response = post(client, body, PATH)
    assert response.status_code == 200, response.text
    check_response(DOCUMENT, PATH, "post", response)
    return response.get_json()


def refused(client, body):
    response = post(client, body, PATH)
    found = faults(response)
    check_response(DOCUMENT, PATH, "post", response)
    return found


def test_a_deal_is_told_so_that_it_can_be_booked(client):
    answer = scored(client, asked(ASHA, BELA, CHAND, money=MONEY))
    assert (answer["settled"], answer["winner"], answer["points_won"]) == (True, "asha", 36)
    rows = [(p["id"], p["result"], p["points"], p["reason"], p["money"]["net"]) for p in answer["players"]]
    assert rows == [
        ("asha", "won", 0, "valid_declaration", "15.75"),
        ("bela", "lost", 16, "best_arrangement", "-8.00"),
        ("chand", "lost", 20, "first_drop", "-10.00"),
    ]
    assert answer["money"] == {
        "point_value": "0.50",
        "collected": "18.00",
        "fee_percent": "12.5",
        "fee": "2.25",
        "won": "15.75",
    }


def test_hands_and_groups_are_told_exactly_as_their_own_calls_tell_them(client):
    players = [ASHA | {"discard": "4D"}, BELA, seat("chand", "groups", groups=[DEAR])]
    answer = scored(client, asked(*players, rules="pagat"))
    rest = {"wild_joker": "6C", "rules": "pagat"}
    asha, bela, chand = answer["players"]
    verify = "/v1/verify"
    assert asha["verdict"] == post(client, {"groups": GROUPS, "discard": "4D", **rest}, verify).get_json()
    assert bela["analysis"] == post(client, {"hand": CHEAP, **rest}).get_json()
    assert chand["verdict"] == post(client, {"groups": [DEAR], **rest}, verify).get_json()
    assert asha["analysis"] is bela["verdict"] is chand["analysis"] is None


def test_a_pool_and_a_game_of_deals_say_where_they_stand(client):
    totals = {"asha": 10, "bela": 90, "chand": 30}
    pool = scored(client, asked(ASHA, BELA, CHAND, rules="pool-101", pool={"totals": totals}))
    assert [p["pool"] for p in pool["players"]] == [
        {"total_before": 10, "total": 10, "out": False},
        {"total_before": 90, "total": 106, "out": True},
        {"total_before": 30, "total": 50, "out": False},
    ]
    assert pool["pool"] == {
        "limit": 101,
        "out_at": "reach",
        "still_in": ["asha", "chand"],
        "out": ["bela"],
        "may_rejoin": ["bela"],
        "rejoin_total": 51,
        "may_split": [],
        "winner": None,
    }
    deals = scored(client, asked(ASHA, BELA, CHAND, rules="deals", deals={"deal": 2, "of": 2, "totals": totals}))
    assert [p["deals"] for p in deals["players"]] == [
        {"total_before": 10, "total": 10, "rank": 1},
        {"total_before": 90, "total": 106, "rank": 3},
        {"total_before": 30, "total": 50, "rank": 2},
    ]
    assert deals["deals"] == {
        "deal": 2,
        "of": 2,
        "decided_by": "lowest_total",
        "leaders": ["asha"],
        "tie_break": False,
        "deals_left": 0,
        "winner": "asha",
    }


def test_bonus_cards_are_named_and_what_they_bring_is_told_apart(client):
    answer = scored(client, {**asked(ASHA, CHAND, money=MONEY, rules={"paplu_bonus": 10}), "wild_joker": "6H"})
    assert answer["bonus_cards"] == {"cut": "6H", "upper": "7H", "lower": "5H"}
    asha, chand = (player["bonus"] for player in answer["players"])
    held = {"cut": 1, "upper": 1, "lower": 1}
    assert asha == {"held": held, "marriages": 0, "paplu": 10, "value_cards": 0, "points": 10}
    assert chand == {"held": None, "marriages": 0, "paplu": -10, "value_cards": 0, "points": -10}
    assert answer["players"][0]["money"] == {"points": "10.00", "bonus": "5.00", "fee": "-1.25", "net": "13.75"}
    assert answer["points_won"] == 20


def test_a_deal_that_goes_on_is_not_settled(client):
    players = [seat("asha", "declared", groups=WRONG), BELA, seat("chand", "groups", groups=[DEAR])]
    answer = scored(client, asked(*players, money=MONEY))
    assert [(p["result"], p["points"]) for p in answer["players"]] == [
        ("lost", 80),
        ("pending", None),
        ("pending", None),
    ]
    members = ("winner", "points_won", "bonus_cards", "money", "pool", "deals")
    assert [answer["settled"], *(answer[name] for name in members)] == [False, *[None] * 6]


def test_members_that_are_null_are_not_there(client):
    plain = asked(ASHA, CHAND)
    nulls = {"hand": None, "groups": None, "discard": None}
    players = [{**nulls, **ASHA}, {**nulls, **CHAND}]
    body = asked(*players, money=None, pool=None, deals=None)
    assert post(client, body, PATH).data == post(client, plain, PATH).data


def test_equal_deals_are_byte_equal(client):
    assert len({post(client, asked(ASHA, BELA, CHAND, money=MONEY), PATH).data for _ in range(3)}) == 1


@pytest.mark.parametrize("name", ["x" * 128, "é<b>\"'\\", "\U0001f600", "0", "a/b~c", "__proto__", " "])
def test_any_text_is_an_id_and_comes_back_as_it_was(client, name):
    body = asked(ASHA | {"id": name}, CHAND, rules="pool-101", pool={"totals": {name: 1, "chand": 2}})
    answer = json.loads(post(client, body, PATH).data)
    assert answer["winner"] == answer["players"][0]["id"] == name
    missing = asked(ASHA | {"id": name}, CHAND, rules="pool-101", pool={"totals": {"chand": 2}})
    assert [code for _, code in faults(post(client, missing, PATH))] == ["missing"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], ["# wrong_type"]),
        ({}, ["#/wild_joker missing", "#/players missing"]),
        ({"wild_joker": "6", "players": {}}, ["#/players wrong_type"]),
        ({"wild_joker": "6", "players": None}, ["#/players wrong_type"]),
        ({"wild_joker": "6", "players": []}, ["#/players out_of_range"]),
        ({"wild_joker": "6", "players": [1] * 65}, ["#/players out_of_range"]),
        (asked(ASHA, 5), ["#/players/1 wrong_type"]),
        (asked(ASHA, {}), ["#/players/1/id missing", "#/players/1/outcome missing"]),
        (asked(ASHA, seat(None, None)), ["#/players/1/id wrong_type", "#/players/1/outcome wrong_type"]),
        (asked(ASHA, seat("", "won")), ["#/players/1/id out_of_range", "#/players/1/outcome out_of_range"]),
        (asked(ASHA, seat("x" * 129, "Left")), ["#/players/1/id out_of_range", "#/players/1/outcome out_of_range"]),
        (asked(ASHA, seat("\ud800", "left")), ["#/players/1/id out_of_range"]),
        (asked(ASHA, seat(7, True)), ["#/players/1/id wrong_type", "#/players/1/outcome wrong_type"]),
        (asked(ASHA, CHAND | {"points": 20}), ["#/players/1/points unknown_member"]),
        (asked(ASHA, seat("b", "hand", hand="4S")), ["#/players/1/hand wrong_type"]),
        (asked(ASHA, seat("b", "hand", hand=[*CHEAP[:12], "1S"])), ["#/players/1/hand/12 unknown_card"]),
        (asked(ASHA, seat("b", "groups", groups=["4S"])), ["#/players/1/groups wrong_type"]),
        (
            asked(ASHA, seat("b", "groups", groups=[["4X"], "4S"])),
            ["#/players/1/groups/0/0 unknown_card", "#/players/1/groups/1 wrong_type"],
        ),
        (asked(ASHA, seat("b", "groups", groups=[[]] * 65)), ["#/players/1/groups out_of_range"]),
        (asked(ASHA | {"discard": 5}, CHAND), ["#/players/0/discard wrong_type"]),
        (asked(ASHA | {"discard": "5"}, CHAND), ["#/players/0/discard unknown_card"]),
        (asked(ASHA, CHAND, money=5), ["#/money wrong_type"]),
        (asked(ASHA, CHAND, money={}), ["#/money/point_value missing"]),
        (asked(ASHA, CHAND, money={"point_value": 0.5}), ["#/money/point_value wrong_type"]),
        (
            asked(ASHA, CHAND, money={"point_value": None, "fee_percent": None}),
            ["#/money/point_value wrong_type", "#/money/fee_percent wrong_type"],
        ),
        (
            asked(ASHA, CHAND, money={"point_value": "-1", "fee_percent": "101", "fee": "1"}),
            ["#/money/fee unknown_member", "#/money/point_value out_of_range", "#/money/fee_percent out_of_range"],
        ),
        (asked(ASHA, CHAND, pool=[]), ["#/pool wrong_type"]),
        (asked(ASHA, CHAND, **POOL, pool={}), ["#/pool/totals missing"]),
        (asked(ASHA, CHAND, **POOL, pool={"totals": [1]}), ["#/pool/totals wrong_type"]),
        (
            asked(ASHA, CHAND, **POOL, pool={"totals": {"asha": True, "chand": 1.5, "x": 1}}),
            ["#/pool/totals/asha wrong_type", "#/pool/totals/chand wrong_type", "#/pool/totals/x unknown_player"],
        ),
        (
            asked(ASHA, CHAND, **POOL, pool={"totals": {"asha": -1, "chand": 10**7}}),
            ["#/pool/totals/asha out_of_range", "#/pool/totals/chand out_of_range"],
        ),
        (asked(ASHA, CHAND, **POOL, pool={"totals": {str(n): 0 for n in range(65)}}), ["#/pool/totals out_of_range"]),
        (asked(ASHA, 5, **POOL, pool={"totals": {"asha": 1, "of the one": 2}}), ["#/players/1 wrong_type"]),
        (asked(ASHA, CHAND, **DEALS, deals=1), ["#/deals wrong_type"]),
        (asked(ASHA, CHAND, **DEALS, deals={}), ["#/deals/deal missing", "#/deals/of missing"]),
        (
            asked(ASHA, CHAND, **DEALS, deals={"deal": 0, "of": 101}),
            ["#/deals/deal out_of_range", "#/deals/of out_of_range"],
        ),
        (asked(ASHA, CHAND, **DEALS, deals={"deal": 2, "of": "3"}), ["#/deals/of wrong_type"]),
        (asked(ASHA, CHAND, **DEALS, deals={"deal": 2, "of": 3, "totals": []}), ["#/deals/totals wrong_type"]),
        (
            asked(ASHA, CHAND, **DEALS, deals={"deal": 2, "of": 3, "x": 1}),
            ["#/deals/x unknown_member", "#/deals/totals missing"],
        ),
        (
            asked(ASHA, CHAND, rules="pool-101", money={"point_value": 1}),
            ["#/money/point_value wrong_type", "#/money senseless"],
        ),
        (asked(ASHA, CHAND, winner="asha"), ["#/winner unknown_member"]),
        (asked(ASHA, CHAND, rules="pool"), ["#/rules unknown_preset"]),
    ],
)
def test_what_cannot_be_read_is_refused_in_its_place(client, body, expected):
    assert [" ".join(fault) for fault in refused(client, body)] == expected


def test_faults_of_reading_and_of_the_story_come_together(client):
    players = [ASHA, seat("asha", "declared", groups=[["KH", "KH", "4X"]]), seat("chand", "first_drop", groups=LAID)]
    body = asked(*players, rules="pool-101", pool={"totals": {"asha": 101, "eve": "3"}}, deals={"deal": 1}, foo=1)
    assert refused(client, body) == [
        ("#/players/1/id", "repeated"),
        ("#/players/1/outcome", "impossible"),
        ("#/players/1/groups/0/1", "too_many_copies"),
        ("#/players/1/groups/0/2", "unknown_card"),
        ("#/players/2/groups", "impossible"),
        ("#/pool/totals/eve", "wrong_type"),
        ("#/pool/totals/chand", "missing"),
        ("#/pool/totals/eve", "unknown_player"),
        ("#/pool/totals/asha", "impossible"),
        ("#/deals/of", "missing"),
        ("#/deals", "senseless"),
        ("#/foo", "unknown_member"),
    ]


def test_a_fault_says_what_was_got_and_what_is_allowed(client):
    body = asked(ASHA, seat("bela", "dropped"), money={"point_value": 0.5})
    outcome, value = problem(post(client, body, PATH), 422)["errors"]
    assert "first_drop" in outcome["detail"]
    assert "'dropped'" in outcome["detail"]
    assert '"0.50"' in value["detail"]


def test_an_answer_to_very_many_faults_stays_small(client):
    players = [dict.fromkeys(map(str, range(90))) for _ in range(64)]
    response = post(client, asked(*players, pool={str(n): n for n in range(5000)}), PATH)
    told = problem(response, 422)
    assert len(told["errors"]) == 20
    assert told["more"] > 1000
    assert len(response.data) < 10_000


def test_a_whole_deal_has_the_budget_of_one_request(client):
    hard = "8S 8H 8D 8C 10S 10H 10D 10C JC JD QC QD JK".split()
    body = asked(ASHA, seat("bela", "hand", hand=hard), seat("chand", "hand", hand=DEAR))
    frugal = create_app(Config(search_budget=3)).test_client()
    response = post(frugal, body, PATH)
    assert problem(response, 503, "search-budget")
    check_response(DOCUMENT, PATH, "post", response)
    assert post(client, body, PATH).status_code == 200


def test_other_rules_than_expected_are_409_and_parameters_are_refused(client):
    problem(post(client, asked(ASHA, CHAND, expect_rules="0123456789abcdef"), PATH), 409, "other-rules")
    assert faults(client.post(f"{PATH}?rules=pagat", json=asked(ASHA, CHAND))) == [("rules", "unknown_member")]


def test_as_many_players_as_are_read_are_scored(client):
    crowd = [seat(str(n), "left") for n in range(MOST_PLAYERS - 1)]
    body = {"wild_joker": None, "players": [seat("w", "hand"), *crowd], "rules": {"hand_size": 6, "min_sequences": 1}}
    assert scored(client, body)["points_won"] == 40 * (MOST_PLAYERS - 1)
    assert refused(client, {**body, "players": [*body["players"], seat("x", "left")]}) == [
        ("#/players", "out_of_range")
    ]


def test_numbers_of_any_size_are_told_without_trouble(client):
    body = asked(ASHA, CHAND, rules="deals", deals={"deal": sys.maxsize**9, "of": 1})
    assert refused(client, body) == [("#/deals/deal", "out_of_range")]
