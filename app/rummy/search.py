"""The exact search: sets tie the suits together, so choose the sets, and let each suit do its best with what is left.

:class:`Search` tries every worthwhile choice of sets. For each it joins the four suits' frontiers (:mod:`.suit_table`),
the leftover jokers' own groups, and the room for jokers that stay over, into the best value for every state: how many
pure sequences and sequences there are, as far as the rules care. All that a penalty, a verdict or a tie-break asks
about an arrangement is in its state and value; :meth:`Search.rebuild` lays out the one that was chosen.

A choice of sets is passed over only when a bound (each suit doing its best alone) shows that it cannot matter.
Everything here depends on the cards and the rules alone: not on the order of cards, nor on what the memo holds.
"""

from typing import Final, NamedTuple

from app.rummy.suit_table import (
    ADD,
    CARD,
    COVERS,
    JOKER_BITS,
    POINT,
    VARIANT_BITS,
    Entry,
    Table,
    lookup,
    recent,
)

STANDING: Final = CARD - 1
"""Value of a joker that joins a meld, standing for another card."""
STATES: Final = 32
"""States (see ``suit_table.ADD``) are below this; without their ``room`` bit they are even."""


class Choice(NamedTuple):
    """A choice of sets and what it leaves.

    Attributes:
        sets: the sets as ``rank | suits << 4 | jokers << 8``.
        suits: the natural counts each suit keeps.
        jokers: jokers left.
        value: the sets' value.
        room: jokers that could still join the sets.
    """

    sets: tuple[int, ...]
    suits: tuple[int, int, int, int]
    jokers: int
    value: int
    room: int


class Layout(NamedTuple):
    """An arrangement in the core's numbers.

    Attributes:
        sets: as in :class:`Choice`.
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
        kind: the ``suit_table.variant``.
        points: points by rank.
        set_max: most cards in a set.
        joker_groups: whether jokers alone make a sequence whatever they are.
        protects: per state, whether an arrangement in it protects all its melds: once one that covers a point is
            known, arrangements that protect less cannot matter. Give an empty sequence where every state matters.
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
    ) -> None:
        self.jokers = jokers
        self.set_max = set_max
        self.joker_groups = joker_groups
        self.protects = protects
        self.protected = 0
        self.add = ADD[(kind >> 4 & 3) << 2 | kind >> 6 & 3]
        self.values = [-1] * STATES
        self.ceiling = [-1] * STATES
        self.choices: list[Choice | None] = [None] * STATES
        self.reached: list[int] = []
        self.sets: list[int] = []
        self.rules = rules = kind << VARIANT_BITS
        self.known = recent()
        w0, w1, w2, w3 = wild
        self.keys = (w0 << 26 | rules, w1 << 26 | rules, w2 << 26 | rules, w3 << 26 | rules)
        self.options = self._options(natural, jokers, points)
        self._choose(0, 0, natural, jokers, 0, 0)

    def _options(
        self, natural: tuple[int, int, int, int], jokers: int, points: tuple[int, ...]
    ) -> list[tuple[int, int, int, int, int]]:
        """Every set that these naturals allow, the dearest first: (set, bit of its rank, jokers, value, room)."""
        n0, n1, n2, n3 = natural
        n0, n1, n2, n3 = n0 | n0 >> 1, n1 | n1 >> 1, n2 | n2 >> 1, n3 | n3 >> 1
        two = n0 & n1 | n2 & n3 | (n0 | n1) & (n2 | n3)
        three = n0 & n1 & (n2 | n3) | n2 & n3 & (n0 | n1)
        ranks = (two if jokers else three) & 0x1555555
        options = []
        while ranks:
            shift = ranks.bit_length() - 1
            ranks ^= 1 << shift
            rank = shift >> 1
            held = n0 >> shift & 1 | (n1 >> shift & 1) << 1 | (n2 >> shift & 1) << 2 | (n3 >> shift & 1) << 3
            for suits, size in CHOICES_WITHIN[held]:
                needed = 1 if size == 2 else 0
                if needed <= jokers and size <= self.set_max:
                    worth = size * points[rank] * POINT + (size + needed) * CARD - needed
                    chosen = rank | suits << 4 | needed << 8
                    options.append((chosen, 1 << rank, needed, worth, self.set_max - size - needed))
        return options

    def _choose(
        self, first: int, used: int, natural: tuple[int, int, int, int], jokers: int, value: int, room: int
    ) -> None:
        """Judge every choice of further sets from options[first:], then the choice of none."""
        options = self.options
        for index in range(first, len(options)):
            chosen, bit, needed, worth, more_room = options[index]
            if needed > jokers:
                continue
            shift = (chosen & 15) * 2
            n0, n1, n2, n3 = natural
            if used & bit and (  # a second set of this rank: there must be cards for it
                (chosen & 16 and not n0 >> shift & 3)
                or (chosen & 32 and not n1 >> shift & 3)
                or (chosen & 64 and not n2 >> shift & 3)
                or (chosen & 128 and not n3 >> shift & 3)
            ):
                continue
            rest = (
                n0 - ((chosen >> 4 & 1) << shift),
                n1 - ((chosen >> 5 & 1) << shift),
                n2 - ((chosen >> 6 & 1) << shift),
                n3 - ((chosen >> 7 & 1) << shift),
            )
            self.sets.append(chosen)
            self._choose(index, used | bit, rest, jokers - needed, value + worth, room + more_room)
            self.sets.pop()
        self._judge(natural, jokers, value, room)

    def _judge(self, natural: tuple[int, int, int, int], jokers: int, value: int, room: int) -> None:
        """Join the suits' frontiers into the values by state, unless a bound tells that they cannot matter."""
        tables = self._tables(natural, jokers)
        t0, t1, t2, t3 = tables
        b0, b1, b2, b3 = t0[1], t1[1], t2[1], t3[1]
        add = self.add
        top = add[add[t0[2] * 32 + t1[2]] * 32 + add[t2[2] * 32 + t3[2]]]
        bound = value + b0[0] + b1[0] + b2[0] + b3[0]
        if jokers == 1:
            bound += max(b0[1] - b0[0], b1[1] - b1[0], b2[1] - b2[0], b3[1] - b3[0], STANDING)
        elif jokers == 2:
            one = sorted((b0[1] - b0[0], b1[1] - b1[0], b2[1] - b2[0], b3[1] - b3[0], STANDING, STANDING))
            bound += max(one[4] + one[5], b0[2] - b0[0], b1[2] - b1[0], b2[2] - b2[0], b3[2] - b3[0])
        elif jokers:
            bound = value + _most(_pair(b0, b1, jokers), _pair(b2, b3, jokers), jokers)
            if self.joker_groups:
                top = add[top * 32 + (2 if jokers < 6 else 4)]
        if self.ceiling[top] >= bound:
            return
        if self.protects:
            if self.protects[top]:
                if bound < self.protected:
                    return
            elif self.protected or bound < self.ceiling[0]:
                return
        choice = None
        values = self.values
        for where, worth in self._join(tables, jokers, value).items():
            state = where & 30
            total = worth
            if where >> 5 < jokers:
                spare = jokers - (where >> 5)
                total += (spare if where & 1 or spare < room else room) * STANDING
            if total > values[state]:
                if choice is None:
                    choice = Choice(tuple(self.sets), natural, jokers, value, room)
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

    def _tables(self, natural: tuple[int, int, int, int], jokers: int) -> tuple[Table, Table, Table, Table]:
        n0, n1, n2, n3 = natural
        if jokers:
            k0, k1, k2, k3 = self.keys
            budget = jokers << JOKER_BITS
            n0 |= k0 | budget
            n1 |= k1 | budget
            n2 |= k2 | budget
            n3 |= k3 | budget
        else:
            rules = self.rules
            n0 |= rules
            n1 |= rules
            n2 |= rules
            n3 |= rules
        known = self.known
        return (
            known.get(n0) or lookup(n0),
            known.get(n1) or lookup(n1),
            known.get(n2) or lookup(n2),
            known.get(n3) or lookup(n3),
        )

    def _join(self, tables: tuple[Table, ...], jokers: int, value: int) -> dict[int, int]:
        """The best value by ``jokers spent << 5 | state`` over all combinations of the suits' entries."""
        add = self.add
        joined = {0: value}
        for entries in self._frontiers(tables, jokers):
            if len(entries) == 1 and not entries[0][2]:
                continue
            wider: dict[int, int] = {}
            for where, so_far in joined.items():
                spent, row = where & -32, (where & 31) * 32
                left = jokers - (where >> 5)
                for more, state, worth, _ in entries:
                    if more > left:
                        break
                    to = spent + (more << 5) | add[row + state]
                    total = so_far + worth
                    if to not in wider or wider[to] < total:
                        wider[to] = total
            joined = wider
        return joined

    def _frontiers(self, tables: tuple[Table, ...], jokers: int) -> list[tuple[Entry, ...]]:
        frontiers = [table[0] for table in tables]
        if jokers >= 3 and self.joker_groups:
            frontiers.append(JOKER_GROUPS[: jokers // 3 + 1])
        return frontiers

    def rebuild(self, state: int) -> Layout:
        """The arrangement behind ``values[state]``, which must have been reached."""
        choice = self.choices[state]
        if choice is None:
            message = f"no arrangement has state {state}"
            raise ValueError(message)
        jokers, add = choice.jokers, self.add
        frontiers = self._frontiers(self._tables(choice.suits, jokers), jokers)
        path = [entries[0] for entries in frontiers]
        joined = {0: choice.value}
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
                    if entry[0] > left:
                        break
                    to = spent + (entry[0] << 5) | add[row + entry[1]]
                    total = so_far + entry[2]
                    if to not in wider or wider[to] < total:
                        wider[to] = total
                        step[to] = (where, entry)
            steps.append((suit, step))
            joined = wider
        where = min(
            [where for where, worth in joined.items() if where & 30 == state and self._is_best(where, worth, choice)]
        )
        spare = jokers - (where >> 5)
        for suit, step in reversed(steps):
            where, path[suit] = step[where]
        groups = path[4][0] // 3 if len(path) > 4 else 0
        return Layout(choice.sets, (path[0][3], path[1][3], path[2][3], path[3][3]), groups, spare)

    def _is_best(self, where: int, worth: int, choice: Choice) -> bool:
        """Whether ``worth``, with the jokers left over, is the best value of its state."""
        spare = choice.jokers - (where >> 5)
        return worth + (spare if where & 1 else min(spare, choice.room)) * STANDING == self.values[where & 30]


def _pair(a: tuple[int, ...], b: tuple[int, ...], jokers: int) -> list[int]:
    """The best that two suits can do with each number of jokers."""
    return [max([a[i] + b[spent - i] for i in range(spent + 1)]) for spent in range(jokers + 1)]


def _most(a: list[int], b: list[int], jokers: int) -> int:
    """The best that two pairs of suits can do, jokers that they do not spend joining some meld."""
    return max([a[i] + b[j] + (jokers - i - j) * STANDING for i in range(jokers + 1) for j in range(jokers + 1 - i)])


SUIT_CHOICES: Final = tuple((suits, suits.bit_count()) for suits in (15, 7, 11, 13, 14, 3, 5, 9, 6, 10, 12))
"""Suits a set's naturals can come from, as bit masks with their sizes; the largest first."""
CHOICES_WITHIN: Final = tuple(
    tuple((suits, size) for suits, size in SUIT_CHOICES if not suits & ~held) for held in range(16)
)
"""The SUIT_CHOICES within the suits held."""
JOKER_GROUPS: Final[tuple[Entry, ...]] = ((0, 0, 0, ()), (3, 3, 3 * CARD - 3, ()), (6, 5, 6 * CARD - 6, ()))
"""Groups of three jokers, as a fifth frontier."""
LOWER: Final = tuple(tuple(b for b in range(0, STATES, 2) if COVERS[a * 32 + b]) for a in range(STATES))
"""The states that a state is at least as good as."""
