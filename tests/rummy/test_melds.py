"""The rule book of melds. ``stands`` shows a card as itself by ``.``, one that stands for nothing by ``-``."""

import pytest

from app.rummy.cards import CARD_TEXT, JOKER, parse_card
from app.rummy.melds import order_cards, read_group
from app.rummy.pack import Pack
from app.rummy.results import AS_ITSELF, Kind
from app.rummy.rules import Rules
from tests.rummy.table import cases, codes, kind, read, reasons, stands


@pytest.mark.parametrize("case", cases("groups"), ids=lambda case: case["id"])
def test_known_groups_read_as_rule_pages_and_other_programs_say(case):
    assert kind(" ".join(case["group"]), case["wild_joker"]) == case["kind"]


class TestPureSequences:
    @pytest.mark.parametrize("group", ["3S 4S 5S", "AS 2S 3S", "QS KS AS", "10H JH QH KH", "9C 8C 10C"])
    def test_three_or_more_consecutive_cards_of_one_suit_are_pure(self, group):
        assert kind(group) == "pure_sequence"
        assert set(stands(group).split()) == {"."}

    def test_a_whole_suit_is_one_pure_sequence(self):
        assert kind("AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD") == "pure_sequence"

    @pytest.mark.parametrize("group", ["KS AS 2S", "KS AS 2S JK", "2S JK KS", "QS KS AS 2S"])
    def test_a_run_never_goes_around_the_ace_with_or_without_jokers(self, group):
        assert kind(group) is None

    def test_king_ace_two_is_no_meld_even_when_aces_are_wild(self):
        assert kind("KS AS 2S", "A") is None

    def test_the_ace_is_low_only_where_the_rules_say_so(self):
        assert kind("QS KS AS", ace_high=False) is None
        assert kind("AS 2S 3S", ace_high=False) == "pure_sequence"

    def test_a_wild_card_in_its_own_place_leaves_the_run_pure(self):
        assert kind("6S 7S 8S", "7") == "pure_sequence"
        assert stands("6S 7S 8S", "7") == ". . ."

    def test_where_wild_cards_spoil_purity_the_run_is_impure_and_the_wild_card_stands_for_itself(self):
        assert kind("6S 7S 8S", "7", wild_in_place_is_pure=False) == "impure_sequence"
        assert stands("6S 7S 8S", "7", wild_in_place_is_pure=False) == ". 7S ."
        assert kind("3S 4S 5S", "7", wild_in_place_is_pure=False) == "pure_sequence"

    def test_a_wild_ace_may_end_a_pure_run_at_either_end(self):
        assert kind("AS 2S 3S", "A") == "pure_sequence"
        assert kind("QS KS AS", "A") == "pure_sequence"


class TestImpureSequences:
    def test_a_joker_fills_the_gap(self):
        assert stands("4S JK 6S") == ". 5S ."

    def test_a_joker_at_an_open_end_extends_upward(self):
        assert stands("8S 9S JK") == ". . 10S"
        assert stands("JK QH KH") == "AH . ."

    def test_jokers_fill_gaps_from_low_to_high_then_upward_then_downward(self):
        assert stands("9S JK JS JK JK KS JK") == ". 10S . QS AS . 8S"

    def test_downward_the_nearest_place_is_filled_first(self):
        assert stands("QS KS 4H 4S JK", "4") == ". . JS AS 10S"

    def test_a_joker_beside_a_low_ace_has_room_on_one_side_only(self):
        assert stands("AS 2S JK JK") == ". . 3S 4S"

    def test_a_joker_beside_a_high_ace_has_room_on_one_side_only(self):
        assert stands("KS AS JK") == ". . QS"
        assert stands("QS KS AS JK") == ". . . JS"

    def test_without_a_high_ace_nothing_goes_above_the_king(self):
        assert stands("QH KH JK", ace_high=False) == ". . JH"

    def test_one_natural_card_with_jokers_is_a_sequence_not_a_set(self):
        assert kind("9D JK JK") == "impure_sequence"
        assert stands("9D JK JK") == ". 10D JD"

    def test_an_ace_alone_with_jokers_is_low(self):
        assert stands("AH JK JK") == ". 2H 3H"

    def test_the_twin_of_a_wild_card_in_its_place_is_a_joker_in_the_same_run(self):
        assert stands("7S 7S 8S", "7") == ". 9S ."

    def test_a_wild_card_stands_as_itself_where_it_can(self):
        assert stands("7S JK 5S", "7") == ". 6S ."
        assert stands("AS KS JK", "K") == ". . QS"  # not A 2 3 with two jokers

    def test_a_wild_card_that_cannot_lie_in_its_place_stands_for_another(self):
        assert stands("6S 7S 8S 8S 10S", "8") == ". . . 9S ."
        assert stands("3S 4S 8S", "8") == ". . 5S"

    def test_jokers_take_their_places_by_code_printed_ones_last_however_they_were_laid(self):
        assert stands("JK 7D 5H 7C", "7") == "8H 6H . 7H"
        assert stands("7C JK 7D 5H", "7") == "7H 8H 6H ."

    def test_a_joker_may_stand_for_an_ace_above_the_king(self):
        assert stands("KH JK QH", "7") == ". AH ."

    def test_twelve_cards_and_a_joker_make_a_whole_suit(self):
        assert stands("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC JK").split()[-1] == "AC"
        assert stands("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC JK").split()[-1] == "KC"


class TestJokersOnly:
    def test_printed_jokers_alone_run_from_the_ace_of_spades(self):
        assert stands("JK JK JK", printed_jokers=3) == "AS 2S 3S"
        assert kind("JK JK JK") == "impure_sequence"

    def test_printed_jokers_alone_are_no_meld_where_the_rules_say_so(self):
        assert kind("JK JK JK", joker_only="invalid") is None

    def test_jokers_with_a_wild_card_among_them_are_a_sequence_under_any_rules(self):
        assert kind("7H JK JK", "7", joker_only="invalid") == "impure_sequence"
        assert stands("JK 7H JK", "7") == "8H . 9H"

    def test_of_wild_cards_in_several_suits_spades_keep_their_place_first(self):
        assert stands("7D 7H 7S", "7") == "9S 8S ."

    def test_a_wild_ace_among_jokers_is_low(self):
        assert stands("AD JK JK", "A") == ". 2D 3D"

    def test_three_equal_wild_cards_are_an_impure_sequence(self):
        assert kind("7S 7S 7S", "7", decks=3) == "impure_sequence"


class TestSets:
    @pytest.mark.parametrize("group", ["7S 7H 7D", "7C 7D 7H 7S", "AS AH AC"])
    def test_three_or_four_cards_of_one_rank_in_different_suits_are_a_set(self, group):
        assert kind(group) == "set"

    @pytest.mark.parametrize("group", ["7S 7S 7H", "7S 7S JK", "7S 7S 7H 7D"])
    def test_a_suit_never_lies_twice_in_a_set(self, group):
        assert kind(group) is None

    def test_jokers_stand_for_the_missing_suits_in_the_order_spades_hearts_diamonds_clubs(self):
        assert stands("7D JK 7C") == ". 7S ."
        assert stands("JK 7S 7D JK") == "7H . . 7C"

    def test_where_one_suit_of_a_rank_is_wild_that_card_stands_as_itself(self):
        rules = Rules()
        wild = tuple(code in {JOKER, parse_card("7D")} for code in range(53))
        reading = read_group(codes("7D JK 7S 7H"), rules, Pack(wild, (0,) * 53, (2,) * 53))
        assert (reading.kind, reading.stands) == (Kind.SET, (AS_ITSELF, parse_card("7C"), AS_ITSELF, AS_ITSELF))

    def test_jokers_count_in_the_four(self):
        assert kind("7S 7H 7D 7C JK") is None
        assert kind("7S 7H JK JK JK") is None

    def test_beyond_the_four_suits_a_joker_stands_for_nothing(self):
        assert stands("7S 7H 7D 7C JK", set_max=5) == ". . . . -"
        assert stands("JK 7S 7H JK 2D 7D", "2", set_max=6) == "- . . - 7C ."

    def test_a_group_of_five_is_a_set_only_up_to_the_most_cards_allowed(self):
        assert kind("7S 7H 7D JK JK", set_max=4) is None
        assert kind("7S 7H 7D JK JK", set_max=5) == "set"

    def test_four_are_too_many_where_a_set_has_three(self):
        assert kind("7S 7H 7D 7C", set_max=3) is None
        assert kind("7S 7H 7D", set_max=3) == "set"


class TestDisplayOrder:
    @pytest.mark.parametrize(
        ("group", "wild_joker", "shown"),
        [
            ("5S 3S 4S", None, "3S 4S 5S"),
            ("AS QS KS", None, "QS KS AS"),
            ("3S AS 2S", None, "AS 2S 3S"),
            ("JK KH QH", None, "QH KH JK"),
            ("AS KS JK", None, "JK KS AS"),
            ("7S 8S 7S", "7", "7S 8S 7S"),
            ("KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C AC", None, "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"),
            ("7C JK 7H", None, "JK 7H 7C"),
        ],
    )
    def test_a_meld_is_shown_by_the_places_its_cards_take(self, group, wild_joker, shown):
        reading = read(group, wild_joker)
        cards = codes(group)
        order = order_cards(reading.kind, cards, reading.stands)
        assert " ".join(CARD_TEXT[cards[i]] for i in order) == shown

    def test_a_joker_that_stands_for_nothing_is_shown_last(self):
        reading = read("JK 7C 7D 7H 7S", set_max=5)
        assert reading.kind is Kind.SET
        assert order_cards(reading.kind, codes("JK 7C 7D 7H 7S"), reading.stands) == [4, 3, 2, 1, 0]


class TestIdenticalCards:
    def test_three_identical_cards_are_a_tunnela_where_the_rules_say_so(self):
        assert kind("7S 7S 7S", decks=3, tunnela="meld") == "tunnela"
        assert kind("7S 7S 7S", decks=3, tunnela="pure_sequence") == "tunnela"
        assert reasons("7S 7S 7S", decks=3) == ["repeated_suit"]

    def test_two_identical_cards_are_a_dublee_where_the_rules_say_so(self):
        assert kind("QD QD", dublee="meld") == "dublee"
        assert reasons("QD QD") == ["repeated_suit", "too_few_cards"]

    def test_no_joker_stands_for_a_card_of_a_tunnela_or_a_dublee(self):
        for cards in ("7S 7S JK", "7S 7S 2H", "7S 7S 7H"):
            assert kind(cards, "2", decks=3, tunnela="pure_sequence", dublee="meld") is None
        assert kind("QD JK", dublee="meld") is None
        assert kind("QD QH", dublee="meld") is None

    def test_printed_jokers_are_identical_cards_too(self):
        home = {"preset": "indian-21"}
        assert kind("JK JK", **home) == "dublee"
        assert kind("JK JK JK", **home, joker_only="invalid") == "tunnela"
        assert reasons("JK JK", decks=3) == ["too_few_cards"]

    @pytest.mark.parametrize("cards", ["JK JK JK", "7D 7D 7D"])
    def test_three_equal_jokers_are_an_impure_sequence_unless_a_tunnela_is_kinder(self, cards):
        assert kind(cards, "7", decks=3, tunnela="meld") == "impure_sequence"
        assert kind(cards, "7", decks=3, tunnela="pure_sequence") == "tunnela"
        assert stands(cards, "7", decks=3, tunnela="pure_sequence") == ". . ."

    def test_two_equal_wild_cards_are_a_dublee_as_themselves(self):
        assert kind("7D 7D", "7", dublee="meld") == "dublee"
        assert stands("7D 7D", "7", dublee="meld") == ". ."

    def test_a_fourth_identical_card_does_not_belong(self):
        assert kind("JK JK JK JK", decks=3, printed_jokers=4, joker_only="invalid", tunnela="pure_sequence") is None


class TestNeighboursOfTheCut:
    def test_they_stand_for_other_cards_like_any_joker(self):
        assert stands("3S 4S 8D", "7D", neighbours_wild=True) == ". . 5S"
        assert stands("KS KH 6D", "7D", neighbours_wild=True) == ". . KD"
        assert kind("3S 4S 8C", "7D", neighbours_wild=True) is None

    def test_with_the_cut_card_they_are_a_pure_sequence_of_jokers_only(self):
        assert kind("6D 7D 8D", "7D", neighbours_wild=True) == "pure_sequence"
        assert kind("6D 7D 8D", "7D", neighbours_wild=True, wild_in_place_is_pure=False) == "impure_sequence"

    def test_twice_the_same_is_an_impure_sequence(self):
        assert stands("6D 7D 7D", "7D", neighbours_wild=True) == ". . 8D"

    def test_in_a_set_of_their_rank_they_stand_as_themselves(self):
        assert kind("8S 8H 8D", "7D", neighbours_wild=True) == "set"
        assert stands("8S 8H 8D", "7D", neighbours_wild=True) == ". . ."
        assert stands("8S 8H 8D 8D", "7D", neighbours_wild=True) == ". . . 8C"
