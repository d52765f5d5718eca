"""Special shows found in a hand: what a player may lay down, with 21 cards or with the card that finishes."""

import pytest

from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.cards import CARD_TEXT
from app.rummy.declaration import verify_codes
from app.rummy.pack import pack_of, parse_wild_joker
from app.rummy.points import points_of
from app.rummy.results import Analysis
from app.rummy.shows import held_show, laid_show
from app.rummy.switches import resolve
from tests.rummy.table import codes

CLUB = resolve("club-21")
WILD = parse_wild_joker("9D")
PACK = pack_of(CLUB.rules, WILD)
REST = "4D 5S 7C JH 6D 2C 3H 5D 6C QS AD KC 2S KS"
"""Cards without a pair, a joker or much of a meld."""


def hand(shown: str, size: int = 21) -> str:
    """Some cards, filled up to a hand."""
    return " ".join([*shown.split(), *REST.split()][:size])


def analyze(cards: str, picked_up: str | None = None, rules: object = "club-21") -> Analysis:
    picked = None if picked_up is None else codes(picked_up)[0]
    return analyze_codes(codes(cards), WILD, resolve(rules), picked_up=picked)


def found(cards: str) -> tuple[str, list[str]] | None:
    held = held_show(codes(cards), PACK)
    return held and (str(held[0]), [" ".join(CARD_TEXT[code] for code in group) for group in held[1]])


class TestInAHand:
    def test_three_tunnelas_may_be_of_natural_cards_wild_cards_and_printed_jokers(self):
        assert found("2S 2S 2S 9D 9D JK JK JK") is None
        cards = "9H KD JK 9H KD JK 9H KD JK 4S"
        assert found(cards) == ("three_tunnelas", ["9H 9H 9H", "KD KD KD", "JK JK JK"])

    def test_eight_dublees_count_a_pair_of_printed_jokers(self):
        pairs = "AS AS 2H 2H 3D 3D 4C 4C 5S 5S 6H 6H 7D 7D"
        assert found(pairs) is None
        assert found(f"{pairs} JK JK")[0] == "eight_dublees"

    def test_of_three_identical_cards_a_dublee_takes_two(self):
        assert found("AS AS AS 2H 2H 3D 3D 4C 4C 5S 5S 6H 6H 7D 7D 8C") is None
        assert found("AS AS AS 2H 2H 3D 3D 4C 4C 5S 5S 6H 6H 7D 7D 8C 8C")[1][0] == "AS AS"

    def test_eight_jokers_are_printed_or_wild_neighbours_of_the_cut_among_them(self):
        assert found("JK JK 9S 9H 9C 8D 10D 8H") is None
        assert found("JK JK 9S 9H 9C 8D 10D 10D") == ("eight_jokers", ["9S 9H 8D 10D 10D 9C JK JK"])

    def test_the_first_of_several_is_told_and_no_more_of_it_than_is_needed(self):
        cards = "JK JK JK 9S 9S 9S 9H 9H 9H 8D 8D 8D"
        assert found(cards) == ("three_tunnelas", ["9S 9S 9S", "9H 9H 9H", "8D 8D 8D"])


class TestAsLaid:
    def test_what_is_held_may_be_laid(self):
        for cards in ("7S 7S 7S KH KH KH JK JK JK", "JK JK 9S 9H 9C 8D 10D 10D"):
            show, groups = held_show(codes(cards), PACK)
            assert laid_show(groups, PACK).show is show

    def test_identical_cards_in_one_large_group_are_no_show(self):
        assert laid_show([codes("7S 7S 7S KH KH KH JK JK JK")], PACK) is None
        assert laid_show([codes("7S 7S 7S 7S"), codes("KH KH KH"), codes("JK JK JK")], PACK) is None


class TestAnalyzed:
    def test_a_show_is_declarable_at_no_points_and_the_other_cards_are_ungrouped(self):
        told = analyze(hand("7S 7S 7S KH KH KH JK JK JK"))
        assert (told.declarable, told.points, told.missing, told.loose) == (True, 0, (), ())
        assert told.show == "three_tunnelas"
        assert [[card.position for card in meld.cards] for meld in told.melds] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
        assert [card.position for card in told.ungrouped] == list(range(9, 21))
        assert (told.penalty, told.loose_codes, told.loose_positions) == ((0, 0, 120, "loose_cards"), (), ())

    def test_a_hand_declarable_anyway_is_no_special_show(self):
        told = analyze("AS 2S 3S 3H 4H 5H 7C 8C 9C JD JD JD QD QD QD KD KD KD JK JK JK")
        assert (told.declarable, told.show, told.ungrouped) == (True, None, ())

    def test_a_hand_without_one_says_so(self):
        told = analyze(hand("7S 7S 7S KH KH KH JK JK"))
        assert (told.show, told.ungrouped) == (None, ())
        assert not told.declarable

    def test_jokers_of_a_show_stand_for_the_cards_of_a_sequence(self):
        (meld,) = analyze(hand("JK JK 9S 9H 9C 8D 10D 10D")).melds
        assert meld.kind == "impure_sequence"
        assert len({card.stands_for or card.card for card in meld.cards}) == 8

    def test_rules_without_special_shows_have_none(self):
        told = analyze(hand("7S 7S 7S KH KH KH JK JK JK"), rules={"preset": "club-21", "special_shows": False})
        assert (told.show, told.declarable) == (None, False)

    def test_points_without_a_layout_know_of_shows(self):
        for cards in (hand("7S 7S 7S KH KH KH JK JK JK"), hand("7S 7S 7S KH KH KH JK JK")):
            told = analyze(cards)
            assert points_of(codes(cards), WILD, CLUB, Budget()) == (told.declarable, told.points)

    @pytest.mark.parametrize("rules", ["club-21", {"preset": "club-21", "cap": None, "wrong_declaration": None}])
    def test_verify_accepts_what_analyze_lays(self, rules):
        for shown in ("7S 7S 7S KH KH KH JK JK JK", "JK JK 9S 9H 9C 8D 10D 10D"):
            cards = codes(hand(shown))
            told = analyze_codes(cards, WILD, resolve(rules))
            groups = [[card.code for card in meld.cards] for meld in told.melds]
            groups.append([card.code for card in told.ungrouped])
            verdict = verify_codes(groups, WILD, resolve(rules))
            assert (verdict.valid, verdict.show, verdict.points_as_loser) == (True, told.show, told.points)
            assert [group.kind for group in verdict.groups[:-1]] == [meld.kind for meld in told.melds]
            assert verdict.best.show is told.show


class TestTheCardThatFinishes:
    def test_it_is_the_dearest_card_that_leaves_a_show(self):
        told = analyze(hand("7S 7S 7S KH KH KH JK JK JK", 22))
        assert (told.show, told.discard.card) == ("three_tunnelas", "QS")
        assert len(told.ungrouped) == 12
        assert told.discard.position not in {card.position for card in told.ungrouped}

    def test_a_card_of_the_show_may_not_go(self):
        pairs = "AS AS KH KH QD QD JC JC 10S 10S KC KC QH QH JD JD"
        assert analyze(f"{pairs} 2S 3H 4D 5C 6H 7S").discard.card == "7S"

    def test_the_card_just_picked_up_may_finish_only_where_the_rules_say_so(self):
        cards = hand("7S 7S 7S KH KH KH JK JK JK", 22)
        assert analyze(cards, "QS").discard.card == "JH"
        freer = {"preset": "club-21", "finish_with_picked_up": True}
        assert analyze(cards, "QS", freer).discard.card == "QS"

    def test_of_twins_the_one_just_picked_up_stays(self):
        cards = "QS " + hand("7S 7S 7S KH KH KH JK JK JK", 21)
        assert analyze(cards).discard.position == cards.split().index("QS", 1)
        assert analyze(cards, "QS").discard.position == 0

    def test_every_protection_has_the_same_one(self):
        told = analyze_codes(codes(hand("7S 7S 7S KH KH KH JK JK JK", 22)), WILD, CLUB, compare=True)
        assert {(row.points, row.discard.card) for row in told.comparison.values()} == {(0, "QS")}

    def test_where_no_card_leaves_a_show_the_best_arrangement_is_told(self):
        told = analyze(hand("7S 7S 7S KH KH KH JK JK 2S", 22))
        assert told.show is None
