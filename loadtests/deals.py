"""Simulated deals: bots at a table of two to six draw, keep the better cards and declare when they can.

What they hold is what a platform's players hold: hopeless hands that are dropped, near-complete ones at every turn,
declarations of which some are wrong, and what losers are left with. The same seed plays the same deals everywhere.
``python -m loadtests.deals`` plays some and tells what they are like; with ``--items`` it writes them for an audit.
"""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from app.rummy.cards import CARD_TEXT
from app.rummy.declaration import verify_codes
from app.rummy.pack import pack_of, parse_wild_joker
from app.rummy.rules import NAMED_PRESETS, NamedRules
from loadtests.bots import TEMPERS, Declaration, Game, Groups, Player

PRESETS: Final = (("indian-13", 50), ("pool-101", 15), ("pool-201", 15), ("deals", 10), ("pool-61", 5), ("pagat", 5))
"""The games that are played, and how often."""
TABLES: Final = ((2, 40), (3, 8), (4, 12), (5, 10), (6, 30))
"""How many sit at a table, and how often: platforms mostly seat two or six."""
_RANK_TOLD: Final = 0.4
"""The share of tables that tell the wild rank and not the cut card."""
_LEAVES: Final = 0.0005
"""The chance at each turn that a player goes away."""
_MOST_TURNS: Final = 60
"""Turns of a player after which the table breaks up; a few deals in a thousand come to that."""


class Outcome(StrEnum):
    """How a deal ended for a player."""

    DECLARED = "declared"
    HAND = "hand"
    FIRST_DROP = "first_drop"
    MIDDLE_DROP = "middle_drop"
    LEFT = "left"
    WRONG_DECLARATION = "wrong_declaration"
    LAST = "last"
    """All others are out: the winner, who has not declared."""


class Turn(NamedTuple):
    """A player with one card more in the hand, about to put one down; ``picked_up`` is from the open pile, or None."""

    seat: int
    hand: tuple[int, ...]
    picked_up: int | None


class Seat(NamedTuple):
    """A player's deal.

    Attributes:
        dealt: the hand at the start.
        outcome: how it ended.
        hand: the cards at the end, without the finish card.
        groups: the cards as they lie at the end: as declared, or a loser's melds and loose cards.
        discard: the finish card of a declaration, right or wrong.
    """

    dealt: tuple[int, ...]
    outcome: Outcome
    hand: tuple[int, ...]
    groups: Groups
    discard: int | None


class PlayedDeal(NamedTuple):
    """A deal from the first card to the last.

    Attributes:
        rules: the rules played by.
        wild_joker: the wild joker as the table tells it: the cut card, or its rank alone.
        seats: the players in order.
        turns: all turns in order.
    """

    rules: NamedRules
    wild_joker: str
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]


def deals(seed: int | str) -> Iterator[PlayedDeal]:
    """Deals without end, the same for the same seed."""
    rng = Random(f"meldwise deals {seed}")
    while True:
        (rules,) = rng.choices([NAMED_PRESETS[name] for name, _ in PRESETS], [share for _, share in PRESETS])
        (players,) = rng.choices([number for number, _ in TABLES], [share for _, share in TABLES])
        played = Table(rng, rules, players).play()
        if played is not None:
            yield played


class Table:
    """A table during one deal."""

    def __init__(self, rng: Random, rules: NamedRules, players: int) -> None:
        """Shuffle, cut and deal."""
        self.rng = rng
        cards = [
            code
            for code, copies in enumerate(pack_of(rules.rules, parse_wild_joker(None)).copies)
            for _ in range(copies)
        ]
        rng.shuffle(cards)
        cut = CARD_TEXT[cards.pop()]
        self.told = cut[:-1] if cut != "JK" and rng.random() < _RANK_TOLD else cut
        self.game = Game.of(rules, parse_wild_joker(self.told))
        size = rules.rules.hand_size
        tempers, shares = [temper for temper, _ in TEMPERS], [share for _, share in TEMPERS]
        self.dealt = [tuple(cards[size * seat : size * (seat + 1)]) for seat in range(players)]
        self.players = [Player(self.game, hand, rng.choices(tempers, shares)[0], rng) for hand in self.dealt]
        self.stock = cards[size * players :]
        self.open = [self.stock.pop()]
        self.ends: dict[int, Seat] = {}
        self.turns: list[Turn] = []

    def play(self) -> PlayedDeal | None:
        """Play to the end; None if the table breaks up."""
        for number in range(_MOST_TURNS):
            for seat in range(len(self.players)):
                if seat not in self.ends:
                    self._turn(seat, number)
                    if self._over():
                        return self._played()
        return None

    def _over(self) -> bool:
        """Whether someone has declared, or only one player is left."""
        return len(self.ends) >= len(self.players) - 1 or any(
            end.outcome is Outcome.DECLARED for end in self.ends.values()
        )

    def _turn(self, seat: int, number: int) -> None:
        player, rules = self.players[seat], self.game.rules.rules
        chance = player.temper.drops * player.hopeless if number == 0 else player.temper.gives_up * player.lost
        allowed = (rules.first_drop if number == 0 else rules.middle_drop) is not None
        if self.rng.random() < _LEAVES:
            self._end(seat, Outcome.LEFT)
        elif allowed and self.rng.random() < chance:
            self._end(seat, Outcome.MIDDLE_DROP if number else Outcome.FIRST_DROP)
        else:
            self._move(seat, player)

    def _move(self, seat: int, player: Player) -> None:
        picked_up = self.open.pop() if player.wants(self.open[-1]) else None
        player.hand.append(self._draw() if picked_up is None else picked_up)
        self.turns.append(Turn(seat, tuple(player.hand), picked_up))
        done = player.turn(picked_up)
        if isinstance(done, Declaration):
            self._declared(seat, done)
        else:
            self.open.append(done)

    def _draw(self) -> int:
        if not self.stock:
            self.stock, self.open = self.open[:-1], self.open[-1:]
            self.rng.shuffle(self.stock)
        return self.stock.pop()

    def _declared(self, seat: int, done: Declaration) -> None:
        player = self.players[seat]
        player.hand.remove(done.discard)
        self.open.append(done.discard)
        game = self.game
        verdict = verify_codes(done.groups, game.wild_joker, game.rules, discard=done.discard, with_best=False)
        outcome = Outcome.DECLARED if verdict.valid else Outcome.WRONG_DECLARATION
        self.ends[seat] = Seat(self.dealt[seat], outcome, tuple(player.hand), done.groups, done.discard)

    def _end(self, seat: int, outcome: Outcome) -> None:
        player = self.players[seat]
        self.ends[seat] = Seat(self.dealt[seat], outcome, tuple(player.hand), player.left_over(), None)

    def _played(self) -> PlayedDeal:
        won = any(end.outcome is Outcome.DECLARED for end in self.ends.values())
        for seat in range(len(self.players)):
            if seat not in self.ends:
                self._end(seat, Outcome.HAND if won else Outcome.LAST)
        seats = tuple(self.ends[seat] for seat in range(len(self.players)))
        return PlayedDeal(self.game.rules, self.told, seats, tuple(self.turns))
