"""The best arrangement of some cards: what a loser pays decides first, then the tie-breaks.

The penalty of a hand is the least over *all* arrangements and all rows of the protection table they satisfy, so nothing
here is decided in steps: every state the search reached is weighed by the same key.
"""

from typing import Final

from app.rummy.bounds import can_be_met
from app.rummy.game import Game
from app.rummy.holding import Holding
from app.rummy.packing import CARD, POINT
from app.rummy.search import Search, give, take

_ROOM_FOR_PENALTY: Final = 1 << 16
_NEVER: Final = 1 << 60
"""A value that no arrangement has."""


class Budget:
    """What a question may cost: the choices of sets that its searches, all together, may judge.

    A count and no clock, so that the same question always meets the same fate.
    """

    def __init__(self, nodes: int = 1 << 60) -> None:
        """As many nodes as told; practically without limit unless told."""
        self.left = nodes


class Best:
    """The chosen arrangement. Who has done with it calls :meth:`free`, once.

    Attributes:
        search: the search that found it.
        state: the state it is in (for ``search.lay_out``).
        before_cap: its penalty before the cap, in points.
        declarable: whether it makes a valid declaration.
        key: what it was chosen by; the greater one is better.
    """

    def __init__(self) -> None:
        """Be nothing yet."""
        self.search: Search = None  # type: ignore[assignment]
        self.state = self.before_cap = self.key = 0
        self.declarable = False

    def free(self) -> None:
        """Let the search be used for another hand."""
        give(self.search)
        self.search = None  # type: ignore[assignment]


def best_arrangement(holding: Holding, game: Game, budget: Budget) -> Best:
    """The arrangement that a player would want: least penalty, then declarable, then the tie-breaks of the rules.

    In order: penalty before the cap; declarable; fewest loose points; fewest loose cards; fewest jokers standing for
    others; most pure sequences, then most sequences, up to the number needed.

    Raises:
        BudgetError: the budget is used up.
    """
    if not game.exempts_pure:
        return _searched(holding, game, budget, 0)
    # Points in pure sequences come first here, so the same arrangements may have to be searched by another value.
    exempt = _may_be_exempt(holding, game)
    rival: Best | None = None
    if exempt > 0 and game.flat_cap < 0 and not can_be_met(holding, game):
        rival = _searched(holding, game, budget, 1)
        if rival.key >= 0 and rival.before_cap < holding.total:  # what all others cost
            return rival
    best = _searched(holding, game, budget, 0)
    if rival is None and not best.declarable and exempt >= 0 and holding.total - exempt <= best.before_cap:
        rival = _searched(holding, game, budget, 1)
    if rival is None:
        return best
    if rival.key > best.key:
        best, rival = rival, best
    rival.free()
    return best


def _may_be_exempt(holding: Holding, game: Game) -> int:
    """No less than the points that pure sequences can have, or -1 where there can be none."""
    most = -1
    for suit in range(4):
        natural = holding.natural[suit]
        held = natural | holding.wild[suit]
        held = (held | held >> 1) & 0x1555555
        held |= (held & 1) << 26
        starts = held & held >> 2 & held >> 4
        if game.tunnela > 1:
            copies = natural | holding.wild[suit]
            if copies & copies >> 1 & 0x1555555:
                starts |= copies & copies >> 1 & 0x1555555
        if not starts:
            continue
        most = max(most, 0)
        places = starts | starts << 2 | starts << 4
        places |= places >> 26
        for rank in range(13):
            if places >> 2 * rank & 1:
                most += (natural >> 2 * rank & 3) * game.rank_points[rank]
    if most < 0 and game.tunnela > 1 and holding.printed > 2:
        most = 0
    return most


def _searched(holding: Holding, game: Game, budget: Budget, pure_first: int) -> Best:
    """The best that one search finds; ``pure_first``: pure sequences alone are exempt, and their points weighed."""
    search = take(game.kind_pure if pure_first else game.kind)
    complete = _NEVER if pure_first else holding.total * POINT + holding.size * CARD
    search.seek(holding, game, pure_first, complete, budget.left)
    budget.left = search.left
    best = Best()
    best.search = search
    total, size, min_pure, flat_cap = holding.total, holding.size, game.min_pure, game.flat_cap
    best_key = -1
    for index in range(search.reached_count):
        state = search.reached[index]
        value = search.values[state]
        penalty = total
        pure = state >> 3
        if pure_first:
            if not pure:
                continue
            penalty -= value >> 20
            value &= (1 << 20) - 1
        elif game.loose_row[state]:
            penalty -= value >> 10
        declarable = 1 if game.met[state] and ((value & 1023) + 31) >> 5 == size else 0
        if flat_cap >= 0 and (flat_cap < penalty or (not pure and not game.met[state])):
            penalty = flat_cap
        if pure > min_pure:
            pure = min_pure
        key = (_ROOM_FOR_PENALTY - penalty) << 1 | declarable
        key = (key << 20 | value) << 8 | pure << 4 | state >> 1 & 3
        if key > best_key:
            best_key = key
            best.state, best.before_cap, best.declarable = state, penalty, declarable == 1
    best.key = best_key
    return best
