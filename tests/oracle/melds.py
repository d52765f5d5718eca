"""The melds of a hand as integer variables: runs, sets and groups of jokers only.

Equal melds are counted, not listed, and this loses nothing:

* *Runs over one interval.* ``n`` runs, of which ``k[p]`` (at most ``n``) show the proper card at position
  ``p``, can be dealt out so that every run gets a natural card if and only if the natural ``k[p]`` sum to
  ``n`` at least: deal them round and round. All other positions are jokers.
* *Sets of one rank.* ``m`` sets with ``k[s]`` (at most ``m``) cards of suit ``s`` and ``j`` jokers, dealt
  round and round, differ by at most one natural card; so all of them can have a lawful size if and only if
  the sizes sum to between ``3 m`` and ``set_max * m``, and a natural card each if the ``k[s]`` sum to ``m``.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from .cards import ACE, HIGH_ACE, JOKER, RANKS, SUITS, Card, points

if TYPE_CHECKING:
    from collections import Counter

    from .cards import Rules

SMALLEST = 3
LONGEST = len(RANKS)

Sum = list[tuple[cp_model.IntVar, int]]


def total(terms: Sum) -> cp_model.LinearExprT:
    """Add up ``variable * coefficient`` terms."""
    return cp_model.LinearExpr.weighted_sum([v for v, _ in terms], [c for _, c in terms])


class Melds:
    """All arrangements of a hand: the variables, and the totals that an objective may use."""

    def __init__(self, hand: Counter[Card], wild: int | None, rules: Rules) -> None:
        """Declare every meld that the cards of the hand could form."""
        self.model = cp_model.CpModel()
        self.hand, self.wild, self.rules = hand, wild, rules
        self.size = sum(hand.values())
        self.printed = hand[JOKER]
        self.wilds = sum(n for card, n in hand.items() if wild is not None and card.rank == wild)
        self.jokers = self.printed + self.wilds
        self.all_points = sum(n * points(card, wild, rules) for card, n in hand.items())

        self.as_itself: dict[Card, Sum] = defaultdict(list)
        self.standing: Sum = []
        self.pure: Sum = []
        self.sequences: Sum = []
        self.pure_points: Sum = []
        self._only_printed: Sum = []
        self._only_wild: Sum = []
        self._only_as_itself: Sum = []

        self._runs()
        self._sets()
        self._jokers_only()
        self._one_card_one_meld()

    def _count(self, most: int) -> cp_model.IntVar:
        return self.model.new_int_var(0, most, "")

    def _natural(self, card: Card) -> bool:
        return card.rank != self.wild

    def _runs(self) -> None:
        highest = HIGH_ACE if self.rules.ace_high else LONGEST
        for suit in SUITS:
            for low in range(ACE, highest - SMALLEST + 2):
                for high in range(low + SMALLEST - 1, min(highest, low + LONGEST - 1) + 1):
                    self._run([Card((p - 1) % LONGEST + 1, suit) for p in range(low, high + 1)])

    def _run(self, places: list[Card]) -> None:
        """Declare the runs over one interval; in a pure one, every card stands as itself."""
        held = [card for card in places if self.hand[card]]
        naturals = [card for card in held if self._natural(card)]
        if not naturals or len(places) - len(held) > self.jokers:
            return
        if len(held) == len(places) and (len(naturals) == len(places) or self.rules.wild_in_place_is_pure):
            pure = self._count(min(self.hand[card] for card in places))
            self.pure.append((pure, 1))
            self.sequences.append((pure, 1))
            worth = sum(points(card, self.wild, self.rules) for card in places)
            self.pure_points.append((pure, worth))
            for card in places:
                self.as_itself[card].append((pure, 1))
        # Runs with a joker in them, or (without wild_in_place_is_pure) a wild card in its own place.
        if not self.jokers:
            return
        most = min(sum(self.hand[card] for card in naturals), self.size // len(places))
        if not most:
            return
        runs = self._count(most)
        self.sequences.append((runs, 1))
        self.standing.append((runs, len(places)))
        natural: Sum = []
        for card in held:
            shown = self._count(min(most, self.hand[card]))
            self.model.add(shown <= runs)
            self.as_itself[card].append((shown, 1))
            self.standing.append((shown, -1))
            if self._natural(card):
                natural.append((shown, 1))
        self.model.add(total(natural) >= runs)

    def _sets(self) -> None:
        for rank in range(1, len(RANKS) + 1):
            held = [card for suit in SUITS if self.hand[card := Card(rank, suit)]]
            if held and rank != self.wild:
                self._set(held)

    def _set(self, held: list[Card]) -> None:
        """Declare the sets of one rank: natural cards of different suits, and jokers."""
        most = min(sum(self.hand[card] for card in held), self.size // SMALLEST)
        if not most or len(held) + self.jokers < SMALLEST:
            return
        sets = self._count(most)
        jokers = self._count(self.jokers)
        natural: Sum = []
        for card in held:
            shown = self._count(min(most, self.hand[card]))
            self.model.add(shown <= sets)
            self.as_itself[card].append((shown, 1))
            natural.append((shown, 1))
        cards = total([*natural, (jokers, 1)])
        self.model.add(total(natural) >= sets)
        self.model.add(cards >= SMALLEST * sets)
        self.model.add(cards <= self.rules.set_max * sets)
        self.standing.append((jokers, 1))

    def _jokers_only(self) -> None:
        """Declare groups of jokers only: sequences, in which one wild card can stand as itself.

        One only, as a run has one place for each rank (the ace stands at one end or the other), and never all
        of three: so such a group is never pure. Without a wild card it needs ``joker_only``.
        """
        for _ in range(self.jokers // SMALLEST):
            group = self.model.new_bool_var("")
            printed, wild, itself = (
                self._count(self.printed),
                self._count(self.wilds),
                self._count(1),
            )
            self.model.add(printed + wild >= SMALLEST * group)
            self.model.add(printed + wild <= LONGEST * group)
            self.model.add(itself <= wild)
            if self.rules.joker_only != "sequence":
                self.model.add(wild >= group)
            self.sequences.append((group, 1))
            self.standing += [(printed, 1), (wild, 1), (itself, -1)]
            self._only_printed.append((printed, 1))
            self._only_wild.append((wild, 1))
            self._only_as_itself.append((itself, 1))

    def _one_card_one_meld(self) -> None:
        for card, uses in self.as_itself.items():
            self.model.add(total(uses) <= self.hand[card])
        in_place = [term for card, uses in self.as_itself.items() if not self._natural(card) for term in uses]
        self.model.add(total(self._only_printed) <= self.printed)
        self.model.add(total(self._only_wild + in_place) <= self.wilds)
        self.model.add(total(self.joker_uses() + in_place) <= self.jokers)

    def joker_uses(self) -> Sum:
        """Every joker that is in a meld, but for wild cards in their own place in a run with a natural card."""
        return self.standing + self._only_as_itself

    def cards(self) -> Sum:
        """Every card that is in a meld."""
        return [term for uses in self.as_itself.values() for term in uses] + self.joker_uses()

    def melded_points(self) -> Sum:
        """Tell the points of the cards that are in a meld."""
        return [
            (variable, times * points(card, self.wild, self.rules))
            for card, uses in self.as_itself.items()
            for variable, times in uses
        ]
