"""Good answers: the same members always, equal bytes for equal questions, positions that lead back to the request."""

import json
import random

import pytest

from app.rummy.rules import PRESETS
from tests.api.requests_for_tests import BODY, GROUPS, HAND, case, post, problem

BEST = ["declarable", "points", "penalty", "melds", "loose", "requirements", "missing", "discard", "rules"]
PROOF = ["engine", "digest"]
ANALYSIS = [*BEST, *PROOF]
VERDICT = ["valid", "points", "points_as_loser", "violations", "groups", "best", "rules", *PROOF]
NO_MELD = ["AS", "3S", "5H", "7H", "9D", "JD", "KC", "2C", "4C", "6D", "8S", "10H", "QH"]
JOKERS = ["7S", "7S", "7H", "7H", "7D", "7D", "7C", "JK", "JK", "2S", "9H", "KD", "QC"]
QUESTIONS = {
    "declarable": BODY,
    "no meld": {"hand": NO_MELD, "wild_joker": None},
    "seven wild cards and two printed jokers": {"hand": JOKERS, "wild_joker": "7"},
    "fourteen cards": {"hand": [*HAND, "9C"], "wild_joker": "2"},
    "no cap": {"hand": NO_MELD, "wild_joker": None, "rules": {"cap": None}},
    "the cap instead of the sum": {"hand": NO_MELD, "wild_joker": None, "rules": {"no_pure": "flat_cap"}},
    "ten cards": {"hand": NO_MELD[:10], "wild_joker": "K", "rules": {"hand_size": 10}},
    "twenty-one cards": {
        "hand": [*HAND, "4S", "5S", "6S", "9D", "10D", "JD", "2H", "2C"],
        "wild_joker": "2",
        "rules": {"hand_size": 21, "decks": 3},
    },
}


def whole(number):
    return type(number) is int


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_analysis_has_the_same_members_always(client, name):
    answer = post(client, QUESTIONS[name]).get_json()
    assert list(answer) == ANALYSIS
    assert list(answer["penalty"]) == ["points", "before_cap", "cap", "counted"]
    assert whole(answer["points"])
    assert answer["points"] == answer["penalty"]["points"]
    assert isinstance(answer["melds"], list)
    assert isinstance(answer["loose"], list)
    assert isinstance(answer["missing"], list)
    assert list(answer["requirements"]) == ["sequences", "pure_sequences"]
    assert list(answer["rules"]) == ["name", "fingerprint", "customised"]
    assert answer["declarable"] == (answer["missing"] == [])


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_card_of_the_hand_is_in_the_answer_once_at_its_position(client, name):
    hand = QUESTIONS[name]["hand"]
    answer = post(client, QUESTIONS[name]).get_json()
    placed = [card for meld in answer["melds"] for card in meld["cards"]] + answer["loose"]
    placed += [answer["discard"]] if answer["discard"] else []
    assert sorted(card["position"] for card in placed) == list(range(len(hand)))
    assert all(card["card"] == hand[card["position"]] for card in placed)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_comparison_is_there_when_asked_for_and_follows_the_rules(client, name):
    plain = post(client, QUESTIONS[name]).get_json()
    compared = post(client, {**QUESTIONS[name], "compare": True}).get_json()
    assert list(compared) == [*BEST, "comparison", *PROOF]
    comparison = compared.pop("comparison")
    assert compared.pop("digest") != plain["digest"]
    assert compared == {name: plain[name] for name in compared}
    assert list(comparison) == ["both_lives", "pure_exempt", "first_life", "none"]
    for row in comparison.values():
        assert list(row) == ["points", "discard"]
        assert whole(row["points"])
        assert (row["discard"] is None) == (plain["discard"] is None)


def test_the_documented_example_is_answered_as_documented(client):
    answer = post(client, BODY).get_json()
    assert answer["melds"][0] == {
        "kind": "pure_sequence",
        "counts": True,
        "cards": [{"card": f"{rank}S", "position": rank - 4} for rank in (4, 5, 6)],
    }
    assert answer["melds"][1]["cards"][1] == {"card": "JK", "position": 4, "stands_for": "9H"}
    assert answer["requirements"] == {
        "sequences": {"needed": 2, "found": 2},
        "pure_sequences": {"needed": 1, "found": 1},
    }


def test_stands_for_is_only_on_cards_that_stand_for_another(client):
    melds = post(client, BODY).get_json()["melds"]
    standing = [card["card"] for meld in melds for card in meld["cards"] if "stands_for" in card]
    assert standing == ["JK"]


def test_a_joker_beyond_the_suits_stands_for_null(client):
    group = [["9S", "9H", "9D", "9C", "JK"]]
    answer = post(client, {"groups": group, "wild_joker": "2", "rules": {"set_max": 5}}, "/v1/verify").get_json()
    assert answer["groups"][0]["kind"] == "set"
    assert {"card": "JK", "position": [0, 4], "stands_for": None} in answer["groups"][0]["cards"]


def test_a_discard_has_its_place_and_nothing_else(client):
    answer = post(client, QUESTIONS["fourteen cards"]).get_json()
    assert answer["discard"] == {"card": "9C", "position": 13}


VERDICTS = {
    "valid": GROUPS,
    "no groups": {"groups": [], "wild_joker": "6"},
    "an empty group": {"groups": [[]], "wild_joker": "6"},
    "one group": {"groups": [["KS", "AS", "2S"]], "wild_joker": "9"},
    "wrong": {**GROUPS, "wild_joker": "9", "discard": "4D"},
    "no fixed penalty": {**GROUPS, "wild_joker": "9", "rules": {"wrong_declaration": None}},
}


@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_has_the_same_members_always(client, name):
    groups = VERDICTS[name]["groups"]
    answer = post(client, VERDICTS[name], "/v1/verify").get_json()
    assert list(answer) == VERDICT
    assert whole(answer["points"])
    assert whole(answer["points_as_loser"])
    assert answer["valid"] == (answer["violations"] == [])
    assert [sorted(card["position"] for card in group["cards"]) for group in answer["groups"]] == [
        [[g, i] for i in range(len(groups[g]))] for g in range(len(groups))
    ]
    for group in answer["groups"]:
        assert list(group) == ["kind", "cards", "reasons"]
        assert (group["kind"] is None) == (group["reasons"] != [])
    for violation in answer["violations"]:
        assert list(violation) == ["code", "detail", "pointer"]
        assert violation["pointer"].startswith("#/groups")


@pytest.mark.parametrize("name", VERDICTS)
def test_the_best_arrangement_is_an_analysis_with_positions_in_groups(client, name):
    groups = VERDICTS[name]["groups"]
    best = post(client, VERDICTS[name], "/v1/verify").get_json()["best"]
    if sum(map(len, groups)) != 13:
        assert best is None
        return
    assert list(best) == BEST
    placed = [card for meld in best["melds"] for card in meld["cards"]] + best["loose"]
    everywhere = [[g, i] for g, group in enumerate(groups) for i in range(len(group))]
    assert sorted(card["position"] for card in placed) == everywhere
    assert all(card["card"] == groups[card["position"][0]][card["position"][1]] for card in placed)


def test_a_group_that_is_no_meld_points_to_itself(client):
    body = {"groups": [*GROUPS["groups"][:3], ["KH", "KS", "KD", "QC"]], "wild_joker": "6"}
    answer = post(client, body, "/v1/verify").get_json()
    assert ("invalid_group", "#/groups/3") in {(v["code"], v["pointer"]) for v in answer["violations"]}


@pytest.mark.parametrize("seed", range(5))
def test_equal_requests_get_equal_bytes(client, seed):
    drawn = random.Random(seed)
    pack = [rank + suit for rank in ("A", *map(str, range(2, 11)), *"JQK") for suit in "SHDC"] * 2 + ["JK", "JK"]
    body = {"hand": drawn.sample(pack, 14), "wild_joker": "5", "compare": True}
    first = post(client, body).data
    assert all(post(client, body).data == first for _ in range(3))
    assert json.loads(first)["discard"]


@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_are_compact_json_in_ascii(client, name):
    response = post(client, {**QUESTIONS[name], "compare": True})
    assert response.content_type == "application/json"
    assert response.data.decode("ascii") == json.dumps(response.get_json(), separators=(",", ":"))


def test_rules_never_leak_from_one_answer_to_the_next(client):
    hand = ["2S", "3S", "4S", "8H", "8D", "8C", "2D", "5C", "6H", "AD", "JH", "3C", "QD"]
    points = [
        post(client, {"hand": hand, "wild_joker": "7", "rules": {"protection": protection}}).get_json()["points"]
        for protection in ("both_lives", "first_life", "pure_exempt")
    ]
    assert points == [79, 46, 70]
    groups = [["5H", "6H", "7H"], ["9S", "6S", "JS"], *GROUPS["groups"][2:]]
    valid = [post(client, {"groups": groups, "wild_joker": wild}, "/v1/verify").get_json()["valid"] for wild in "6969"]
    assert valid == [True, False, True, False]


def test_true_and_one_are_never_taken_for_each_other(client):
    for compare in case("r034")["calls"] * 2:
        assert post(client, {**BODY, "compare": compare}).status_code == (200 if compare is True else 422)


def test_a_preset_by_name_and_as_an_object_are_the_same(client):
    by_name = post(client, {**BODY, "rules": "pagat"})
    assert post(client, {**BODY, "rules": {"preset": "pagat"}}).data == by_name.data
    assert by_name.get_json()["rules"]["fingerprint"] == PRESETS["pagat"].fingerprint


def test_a_switch_of_its_own_makes_rules_customised(client):
    rules = post(client, {**BODY, "rules": {"cap": 60}}).get_json()["rules"]
    assert rules["name"] == "indian-13"
    assert rules["customised"] is True
    assert rules["fingerprint"] != PRESETS["indian-13"].fingerprint


CLUB = {"wild_joker": "9D", "rules": "club-21"}
REST = "2C 3C 5D 8H 9H JH AD 4C 6H 10C 8C KC".split()
TUNNELAS = [["7S"] * 3, ["KH"] * 3, ["JK"] * 3]


def test_under_rules_with_special_shows_answers_tell_which_and_what_is_outside(client):
    hand = [card for group in TUNNELAS for card in group] + REST
    asked = {**CLUB, "hand": hand}
    told = post(client, asked).get_json()
    assert list(told) == [*BEST[:-1], "show", "ungrouped", "rules", *PROOF]
    assert (told["declarable"], told["points"], told["show"], told["loose"]) == (True, 0, "three_tunnelas", [])
    assert [card["card"] for card in told["ungrouped"]] == REST
    verdict = post(client, {**CLUB, "groups": [*TUNNELAS, REST]}, "/v1/verify").get_json()
    assert list(verdict) == [*VERDICT[:5], "show", "ungrouped", *VERDICT[5:]]
    assert (verdict["valid"], verdict["show"], verdict["violations"]) == (True, "three_tunnelas", [])
    assert [card["position"] for card in verdict["ungrouped"]] == [[3, place] for place in range(len(REST))]
    assert [card["position"] for card in verdict["best"]["ungrouped"]] == [[3, place] for place in range(len(REST))]
    other = {**CLUB, "hand": [*hand[1:], "3S"]}
    assert (post(client, other).get_json()["show"], post(client, other).get_json()["ungrouped"]) == (None, [])


def test_an_audit_tells_special_shows_with_the_melds(client):
    hand = [card for group in TUNNELAS for card in group] + REST
    items = [{"hand": hand, "recorded": {"points": 0}}, {"groups": [*TUNNELAS, REST], "recorded": {"valid": True}}]
    report = post(client, {**CLUB, "items": items, "detail": "melds"}, "/v1/audit").get_json()
    for result in report["results"]:
        assert (result["agrees"], result["show"], len(result["ungrouped"])) == (True, "three_tunnelas", len(REST))
    plain = post(client, {"items": [BODY], "detail": "melds"}, "/v1/audit").get_json()
    assert "show" not in plain["results"][0]


@pytest.mark.parametrize("wild_joker", ["9", None])
def test_neighbours_of_the_cut_card_need_the_cut_card(client, wild_joker):
    hand = [card for group in TUNNELAS for card in group] + REST
    for body, path in (({"hand": hand}, "/v1/analyze"), ({"groups": TUNNELAS}, "/v1/verify")):
        refused = problem(post(client, {**CLUB, **body, "wild_joker": wild_joker}, path), 422)
        assert [(error["pointer"], error["code"]) for error in refused["errors"]] == [("#/wild_joker", "senseless")]
