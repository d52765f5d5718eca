"""Declarations are judged as they were laid: never regrouped, every fault named, what was possible told beside."""

import pytest

from app.rummy.declaration import verify_codes
from app.rummy.faults import InputError
from app.rummy.pack import parse_wild_joker
from app.rummy.results import AS_ITSELF, SPOT_SHIFT, Verdict
from app.rummy.switches import resolve
from tests.rummy.table import cases, codes

GOOD = "3S 4S 5S | 9H 10H JK QH | KC KD KH | 6D 6C 7S"  # with wild 7


def verify(groups: str, wild_joker: str | None = "7", discard: str | None = None, **switches: object) -> Verdict:
    """The verdict on groups written with bars between them."""
    laid = [codes(group) for group in groups.split("|")] if groups else []
    put_down = None if discard is None else codes(discard)[0]
    return verify_codes(laid, parse_wild_joker(wild_joker), resolve(switches), discard=put_down)


def violations(verdict: Verdict) -> list[tuple[str, int | None]]:
    return [(str(complaint.code), complaint.group) for complaint in verdict.violations]


@pytest.mark.parametrize("case", cases("declarations"), ids=lambda case: case["id"])
def test_known_declarations_get_the_verdict_that_rule_pages_give(case):
    groups = " | ".join(" ".join(group) for group in case["groups"])
    verdict = verify(groups, case["wild_joker"])
    assert verdict.valid == case["valid"]
    assert [group.kind for group in verdict.groups] == case["kinds"]
    assert verdict.points == (0 if case["valid"] else 80)
    for protection, points in case["points_as_loser"].items():
        assert verify(groups, case["wild_joker"], protection=protection).points_as_loser == points


class TestValid:
    def test_every_card_in_a_meld_and_two_sequences_one_of_them_pure_win(self):
        verdict = verify(GOOD)
        assert (verdict.valid, verdict.points, verdict.points_as_loser, verdict.violations) == (True, 0, 0, ())

    def test_cards_answer_in_the_order_laid_with_their_place_and_what_they_stand_for(self):
        group = verify(GOOD).groups[1]
        assert [(card.card, divmod(card.position, SPOT_SHIFT), card.stands_for) for card in group.cards] == [
            ("9H", (1, 0), None),
            ("10H", (1, 1), None),
            ("JK", (1, 2), "JH"),
            ("QH", (1, 3), None),
        ]

    def test_a_run_declared_as_one_group_is_one_sequence(self):
        verdict = verify("3S 4S 5S 6S 7S 8S | KC KD KH | 9C 9D 9H 9S", None)
        assert violations(verdict) == [("too_few_sequences", None)]
        assert verdict.best is not None
        assert verdict.best.declarable

    def test_the_verdict_names_the_rules_it_was_given_by(self):
        assert verify(GOOD, protection="none").rules == resolve({"protection": "none"})


class TestViolations:
    def test_without_a_pure_sequence_that_is_said_and_not_also_that_they_are_too_few(self):
        verdict = verify("5H 6S 7H | 9S JK JS | 2C 2D 2S | KH KS KD KC", "6", min_pure=2)
        assert violations(verdict) == [("no_pure_sequence", None)]
        assert (verdict.points, verdict.points_as_loser) == (80, 77)

    def test_some_pure_sequences_but_not_enough_are_too_few(self):
        assert violations(verify(GOOD, min_pure=2)) == [("too_few_pure_sequences", None)]

    def test_a_group_that_is_no_meld_is_named(self):
        verdict = verify("3S 4S 5S | 7D 8D 9D | 9S 9S JK | 2C 2D 2H 2S", "A")
        assert violations(verdict) == [("invalid_group", 2)]
        assert verdict.groups[2].kind is None
        assert [str(reason) for reason in verdict.groups[2].reasons] == ["repeated_suit"]
        assert "9S 9S JK is no meld" in verdict.violations[0].detail

    def test_a_single_card_is_left_over_and_not_also_an_invalid_group(self):
        verdict = verify("3S 4S 5S | 8H 9H 10H | KC KD KH | 2C 2D 2S | 4D")
        assert violations(verdict) == [("cards_left_over", 4)]
        assert [str(reason) for reason in verdict.groups[4].reasons] == ["too_few_cards"]

    def test_a_loose_joker_costs_nothing_but_must_be_in_a_meld(self):
        verdict = verify("3S 4S 5S | 8H 9H 10H | KC KD KH | 2C 2D 2S | JK")
        assert violations(verdict) == [("cards_left_over", 4)]
        assert (verdict.points, verdict.points_as_loser) == (80, 0)

    @pytest.mark.parametrize("groups", ["3S 4S 5S | 8H 9H 10H | KC KD KH", GOOD + " JC JD"])
    def test_a_wrong_number_of_cards_is_judged_not_refused_and_has_no_best(self, groups):
        verdict = verify(groups)
        assert ("wrong_card_count", None) in violations(verdict)
        assert not verdict.valid
        assert verdict.best is None

    def test_a_single_group_may_be_sent_to_learn_its_kind(self):
        verdict = verify("4H 5H JK")
        assert verdict.groups[0].kind == "impure_sequence"
        assert violations(verdict) == [
            ("no_pure_sequence", None),
            ("too_few_sequences", None),
            ("wrong_card_count", None),
        ]

    def test_no_groups_at_all_are_a_wrong_declaration(self):
        assert violations(verify("")) == [
            ("no_pure_sequence", None),
            ("too_few_sequences", None),
            ("wrong_card_count", None),
        ]

    def test_an_empty_group_is_no_meld(self):
        verdict = verify(GOOD + " |")
        assert violations(verdict) == [("invalid_group", 4)]

    def test_all_violations_are_told_at_once_those_of_the_whole_requirements_first(self):
        verdict = verify("KD | 3S 4H 5S | 9S 9S JK | 2C 2D")
        assert violations(verdict) == [
            ("no_pure_sequence", None),
            ("too_few_sequences", None),
            ("invalid_group", 1),
            ("invalid_group", 2),
            ("invalid_group", 3),
            ("cards_left_over", 0),
            ("wrong_card_count", None),
        ]

    def test_every_violation_says_what_was_found_and_what_is_needed(self):
        details = {str(complaint.code): complaint.detail for complaint in verify("KD | 3S 4H 5S").violations}
        assert details == {
            "no_pure_sequence": "there is no pure sequence; a declaration needs at least 1",
            "too_few_sequences": "there is no sequence, pure or not; a declaration needs at least 2",
            "invalid_group": "3S 4H 5S is no meld: its cards are of several ranks, its cards are of several suits; "
            "a meld is a run of 3 to 13 cards of one suit or a set of 3 to 4 of one rank",
            "cards_left_over": "KD is left over; every card must be in a meld, a joker too",
            "wrong_card_count": "the groups hold 4 cards; a declaration lays down exactly 13",
        }

    @pytest.mark.parametrize(("discard", "told"), [(None, True), ("3C", False)])
    def test_one_card_too_many_may_be_the_one_that_finishes(self, discard, told):
        (complaint,) = verify(GOOD.replace("KC KD KH", "KC KD KH KS"), discard=discard).violations
        assert complaint.detail.startswith("the groups hold 14 cards; a declaration lays down exactly 13")
        assert complaint.detail.endswith("give it as discard") is told


class TestPoints:
    def test_a_wrong_declaration_costs_its_fixed_penalty(self):
        assert verify("3S 4S 5S | 8H 9H 10H | KC KD KH | 2C 2D 2S | 4D", wrong_declaration=50).points == 50

    def test_without_a_fixed_penalty_the_groups_count_as_a_losers(self):
        verdict = verify("3S 4S 5S | 8H 9H 10H | KC KD KH | 2C 2D 2S | 4D", wrong_declaration=None)
        assert (verdict.valid, verdict.points, verdict.points_as_loser) == (False, 4, 4)

    def test_groups_count_as_laid_even_where_the_same_cards_could_be_laid_for_nothing(self):
        verdict = verify("4S 5S 6S | 8H JK 10H | 7C 7D KS | 7H KH KD KC", "2")
        assert (verdict.valid, verdict.points_as_loser) == (False, 61)
        assert verdict.best is not None
        assert verdict.best.points == 0

    def test_a_wrong_number_of_cards_counts_by_the_same_rows(self):
        assert verify("3S 4S 5S | KC KD KH").points_as_loser == 42
        assert verify("3S 4S 5S | 8H 9H 10H | KC QC").points_as_loser == 20


class TestBest:
    def test_what_was_possible_is_told_in_the_places_of_the_groups(self):
        laid = [["4S", "7H", "6S"], ["8H", "JK", "10H"], ["7C", "7D", "5S"], ["KS", "KH", "KD", "KC"]]
        best = verify(" | ".join(" ".join(group) for group in laid), "2").best
        assert best is not None
        assert best.declarable
        placed = [card for meld in best.melds for card in meld.cards]
        assert len(placed) == 13
        for card in placed:
            group, index = divmod(card.position, SPOT_SHIFT)
            assert laid[group][index] == card.card

    def test_loose_cards_keep_their_places_too(self):
        laid = [["KD", "3S", "4S"], ["5S", "9C", "QH"], ["2D", "7S", "7H"], ["7C", "AC", "JD", "8H"]]
        best = verify(" | ".join(" ".join(group) for group in laid), "6").best
        assert best is not None
        assert len(best.loose) == 7
        for card in best.loose:
            group, index = divmod(card.position, SPOT_SHIFT)
            assert (laid[group][index], AS_ITSELF) == (card.card, card.stands)


class TestCardsThatCannotExist:
    def test_more_copies_than_packs_are_refused_with_the_place_of_each_that_is_too_many(self):
        with pytest.raises(InputError) as caught:
            verify("3S 4S 5S | 3S 3S 3S")
        assert [(fault.path, str(fault.code)) for fault in caught.value.faults] == [
            (("groups", 1, 1), "too_many_copies"),
            (("groups", 1, 2), "too_many_copies"),
        ]

    def test_the_discard_and_the_cut_card_are_cards_of_the_same_pack(self):
        assert verify("3S 4S 5S", "9D", discard="3S").groups
        with pytest.raises(InputError) as caught:
            verify("3S 4S 5S | 9D 9H 9C", "9D", discard="9D")
        assert [fault.path for fault in caught.value.faults] == [("discard",)]

    def test_too_many_printed_jokers_are_refused(self):
        with pytest.raises(InputError) as caught:
            verify("3S 4S JK | 9D 9H JK", discard="JK")
        assert [(fault.path, str(fault.code)) for fault in caught.value.faults] == [(("discard",), "too_many_jokers")]

    def test_a_printed_joker_cannot_be_cut_from_a_pack_without_any(self):
        with pytest.raises(InputError) as caught:
            verify("3S 4S 5S", "JK", printed_jokers=0)
        assert [fault.path for fault in caught.value.faults] == [("wild_joker",)]


HOME = "3S 4S 5S | 9H 10H JH | QD KD AD | KC KD KH | 2C 2C 2C | 8S 8S | 4H 5H JK JK"
"""Valid at home, with wild 7: three pure sequences, a set, a tunnela, a dublee and an impure sequence."""


class TestTwentyOneCards:
    def test_three_pure_sequences_and_every_other_card_in_a_meld_win(self):
        verdict = verify(HOME, preset="indian-21")
        assert (verdict.valid, verdict.points, verdict.points_as_loser) == (True, 0, 0)
        assert [str(group.kind) for group in verdict.groups] == [
            *("pure_sequence",) * 3,
            "set",
            "tunnela",
            "dublee",
            "impure_sequence",
        ]

    def test_two_pure_sequences_are_too_few_and_then_only_they_are_exempt(self):
        verdict = verify(HOME.replace("QD KD AD", "QD KD JK"), preset="indian-21", printed_jokers=4)
        assert violations(verdict) == [("too_few_pure_sequences", None)]
        assert verdict.points == 120
        assert verdict.points_as_loser == 20 + 30 + 6 + 16 + 9

    def test_a_tunnela_is_a_pure_sequence_in_the_club_and_exempt_like_one(self):
        groups = "3S 4S 5S | 9H 10H JH | 2C 2C 2C | KC KD KH | 8S 8H 8C | QH QD QC | 4H 5H JK"
        assert verify(groups, "7D", preset="club-21").valid
        at_home = verify(groups, preset="indian-21")
        assert violations(at_home) == [("too_few_pure_sequences", None)]
        assert at_home.points_as_loser == 6 + 30 + 24 + 30 + 9
        short = verify(groups.replace("9H 10H JH", "9H 10H JK"), "7D", preset="club-21")
        assert violations(short) == [("too_few_pure_sequences", None)]
        assert short.points_as_loser == 19 + 30 + 24 + 30 + 9

    def test_every_joker_must_be_grouped_too(self):
        groups = HOME.replace("8S 8S | 4H 5H JK JK", "8S 8S | 4H 5H 6H | JK")
        assert violations(verify(groups, preset="indian-21")) == [("cards_left_over", 7)]

    def test_a_dublee_is_no_meld_in_the_club_and_the_message_says_what_is(self):
        complaint = verify(HOME, "7D", preset="club-21").violations[0]
        assert complaint.code == "invalid_group"
        assert complaint.detail == (
            "8S 8S is no meld: a suit lies twice in the set, it has too few cards; a meld is a run of 3 to 13 cards of "
            "one suit, a set of 3 to 4 of one rank or 3 identical cards"
        )


class TestSpecialShows:
    REST = "4D 5S 8C JH 6D"

    def show(self, groups: str, wild_joker: str = "9D", **switches: object) -> Verdict:
        return verify(groups, wild_joker, preset="club-21", **switches)

    def test_eight_dublees_win_whatever_the_other_cards_are(self):
        verdict = self.show(f"7S 7S | KH KH | JK JK | 9D 9D | 2C 2C | 3H 3H | QC QC | AS AS | {self.REST}")
        assert (verdict.valid, verdict.points, verdict.points_as_loser) == (True, 0, 0)
        assert verdict.show == "eight_dublees"
        assert [group.kind for group in verdict.groups] == ["dublee"] * 8 + [None]
        assert [card.card for card in verdict.ungrouped] == self.REST.split()

    def test_three_tunnelas_win_and_the_others_may_lie_one_by_one(self):
        rest = "4D | 5S | 8C | JH | 6D | 2C | 3H | 5D 6C | QS AD | 10C"
        verdict = self.show(f"7S 7S 7S | JK JK JK | {rest} | 9H 9H 9H")
        assert (verdict.valid, verdict.show) == (True, "three_tunnelas")
        assert len(verdict.ungrouped) == 12

    def test_eight_jokers_in_one_group_win(self):
        jokers = "JK JK 9S 9H 9C 8D 8D 10D"
        verdict = self.show(f"{jokers} | 4D 5S 7C JH 6D 2C 3H 5D 6C QS AD KC KS")
        assert (verdict.valid, verdict.show) == (True, "eight_jokers")
        assert verdict.groups[0].kind == "impure_sequence"
        split = self.show(f"{jokers[:11]} | {jokers[12:]} | 4D 5S 7C JH 6D 2C 3H 5D 6C QS AD KC KS")
        assert (split.valid, split.show) == (False, None)

    def test_three_equal_jokers_are_a_tunnela_of_a_show_even_where_they_would_be_read_as_a_sequence(self):
        groups = "JK JK JK | 7S 7S 7S | 9H 9H 9H | 4D 5S 8C JH 6D 2C 3H 5D 6C QS AD KC"
        verdict = self.show(groups, tunnela="meld")
        assert [str(group.kind) for group in verdict.groups[:3]] == ["tunnela"] * 3

    def test_more_than_needed_is_a_larger_show(self):
        groups = "JK JK JK | 7S 7S 7S | KH KH KH | 2C 2C 2C | 4D 5S 8C JH 6D 3H 5D 6C QS"
        verdict = self.show(groups, min_pure=0, min_sequences=0)
        assert verdict.show == "three_tunnelas"
        assert [card.card for card in verdict.ungrouped] == "4D 5S 8C JH 6D 3H 5D 6C QS".split()

    def test_where_the_groups_are_a_declaration_anyway_no_special_show_is_told(self):
        groups = " | ".join(f"{card} {card} {card}" for card in "AS KS 3H 5H 7D JD QC".split())
        verdict = self.show(groups)
        assert (verdict.valid, verdict.show, verdict.ungrouped) == (True, None, ())

    def test_without_one_the_verdict_is_as_ever(self):
        verdict = self.show(f"7S 7S | KH KH | JK JK | 9D 9D | 2C 2C | 3H 3H | QC QC | AS 2S | {self.REST}")
        assert (verdict.valid, verdict.show, verdict.points) == (False, None, 120)
        assert ("invalid_group", 8) in violations(verdict)

    def test_it_needs_as_many_cards_as_any_declaration(self):
        verdict = self.show("7S 7S 7S | KH KH KH | JK JK JK | 4D")
        assert (verdict.show, violations(verdict)) == ("three_tunnelas", [("wrong_card_count", None)])
        assert verdict.points == 120

    def test_other_rules_know_none(self):
        groups = "JK JK JK | 7S 7S 7S | KH KH KH | 4D 5S 8C JH 6D 2C 3H 5D 6C QS AD KC"
        verdict = verify(groups, "9", preset="indian-21")
        assert (verdict.valid, verdict.show) == (False, None)
