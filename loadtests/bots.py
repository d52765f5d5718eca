"""Players of simulated deals: simple, seeded, and human enough to drop bad hands, declare in haste and lay melds wrong.

A bot looks at the hand as the library sees it: the best arrangement of all it holds tells which cards are loose. Of
those it puts down the one with the fewest friends; from the open pile it takes a card that fits; and it declares when
the library says that it may, or when it mistakes a hand full of sets for a finished one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, NamedTuple

from app.rummy.analysis import analyze_codes
from app.rummy.cards import JOKER
from app.rummy.pack import WildJoker, pack_of
from app.rummy.results import Analysis, Kind
from app.rummy.rules import NamedRules, Protection

Groups = tuple[tuple[int, ...], ...]

_MOST_POINTS: Final = 10
"""What the finish card can be worth: a hand whose loose cards are worth more cannot be declared."""


class Temper(NamedTuple):
    """What kind of player it is, as chances between 0 and 1.

    Attributes:
        drops: to drop a hand without a pure sequence and with at most one joker before the first move.
        gives_up: to drop in the middle, at every turn without a pure sequence.
        hasty: to declare a hand that is all in melds but lacks a sequence.
        slips: to lay a good hand down wrong.
        blunders: to put down any loose card.
    """

    drops: float
    gives_up: float
    hasty: float
    slips: float
    blunders: float


TEMPERS: Final = (
    (Temper(drops=0.40, gives_up=0.01, hasty=0.02, slips=0.01, blunders=0.00), 30),
    (Temper(drops=0.25, gives_up=0.02, hasty=0.10, slips=0.03, blunders=0.05), 50),
    (Temper(drops=0.05, gives_up=0.01, hasty=0.50, slips=0.10, blunders=0.20), 20),
)
"""Practised players, usual ones and beginners, and how many there are of each."""


@dataclass(frozen=True)
class Game:
    """A game as bots think of it.

    Attributes:
        rules: the rules that are played.
        wild_joker: what was cut.
        held: what a hand is planned by: a first pure sequence, then as few loose cards as possible, without a cap.
        drawn: the same with one card more in the hand.
        wild: by card code, whether it is a joker.
    """

    rules: NamedRules
    wild_joker: WildJoker
    held: NamedRules
    drawn: NamedRules
    wild: tuple[bool, ...]

    @classmethod
    def of(cls, rules: NamedRules, wild_joker: WildJoker) -> "Game":
        """The game of these rules and this cut."""
        size = rules.rules.hand_size
        held = replace(rules.rules, protection=Protection.FIRST_LIFE, cap=None)
        drawn = NamedRules("bots", replace(held, hand_size=size + 1))
        return cls(rules, wild_joker, NamedRules("bots", held), drawn, pack_of(rules.rules, wild_joker).wild)


class Declaration(NamedTuple):
    """What a player lays down to finish."""

    groups: Groups
    discard: int


class Player:
    """One player of one deal."""

    def __init__(self, game: Game, hand: Sequence[int], temper: Temper, rng: Random) -> None:
        """Pick the hand up and look at it."""
        self.game = game
        self.hand = list(hand)
        self.temper = temper
        self.rng = rng
        first = analyze_codes(self.hand, game.wild_joker, game.held)
        self.loose = len(first.loose)
        self.hopeless = first.pure_sequences == 0 and sum(game.wild[code] for code in hand) <= 1
        self.lost = first.pure_sequences == 0

    def wants(self, card: int) -> bool:
        """Whether to take the open card: it must fit into melds without another card falling out of them."""
        if self.game.wild[card] or not any(_friends(card, held) for held in self.hand):
            return False
        together = analyze_codes([*self.hand, card], self.game.wild_joker, self.game.drawn)
        return len(together.loose) <= self.loose and all(placed.code != card for placed in together.loose)

    def turn(self, picked_up: int | None) -> Declaration | int:
        """With one card more in the hand: what to lay down to finish, or the card to put down."""
        seen = analyze_codes(self.hand, self.game.wild_joker, self.game.drawn)
        self.lost = seen.pure_sequences == 0
        declaration = self._finish(seen, picked_up)
        if declaration is not None:
            return declaration
        card = self._discard(seen, picked_up)
        self.hand.remove(card)
        self.loose = max(0, len(seen.loose) - 1)
        return card

    def _finish(self, seen: Analysis, picked_up: int | None) -> Declaration | None:
        """A declaration: a good one, or one made in haste."""
        if seen.penalty.before_cap <= _MOST_POINTS and len(seen.loose) <= 1:
            best = analyze_codes(self.hand, self.game.wild_joker, self.game.rules, picked_up=picked_up)
            if best.declarable and best.discard is not None:
                return Declaration(self._laid(best), best.discard.code)
        if len(seen.loose) == 1 and seen.loose[0].code != picked_up and self.rng.random() < self.temper.hasty:
            return Declaration(_groups(seen, loose=False), seen.loose[0].code)
        return None

    def _laid(self, best: Analysis) -> Groups:
        """The melds as the player lays them: at times with two cards in each other's place."""
        groups = [list(group) for group in _groups(best, loose=False)]
        if len(groups) > 1 and self.rng.random() < self.temper.slips:
            one, other = self.rng.sample(groups, 2)
            one[0], other[0] = other[0], one[0]
        for group in groups:
            if self.rng.random() < 0.1:
                self.rng.shuffle(group)
        return tuple(map(tuple, groups))

    def _discard(self, seen: Analysis, picked_up: int | None) -> int:
        """The loose card with the fewest friends; where none is loose, one out of a set or the longest meld."""
        free = [placed.code for placed in seen.loose if placed.code != picked_up and not self.game.wild[placed.code]]
        if not free:
            melds = sorted(seen.melds, key=lambda meld: (meld.kind is not Kind.SET, -len(meld.cards)))
            spare = [placed.code for meld in melds for placed in meld.cards if not self.game.wild[placed.code]]
            spare += [code for code in self.hand if code not in spare]
            return next(code for code in spare if code != picked_up)
        if self.rng.random() < self.temper.blunders:
            return self.rng.choice(free)
        runs_needed = seen.sequences < self.game.rules.rules.min_sequences
        return min(free, key=lambda code: (self._worth(code, runs_needed), -self._points(code), code))

    def _worth(self, code: int, runs_needed: bool) -> int:  # noqa: FBT001 - by position, as it is called often
        """How much a loose card promises."""
        worth = sum(_friends(code, other) for other in self.hand)
        return (
            worth if runs_needed else worth + 2 * sum(other % 13 == code % 13 for other in self.hand if other != code)
        )

    def _points(self, code: int) -> int:
        return 10 if code % 13 in {0, 10, 11, 12} else code % 13 + 1

    def left_over(self) -> Groups:
        """The hand as it lies when another player finishes: melds in groups, what is loose in a last one."""
        seen = analyze_codes(self.hand, self.game.wild_joker, self.game.held)
        return _groups(seen, loose=True)


def _groups(seen: Analysis, *, loose: bool) -> Groups:
    groups = tuple(tuple(placed.code for placed in meld.cards) for meld in seen.melds)
    rest = tuple(placed.code for placed in seen.loose)
    return (*groups, rest) if loose and rest else groups


def _friends(code: int, other: int) -> int:
    """How near two cards are to a meld: neighbours in suit 4, one apart 2, of one rank 2, else 0."""
    if code == other or JOKER in {code, other}:
        return 0
    if code // 13 == other // 13:
        apart = abs(code % 13 - other % 13)
        apart = min(apart, 13 - apart) if 0 in {code % 13, other % 13} else apart  # the ace lies at both ends
        return 4 if apart == 1 else 2 if apart == 2 else 0
    return 2 if code % 13 == other % 13 else 0
