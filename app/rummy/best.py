"""The best arrangement of some cards: what a loser pays decides first, then the tie-breaks.

The penalty of a hand is the least over *all* arrangements and all rows of the protection table they satisfy, so nothing
here is decided in steps: every state the search reached is weighed by the same key.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from app.rummy.cards import JOKER
from app.rummy.game import Game
from app.rummy.packing import CARD, POINT
from app.rummy.search import Search

_ROOM_FOR_PENALTY: Final = 1 << 16
_NEVER: Final = 1 << 60
"""A value that no arrangement has."""


class Cards(NamedTuple):
    """Cards as the search wants them: counts of two bits a rank."""

    natural: tuple[int, int, int, int]
    wild: tuple[int, int, int, int]
    jokers: int
    total: int
    size: int


class Budget:
    """What a question may cost: the choices of sets that its searches, all together, may judge.

    A count and no clock, so that the same question always meets the same fate.
    """

    def __init__(self, nodes: int = 1 << 60) -> None:
        """As many nodes as told; practically without limit unless told."""
        self.left = nodes


class Best(NamedTuple):
    """The chosen arrangement.

    Attributes:
        search: the search that found it.
        state: the state it is in (for ``search.rebuild``).
        before_cap: its penalty before the cap, in points.
        declarable: whether it makes a valid declaration.
    """

    search: Search
    state: int
    before_cap: int
    declarable: bool


_quick_cards = partial(tuple.__new__, Cards)
_quick_best = partial(tuple.__new__, Best)


def could_deal(hand: Sequence[int], game: Game) -> bool:
    """Whether these cards can exist together; ``pack.hand_faults`` names those that cannot."""
    copies = game.pack.copies
    if not game.plenty:
        return False
    held = [0] * 53
    for code in hand:
        count = held[code] + 1
        held[code] = count
        if count > copies[code]:
            return False
    return True


def pack_cards(codes: Sequence[int], game: Game) -> Cards:
    """Count ``codes``."""
    natural, wild = [0, 0, 0, 0], [0, 0, 0, 0]
    jokers = total = 0
    is_wild, points = game.pack.wild, game.pack.points
    for code in codes:
        if is_wild[code]:
            jokers += 1
            if code != JOKER:
                wild[code // 13] += 1 << 2 * (code % 13)
        else:
            natural[code // 13] += 1 << 2 * (code % 13)
            total += points[code]
    n0, n1, n2, n3 = natural
    w0, w1, w2, w3 = wild
    return _quick_cards(((n0, n1, n2, n3), (w0, w1, w2, w3), jokers, total, len(codes)))


def best_arrangement(cards: Cards, game: Game, budget: Budget) -> Best:
    """The arrangement that a player would want: least penalty, then declarable, then the tie-breaks of the rules.

    In order: penalty before the cap; declarable; fewest loose points; fewest loose cards; fewest jokers standing for
    others; most pure sequences, then most sequences, up to the number needed.

    Raises:
        BudgetError: the budget is used up.
    """
    complete = cards.total * POINT + cards.size * CARD
    search = _search(cards, game, game.kind, game.protects, complete, budget)
    best, key = _weigh(search, cards, game, False)
    if game.exempts_pure and not best.declarable and any(map(_may_hold_pure_run, cards.natural, cards.wild)):
        # Points in pure sequences come first here, so the same arrangements have to be searched by another value.
        pure_search = _search(cards, game, game.kind_pure, game.has_pure, _NEVER, budget)
        rival, rival_key = _weigh(pure_search, cards, game, True)
        if rival_key > key:
            return rival
    return best


def _may_hold_pure_run(natural: int, wild: int) -> bool:
    """Whether three consecutive places of a suit are held."""
    held = natural | wild
    held = (held | held >> 1) & 0x1555555
    held |= (held & 1) << 26
    return held & held >> 2 & held >> 4 != 0


def _search(cards: Cards, game: Game, kind: int, protects: tuple[bool, ...], complete: int, budget: Budget) -> Search:
    natural, wild, jokers = cards.natural, cards.wild, cards.jokers
    set_max, groups = game.rules.set_max, game.joker_groups
    search = Search(natural, wild, jokers, kind, game.rank_points, set_max, groups, protects, complete, budget.left)
    budget.left = search.left
    return search


def _weigh(search: Search, cards: Cards, game: Game, exempt: bool) -> tuple[Best, int]:
    """The best state of a search and its key; ``exempt``: pure sequences alone are exempt, and their points weighed."""
    values, met, loose_row = search.values, game.met, game.loose_row
    total, size, min_pure, flat_cap = cards.total, cards.size, game.min_pure, game.flat_cap
    best_key = -1
    best_state = best_penalty = 0
    for state in search.reached:
        value = values[state]
        penalty = total
        if exempt:
            if state < 8:
                continue
            penalty -= value >> 20
            value &= (1 << 20) - 1
        elif loose_row[state]:
            penalty -= value >> 10
        declarable = met[state] and ((value & 1023) + 31) >> 5 == size
        if flat_cap >= 0 and (flat_cap < penalty or (state < 8 and not met[state])):
            penalty = flat_cap
        pure = state >> 3
        key = (_ROOM_FOR_PENALTY - penalty) << 1 | declarable
        key = (key << 20 | value) << 8 | (min(min_pure, pure)) << 4 | state >> 1 & 3
        if key > best_key:
            best_key, best_state, best_penalty = key, state, penalty
    return _quick_best((search, best_state, best_penalty, best_key >> 28 & 1 == 1)), best_key
