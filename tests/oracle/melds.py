"""The melds of a hand as integer variables: runs, sets, identical cards and groups of jokers only.

Equal melds are counted, not listed, and this loses nothing:

* *Runs over one interval.* ``n`` runs, of which ``k[p]`` (at most ``n``) show the proper card at position
  ``p``, can be dealt out so that every run gets a card in its own place if and only if the ``k[p]`` sum to
  ``n`` at least: deal them round and round. All other positions are jokers.
* *Sets of one rank.* ``m`` sets with ``k[s]`` (at most ``m``) cards of suit ``s`` and ``j`` jokers, dealt
  round and round, the natural cards first, differ by at most one; so all of them can have a lawful size if and
  only if the sizes sum to between ``3 m`` and ``set_max * m``, and a natural card each if the ``k[s]`` of
  natural cards sum to ``m``.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from .cards import ACE, HIGH_ACE, JOKER, RANKS, SUITS, Card, is_joker, points

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

    def __init__(self, hand: Counter[Card], wild: frozenset[Card], rules: Rules) -> None:
        """Declare every meld that the cards of the hand could form."""
        self.model = cp_model.CpModel()
        self.hand, self.wild, self.rules = hand, wild, rules
        self.size = sum(hand.values())
        self.printed = hand[JOKER]
        self.wilds = sum(n for card, n in hand.items() if card in wild)
        self.jokers = self.printed + self.wilds
        self.all_points = sum(n * points(card, wild, rules) for card, n in hand.items())

        self.as_itself: dict[Card, Sum] = defaultdict(list)
        self.standing: Sum = []
        self.pure: Sum = []
        self.sequences: Sum = []
        self.pure_points: Sum = []
        self._only_printed: Sum = []
        self._only_wild: Sum = []

        self._runs()
        self._sets()
        self._identical()
        self._jokers_only()
        self._one_card_one_meld()

    def _count(self, most: int) -> cp_model.IntVar:
        return self.model.new_int_var(0, most, "")

    def _natural(self, card: Card) -> bool:
        return not is_joker(card, self.wild)

    def _runs(self) -> None:
        highest = HIGH_ACE if self.rules.ace_high else LONGEST
        for suit in SUITS:
            for low in range(ACE, highest - SMALLEST + 2):
                for high in range(low + SMALLEST - 1, min(highest, low + LONGEST - 1) + 1):
                    self._run([Card((p - 1) % LONGEST + 1, suit) for p in range(low, high + 1)])

    def _run(self, places: list[Card]) -> None:
        """Declare the runs over one interval; in a pure one, every card stands as itself."""
        held = [card for card in places if self.hand[card]]
        if not held or len(places) - len(held) > self.jokers:
            return
        if len(held) == len(places) and (all(map(self._natural, places)) or self.rules.wild_in_place_is_pure):
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
        most = min(sum(self.hand[card] for card in held), self.size // len(places))
        if not most:
            return
        runs = self._count(most)
        self.sequences.append((runs, 1))
        self.standing.append((runs, len(places)))
        in_place: Sum = []
        for card in held:
            shown = self._count(min(most, self.hand[card]))
            self.model.add(shown <= runs)
            self.as_itself[card].append((shown, 1))
            self.standing.append((shown, -1))
            in_place.append((shown, 1))
        self.model.add(total(in_place) >= runs)

    def _sets(self) -> None:
        for rank in range(1, len(RANKS) + 1):
            held = [card for suit in SUITS if self.hand[card := Card(rank, suit)]]
            if any(map(self._natural, held)):
                self._set(held)

    def _set(self, held: list[Card]) -> None:
        """Declare the sets of one rank: cards of different suits in their own places, and jokers."""
        most = min(sum(self.hand[card] for card in held if self._natural(card)), self.size // SMALLEST)
        if not most or len(held) + self.jokers < SMALLEST:
            return
        sets = self._count(most)
        jokers = self._count(self.jokers)
        in_place: Sum = []
        natural: Sum = []
        for card in held:
            shown = self._count(min(most, self.hand[card]))
            self.model.add(shown <= sets)
            self.as_itself[card].append((shown, 1))
            in_place.append((shown, 1))
            if self._natural(card):
                natural.append((shown, 1))
        cards = total([*in_place, (jokers, 1)])
        # With one natural card and jokers alone, of its rank or not, the kindest reading is a sequence.
        self.model.add(total(natural) >= 2 * sets)
        self.model.add(cards >= SMALLEST * sets)
        self.model.add(cards <= self.rules.set_max * sets)
        self.standing.append((jokers, 1))

    def _identical(self) -> None:
        """Declare tunnelas and dublees, unless the group is something kinder: three jokers are a sequence."""
        for card, held in self.hand.items():
            kinder = not self._natural(card) and (card != JOKER or self.rules.joker_only == "sequence")
            as_pure = self.rules.tunnela == "pure_sequence"
            if held >= 3 and (as_pure or (self.rules.tunnela == "meld" and not kinder)):
                tunnelas = self._count(held // 3)
                self.as_itself[card].append((tunnelas, 3))
                if as_pure:
                    self.pure.append((tunnelas, 1))
                    self.sequences.append((tunnelas, 1))
                    self.pure_points.append((tunnelas, 3 * points(card, self.wild, self.rules)))
            if held >= 2 and self.rules.dublee == "meld":
                self.as_itself[card].append((self._count(held // 2), 2))

    def _jokers_only(self) -> None:
        """Declare groups of jokers only, none in its own place: sequences. Without a wild card they need a switch."""
        for _ in range(self.jokers // SMALLEST):
            group = self.model.new_bool_var("")
            printed, wild = self._count(self.printed), self._count(self.wilds)
            self.model.add(printed + wild >= SMALLEST * group)
            self.model.add(printed + wild <= LONGEST * group)
            if self.rules.joker_only != "sequence":
                self.model.add(wild >= group)
            self.sequences.append((group, 1))
            self.standing += [(printed, 1), (wild, 1)]
            self._only_printed.append((printed, 1))
            self._only_wild.append((wild, 1))

    def _one_card_one_meld(self) -> None:
        for card, uses in self.as_itself.items():
            self.model.add(total(uses) <= self.hand[card])
        in_place = [term for card, uses in self.as_itself.items() if card in self.wild for term in uses]
        printed = self.as_itself[JOKER]
        self.model.add(total(self._only_printed + printed) <= self.printed)
        self.model.add(total(self._only_wild + in_place) <= self.wilds)
        self.model.add(total(self.standing + in_place + printed) <= self.jokers)

    def cards(self) -> Sum:
        """Every card that is in a meld."""
        return [term for uses in self.as_itself.values() for term in uses] + self.standing

    def melded_points(self) -> Sum:
        """Tell the points of the cards that are in a meld."""
        return [
            (variable, times * points(card, self.wild, self.rules))
            for card, uses in self.as_itself.items()
            for variable, times in uses
        ]
