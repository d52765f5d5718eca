"""The exact search: sets tie the suits together, so choose the sets, and let each suit do its best with what is left.

:class:`Search` tries every worthwhile choice of sets. For each it joins the four suits' frontiers (:mod:`.suit_table`),
the leftover jokers' own groups, and the room for jokers that stay over, into the best value for every state: how many
pure sequences and sequences there are, as far as the rules care. All that a penalty, a verdict or a tie-break asks
about an arrangement is in its state and value; :meth:`Search.rebuild` lays out the one that was chosen.

A choice of sets is passed over, with all that add to it, only when a bound shows that it cannot matter: each suit doing
its best alone, and every rank that is still to come giving its best set.
Everything here depends on the cards and the rules alone: not on the order of cards, nor on what the memo holds.
"""

from array import array
from typing import Final, NamedTuple

from app.rummy.faults import BudgetError
from app.rummy.packing import ADD, CARD, COVERS, ONE_JOKER, POINT, STATES, caps, top_state
from app.rummy.set_choices import SIZES, set_options
from app.rummy.suit_table import Entry, Table, lookup, recent, useful_ranks

STANDING: Final = CARD - 1
"""Value of a joker that joins a meld, standing for another card."""

Choice = tuple[tuple[int, ...], int, int, int, int, int, int, int]
"""A choice of sets and what it leaves: the sets (``rank | suits << 4 | jokers << 8``), the natural counts that each of
the four suits keeps, the jokers left, the sets' value, and how many jokers could still join the sets."""


class Layout(NamedTuple):
    """An arrangement in the core's numbers.

    Attributes:
        sets: as in :data:`Choice`.
        runs: per suit, its runs (``suit_table.lookup``).
        groups: groups of three jokers each.
        spare: jokers not spent yet; they join what has room.
    """

    sets: tuple[int, ...]
    runs: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    groups: int
    spare: int


class Search:
    """One hand under one set of rules, searched once.

    Args of the constructor (all counts packed two bits a rank, as in ``suit_table``):
        natural: four suits' natural cards.
        wild: four suits' wild cards.
        jokers: all jokers, printed and wild.
        kind: the ``packing.variant``.
        points: points by rank.
        set_max: most cards in a set.
        joker_groups: whether jokers alone make a sequence whatever they are.
        protects: per state, whether an arrangement in it protects all its melds: once one that covers a point is
            known, arrangements that protect less cannot matter. Give an empty sequence where every state matters.
        complete: the value of covering every card, where that with all requirements met is as good as it gets and
            the search may stop at it.
        budget: choices of sets to judge at most; ``left`` is what remains of it.

    Raises:
        BudgetError: the budget is used up.
    """

    def __init__(
        self,
        natural: tuple[int, int, int, int],
        wild: tuple[int, int, int, int],
        jokers: int,
        kind: int,
        points: tuple[int, ...],
        set_max: int,
        joker_groups: bool,
        protects: tuple[bool, ...],
        complete: int,
        budget: int,
    ) -> None:
        self.jokers = jokers
        self.set_max = set_max
        self.joker_groups = joker_groups
        self.protects = protects
        self.protected = 0
        self.add = ADD[caps(kind)]
        self.values = [-1] * STATES
        self.ceiling = [-1] * STATES
        self.choices: list[Choice | None] = [None] * STATES
        self.reached: list[int] = []
        self.sets: list[int] = []
        self.kind = kind
        self.known = recent(kind)
        self.w0, self.w1, self.w2, self.w3 = (counts << 26 for counts in wild)
        # The frontiers' joins, by jokers spent << 5 | state: the best value so far, or -1.
        self.here = array("q", [-1]) * (32 * (jokers + 1))
        self.there = array("q", [-1]) * (32 * (jokers + 1))
        self.points = points
        self.left = budget
        self.top = top_state(kind)
        self.done = False
        n0, n1, n2, n3 = natural
        w0, w1, w2, w3 = wild
        # What no arrangement can better: everything covered, by no more jokers standing for others than there must be.
        in_place = 0
        if w0 or w1 or w2 or w3:
            in_place = jokers
            if jokers < 3:  # with two more jokers any wild card makes a run in its own place, else it needs a neighbour
                in_place = _count(w0 & useful_ranks(n0, w0, 1)) + _count(w1 & useful_ranks(n1, w1, 1))
                in_place += _count(w2 & useful_ranks(n2, w2, 1)) + _count(w3 & useful_ranks(n3, w3, 1))
        self.enough = complete - (jokers - in_place)
        self.options, self.worths, self.further = set_options(n0, n1, n2, n3, w0, w1, w2, w3, jokers, set_max, points)
        self._choose(0, 0, n0, n1, n2, n3, jokers, 0, 0)

    def _choose(
        self, first: int, used: int, n0: int, n1: int, n2: int, n3: int, jokers: int, value: int, room: int
    ) -> None:
        """Judge this choice of sets, then every choice that adds sets from options[first:] to it."""
        self.left -= 1
        if self.left < 0:
            raise BudgetError("the search ran out of its budget")
        t0, t1, t2, t3 = self._tables(n0, n1, n2, n3, jokers)
        b0, b1, b2, b3 = t0[1], t1[1], t2[1], t3[1]
        add = self.add
        s0, s1, s2, s3 = t0[2], t1[2], t2[2], t3[2]
        top = add[add[s0 * 32 + s1] * 32 + add[s2 * 32 + s3]]
        # No less than the suits can come to together, with all jokers and with one spent on a set.
        a0, a1, a2, a3 = b0[0], b1[0], b2[0], b3[0]
        fewer = a0 + a1 + a2 + a3
        bound = fewer
        if jokers == 1:
            g0, g1, g2, g3 = b0[1], b1[1], b2[1], b3[1]
            bound = fewer + max(g0 - a0, g1 - a1, g2 - a2, g3 - a3)
        elif jokers:
            bound = _most(b0, b1, b2, b3, jokers)
            fewer = bound
            if jokers == 2:
                g0, g1, g2, g3 = b0[1], b1[1], b2[1], b3[1]
                fewer = a0 + a1 + a2 + a3 + max(g0 - a0, g1 - a1, g2 - a2, g3 - a3)
            elif self.joker_groups:
                top = add[top * 32 + (2 if jokers < 6 else 4)]
        options = self.options
        if value + bound >= self._need(top):
            self._judge((t0[0], t1[0], t2[0], t3[0]), n0, n1, n2, n3, jokers, value, room)
            if self.done:
                return
        if first == len(options):
            return
        need = self._need(top) - value
        worths, further = self.worths, self.further
        for index in range(first, len(options)):
            chosen = options[index]
            needed = chosen >> 8
            if needed > jokers:
                continue
            rank = chosen & 15
            shift = rank * 2
            if used >> rank & 1 and (  # a second set of this rank: there must be cards for it
                (chosen & 16 and not n0 >> shift & 3)
                or (chosen & 32 and not n1 >> shift & 3)
                or (chosen & 64 and not n2 >> shift & 3)
                or (chosen & 128 and not n3 >> shift & 3)
            ):
                continue
            worth = worths[index]
            later = further[index]
            if worth + later + (fewer if needed else bound) < need:
                continue
            self.sets.append(chosen)
            self._choose(
                index,
                used | 1 << rank,
                n0 - ((chosen >> 4 & 1) << shift),
                n1 - ((chosen >> 5 & 1) << shift),
                n2 - ((chosen >> 6 & 1) << shift),
                n3 - ((chosen >> 7 & 1) << shift),
                jokers - needed,
                value + worth,
                room + self.set_max - SIZES[chosen >> 4 & 15] - needed,
            )
            self.sets.pop()
            if self.done:
                return
            need = self._need(top) - value

    def _need(self, top: int) -> int:
        """The least value with which an arrangement in a state up to ``top`` could better what is known."""
        need = self.ceiling[top] + 1
        if self.protects:
            if self.protects[top]:
                if self.protected > need:
                    need = self.protected
            elif self.protected:
                need = BEYOND
            elif self.ceiling[0] > need:
                need = self.ceiling[0]
        return need

    def _judge(
        self,
        frontiers: tuple[tuple[Entry, ...], ...],
        n0: int,
        n1: int,
        n2: int,
        n3: int,
        jokers: int,
        value: int,
        room: int,
    ) -> None:
        """Join the suits' frontiers into the values by state."""
        choice: Choice | None = None
        values = self.values
        reached = self._join(frontiers, jokers, value)
        here = self.here
        for where in reached:
            total = here[where]
            here[where] = -1
            state = where & 30
            spare = jokers - (where >> 5)
            if spare:
                total += (spare if where & 1 or spare < room else room) * STANDING
            known = values[state]
            if total > known:
                if choice is None:
                    choice = (tuple(self.sets), n0, n1, n2, n3, jokers, value, room)
                self._note(state, total, choice)

    def _note(self, state: int, total: int, choice: Choice) -> None:
        if self.values[state] < 0:
            self.reached.append(state)
        self.values[state] = total
        self.choices[state] = choice
        ceiling = self.ceiling
        for lower in LOWER[state]:
            if ceiling[lower] < total:
                ceiling[lower] = total
        if self.protects and self.protects[state] and total >= POINT and total > self.protected:
            self.protected = total & -POINT  # whole points: a tie-break may still prefer another that covers as many
        if state == self.top and total >= self.enough:
            self.done = True

    def _tables(self, n0: int, n1: int, n2: int, n3: int, jokers: int) -> tuple[Table, Table, Table, Table]:
        if jokers:
            budget = jokers * ONE_JOKER
            n0 |= self.w0 | budget
            n1 |= self.w1 | budget
            n2 |= self.w2 | budget
            n3 |= self.w3 | budget
        known, kind = self.known, self.kind
        return (
            known.get(n0) or lookup(kind, n0),
            known.get(n1) or lookup(kind, n1),
            known.get(n2) or lookup(kind, n2),
            known.get(n3) or lookup(kind, n3),
        )

    def _join(self, frontiers: tuple[tuple[Entry, ...], ...], jokers: int, value: int) -> list[int]:
        """Put the best value of each combination of entries into ``here``; the places filled, as a list."""
        if jokers >= 3 and self.joker_groups:
            frontiers = (*frontiers, JOKER_GROUPS[: jokers // 3 + 1])
        add, here, there = self.add, self.here, self.there
        here[0] = value
        reached = [0]
        for entries in frontiers:
            if len(entries) == 1 and not entries[0][2]:
                continue
            wider: list[int] = []
            for where in reached:
                so_far = here[where]
                here[where] = -1
                spent, row = where & -32, (where & 31) * 32
                left = jokers - (where >> 5)
                for more, state, worth, _ in entries:
                    if more > left:
                        break
                    to = spent + (more << 5) | add[row + state]
                    total = so_far + worth
                    if there[to] < total:
                        if there[to] < 0:
                            wider.append(to)
                        there[to] = total
            here, there, reached = there, here, wider
        self.here, self.there = here, there
        return reached

    def rebuild(self, state: int) -> Layout:
        """The arrangement behind ``values[state]``, which must have been reached."""
        choice = self.choices[state]
        if choice is None:
            message = f"no arrangement has state {state}"
            raise ValueError(message)
        sets, n0, n1, n2, n3, jokers, value, room = choice
        target, add = self.values[state], self.add
        frontiers = [table[0] for table in self._tables(n0, n1, n2, n3, jokers)]
        if jokers >= 3 and self.joker_groups:
            frontiers.append(JOKER_GROUPS[: jokers // 3 + 1])
        path = [entries[0] for entries in frontiers]
        joined = {0: value}
        steps: list[tuple[int, dict[int, tuple[int, Entry]]]] = []
        for suit, entries in enumerate(frontiers):
            if len(entries) == 1 and not entries[0][2]:
                continue
            wider: dict[int, int] = {}
            step: dict[int, tuple[int, Entry]] = {}
            for where, so_far in joined.items():
                spent, row = where & -32, (where & 31) * 32
                left = jokers - (where >> 5)
                for entry in entries:
                    more, other, worth, _ = entry
                    if more > left:
                        break
                    to = spent + (more << 5) | add[row + other]
                    total = so_far + worth
                    if to not in wider or wider[to] < total:
                        wider[to] = total
                        step[to] = (where, entry)
            steps.append((suit, step))
            joined = wider
        reached = -1
        for where, total in joined.items():
            spare = jokers - (where >> 5)
            kept = (spare if where & 1 or spare < room else room) * STANDING
            if where & 30 == state and total + kept == target and (reached < 0 or where < reached):
                reached = where
        spare = jokers - (reached >> 5)
        for suit, step in reversed(steps):
            reached, path[suit] = step[reached]
        groups = path[4][0] // 3 if len(path) > 4 else 0
        return Layout(sets, (path[0][3], path[1][3], path[2][3], path[3][3]), groups, spare)


def _count(counts: int) -> int:
    """How many cards a suit's counts are."""
    cards = 0
    while counts:
        cards += counts & 3
        counts >>= 2
    return cards


def _most(b0: tuple[int, ...], b1: tuple[int, ...], b2: tuple[int, ...], b3: tuple[int, ...], jokers: int) -> int:
    """The most that four suits can come to together, however they share the jokers."""
    most = 0
    for i in range(jokers + 1):
        x0 = b0[i]
        for j in range(jokers + 1 - i):
            x1 = x0 + b1[j]
            left = jokers - i - j
            for k in range(left + 1):
                total = x1 + b2[k] + b3[left - k]
                if total > most:
                    most = total
    return most


BEYOND: Final = 1 << 60
"""More than any value."""
JOKER_GROUPS: Final[tuple[Entry, ...]] = ((0, 0, 0, ()), (3, 3, 3 * CARD - 3, ()), (6, 5, 6 * CARD - 6, ()))
"""Groups of three jokers, as a fifth frontier."""
LOWER: Final = tuple(tuple(b for b in range(0, STATES, 2) if COVERS[a * 32 + b]) for a in range(STATES))
"""The states that a state is at least as good as."""
