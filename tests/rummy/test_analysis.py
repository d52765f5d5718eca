"""What an analysis promises, for any hand under any rules."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.rummy import InputError, analyze, resolve, suit_memo, verify
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.cards import SUITS, parse_card
from app.rummy.faults import BudgetError
from app.rummy.pack import parse_wild_joker
from app.rummy.results import AS_ITSELF, FOR_NOTHING, Analysis, Counted, Kind
from tests.rummy.hands import deals
from tests.rummy.table import cases

some = settings(max_examples=150, deadline=None)
HANDS = [case for name in ("hands", "more-hands", "bulk") for case in cases(name)]


def bare(analysis: Analysis) -> Analysis:
    """An analysis without the positions of its cards."""
    melds = tuple(m._replace(positions=()) for m in analysis.melds)
    discard = analysis.discard._replace(position=0) if analysis.discard else None
    loose = tuple(sorted(analysis.loose_codes))
    ungrouped = tuple(sorted(card._replace(position=0) for card in analysis.ungrouped))
    return analysis._replace(melds=melds, loose_codes=loose, loose_positions=(), discard=discard, ungrouped=ungrouped)


@pytest.mark.parametrize("protection", ["both_lives", "pure_exempt", "first_life", "none"])
def test_every_known_hand_costs_what_it_should_and_is_declarable_where_it_should_be(protection):
    wrong = []
    for case in HANDS:
        found = analyze(case["hand"], case["wild_joker"], {**case.get("rules", {}), "protection": protection})
        if (found.points, found.declarable) != (case["points"][protection], case["declarable"]):
            wrong.append((case["id"], found.points, found.declarable))
    assert not wrong


def test_comparing_tells_the_points_under_every_protection():
    for case in HANDS[::20]:
        compared = analyze(case["hand"], case["wild_joker"], case.get("rules"), compare=True).comparison
        assert {str(name): row.points for name, row in compared.items()} == case["points"]


@some
@given(deals(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing_but_positions(deal, rng):
    hand, wild_joker, rules = deal
    shuffled = rng.sample(hand, len(hand))
    assert bare(analyze(hand, wild_joker, rules)) == bare(analyze(shuffled, wild_joker, rules))


@some
@given(deals(), st.permutations(SUITS))
def test_renaming_the_suits_never_changes_the_points(deal, renamed):
    hand, wild_joker, rules = deal
    suit_of = dict(zip(SUITS, renamed, strict=True))

    def rename(card):
        return card if card is None or card == "JK" or card[-1] not in SUITS else card[:-1] + suit_of[card[-1]]

    assume(not (wild_joker == "JK" and rules.get("neighbours_wild")))  # it counts as the ace of spades
    found = analyze(hand, wild_joker, rules)
    other = analyze([rename(card) for card in hand], rename(wild_joker), rules)
    assert (found.penalty, found.declarable) == (other.penalty, other.declarable)
    assert len(found.loose) == len(other.loose)


@some
@given(deals(), st.integers(0, 12))
def test_turning_a_card_into_a_printed_joker_never_raises_the_points_where_only_loose_cards_count(deal, place):
    hand, wild_joker, rules = deal
    rules = {**rules, "protection": "none", "printed_jokers": 6, "tunnela": "off", "dublee": "off"}
    joker = [*hand[:place], "JK", *hand[place + 1 :]]
    if joker.count("JK") + (wild_joker == "JK") > 6:
        return
    assert analyze(joker, wild_joker, rules).points <= analyze(hand, wild_joker, rules).points


@some
@given(deals())
def test_every_card_of_the_hand_is_told_once_at_its_own_position(deal):
    hand, wild_joker, rules = deal
    found = analyze(hand, wild_joker, rules)
    told = [*(card for meld in found.melds for card in meld.cards), *found.loose]
    assert sorted(card.position for card in told) == list(range(len(hand)))
    assert all(hand[card.position] == card.card for card in told)


@some
@given(deals())
def test_every_meld_is_what_verify_reads_in_the_same_cards(deal):
    hand, wild_joker, rules = deal
    found = analyze(hand, wild_joker, rules)
    groups = [[hand[card.position] for card in meld.cards] for meld in found.melds]
    groups += [[hand[card.position]] for card in found.loose]
    verdict = verify(groups, wild_joker, rules)
    for meld, group in zip(found.melds, verdict.groups, strict=False):
        assert group.kind is meld.kind
        assert sorted((c.code, c.stands) for c in group.cards) == sorted((c.code, c.stands) for c in meld.cards)
    assert verdict.valid == found.declarable
    assert verdict.points_as_loser == found.points
    assert verdict.best is not None
    assert bare(verdict.best) == bare(found)


@some
@given(deals())
def test_a_hand_is_declarable_exactly_when_nothing_is_missing(deal):
    found = analyze(*deal)
    rules = resolve(deal[2]).rules
    assert found.declarable == (not found.missing)
    assert found.declarable == (
        not found.loose and found.sequences >= rules.min_sequences and found.pure_sequences >= rules.min_pure
    )
    if found.declarable:
        assert found.penalty.before_cap == 0


@some
@given(deals())
def test_a_meld_counts_exactly_when_the_penalty_spares_its_cards(deal):
    found = analyze(*deal)
    for meld in found.melds:
        pure = meld.kind is Kind.PURE_SEQUENCE
        counted = found.penalty.counted
        assert meld.counts == (counted is Counted.LOOSE_CARDS or (counted is Counted.ALL_BUT_PURE and pure))


@some
@given(deals(size=14))
def test_with_a_card_too_many_the_answer_is_that_of_the_hand_without_the_discard(deal):
    hand, wild_joker, rules = deal
    found = analyze(hand, wild_joker, rules)
    assert found.discard is not None
    assert found.discard.stands == AS_ITSELF
    place = found.discard.position
    rest = hand[:place] + hand[place + 1 :]
    assert hand[place] == found.discard.card
    assert bare(analyze(rest, wild_joker, rules)) == bare(found)._replace(discard=None)
    others = [analyze(hand[:i] + hand[i + 1 :], wild_joker, rules) for i in range(14)]
    assert found.declarable == any(other.declarable for other in others)
    assert found.points == min(other.points for other in others)
    assert found.penalty.before_cap == min(other.penalty.before_cap for other in others)


def test_the_penalty_is_a_minimum_over_all_arrangements_and_not_decided_in_steps():
    """Showing both sequences costs 54 here, showing only the pure run 49, or 39 where it protects all melds."""
    hand = "9S 10S JS QS KS 2D 3D 7D 4H 8H 5C AC KH".split()
    compared = analyze(hand, "Q", compare=True).comparison
    assert {str(name): row.points for name, row in compared.items()} == {
        "both_lives": 54,
        "pure_exempt": 49,
        "first_life": 39,
        "none": 39,
    }


def test_among_equal_penalties_the_arrangement_with_fewest_loose_points_is_told_though_its_melds_do_not_count():
    """The jack in its own place would lengthen a pure run and leave the ace loose: the penalty is the same."""
    hand = "4C 3C 8S 7S JS 9S 3C AH 3D 3H 3S 10S 2C".split()
    found = analyze(hand, "J", {"min_pure": 3, "protection": "pure_exempt"})
    assert (found.points, found.penalty.counted, found.loose) == (22, Counted.ALL_BUT_PURE, ())
    assert ["AH", "JS", "3H"] in [[card.card for card in meld.cards] for meld in found.melds]


def test_a_loose_joker_costs_nothing_but_blocks_a_declaration():
    found = analyze("4S 5S 6S 8H 9H 10H 2D 3D 4D JC QC KC JK".split(), "5", {"min_pure": 3, "min_sequences": 3})
    assert found.declarable  # the joker joins the fourth run
    blocked = analyze(
        "4S 5S 6S 8H 9H 10H 2D 3D 4D JK".split(), "5", {"hand_size": 10, "min_pure": 3, "min_sequences": 3}
    )
    assert blocked.points == 0
    assert not blocked.declarable
    assert [card.card for card in blocked.loose] == ["JK"]
    assert [str(code) for code in blocked.missing] == ["cards_left_over"]


def test_a_wild_card_in_its_own_place_keeps_a_run_pure_and_its_twin_may_be_a_joker():
    found = analyze("6S 7S 8S 2D 3D 4D 7S 10H JH KC KD KH KS".split(), "7")
    assert [str(meld.kind) for meld in found.melds] == ["pure_sequence", "pure_sequence", "impure_sequence", "set"]
    assert found.declarable


def test_a_wild_card_and_its_twin_may_lie_in_one_run():
    found = analyze("2D 3D 4D 5D 7S 7S 8S KC KD KH 9H 9D 9C".split(), "7")
    assert found.declarable
    assert [(c.card, c.stands_for) for c in found.melds[1].cards] == [("7S", None), ("8S", None), ("7S", "9S")]


def test_a_suit_of_thirteen_is_declarable_because_a_long_run_can_be_laid_as_several():
    hand = [f"{rank}S" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
    assert analyze(hand, None).declarable


def test_an_ace_serves_at_either_end_but_only_at_one():
    assert analyze("AS 2S 3S QH KH AH 5D 6D 7D 9C 10C JC QC".split(), "4").declarable
    assert not analyze("KS AS 2S QH KH AH 5D 6D 7D 9C 10C JC QC".split(), "4").declarable


def test_the_same_run_may_be_held_twice_with_two_packs():
    assert analyze("5S 5S 6S 6S 7S 7S 9H 9D 9C KS KH KD KC".split(), "2").declarable


def test_where_nothing_protects_the_best_grouping_is_told_all_the_same_as_not_counting():
    found = analyze("4S 5S JK 7C 7D 7H KS KH KD 2C 9S JD 3H".split(), "Q")
    assert found.penalty.counted is Counted.ALL_CARDS
    assert found.melds
    assert not any(meld.counts for meld in found.melds)
    assert "no_pure_sequence" in found.missing


def test_without_a_pure_sequence_the_cap_is_the_price_where_the_rules_say_so():
    hand = "2S 3S 5H 7H 9D JD 2C 4C 6C 8H 3D 4D 10H".split()
    assert analyze(hand, "K").points == 73
    found = analyze(hand, "K", {"no_pure": "flat_cap"})
    assert (found.points, found.penalty.counted) == (80, Counted.FLAT_CAP)


def test_three_printed_jokers_are_the_pure_sequence_that_a_flat_price_asks_for_where_a_tunnela_is_one():
    hand = "JK JK JK AS 3S 5S 7H 9H JH 2D 4D 6D 8C".split()
    rules = {"decks": 3, "printed_jokers": 3, "protection": "pure_exempt", "no_pure": "flat_cap"}
    for tunnela, points, counted in (("pure_sequence", 64, "all_but_pure"), ("meld", 80, "flat_cap")):
        penalty = analyze(hand, "KS", rules | {"tunnela": tunnela}).penalty
        assert (penalty.points, penalty.counted) == (points, counted)


def test_a_set_larger_than_the_suits_takes_jokers_that_stand_for_nothing():
    hand = "3C 4C 5C 6C 9H 10H JH QH 7S 7H 7D JK 2S".split()
    (*_, largest) = analyze(hand, "2", {"set_max": 5}).melds
    assert [(card.card, card.stands_for) for card in largest.cards] == [
        ("7S", None),
        ("7H", None),
        ("7D", None),
        ("2S", "7C"),
        ("JK", None),
    ]
    assert [card.stands for card in largest.cards][-1] == FOR_NOTHING


class TestPickedUp:
    HAND = "4S 5S 6S 8H 9H 10H 7C 7D 7H KS KD KH KC 2D".split()

    def test_the_card_that_makes_the_hand_declarable_is_put_down(self):
        assert analyze(self.HAND, "Q").discard.card == "2D"

    def test_the_card_just_picked_up_is_not_put_down_again(self):
        found = analyze(self.HAND, "Q", picked_up="2D")
        assert found.discard.card == "KS"  # of those worth most the first; 7C 7D 7H and 2D remain as they were
        assert not found.declarable

    def test_it_may_finish_the_game_where_the_rules_say_so(self):
        found = analyze(self.HAND, "Q", {"finish_with_picked_up": True}, picked_up="2D")
        assert found.declarable
        assert found.discard.card == "2D"

    def test_even_then_it_is_never_the_ordinary_discard(self):
        hand = "4S 5S 6S 8H 9H 10H 7C 7D 7H KS KD 3H 4C QD".split()
        assert analyze(hand, "J", {"finish_with_picked_up": True}, picked_up="QD").discard.card != "QD"

    def test_its_twin_may_go(self):
        hand = "4S 5S 6S 8H 9H 10H 7C 7D 7H 3S 3D 3H KC KC".split()
        found = analyze(hand, "Q", picked_up="KC")
        assert found.discard.card == "KC"
        assert found.discard.position == 12  # the card picked up is usually told last

    def test_it_must_be_in_the_hand(self):
        with pytest.raises(InputError, match="not in the hand"):
            analyze(self.HAND, "Q", picked_up="3C")

    def test_it_means_nothing_where_nothing_is_to_be_put_down(self):
        with pytest.raises(InputError, match="to be put down"):
            analyze(self.HAND[:13], "Q", picked_up="4S")

    def test_a_hand_above_the_cap_keeps_its_pure_sequence_whole(self):
        """Every discard leaves more than 80 points; breaking the run would leave 120 before the cap, this one 90."""
        hand = "QS KS AS KH JH 9H QD 10D 8D KC JC 9C 7C 7D".split()
        found = analyze(hand, "2", "pagat")
        assert (found.discard.card, found.penalty.before_cap) == ("JH", 90)

    def test_each_protection_has_its_own_best_discard(self):
        hand = "9S 10S JS QS KS 2D 3D 7D 4H 8H 5C AC KH 6H".split()
        compared = analyze(hand, "Q", compare=True).comparison
        for protection, row in compared.items():
            alone = analyze(hand, "Q", {"protection": str(protection)})
            assert (row.points, row.discard) == (alone.points, alone.discard)


class TestImpossibleHands:
    def test_more_copies_than_packs_are_refused_by_name_and_place(self):
        with pytest.raises(InputError) as refusal:
            analyze(["5S"] * 3 + "2H 3H 4H 6D 7D 8D 9C 10C JC QC".split(), "A")
        assert [(fault.path, fault.code) for fault in refusal.value.faults] == [(("hand", 2), "too_many_copies")]

    def test_the_cut_card_is_in_nobodys_hand(self):
        hand = "7D 7D 2H 3H 4H 6D 7S 8D 9C 10C JC QC KC".split()
        assert analyze(hand, "7").points >= 0
        with pytest.raises(InputError, match="cut card"):
            analyze(hand, "7D")

    def test_a_printed_cut_leaves_one_printed_joker_less(self):
        hand = "JK JK 2H 3H 4H 6D 7S 8D 9C 10C JC QC KC".split()
        assert analyze(hand, None).points >= 0
        with pytest.raises(InputError, match="cut card"):
            analyze(hand, "JK")

    @pytest.mark.parametrize("size", [0, 1, 12, 15])
    def test_a_wrong_number_of_cards_is_refused(self, size):
        hand = "4S 5S 6S 8H 9H 10H 7C 7D 7H KS KD KH KC 2D 3D".split()[:size]
        with pytest.raises(InputError, match="a hand has 13 cards"):
            analyze(hand, "Q")

    def test_a_printed_joker_cannot_be_cut_from_a_pack_that_has_none(self):
        with pytest.raises(InputError, match="printed joker cannot be the cut card"):
            analyze("4S 5S 6S 8H 9H 10H 7C 7D 7H KS KD KH KC".split(), "JK", {"printed_jokers": 0})

    def test_all_faults_are_told_at_once(self):
        with pytest.raises(InputError) as refusal:
            analyze(["5S"] * 4 + ["JK"] * 4, "A", picked_up="2D")
        assert {fault.code for fault in refusal.value.faults} == {
            "wrong_card_count",
            "too_many_copies",
            "too_many_jokers",
            "not_in_hand",
        }


class TestBudget:
    """A hand of many sets, whose search takes many nodes."""

    HAND = "7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D JK JK 9C".split()

    def ask(self, nodes, hand=HAND):
        codes = [parse_card(card) for card in hand]
        budget = Budget(nodes)
        analysis = analyze_codes(codes, parse_wild_joker("7"), resolve("pagat"), budget=budget)
        return analysis, nodes - budget.left

    def test_a_search_that_runs_out_of_nodes_says_so(self):
        with pytest.raises(BudgetError):
            self.ask(10)

    def test_the_same_question_always_costs_the_same_whatever_is_remembered(self):
        analysis, nodes = self.ask(1_000_000)
        suit_memo.forget()
        assert self.ask(nodes) == (analysis, nodes)
        with pytest.raises(BudgetError):
            self.ask(nodes - 1)

    def test_once_a_discard_leaves_as_little_as_any_can_cheaper_cards_are_not_tried(self):
        hand = "KS 3S 4S 5S 6H 7H 8H 9D 9C JD 2D 4C AH 5C".split()
        found, together = self.ask(1_000_000, hand)
        assert found.discard.card == "KS"
        one_by_one = [self.ask(1_000_000, hand[:i] + hand[i + 1 :])[1] for i in range(14)]
        assert together < sum(one_by_one) / 2


NEIGHBOURS = {"decks": 3, "printed_jokers": 3, "neighbours_wild": True}


class TestWildCardsOfASetsOwnRank:
    """With neighbours of the cut card wild, a rank can have natural cards and a wild one; found by the oracle."""

    def test_it_stands_as_itself_in_a_set(self):
        hand = "6D 7H 7C 6C 6S 7S 7H 7D 7S 7C 6H 7D 6C".split()
        switches = NEIGHBOURS | {"tunnela": "meld", "dublee": "meld", "min_pure": 2, "ace_points": 1}
        found = analyze(hand, "5D", switches)
        assert ["6S", "6H", "6D"] in [[card.card for card in meld.cards] for meld in found.melds]
        assert not found.loose
        assert all(card.stands_for is None for meld in found.melds for card in meld.cards)

    def test_its_twin_stands_for_a_suit_that_is_missing(self):
        switches = NEIGHBOURS | {"hand_size": 7, "min_sequences": 1}
        first, second = analyze("8S 8H 8D 8D 3C 4C 5C".split(), "7D", switches).melds
        assert (first.kind, second.kind) == ("pure_sequence", "set")
        assert [(card.card, card.stands_for) for card in second.cards] == [
            ("8S", None),
            ("8H", None),
            ("8D", None),
            ("8D", "8C"),
        ]

    def test_beside_one_natural_card_and_a_joker_it_is_a_sequence(self):
        read = verify([["KC", "KS", "JK"]], "JK", NEIGHBOURS).groups[0]
        assert read.kind == "impure_sequence"


@pytest.mark.parametrize(("tunnela", "kind"), [("meld", "impure_sequence"), ("pure_sequence", "tunnela")])
def test_three_equal_wild_cards_are_what_is_kindest_however_the_hand_came_to_them(tunnela, kind):
    hand = "7S 7S 7S 2H 3H 4H 9D 10D JD QC QS QH QD".split()
    found = analyze(hand, "7", {"decks": 3, "tunnela": tunnela, "min_sequences": 3})
    wild = next(meld for meld in found.melds if meld.codes.count(parse_card("7S")) == 3)
    assert wild.kind == kind
    assert found.declarable
