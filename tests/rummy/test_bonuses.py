"""What bonus cards bring, outside of caps and totals."""

import pytest

from app.rummy import score
from tests.rummy.seats import ASHA, BELA, CHAND, CHEAP, DEV, GROUPS, WRONG, seat

PAPLU = {"paplu_bonus": 10}
# Twenty-one cards each for a game whose cut card is 7D: the value cards are 7D, 8D and 6D.
REST = "3H 4H 5H 9S 10S JS QS 2C 3C 4C 5C JC QC KC AH AS 2S 3S 9H 10H JH".split()


def points(scored):
    return {line.player.id: share.points for line, share in zip(scored.lines, scored.bonuses.shares, strict=True)}


def held(*cards):
    """A hand of the 21-card game with these cards in it."""
    return [*cards, *REST][:21]


@pytest.mark.parametrize(
    ("cut", "paplu", "number"),
    [
        ("6H", "7H", 1),
        ("KC", "AC", 0),
        ("AD", "2D", 1),
        ("JK", "2S", 1),
        ("QS", "KS", 1),
        ("10H", "JH", 0),
        ("AC", "2C", 1),
    ],
)
def test_the_paplu_is_the_next_card_above_the_cut_card_in_its_suit(cut, paplu, number):
    assert sum(group.count(paplu) for group in GROUPS) == number
    scored = score([ASHA, CHAND], cut, PAPLU)
    assert points(scored) == {"asha": 10 * number, "chand": -10 * number}


def test_every_opponent_pays_a_valid_declarer_for_each_one_dropped_or_not():
    groups = [["5H", "6H", "7H"], ["7H", "8H", "9H", "10H"], *GROUPS[2:3], ["KH", "KS", "KD"]]
    scored = score([seat("asha", "declared", groups=groups), BELA, CHAND, DEV], "6H", PAPLU)
    assert points(scored) == {"asha": 60, "bela": -20, "chand": -20, "dev": -20}
    assert scored.bonuses.shares[0].held == (1, 2, 1)
    assert [share.held for share in scored.bonuses.shares[1:]] == [None] * 3
    assert [line.points for line in scored.lines] == [0, 16, 20, 40]  # the bonus is in no points


def test_nobody_is_paid_for_a_paplu_without_a_valid_declaration():
    last = score([seat("asha", "hand", hand=["7H", *CHEAP[1:]]), CHAND], "6H", PAPLU)
    assert points(last) == {"asha": 0, "chand": 0}
    wrong = score([seat("asha", "declared", groups=WRONG), BELA], "6H", PAPLU)
    assert points(wrong) == {"asha": 0, "bela": 0}
    goes_on = score(
        [seat("asha", "declared", groups=WRONG), BELA, seat("x", "groups", groups=[held()[:13]])], "6H", PAPLU
    )
    assert goes_on.bonuses is None


def test_a_paplu_in_another_hand_or_put_down_to_finish_is_worth_nothing():
    groups = [["3H", "4H", "5H"], *GROUPS[1:]]
    loser = seat("bela", "hand", hand=["7H", *CHEAP[1:]])
    scored = score([seat("asha", "declared", groups=groups, discard="7H"), loser], "6H", PAPLU)
    assert points(scored) == {"asha": 0, "bela": 0}


def test_a_paplu_that_is_wild_is_a_paplu():
    scored = score([ASHA, CHAND], "6H", {**PAPLU, "neighbours_wild": True})
    assert points(scored) == {"asha": 10, "chand": -10}


def test_there_are_no_bonuses_unless_the_rules_say_so():
    assert score([ASHA, BELA], "6H").bonuses is None


@pytest.mark.parametrize(
    ("cards", "worth", "marriages"),
    [
        ("", 0, 0),
        ("7D", 10, 0),
        ("7D 7D", 30, 0),
        ("8D 8D 8D", 50, 0),
        ("6D", 10, 0),
        ("7D 8D", 20, 0),
        ("6D 6D 6D 8D 8D", 80, 0),
        ("6D 7D 8D", 100, 1),
        ("6D 7D 8D 8D", 110, 1),
        ("6D 6D 6D 7D 8D 8D", 140, 1),
        ("6D 6D 7D 7D 8D 8D", 300, 2),
        ("6D 6D 6D 7D 7D 8D 8D 8D", 320, 2),
    ],
)
def test_value_cards_collect_for_each_kind_and_marriages_for_all_three(cards, worth, marriages):
    players = [seat("asha", "hand", hand=held(*cards.split())), DEV, seat("bela", "full_count", hand=held())]
    scored = score(players, "7D", "club-21")
    assert points(scored) == {"asha": worth, "dev": 0, "bela": -worth}
    assert scored.bonuses.shares[0].marriages == marriages


def test_three_marriages_are_possible_where_a_printed_joker_was_cut():
    cards = ["AS", "2S", "KS"] * 3
    rest = [card for card in REST if card not in cards]
    players = [
        seat("asha", "hand", hand=[*cards, *rest][:21]),
        seat("bela", "full_count", hand=[*rest, "4D", "5D", "8C"][:21]),
    ]
    scored = score(players, "JK", "club-21")
    assert points(scored) == {"asha": 500, "bela": -500}


def table(*seats):
    """Players by outcome and value cards, all other cards of one pack of three decks without diamonds."""
    others = [f"{rank}{suit}" for suit in "SHC" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()] * 3
    return [
        seat(f"p{place}", outcome, hand=[*cards.split(), *(others.pop() for _ in range(21 - len(cards.split())))])
        for place, (outcome, cards) in enumerate(seats)
    ]


def test_everybody_who_did_not_drop_collects_from_everybody_who_did_not():
    players = table(
        ("hand", "7D 7D"),
        ("wrong_declaration", "8D"),
        ("full_count", "6D 6D 6D"),
        ("middle_drop", "8D"),
        ("left", "8D"),
    )
    scored = score(players, "7D", "club-21")
    assert points(scored) == {"p0": 60 - 10 - 50, "p1": 20 - 30 - 50, "p2": 100 - 30 - 10, "p3": 0, "p4": 0}
    assert [share.held is None for share in scored.bonuses.shares] == [False, False, False, True, True]


def test_value_cards_come_to_nothing_together():
    scored = score(
        table(("hand", "6D"), ("full_count", "8D 6D"), ("full_count", "8D"), ("full_count", "")), "7D", "club-21"
    )
    assert sum(points(scored).values()) == 0


def test_bonuses_are_in_the_money_and_not_in_the_fee():
    scored = score([ASHA, CHAND, DEV], "6H", PAPLU, point_value="0.25", fee_percent="10")
    asha, chand, dev = scored.money.shares
    assert (asha.points, asha.bonuses, asha.fee, asha.net) == (1500, 500, -150, 1850)
    assert (chand.points, chand.bonuses, chand.fee) == (-500, -250, 0)
    assert (dev.points, dev.bonuses, dev.fee) == (-1000, -250, 0)
