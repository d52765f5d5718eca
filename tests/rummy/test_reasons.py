"""Why a group is no meld: named reasons, all of them at once, those that fit what the player was trying to lay."""

import pytest

from app.rummy.results import Reason
from tests.rummy.table import cases, kind, reasons


@pytest.mark.parametrize("case", cases("reasons"), ids=lambda case: case["id"])
def test_known_groups_that_are_no_meld_give_their_reasons(case):
    assert kind(" ".join(case["group"]), case["wild_joker"]) == case["kind"]
    assert reasons(" ".join(case["group"]), case["wild_joker"]) == case["reasons"]


@pytest.mark.parametrize(
    "case", [case for case in cases("groups") if case["kind"] is None], ids=lambda case: case["id"]
)
def test_every_group_that_is_no_meld_has_a_reason(case):
    found = reasons(" ".join(case["group"]), case["wild_joker"])
    assert found
    assert found == sorted(set(found))


class TestTooFewCards:
    @pytest.mark.parametrize("group", ["", "3S", "JK", "3S 4S", "7S 7H", "3S JK", "JK JK", "KS AS"])
    def test_less_than_three_cards_are_too_few_and_nothing_else_where_they_could_become_a_meld(self, group):
        assert reasons(group) == ["too_few_cards"]

    def test_two_cards_that_could_not_become_a_meld_say_so_too(self):
        assert reasons("7S 7S") == ["repeated_suit", "too_few_cards"]
        assert reasons("3S 5S") == ["not_consecutive", "too_few_cards"]

    def test_one_card_is_too_few_whatever_it_is(self):
        assert reasons("JK", joker_only="invalid") == ["too_few_cards"]
        assert reasons("7S", "7") == ["too_few_cards"]


class TestRuns:
    def test_a_gap_is_not_consecutive(self):
        assert reasons("3S 4S 6S") == ["not_consecutive"]

    def test_a_gap_wider_than_the_jokers_at_hand_is_not_consecutive(self):
        assert reasons("3S 7S JK JK") == ["not_consecutive"]
        assert kind("3S 6S JK JK") == "impure_sequence"

    def test_wild_cards_are_jokers_at_hand(self):
        assert reasons("3S 7S 9H 9S", "9") == ["not_consecutive"]

    def test_what_fits_only_around_the_ace_wraps(self):
        assert reasons("KS AS 2S") == ["ace_wraps"]
        assert reasons("QS KS AS 2S 3S") == ["ace_wraps"]
        assert reasons("QS AS 2S JK") == ["ace_wraps"]
        assert reasons("2S KS JK") == ["ace_wraps"]

    def test_what_fits_not_even_around_the_ace_is_not_consecutive(self):
        assert reasons("QS AS 2S") == ["not_consecutive"]
        assert reasons("5S KS AS 2S") == ["not_consecutive"]

    def test_queen_king_ace_wraps_where_the_ace_is_low_only(self):
        assert reasons("QS KS AS", ace_high=False) == ["ace_wraps"]
        assert reasons("KS AS", ace_high=False) == ["ace_wraps", "too_few_cards"]

    def test_a_card_twice_is_repeated(self):
        assert reasons("5S 6S 6S 7S") == ["repeated_card"]
        assert reasons("KD AD AD") == ["repeated_card"]

    def test_an_ace_at_both_ends_is_a_repeated_card(self):
        assert reasons("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS") == ["repeated_card", "too_many_cards"]

    def test_a_repeated_card_makes_no_room_for_others(self):
        assert reasons("5S 6S 6S 8S") == ["not_consecutive", "repeated_card"]
        assert reasons("5S 6S 6S 8S JK") == ["repeated_card"]
        assert reasons("KS AS AS 2S") == ["ace_wraps", "repeated_card"]

    def test_a_run_of_fourteen_has_too_many_cards_and_nothing_else(self):
        assert reasons("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK") == ["too_many_cards"]


class TestSets:
    def test_a_suit_twice_is_repeated(self):
        assert reasons("7S 7S 7H") == ["repeated_suit"]
        assert reasons("9S 9S JK") == ["repeated_suit"]

    def test_cards_of_one_rank_and_one_suit_have_the_reasons_of_a_set(self):
        assert reasons("7S 7S 7S", decks=3) == ["repeated_suit"]

    def test_more_than_a_set_holds_are_too_many_and_a_suit_twice_is_told_as_well(self):
        assert reasons("7S 7H 7D 7C JK") == ["too_many_cards"]
        assert reasons("7S 7S 7H 7D 7C") == ["repeated_suit", "too_many_cards"]
        assert reasons("7S 7H 7D 7C", set_max=3) == ["too_many_cards"]


class TestNeither:
    @pytest.mark.parametrize("group", ["3S 4H 5S", "3S 4H", "2C KD 9H 4S", "7S 7H 8H", "5S 5S 6S 5H", "3S 4H JK"])
    def test_several_ranks_and_several_suits_give_exactly_these_two_reasons(self, group):
        assert reasons(group) == ["mixed_ranks", "mixed_suits"]


class TestJokersOnly:
    def test_printed_jokers_alone_are_jokers_only_where_that_is_no_meld(self):
        assert reasons("JK JK JK", joker_only="invalid") == ["jokers_only"]
        assert reasons("JK JK", joker_only="invalid") == ["jokers_only", "too_few_cards"]

    def test_with_a_wild_card_among_them_they_are_just_too_few(self):
        assert reasons("JK 7S", "7", joker_only="invalid") == ["too_few_cards"]

    def test_more_jokers_than_a_run_holds_are_too_many(self):
        assert reasons("7S 7S 7S 7H 7H 7H 7D 7D 7D 7C 7C 7C JK JK", "7", decks=3) == ["too_many_cards"]


def test_reasons_are_sorted_by_name():
    assert [str(reason) for reason in sorted(Reason)] == sorted(str(reason) for reason in Reason)
