"""Each item gets its answer in its place, held against its record; a faulty one is told why and stops no other."""

import json

import pytest

from app import create_app
from app.api.items import read_item
from app.bulk import audit
from app.bulk.audit import Auditor, Found, Limits
from app.bulk.items import MOST_NUMBER, Detail, Shared, plain_item
from app.config import Config
from app.rummy import resolve
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.cards import parse_card
from app.rummy.pack import parse_wild_joker
from app.rummy.points import points_of
from app.rummy.rules import NAMED_PRESETS
from tests.bulk.items_for_tests import GROUPS, HAND, WRONG, declarations, lines, records

RULES = NAMED_PRESETS["indian-13"]
SHARED = Shared(None, RULES)


def answer(item, shared=SHARED, **options):
    return json.loads(Auditor(shared, **options).answer(item))


def errors(item, shared=SHARED):
    told = answer(item, shared)["error"]
    assert (told["status"], told["type"]) == (422, "/problems/invalid-input")
    return [(error["pointer"], error["code"]) for error in told["errors"]]


@pytest.mark.parametrize("protection", ["both_lives", "pure_exempt", "first_life", "none"])
@pytest.mark.parametrize("detail", list(Detail))
def test_two_thousand_known_hands_agree(protection, detail):
    auditor = Auditor(Shared(None, resolve({"protection": protection}), detail))
    for item in records(protection):
        auditor.answer(item)
    assert auditor.summary == (2000, 0, 2000, 0)


def test_known_declarations_agree_as_declared_and_as_losers():
    auditor = Auditor(SHARED, keep_disagreements=True)
    told = [json.loads(auditor.answer(item)) for item in declarations()]
    assert auditor.disagreements == []
    assert auditor.summary.agreed == len(told) > 30


@pytest.mark.parametrize("name", [name for name, told in NAMED_PRESETS.items() if told.rules.hand_size == 13])
def test_points_without_a_layout_are_those_of_the_analysis(name):
    for item in records()[:200]:
        hand = [parse_card(text) for text in item["hand"]]
        asked = (parse_wild_joker(item["wild_joker"]), NAMED_PRESETS[name])
        analysis = analyze_codes(hand, *asked)
        assert points_of(hand, *asked, Budget()) == (analysis.declarable, analysis.points)


@pytest.mark.parametrize(
    ("recorded", "agrees"),
    [
        (None, None),
        ({}, None),
        ({"valid": None, "points": None}, None),
        ({"valid": True}, True),
        ({"valid": False}, False),
        ({"points": 0}, True),
        ({"points": -1}, False),
        ({"points": MOST_NUMBER}, False),
        ({"valid": True, "points": 0}, True),
        ({"valid": False, "points": 0}, False),
        ({"valid": True, "points": 80}, False),
        ({"valid": None, "points": 80}, False),
    ],
)
def test_a_record_agrees_when_all_that_it_says_is_right(recorded, agrees):
    assert answer({"hand": HAND, "wild_joker": "2", "recorded": recorded})["agrees"] is agrees


@pytest.mark.parametrize(
    ("groups", "role", "valid", "points"),
    [
        (GROUPS, "declared", True, 0),
        (GROUPS, "loser", True, 0),
        (WRONG, "declared", False, 80),
        (WRONG, "loser", False, 77),
    ],
)
def test_groups_are_charged_by_whose_they_are(groups, role, valid, points):
    item = {"groups": groups, "as": role, "wild_joker": "6", "recorded": {"valid": valid, "points": points}}
    told = {"index": 0, "id": None, "valid": valid, "points": points, "agrees": True}
    assert answer(item) == told
    if role == "declared":
        del item["as"]
        assert answer(item) == told


@pytest.mark.parametrize(
    "name", ["", "seat 3", 'ж\n"\\', "\ud800", "x" * 128, 0, -5, MOST_NUMBER, -MOST_NUMBER - 1, None]
)
def test_names_come_back_as_they_are(name):
    assert answer({"id": name, "hand": HAND, "wild_joker": "2"})["id"] == name
    assert answer({"id": name, "hand": HAND, "wild_joker": "2x"})["id"] == name


@pytest.mark.parametrize("name", ["x" * 129, MOST_NUMBER + 1, True, 1.0, [], {}])
def test_a_name_that_is_none_is_refused_and_not_given_back(name):
    item = {"id": name, "hand": HAND, "wild_joker": "2"}
    assert answer(item)["id"] is None
    assert [place for place, _ in errors(item)] == ["#/id"]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (None, [("#", "wrong_type")]),
        ([HAND], [("#", "wrong_type")]),
        ({}, [("#", "missing")]),
        ({"hand": HAND, "groups": GROUPS, "wild_joker": "2"}, [("#", "senseless")]),
        ({"hand": HAND}, [("#/wild_joker", "missing")]),
        ({"hand": HAND[1:], "wild_joker": "2"}, [("#/hand", "wrong_card_count")]),
        (
            {"hand": ["1S", *HAND[1:]], "wild_joker": "9Z"},
            [("#/wild_joker", "unknown_wild_joker"), ("#/hand/0", "unknown_card")],
        ),
        ({"hand": ["5S", "5S", *HAND[1:-1]], "wild_joker": "2"}, [("#/hand/2", "too_many_copies")]),
        ({"hand": dict.fromkeys(HAND), "wild_joker": "2"}, [("#/hand", "wrong_type")]),
        ({"hand": "AS", "wild_joker": "2"}, [("#/hand", "wrong_type")]),
        ({"hand": HAND, "wild_joker": "2", "compare": True}, [("#/compare", "unknown_member")]),
        ({"hand": HAND, "wild_joker": "2", "as": "loser"}, [("#/as", "unknown_member")]),
        ({"hand": HAND, "wild_joker": "2", "discard": "4S"}, [("#/discard", "unknown_member")]),
        ({"groups": GROUPS, "wild_joker": "6", "picked_up": "4S"}, [("#/picked_up", "unknown_member")]),
        ({"groups": GROUPS, "wild_joker": "6", "as": "winner"}, [("#/as", "out_of_range")]),
        ({"groups": [*GROUPS, "4S"], "wild_joker": "6"}, [("#/groups/4", "wrong_type")]),
        (
            {"hand": HAND, "wild_joker": True, "rules": "canasta"},
            [("#/wild_joker", "wrong_type"), ("#/rules", "unknown_preset")],
        ),
        ({"hand": HAND, "wild_joker": "2", "rules": {"cap": 0}}, [("#/rules/cap", "out_of_range")]),
        ({"hand": HAND, "wild_joker": "2", "recorded": {"valid": 1}}, [("#/recorded/valid", "wrong_type")]),
        ({"hand": HAND, "wild_joker": "2", "recorded": {"points": True}}, [("#/recorded/points", "wrong_type")]),
        ({"hand": HAND, "wild_joker": "2", "recorded": {"points": 80.0}}, [("#/recorded/points", "wrong_type")]),
        ({"hand": HAND, "wild_joker": "2", "recorded": {"points": 1 << 63}}, [("#/recorded/points", "out_of_range")]),
        ({"hand": HAND, "wild_joker": "2", "recorded": {"score": 1}}, [("#/recorded/score", "unknown_member")]),
        ({"hand": HAND, "wild_joker": "2", "recorded": [0]}, [("#/recorded", "wrong_type")]),
    ],
)
def test_a_faulty_item_is_told_all_that_is_wrong_with_it(item, expected):
    assert errors(item) == expected


def test_a_faulty_item_stops_no_other():
    auditor = Auditor(Shared(parse_wild_joker("2"), RULES))
    told = [json.loads(auditor.answer(item)) for item in ({"hand": HAND}, {"hand": 5}, None, {"hand": HAND})]
    assert [answer["index"] for answer in told] == [0, 1, 2, 3]
    assert ["error" in answer for answer in told] == [False, True, True, False]
    assert json.loads(auditor.end)["summary"] == {"items": 4, "answered": 2, "failed": 2, "agreed": 0, "disagreed": 0}


def test_an_items_own_wild_joker_and_rules_come_before_the_shared_ones():
    shared = Shared(parse_wild_joker("K"), NAMED_PRESETS["open"])
    hand = "9S 10S JS QS KS 2D 3D 7D 4H 8H 5C AC KH".split()
    assert answer({"hand": hand, "wild_joker": "Q"}, shared)["points"] == 39
    assert answer({"hand": hand, "wild_joker": "Q", "rules": "pagat"}, shared)["points"] == 49
    told = answer({"hand": hand, "wild_joker": "Q", "rules": {"cap": 30}}, shared)
    assert told["points"] == 30
    assert told["rules"] == {"name": "indian-13", "fingerprint": resolve({"cap": 30}).fingerprint, "customised": True}
    assert answer({"hand": hand}, shared)["points"] == answer({"hand": hand, "wild_joker": "K"}, shared)["points"]


def test_null_is_a_wild_joker():
    assert answer({"hand": HAND, "wild_joker": None})["declarable"] is True
    assert answer({"hand": HAND}, Shared(parse_wild_joker(None), RULES))["declarable"] is True


def test_rules_that_are_not_expected_are_refused_item_by_item():
    shared = SHARED._replace(expect_rules=RULES.fingerprint)
    assert "error" not in answer({"hand": HAND, "wild_joker": "2", "rules": {"cap": 80}}, shared)
    assert answer({"hand": HAND, "wild_joker": "2", "rules": "pagat"}, shared)["error"]["status"] == 409


def test_cards_put_down_and_picked_up_count():
    drawn = ["AS", *HAND]
    assert answer({"hand": drawn, "wild_joker": "2"})["declarable"] is True
    assert answer({"hand": drawn, "wild_joker": "2", "picked_up": "AS"})["declarable"] is False
    assert errors({"hand": HAND, "wild_joker": "2", "picked_up": "AS"}) == [
        ("#/picked_up", "not_in_hand"),
    ]
    assert answer({"groups": GROUPS, "wild_joker": "6", "discard": "4D"})["valid"] is True
    assert errors({"groups": [["4D"] * 2], "wild_joker": "6", "discard": "4D"}) == [("#/discard", "too_many_copies")]


HARD = {"id": "hard", "hand": "8S 8H 8D 8C 8S 8H 8D 8C 9S 9H 9D JK JK".split(), "wild_joker": "2"}
EASY = {"id": "easy", "hand": HAND, "wild_joker": "2"}


def fates(auditor, *items):
    """Of each item whether it was answered, or what its error says."""
    told = [json.loads(auditor.answer(item)) for item in items]
    assert [answer["id"] for answer in told] == [item["id"] for item in items]
    found = [answer.get("error") for answer in told]
    assert {(error["type"], error["status"]) for error in found if error} <= {("/problems/search-budget", 503)}
    return [error and ("together" if "together" in error["detail"] else "one item") for error in found]


def test_an_item_has_the_budget_of_a_request():
    auditor = Auditor(SHARED, Limits(10))
    assert fates(auditor, HARD, EASY, HARD, EASY) == ["one item", None, "one item", None]
    assert (auditor.summary.items, auditor.summary.failed) == (4, 2)


def test_many_hard_items_use_up_what_all_may_cost_together_and_easy_ones_still_fit_in():
    auditor = Auditor(SHARED, Limits(10 * cost(HARD), 10, cost(EASY)))
    found = fates(auditor, *[HARD] * 20, EASY, HARD)
    assert found == [None] * 10 + ["together"] * 10 + [None, "together"]


def test_items_that_need_little_leave_it_to_those_that_need_more():
    needed = cost(HARD)
    limits = Limits(needed, 10, needed // 4)
    assert fates(Auditor(SHARED, limits), HARD, HARD) == [None, "together"]
    assert fates(Auditor(SHARED, limits), HARD, EASY, EASY, EASY, EASY, HARD) == [None] * 6


def test_the_same_items_always_meet_the_same_fate_in_whatever_form_they_come():
    service = create_app(Config(search_budget=2 * cost(HARD), audit_item_budget=cost(EASY))).test_client()
    items = [HARD, EASY, HARD, HARD, EASY]
    whole = service.post("/v1/audit", json={"items": items}).get_json()
    assert ["error" in answer for answer in whole["results"]] == [False, False, False, True, False]
    assert whole["summary"] == {"items": 5, "answered": 4, "failed": 1, "agreed": 0, "disagreed": 0}
    told = service.post("/v1/audit", data=lines(items), content_type="application/x-ndjson").text.splitlines()
    assert [json.loads(line) for line in told[:-1]] == whole["results"]
    assert json.loads(told[-1])["summary"] == whole["summary"]


def cost(item):
    """The choices of sets that the search for a hand weighs."""
    budget = Budget(10**9)
    points_of(tuple(map(parse_card, item["hand"])), parse_wild_joker(item["wild_joker"]), RULES, budget)
    return 10**9 - budget.left


def test_what_no_one_foresaw_is_logged_and_told_in_its_place(monkeypatch, caplog):
    monkeypatch.setattr(audit, "points_of", lambda *_, **__: 1 / 0)
    auditor = Auditor(SHARED)
    told = json.loads(auditor.answer({"id": 4, "hand": HAND, "wild_joker": "2"}))
    assert (told["id"], told["error"]["status"]) == (4, 500)
    assert "ZeroDivisionError" in caplog.text
    assert "error" not in json.loads(auditor.answer({"groups": GROUPS, "wild_joker": "6"}))


def test_those_that_disagree_are_kept_where_somebody_asks():
    auditor = Auditor(SHARED, first=7, keep_disagreements=True)
    auditor.answer({"hand": HAND, "wild_joker": "2", "recorded": {"points": 0}})
    auditor.answer({"id": "x", "groups": WRONG, "wild_joker": "6", "recorded": {"valid": True}})
    (found,) = auditor.disagreements
    assert isinstance(found, Found)
    assert (found.number, found.item.id, found.valid, found.points) == (8, "x", False, 80)


def test_plain_items_are_read_as_all_others_are():
    shared = Shared(parse_wild_joker("5"), RULES)
    items = [*records()[:50], *declarations()]
    items += [{**item, "rules": "pagat", "id": 3} for item in items[:9]]
    items += [{"hand": HAND}, {"hand": HAND[1:]}, {"hand": ["AS", *HAND], "picked_up": "AS", "wild_joker": None}]
    items += [{"groups": GROUPS, "discard": "4D", "recorded": None}, {"groups": []}, {"groups": [[]], "as": "loser"}]
    for item in items:
        plain = plain_item(item, shared)
        assert plain is not None
        try:
            assert plain == read_item(item, shared)
        except ValueError:  # a hand that cannot be: the game says so, here or later
            assert "hand" in item
