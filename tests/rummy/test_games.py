"""What an analysis promises, in every game: hands of 7 to 22 cards, tunnelas, dublees, neighbours, special shows."""

from random import Random

import pytest

from app.rummy import analyze, resolve, verify
from app.rummy.best import Budget
from app.rummy.cards import parse_card
from app.rummy.pack import parse_wild_joker
from app.rummy.points import points_of
from app.rummy.results import Kind
from tests.oracle.hands import MAKERS, VARIANTS, random_cut, show_hand, variant_switches
from tests.rummy.test_analysis import bare

HANDS = 30
GAMES = [*VARIANTS, "turned"]


def deals(game, one_more=0):
    """Hands of a game, each with the wild joker and the rules."""
    for index in range(HANDS):
        rng = Random(f"{game} {index}")
        rules, switches = VARIANTS.get(game, (None, None))
        if switches is None:
            rules = switches = variant_switches(rng, rng.choice((7, 10, 13, 21)))
            if 3 * max(switches["min_sequences"], switches["min_pure"]) > switches["hand_size"]:
                continue
        makers = [*MAKERS.values(), *([show_hand] if switches.get("special_shows") else [])]
        cut = random_cut(rng, switches)
        yield makers[index % len(makers)](rng, switches, cut, switches["hand_size"] + one_more), cut, rules


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_told_once_at_its_own_position(game):
    for one_more in (0, 1):
        for hand, cut, rules in deals(game, one_more):
            found = analyze(hand, cut, rules)
            told = [*(card for meld in found.melds for card in meld.cards), *found.loose, *found.ungrouped]
            told += [found.discard] if found.discard else []
            assert sorted(card.position for card in told) == list(range(len(hand)))
            assert all(hand[card.position] == card.card for card in told)


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_the_cards_changes_nothing_but_positions(game):
    for hand, cut, rules in deals(game):
        shuffled = Random(game).sample(hand, len(hand))
        assert bare(analyze(hand, cut, rules)) == bare(analyze(shuffled, cut, rules))


@pytest.mark.parametrize("game", GAMES)
def test_verify_reads_the_melds_as_they_are_told_and_accepts_what_is_declarable(game):
    for hand, cut, rules in deals(game):
        found = analyze(hand, cut, rules)
        groups = [[hand[card.position] for card in meld.cards] for meld in found.melds]
        groups += [[hand[card.position]] for card in (*found.loose, *found.ungrouped)]
        verdict = verify(groups, cut, rules)
        for meld, group in zip(found.melds, verdict.groups, strict=False):
            assert group.kind is meld.kind, (hand, cut, rules)
            laid = sorted((card.code, card.stands) for card in meld.cards)
            assert sorted((card.code, card.stands) for card in group.cards) == laid
        assert (verdict.valid, verdict.points_as_loser) == (found.declarable, found.points), (hand, cut, rules)
        assert (verdict.show, bare(verdict.best)) == (found.show, bare(found))


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_declarable_exactly_when_nothing_is_missing(game):
    for hand, cut, rules in deals(game):
        found = analyze(hand, cut, rules)
        told = resolve(rules).rules
        assert found.declarable == (not found.missing)
        met = found.sequences >= told.min_sequences and found.pure_sequences >= told.min_pure
        assert found.declarable == (found.show is not None or (met and not found.loose))
        if found.declarable:
            assert found.penalty.before_cap == 0


@pytest.mark.parametrize("game", GAMES)
def test_points_without_a_layout_are_those_of_the_analysis(game):
    for one_more in (0, 1):
        for hand, cut, rules in deals(game, one_more):
            found = analyze(hand, cut, rules)
            asked = [parse_card(card) for card in hand], parse_wild_joker(cut), resolve(rules)
            assert points_of(*asked, Budget()) == (found.declarable, found.points)


@pytest.mark.parametrize("game", GAMES)
def test_renaming_the_suits_never_changes_the_points(game):
    renamed = dict(zip("SHDC", "DSCH", strict=True))

    def rename(card):
        return card[:-1] + renamed[card[-1]] if card and card[-1] in renamed else card

    for hand, cut, rules in deals(game):
        if cut == "JK" and resolve(rules).rules.neighbours_wild:  # it counts as the ace of spades
            continue
        found, other = analyze(hand, cut, rules), analyze([rename(card) for card in hand], rename(cut), rules)
        assert (found.penalty, found.declarable, found.show) == (other.penalty, other.declarable, other.show)


@pytest.mark.parametrize("game", GAMES)
def test_the_kindest_melds_come_first(game):
    for hand, cut, rules in deals(game):
        as_pure = resolve(rules).rules.tunnela == "pure_sequence"
        order = [Kind.PURE_SEQUENCE, Kind.IMPURE_SEQUENCE, Kind.SET, Kind.DUBLEE]
        order.insert(1 if as_pure else 2, Kind.TUNNELA)
        kinds = [order.index(meld.kind) for meld in analyze(hand, cut, rules).melds]
        assert kinds == sorted(kinds)


@pytest.mark.parametrize("game", GAMES)
def test_the_discard_leaves_what_the_rest_alone_would_be(game):
    for hand, cut, rules in list(deals(game, one_more=1))[:10]:
        found = analyze(hand, cut, rules)
        rest = [card for place, card in enumerate(hand) if place != found.discard.position]
        alone = analyze(rest, cut, rules)
        assert (alone.penalty, alone.declarable, alone.show) == (found.penalty, found.declarable, found.show)


class TestTwentyOneCards:
    MELDS = "3S 4S 5S 9H 10H JH QD KD AD 7S 7H 7D 7C 2C 2C 2C 6H 6H 5D 5D"

    def test_with_every_card_in_a_meld_and_three_pure_sequences_a_hand_can_be_declared(self):
        hand = self.MELDS.replace("5D 5D", "5D 5D 5D").split()
        found = analyze(hand, None, "indian-21")
        kinds = [str(meld.kind) for meld in found.melds]
        assert kinds == [*["pure_sequence"] * 3, *["tunnela"] * 2, "set", "dublee"]
        assert (found.declarable, found.missing) == (True, ())

    def test_a_joker_that_no_meld_can_take_leaves_a_hand_without_points_not_declarable(self):
        found = analyze([*self.MELDS.split(), "JK"], None, "indian-21")
        assert (found.declarable, found.points, found.pure_sequences) == (False, 0, 3)
        assert [card.card for card in found.loose] == ["JK"]
        assert found.missing == ("cards_left_over",)

    def test_a_longer_pure_sequence_makes_room_for_it(self):
        hand = [*self.MELDS.replace("5D 5D", "6S AS").split(), "JK"]
        found = analyze(hand, None, "indian-21")
        assert (found.declarable, found.pure_sequences) == (True, 3)

    def test_in_the_club_a_tunnela_is_one_of_the_three(self):
        hand = "3S 4S 5S 9H 10H JH 2C 2C 2C 8S 8H 8C 6S 6H 6C KS KH KC 5D 5H 5C".split()
        found = analyze(hand, "7D", "club-21")
        assert (found.declarable, found.pure_sequences) == (True, 3)
        at_home = analyze(hand, "7D", "indian-21")
        assert (at_home.declarable, at_home.pure_sequences) == (False, 2)
        assert at_home.missing[0] == "too_few_pure_sequences"
        assert at_home.penalty.counted == "all_but_pure"


def test_three_equal_wild_cards_are_a_sequence_where_a_tunnela_only_holds_its_cards():
    hand = "3S 4S 5S 6S 9H 10H JH QD KD AD 7D 7D 7D".split()
    rules = {"decks": 3, "tunnela": "meld"}
    for tunnela, kind in (("meld", "impure_sequence"), ("pure_sequence", "tunnela")):
        (jokers,) = [
            meld for meld in analyze(hand, "7", {**rules, "tunnela": tunnela}).melds if len(set(meld.codes)) == 1
        ]
        assert jokers.kind == kind


def test_the_jokers_of_a_hand_may_all_be_neighbours_of_the_cut_card():
    hand = "6D 7D 8D 3S 4S 8D KS KH 6D 2C".split()
    found = analyze(hand, "7D", {"preset": "indian-10", "neighbours_wild": True})
    assert found.melds[0].kind == "pure_sequence"
    assert (found.points, [card.card for card in found.loose]) == (2, ["2C"])
