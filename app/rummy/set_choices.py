"""The sets that a hand allows, and what choosing among them can still bring. Plain integers, ready to be compiled."""

from typing import Final

from app.rummy.packing import CARD, POINT, blank
from app.rummy.suit_memo import useful_ranks

MOST_OPTIONS: Final = 168
"""Eleven sets of every rank, and of two ranks with and without their wild card."""
SIZES: Final = [suits.bit_count() for suits in range(16)]
"""How many suits a mask has."""
_SUITS: Final = (15, 7, 11, 13, 14, 3, 5, 9, 6, 10, 12)
"""Suits that a set's naturals can come from, as bit masks; the largest first."""


def _of_held() -> list[int]:
    """By the mask of suits in which a rank is held: sixteen places for those of ``_SUITS`` within it, ended by 0."""
    flat = []
    for held in range(16):
        within = [suits for suits in _SUITS if not suits & ~held]
        flat += within + [0] * (16 - len(within))
    return flat


class SetChoices:
    """Every set worth a try, the dearest first.

    Attributes:
        size: how many there are.
        options: each as ``rank | suits << 4 | jokers << 8 | own << 12``: the suits of its natural cards, how many
            jokers it takes, and as a mask the suits in which a wild card of the rank is one of these, as itself.
        worths: their values.
        reach: for each, no less than it and all sets later in the list are worth together, as far as they can be had
            together.
        hope: no less than the reach of it and of any later in the list.
    """

    def __init__(self) -> None:
        """Be empty."""
        self.size = 0
        self.options = blank(MOST_OPTIONS)
        self.worths = blank(MOST_OPTIONS)
        self.reach, self.hope = blank(MOST_OPTIONS), blank(MOST_OPTIONS)
        self.sizes = SIZES
        self.suits = _of_held()

    def find(
        self,
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
        points: list[int],
    ) -> None:
        """Find them for these natural and wild counts of the four suits (two bits a rank).

        A card that no run can take is not left out of a set that has room for it. A rank that has natural cards and
        wild ones is next to the cut card's, and wild in its suit alone: so there is one such suit at most.
        """
        self.size = 0
        h0, h1, h2, h3 = n0 | n0 >> 1, n1 | n1 >> 1, n2 | n2 >> 1, n3 | n3 >> 1
        two = h0 & h1 | h2 & h3 | (h0 | h1) & (h2 | h3)
        three = h0 & h1 & (h2 | h3) | h2 & h3 & (h0 | h1)
        ranks = (two if jokers else three) & 0x1555555
        if not ranks:
            return
        twice, wild = n0 >> 1 | n1 >> 1 | n2 >> 1 | n3 >> 1, w0 | w1 | w2 | w3
        u0 = u1 = u2 = u3 = -1
        if jokers < 2:
            u0, u1 = useful_ranks(n0, w0, jokers), useful_ranks(n1, w1, jokers)
            u2, u3 = useful_ranks(n2, w2, jokers), useful_ranks(n3, w3, jokers)
        options, worths, of_held, sizes = self.options, self.worths, self.suits, self.sizes
        size = 0
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
            own = 0
            if wild >> shift & 3:
                own = (1 if w0 >> shift & 3 else 0) | (2 if w1 >> shift & 3 else 0)
                own |= (4 if w2 >> shift & 3 else 0) | (8 if w3 >> shift & 3 else 0)
            worth = points[rank] * POINT + CARD
            index = held * 16 - 1
            while True:
                index += 1
                suits = of_held[index]
                if not suits:
                    break
                cards = sizes[suits]
                if own and cards < set_max and not (stuck & ~suits and cards + 1 < set_max):
                    options[size] = rank | suits << 4 | 1 << 8 | own << 12
                    worths[size] = cards * worth + CARD
                    size += 1
                if cards > set_max or (cards == 2 and not jokers) or (stuck & ~suits and cards < set_max):
                    continue
                needed = 1 if cards == 2 else 0
                options[size] = rank | suits << 4 | needed << 8
                worths[size] = cards * worth + needed * (CARD - 1)
                size += 1
        self.size = size
        self.look_ahead(n0, n1, n2, n3, jokers, points)

    def look_ahead(self, n0: int, n1: int, n2: int, n3: int, jokers: int, points: list[int]) -> None:
        """Set ``reach`` and ``hope`` by the best set of every later rank.

        A rank held twice in some suit may have more sets than one, worth no more than all its cards and all jokers.
        """
        twice = n0 >> 1 | n1 >> 1 | n2 >> 1 | n3 >> 1
        options, worths, reach, hope = self.options, self.worths, self.reach, self.hope
        later = best = same = most = 0
        rank = -1
        for index in range(self.size - 1, -1, -1):
            own_rank = options[index] & 15
            if own_rank != rank:
                later += best
                best = same = 0
                rank = own_rank
                shift = 2 * rank
                if twice >> shift & 1:
                    cards = (n0 >> shift & 3) + (n1 >> shift & 3) + (n2 >> shift & 3) + (n3 >> shift & 3)
                    best = same = cards * points[rank] * POINT + (cards + jokers) * CARD
            worth = worths[index]
            if worth > best:
                best = worth
            worth += later + same
            reach[index] = worth
            if worth > most:
                most = worth
            hope[index] = most
