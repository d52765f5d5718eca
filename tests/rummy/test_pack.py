"""The pack: what the cut card makes wild, what wild cards are worth, and which cards can exist together."""

import pytest

from app.rummy.cards import CARD_TEXT, JOKER, CardError, parse_card
from app.rummy.pack import (
    WildJoker,
    copy_faults,
    cut_fault,
    declaration_faults,
    hand_faults,
    pack_of,
    parse_wild_joker,
)
from app.rummy.rules import PrintedCut, Rules
from tests.rummy.table import codes


def wild_cards(wild_joker: str | None, rules: Rules | None = None) -> str:
    pack = pack_of(rules or Rules(), parse_wild_joker(wild_joker))
    return " ".join(CARD_TEXT[code] for code in range(53) if pack.wild[code])


def refused(cards: str, wild_joker: str | None, rules: Rules | None = None) -> list[tuple[int, str]]:
    """Index and fault of the cards that cannot exist beside the others."""
    dealt = [(code, ("hand", index)) for index, code in enumerate(codes(cards))]
    faults = copy_faults(dealt, rules or Rules(), parse_wild_joker(wild_joker))
    return [(fault.path[1], str(fault.code)) for fault in faults]


class TestTheWildJoker:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("7", WildJoker(6, None)),
            ("10", WildJoker(9, None)),
            ("T", WildJoker(9, None)),
            ("a", WildJoker(0, None)),
            ("7D", WildJoker(6, parse_card("7D"))),
            ("t♥", WildJoker(9, parse_card("10H"))),
            ("JK", WildJoker(None, JOKER)),
            ("joker", WildJoker(None, JOKER)),
            ("J", WildJoker(10, None)),
            (None, WildJoker(None, None)),
        ],
    )
    def test_it_is_a_rank_a_card_a_printed_joker_or_none(self, text, expected):
        assert parse_wild_joker(text) == expected

    @pytest.mark.parametrize("text", ["", "1", "11", "7 ", "none", "7X", "\uff17", "null"])
    def test_anything_else_is_refused_with_what_is_allowed(self, text):
        with pytest.raises(CardError, match="is no wild joker; it is a rank A 2-10 J Q K, the cut card like 7D, JK"):
            parse_wild_joker(text)

    @pytest.mark.parametrize("cut", ["7", "7D"])
    def test_all_cards_of_its_rank_are_wild_beside_printed_jokers(self, cut):
        assert wild_cards(cut) == "7S 7H 7D 7C JK"

    def test_a_printed_cut_makes_aces_wild_or_nothing_by_the_rules(self):
        assert wild_cards("JK") == "AS AH AD AC JK"
        assert wild_cards("JK", Rules(printed_cut=PrintedCut.NONE)) == "JK"

    def test_without_a_wild_rank_only_printed_jokers_are_wild(self):
        assert wild_cards(None) == "JK"


class TestPoints:
    def test_wild_cards_and_printed_jokers_count_nothing(self):
        points = pack_of(Rules(), parse_wild_joker("K")).points
        assert [points[code] for code in codes("KS KH JK QS AS 9C")] == [0, 0, 0, 10, 10, 9]


class TestWhatCanExist:
    def test_two_packs_hold_each_card_twice(self):
        assert refused("5S 5S 6S", "7") == []
        assert refused("5S 5S 5S", "7") == [(2, "too_many_copies")]

    def test_the_packs_hold_as_many_printed_jokers_as_the_rules_say(self):
        assert refused("JK JK", "7") == []
        assert refused("JK JK JK", "7") == [(2, "too_many_jokers")]
        assert refused("JK", "7", Rules(printed_jokers=0)) == [(0, "too_many_jokers")]

    def test_the_cut_card_lies_on_the_table_and_in_no_hand(self):
        assert refused("7D 5S", "7D") == []
        assert refused("7D 7D", "7D") == [(1, "too_many_copies")]
        assert refused("JK JK", "JK") == [(1, "too_many_jokers")]

    def test_a_bare_rank_takes_no_card_away(self):
        assert refused("7D 7D 7S 7S", "7") == []

    def test_every_card_too_many_is_named(self):
        assert refused("5S 5S 5S 5S 9H JK JK JK", None) == [
            (2, "too_many_copies"),
            (3, "too_many_copies"),
            (7, "too_many_jokers"),
        ]

    def test_the_message_names_the_card_and_the_packs_and_the_cut(self):
        (fault,) = copy_faults([(32, ("hand", 0)), (32, ("hand", 1))], Rules(), parse_wild_joker("7D"))
        assert fault.detail == (
            "more copies of 7D than can be dealt: 2 decks have 2 of it, and one of them is the cut card on the table"
        )

    def test_with_one_pack_the_cut_card_is_the_only_one(self):
        (fault,) = copy_faults([(32, ("hand", 0))], Rules(decks=1), parse_wild_joker("7D"))
        assert fault.detail == (
            "more copies of 7D than can be dealt: one deck has one of it, and that is the cut card on the table"
        )

    def test_a_hand_with_unreadable_cards_is_judged_by_the_others(self):
        (three,) = codes("3S")
        hand = [three, None, three, three, *[None] * 10]
        found = hand_faults(hand, parse_wild_joker("2"), Rules(), picked_up=codes("9C")[0])
        assert [(fault.path, str(fault.code)) for fault in found] == [(("hand", 3), "too_many_copies")]
        found = hand_faults(hand[:4], parse_wild_joker("2"), Rules(hand_size=4, min_sequences=1), picked_up=three)
        assert [(fault.path, str(fault.code)) for fault in found] == [
            (("hand", 3), "too_many_copies"),
            (("picked_up",), "nothing_to_discard"),
        ]
        assert [str(fault.code) for fault in hand_faults([None] * 5, parse_wild_joker("2"), Rules())] == [
            "wrong_card_count"
        ]

    def test_cards_are_judged_even_beside_a_cut_that_cannot_be(self):
        found = declaration_faults([codes("5S 5S 5S")], parse_wild_joker("JK"), Rules(printed_jokers=0), codes("5S")[0])
        assert [(fault.path, str(fault.code)) for fault in found] == [
            (("wild_joker",), "too_many_jokers"),
            (("groups", 0, 2), "too_many_copies"),
            (("discard",), "too_many_copies"),
        ]

    def test_a_printed_joker_cannot_be_cut_from_a_pack_without_any(self):
        assert cut_fault(Rules(), parse_wild_joker("JK")) is None
        assert cut_fault(Rules(printed_jokers=0), parse_wild_joker("7D")) is None
        fault = cut_fault(Rules(printed_jokers=0), parse_wild_joker("JK"))
        assert fault is not None
        assert fault.path == ("wild_joker",)


class TestNeighboursOfTheCut:
    RULES = Rules(neighbours_wild=True)

    @pytest.mark.parametrize(("wild_joker", "got"), [("7", "the rank 7"), (None, "null")])
    def test_they_are_known_only_where_the_cut_card_and_its_suit_are(self, wild_joker, got):
        fault = cut_fault(self.RULES, parse_wild_joker(wild_joker))
        assert (fault.path, str(fault.code)) == (("wild_joker",), "senseless")
        assert got in fault.detail
        assert '"7D"' in fault.detail
        assert cut_fault(Rules(), parse_wild_joker(wild_joker)) is None

    @pytest.mark.parametrize(
        ("cut", "expected"),
        [
            ("7D", "7S 7H 6D 7D 8D 7C JK"),
            ("AH", "AS AH 2H KH AD AC JK"),
            ("KC", "KS KH KD AC QC KC JK"),
            ("2S", "AS 2S 3S 2H 2D 2C JK"),
            ("JK", "AS 2S KS AH AD AC JK"),
        ],
    )
    def test_the_cards_above_and_below_the_cut_card_in_its_suit_are_wild_with_its_rank(self, cut, expected):
        assert wild_cards(cut, self.RULES) == expected
        points = pack_of(self.RULES, parse_wild_joker(cut)).points
        assert [CARD_TEXT[code] for code in range(53) if not points[code]] == expected.split()

    def test_where_a_printed_cut_makes_nothing_wild_it_has_no_neighbours(self):
        assert wild_cards("JK", Rules(neighbours_wild=True, printed_cut=PrintedCut.NONE)) == "JK"

    def test_they_stay_in_the_pack(self):
        copies = pack_of(self.RULES, parse_wild_joker("7D")).copies
        assert [copies[parse_card(card)] for card in ("6D", "7D", "8D")] == [2, 1, 2]

    @pytest.mark.parametrize("wild_joker", ["7D", "JK"])
    def test_a_card_or_a_printed_joker_that_was_cut_is_enough(self, wild_joker):
        assert cut_fault(self.RULES, parse_wild_joker(wild_joker)) is None
