"""What a hand costs: the table of protections, the cap, and the hand without a pure sequence."""

import pytest

from app.rummy.penalty import missing, penalty, requirements_met
from app.rummy.results import Counted, Penalty
from app.rummy.rules import NoPure, Protection, Rules
from app.rummy.switches import resolve

LOOSE, ALL_BUT_PURE, ALL, FLAT = Counted.LOOSE_CARDS, Counted.ALL_BUT_PURE, Counted.ALL_CARDS, Counted.FLAT_CAP

# A hand of 75 points: 20 loose, 15 in pure sequences, 40 in other melds.
TABLE = [
    # protection, (pure, sequences), counted, points
    ("both_lives", (1, 2), LOOSE, 20),
    ("both_lives", (1, 1), ALL, 75),
    ("both_lives", (0, 2), ALL, 75),
    ("pure_exempt", (1, 2), LOOSE, 20),
    ("pure_exempt", (1, 1), ALL_BUT_PURE, 60),
    ("pure_exempt", (0, 2), ALL, 75),
    ("first_life", (1, 2), LOOSE, 20),
    ("first_life", (1, 1), LOOSE, 20),
    ("first_life", (0, 2), ALL, 75),
    ("none", (1, 2), LOOSE, 20),
    ("none", (1, 1), LOOSE, 20),
    ("none", (0, 0), LOOSE, 20),
]


@pytest.mark.parametrize(("protection", "found", "counted", "points"), TABLE)
def test_what_melds_protect_depends_on_the_rules_and_on_the_sequences_shown(protection, found, counted, points):
    rules = Rules(protection=Protection(protection))
    pure, sequences = found
    pure_points = 15 if pure else 0
    assert penalty(20, pure_points, 75, pure, sequences, rules) == Penalty(points, points, 80, counted)


def test_a_hand_costs_no_more_than_the_cap_and_says_what_it_would_have_cost():
    assert penalty(93, 0, 93, 0, 0, Rules()) == Penalty(80, 93, 80, ALL)
    assert penalty(93, 0, 93, 0, 0, Rules(cap=60)) == Penalty(60, 93, 60, ALL)


def test_without_a_cap_a_hand_costs_what_it_costs():
    assert penalty(93, 0, 93, 0, 0, Rules(cap=None)) == Penalty(93, 93, None, ALL)


def test_a_hand_of_jokers_alone_may_cost_nothing_without_any_sequence():
    assert penalty(0, 0, 0, 0, 0, Rules()) == Penalty(0, 0, 80, ALL)


class TestFlatCap:
    def test_without_a_pure_sequence_the_cap_is_due_even_where_the_sum_is_less(self):
        assert penalty(20, 0, 30, 0, 2, Rules(no_pure=NoPure.FLAT_CAP)) == Penalty(80, 80, 80, FLAT)

    @pytest.mark.parametrize("protection", ["both_lives", "pure_exempt", "first_life"])
    def test_a_pure_sequence_may_be_left_unshown_where_the_cap_is_cheaper(self, protection):
        rules = Rules(no_pure=NoPure.FLAT_CAP, protection=Protection(protection))
        assert penalty(85, 6, 91, 1, 1, rules) == Penalty(80, 80, 80, FLAT)

    def test_a_pure_sequence_is_shown_where_that_is_no_dearer(self):
        rules = Rules(no_pure=NoPure.FLAT_CAP)
        assert penalty(70, 6, 76, 1, 1, rules) == Penalty(76, 76, 80, ALL)
        assert penalty(74, 6, 80, 1, 1, rules) == Penalty(80, 80, 80, ALL)

    def test_it_has_no_effect_where_only_loose_cards_ever_count(self):
        rules = Rules(no_pure=NoPure.FLAT_CAP, protection=Protection.NONE)
        assert penalty(20, 0, 93, 0, 0, rules) == Penalty(20, 20, 80, LOOSE)
        assert penalty(90, 0, 93, 0, 0, rules) == Penalty(80, 90, 80, LOOSE)

    def test_it_has_no_effect_where_no_sequences_are_needed(self):
        rules = Rules(no_pure=NoPure.FLAT_CAP, min_sequences=0, min_pure=0)
        assert penalty(20, 0, 93, 0, 0, rules) == Penalty(20, 20, 80, LOOSE)


class TestRequirements:
    @pytest.mark.parametrize(
        ("pure", "sequences", "lacking"),
        [
            (0, 0, ["no_pure_sequence", "too_few_sequences"]),
            (0, 2, ["no_pure_sequence"]),
            (1, 1, ["too_few_sequences"]),
            (1, 2, []),
            (3, 3, []),
        ],
    )
    def test_two_sequences_are_needed_one_of_them_pure(self, pure, sequences, lacking):
        assert [str(code) for code in missing(pure, sequences, Rules())] == lacking
        assert requirements_met(pure, sequences, Rules()) == (not lacking)

    def test_some_pure_sequences_but_not_enough_are_too_few(self):
        rules = Rules(min_pure=2)
        assert [str(code) for code in missing(1, 2, rules)] == ["too_few_pure_sequences"]
        assert [str(code) for code in missing(1, 1, rules)] == ["too_few_pure_sequences", "too_few_sequences"]

    def test_none_at_all_is_said_once(self):
        assert [str(code) for code in missing(0, 2, Rules(min_pure=2))] == ["no_pure_sequence"]

    def test_nothing_is_said_of_pure_sequences_where_none_is_needed(self):
        assert [str(code) for code in missing(0, 1, Rules(min_pure=0))] == ["too_few_sequences"]
        assert missing(0, 0, Rules(min_pure=0, min_sequences=0)) == ()

    def test_a_sequence_too_few_leaves_the_pure_column_to_a_hand_with_a_pure_one(self):
        rules = resolve({"preset": "pagat", "min_pure": 2}).rules
        assert penalty(20, 15, 75, 1, 2, rules).counted is ALL_BUT_PURE
