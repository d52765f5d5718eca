"""The sets that a hand allows, and what choosing among them can still bring. Plain integers, ready to be compiled."""

from typing import Final

from app.rummy.packing import CARD, POINT
from app.rummy.suit_table import useful_ranks

SUIT_CHOICES: Final = tuple((suits, suits.bit_count()) for suits in (15, 7, 11, 13, 14, 3, 5, 9, 6, 10, 12))
"""Suits a set's naturals can come from, as bit masks with their sizes; the largest first."""
SIZES: Final = tuple(suits.bit_count() for suits in range(16))
"""How many suits a mask has."""
CHOICES_WITHIN: Final = tuple(
    tuple((suits, size) for suits, size in SUIT_CHOICES if not suits & ~held) for held in range(16)
)
"""The SUIT_CHOICES within the suits held."""


def set_options(
    n0: int,
    n1: int,
    n2: int,
    n3: int,
    w0: int,
    w1: int,
    w2: int,
    w3: int,
    jokers: int,
    set_max: int,
    points: tuple[int, ...],
) -> tuple[list[int], list[int], list[int]]:
    """Every set worth a try, the dearest first: the sets, their values, and bounds on what may follow each.

    A set is ``rank | suits << 4 | jokers << 8``. A card that no run can take is not left out of a set that has room for
    it. The bound is no less than all sets later in the list are worth together, as far as they can be chosen together.

    it. The bound is no less than all sets later in the list are worth together, as far as they can be had together.
    the most cards in a set and ``points`` are those of each rank.
    """
    h0, h1, h2, h3 = n0 | n0 >> 1, n1 | n1 >> 1, n2 | n2 >> 1, n3 | n3 >> 1
    two = h0 & h1 | h2 & h3 | (h0 | h1) & (h2 | h3)
    three = h0 & h1 & (h2 | h3) | h2 & h3 & (h0 | h1)
    ranks = (two if jokers else three) & 0x1555555
    options: list[int] = []
    worths: list[int] = []
    if not ranks:
        return options, worths, []
    twice = n0 >> 1 | n1 >> 1 | n2 >> 1 | n3 >> 1
    u0 = u1 = u2 = u3 = -1
    if jokers < 2:
        u0, u1 = useful_ranks(n0, w0, jokers), useful_ranks(n1, w1, jokers)
        u2, u3 = useful_ranks(n2, w2, jokers), useful_ranks(n3, w3, jokers)
    shift = 26
    while ranks:
        shift -= 2
        if not ranks >> shift:
            continue
        ranks ^= 1 << shift
        held = h0 >> shift & 1 | (h1 >> shift & 1) << 1 | (h2 >> shift & 1) << 2 | (h3 >> shift & 1) << 3
        stuck = 0
        if not twice >> shift & 1:
            may_run = u0 >> shift & 1 | (u1 >> shift & 1) << 1 | (u2 >> shift & 1) << 2 | (u3 >> shift & 1) << 3
            stuck = held & ~may_run
        rank = shift >> 1
        for suits, size in CHOICES_WITHIN[held]:
            if size > set_max or (size == 2 and not jokers) or (stuck & ~suits and size < set_max):
                continue
            needed = 1 if size == 2 else 0
            options.append(rank | suits << 4 | needed << 8)
            worths.append(size * points[rank] * POINT + (size + needed) * CARD - needed)
    return options, worths, _further(options, worths, n0, n1, n2, n3, jokers, points)


def _further(
    options: list[int], worths: list[int], n0: int, n1: int, n2: int, n3: int, jokers: int, points: tuple[int, ...]
) -> list[int]:
    """Per option, no less than all sets that can follow it are worth: the best one of every later rank.

    A rank held twice in some suit may have more sets than one, worth no more than all its cards and all jokers.
    """
    twice = n0 >> 1 | n1 >> 1 | n2 >> 1 | n3 >> 1
    further = [0] * len(options)
    later = best = same = 0
    rank = -1
    for index in range(len(options) - 1, -1, -1):
        chosen = options[index]
        if chosen & 15 != rank:
            later += best
            best = same = 0
            rank = chosen & 15
            shift = 2 * rank
            if twice >> shift & 1:
                cards = (n0 >> shift & 3) + (n1 >> shift & 3) + (n2 >> shift & 3) + (n3 >> shift & 3)
                best = same = cards * points[rank] * POINT + (cards + jokers) * CARD
        worth = worths[index]
        if worth > best:
            best = worth
        further[index] = later + same
    return further
