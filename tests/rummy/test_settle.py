"""Who wins a deal, and what it costs the others."""

import pytest

from app.rummy import InputError, analyze, resolve, score, verify
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.cards import parse_card
from app.rummy.deal import Outcome, Player
from app.rummy.declaration import verify_codes
from app.rummy.pack import parse_wild_joker
from app.rummy.settle import settle
from tests.rummy.seats import ASHA, BELA, CHAND, CHEAP, DEAR, DEV, GROUPS, HAND, LAID, WILD, WRONG, lines, seat


def winner(scored):
    return None if scored.winner is None else scored.lines[scored.winner].player.id


def test_a_valid_declaration_wins_and_the_others_pay():
    scored = score([ASHA, BELA, CHAND, DEV], WILD)
    assert winner(scored) == "asha"
    assert lines(scored) == {
        "asha": (0, "valid_declaration"),
        "bela": (16, "best_arrangement"),
        "chand": (20, "first_drop"),
        "dev": (40, "middle_drop"),
    }
    assert scored.points_won == 76


def test_a_hand_counts_as_it_lies_best_and_groups_as_they_were_laid():
    worse = seat("bela", "groups", groups=[CHEAP[:3], CHEAP[3:]])
    scored = score([ASHA, worse], WILD)
    assert lines(scored)["bela"] == (verify(worse["groups"], WILD).points_as_loser, "as_laid") == (67, "as_laid")
    assert lines(score([ASHA, seat("bela", "groups", groups=LAID)], WILD))["bela"] == (16, "as_laid")
    assert lines(score([ASHA, BELA], WILD))["bela"] == (analyze(CHEAP, WILD).points, "best_arrangement")


def test_a_wrong_declaration_is_judged_before_the_others_show_their_cards():
    wrong = ASHA | {"groups": WRONG}
    unseen, unseen_too = seat("bela", "hand"), seat("dev", "hand")
    assert lines(score([wrong, unseen], WILD)) == {"asha": (80, "wrong_declaration"), "bela": (0, "last_one_in")}
    assert lines(score([wrong, unseen, unseen_too], WILD)) == {
        "asha": (80, "wrong_declaration"),
        "bela": (None, "deal_goes_on"),
        "dev": (None, "deal_goes_on"),
    }
    with pytest.raises(InputError) as refused:
        score([ASHA, unseen, BELA | {"id": "chand"}, unseen_too], WILD)
    assert [fault.path for fault in refused.value.faults] == [("players", 1, "hand"), ("players", 3, "hand")]
    assert {fault.code for fault in refused.value.faults} == {"missing"}
    with pytest.raises(InputError, match="value cards are counted in every hand"):
        score([wrong, unseen], "7D", {"value_cards": True})


def test_the_arrangement_and_the_verdicts_are_told():
    scored = score([ASHA, BELA, seat("chand", "wrong_declaration", groups=[DEAR])], WILD)
    asha, bela, chand = scored.lines
    assert asha.verdict == verify(GROUPS, WILD)
    assert bela.analysis == analyze(CHEAP, WILD)
    assert chand.verdict == verify([DEAR], WILD)
    assert "no_pure_sequence" in chand.detail


def test_no_hand_costs_more_than_the_cap():
    assert lines(score([ASHA, seat("bela", "hand", hand=DEAR)], WILD))["bela"][0] == 80
    assert lines(score([ASHA, seat("bela", "groups", groups=[DEAR])], WILD, {"cap": 50}))["bela"][0] == 50
    assert lines(score([ASHA, seat("bela", "hand", hand=DEAR)], WILD, {"cap": None}))["bela"][0] > 80


def test_a_fixed_penalty_is_what_the_rules_say_even_above_the_cap():
    rules = {"cap": 60, "wrong_declaration": 100, "first_drop": 70}
    scored = score([ASHA, CHAND, seat("dev", "wrong_declaration"), seat("eve", "full_count")], WILD, rules)
    assert [line.points for line in scored.lines] == [0, 70, 100, 60]


@pytest.mark.parametrize(
    ("rules", "first", "middle", "wrong", "full"),
    [
        ("indian-13", 20, 40, 80, 80),
        ("pool-201", 25, 50, 80, 80),
        ("pool-61", 15, 30, 60, 60),
        ("pagat", 10, 40, 80, 80),
        ("indian-21", 30, 70, 120, 120),
    ],
)
def test_fixed_penalties_are_those_of_the_game_and_leaving_is_a_middle_drop(rules, first, middle, wrong, full):
    outcomes = {
        "first_drop": first,
        "middle_drop": middle,
        "left": middle,
        "wrong_declaration": wrong,
        "full_count": full,
    }
    scored = score([seat("w", "hand"), *(seat(name, name) for name in outcomes)], WILD, rules)
    assert {name: points for name, (points, _) in lines(scored).items() if name != "w"} == outcomes
    assert {name: why for name, (_, why) in lines(scored).items() if name != "w"} == {name: name for name in outcomes}
    assert scored.points_won == sum(outcomes.values())


@pytest.mark.parametrize("cards", [{}, {"hand": HAND}, {"hand": ["2H", *HAND]}])
def test_when_all_but_one_are_out_that_one_wins_and_shows_nothing(cards):
    scored = score([CHAND, seat("asha", "hand", **cards), DEV], WILD)
    assert winner(scored) == "asha"
    assert lines(scored)["asha"] == (0, "last_one_in")
    assert scored.lines[1].analysis is None
    assert winner(score([CHAND, seat("asha", "groups", groups=LAID)], WILD)) == "asha"


def test_a_declaration_that_does_not_stand_costs_the_penalty_and_the_other_one_wins():
    scored = score([seat("asha", "declared", groups=WRONG), BELA], WILD)
    assert winner(scored) == "bela"
    assert lines(scored) == {"asha": (80, "wrong_declaration"), "bela": (0, "last_one_in")}
    assert [v.code for v in scored.lines[0].verdict.violations] == [
        "no_pure_sequence",
        "too_few_sequences",
        "invalid_group",
    ]


def test_so_it_does_when_the_others_have_dropped_but_one():
    scored = score([CHAND, seat("asha", "declared", groups=WRONG), BELA], WILD)
    assert lines(scored) == {
        "chand": (20, "first_drop"),
        "asha": (80, "wrong_declaration"),
        "bela": (0, "last_one_in"),
    }


def test_with_several_still_in_the_deal_goes_on_and_they_are_unscored():
    players = [seat("asha", "declared", groups=WRONG), BELA, CHAND, seat("dev", "hand", hand=HAND)]
    scored = score(players, WILD, "pool-101", totals=dict.fromkeys(("asha", "bela", "chand", "dev"), 0))
    assert lines(scored) == {
        "asha": (80, "wrong_declaration"),
        "bela": (None, "deal_goes_on"),
        "chand": (20, "first_drop"),
        "dev": (None, "deal_goes_on"),
    }
    assert scored.winner is None
    assert scored.points_won is scored.bonuses is scored.money is scored.pool is scored.deals is None


def test_a_declaration_of_too_few_cards_is_judged_and_wrong():
    scored = score([seat("asha", "declared", groups=GROUPS[:3]), BELA], WILD)
    assert lines(scored)["asha"] == (80, "wrong_declaration")
    assert "wrong_card_count" in scored.lines[0].detail


def test_where_no_penalty_is_fixed_a_wrong_declaration_counts_as_a_losers_groups():
    rules = {"wrong_declaration": None, "protection": "none"}
    scored = score([seat("asha", "declared", groups=WRONG), BELA], WILD, rules)
    assert (
        lines(scored)["asha"]
        == (20, "wrong_declaration")
        == (verify(WRONG, WILD, rules).points_as_loser, "wrong_declaration")
    )
    told = score([ASHA, seat("bela", "wrong_declaration", groups=LAID)], WILD, rules)
    assert lines(told)["bela"][0] == 16


def test_a_declarer_may_be_the_last_one_in():
    assert lines(score([ASHA, CHAND], WILD))["asha"] == (0, "valid_declaration")


def test_nobody_who_has_won_already_declares_wrongly():
    with pytest.raises(InputError) as refusal:
        score([seat("asha", "declared", groups=WRONG), CHAND, seat("dev", "left")], WILD)
    (fault,) = refusal.value.faults
    assert (fault.path, fault.code) == (("players", 0, "groups"), "impossible")


def test_groups_that_are_valid_are_no_wrong_declaration():
    with pytest.raises(InputError) as refusal:
        score([seat("asha", "wrong_declaration", groups=GROUPS), BELA], WILD)
    assert [(fault.path, fault.code) for fault in refusal.value.faults] == [(("players", 0, "groups"), "impossible")]
    assert lines(score([seat("asha", "wrong_declaration"), BELA], WILD))["asha"] == (80, "wrong_declaration")


def test_a_loser_may_lose_nothing():
    scored = score([ASHA, seat("bela", "hand", hand="AS 2S 3S 4D 5D 6D 9H 9D 9C 3C 4C 5C JK".split())], WILD)
    assert lines(scored)["bela"] == (0, "best_arrangement")
    assert winner(scored) == "asha"


@pytest.mark.parametrize("name", ["gin-10", "indian-10", "paplu"])
def test_every_game_can_be_scored(name):
    hands = {"gin-10": 10, "indian-10": 10, "paplu": 13}
    size = hands[name]
    scored = score(
        [seat("w", "hand"), seat("x", "full_count"), seat("y", "wrong_declaration", groups=[DEAR[:size]])], None, name
    )
    assert winner(scored) == "w"


@pytest.mark.parametrize(
    ("rules", "detail"),
    [
        ({"protection": "none"}, "loose cards"),
        ("pagat", "of all cards but those in pure sequences"),
        ("indian-13", "of all cards, since no meld protects any, but at most 80"),
        (
            {"no_pure": "flat_cap", "protection": "pure_exempt", "cap": 40},
            "40 points, the cap, for want of a pure sequence",
        ),
    ],
)
def test_a_sentence_says_what_was_counted(rules, detail):
    scored = score([ASHA, seat("bela", "hand", hand=HAND)], "6C", rules)
    assert scored.lines[1].detail.endswith(detail)


def test_all_searches_of_a_deal_draw_on_one_budget():
    asked = parse_wild_joker(WILD), resolve("pagat")
    good = tuple(tuple(map(parse_card, group)) for group in GROUPS)
    hand = tuple(map(parse_card, "6S 6H JK 6D 8S 8H 8D 8C 9S 9H 9D JK 9C".split()))
    bad = (hand[:3], hand[3:])

    def cost(ask, *of):
        budget = Budget(10**6)
        ask(*of, *asked, budget=budget)
        return 10**6 - budget.left

    searched = cost(analyze_codes, hand)
    assert searched == cost(verify_codes, bad) > 10
    players = [
        Player("asha", Outcome.DECLARED, None, good, None),
        Player("bela", Outcome.HAND, hand, None, None),
        Player("chand", Outcome.WRONG_DECLARATION, None, bad, None),
        Player("dev", Outcome.GROUPS, None, bad, None),
    ]
    assert cost(settle, players) == cost(verify_codes, good) + 3 * searched


def test_cards_that_are_not_told_are_unknown_and_not_none_at_all():
    player = Player("dev", Outcome.LEFT)
    assert (player.hand, player.groups, player.discard) == (None, None, None)
