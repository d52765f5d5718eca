"""One suit: every worthwhile way to lay runs in it, memoised. Plain integers, ready to be compiled.

Runs live inside a suit; only sets tie suits together. So the search asks, for the cards a suit keeps after the sets
have taken theirs: how many points and cards can runs cover, for each number of jokers spent, pure runs and runs made?
The answer is a small Pareto frontier, the same for every hand that holds these cards, hence the memo.

Three facts keep it small, and each is an exchange argument that loses no optimum:

* A run of six or more can be laid as two runs that cover the same cards, so runs of natural span three to five suffice.
* A run spends as few jokers as it can. A joker left over joins any impure run (which always has room, because runs
  are short), so an entry only says whether an impure run exists (``room``); one joker may spoil a pure run to make one.
* Where no card of the suit is held twice, overlapping runs can be uncrossed, so a run never passes over a card it could
  take. With duplicates it may (5 5 6 7 7: 5-6-7 and 5-joker-7).

Counts are packed two bits a place. A suit has 13 ranks; inside, 14 places, because an ace is given its low or its high
place before runs are laid. A wild card in its own place costs one joker of the budget, covers no points, and keeps a
run pure where the rules say so.
"""

from itertools import combinations
from typing import Final

from app.rummy.packing import ADD, CARD, COVERS, ONE_JOKER, POINT, PURE_POINT, caps

Entry = tuple[int, int, int, tuple[int, ...]]
"""(jokers spent, state, value, runs): see :func:`lookup`."""
Table = tuple[tuple[Entry, ...], tuple[int, ...], int]
"""(entries by jokers spent, most that each joker budget can come to, the state with the most pure runs and runs).

The second is for bounds: a joker that the suit does not spend is taken to join a meld somewhere.
"""

_PLACES: Final = 14
_LONGEST: Final = 5


MEMO_LIMIT: Final = 1 << 16
"""Suits in each of the memo's two generations; and ways to lay a part of a suit that are kept at hand."""


class _Memo:
    """Suits remembered, by kind and key, in two generations: bounded in memory, and what is in use survives."""

    def __init__(self) -> None:
        self.young: dict[int, dict[int, Table]] = {}
        self.old: dict[int, dict[int, Table]] = {}
        self.size = 0
        self.builders: dict[int, _Builder] = {}


def recent(kind: int) -> dict[int, Table]:
    """The young generation of a kind, for a first look before :func:`lookup`; not to be changed."""
    known = _memo.young.get(kind)
    if known is None:
        known = _memo.young[kind] = {}
    return known


def lookup(kind: int, key: int) -> Table:
    """The frontier of the suit ``key`` (naturals | wilds << 26 | jokers << 52) under the ``packing.variant`` ``kind``.

    An entry's value is points covered x POINT + cards covered x CARD - jokers standing for others (and PURE_POINTs);
    its runs are ``natural places | wild places << 14 | jokers << 28``. Entries are sorted by jokers spent, none
    is dominated, and the first is always there. What the memo holds never changes an answer.
    """
    known = recent(kind)
    table = known.get(key)
    if table is not None:
        return table
    older = _memo.old.get(kind)
    table = None if older is None else older.get(key)
    if table is None:
        bare = _without_hopeless(key)
        table = _build(kind, key) if bare == key else lookup(kind, bare)
    if _memo.size >= MEMO_LIMIT:
        _memo.old, _memo.young, _memo.size = _memo.young, {}, 0
        known = recent(kind)
    known[key] = table
    _memo.size += 1
    return table


def forget() -> None:
    """Empty the memo (for benchmarks and tests: a cold start)."""
    _memo.young, _memo.old, _memo.size, _memo.builders = {}, {}, 0, {}


def warm(kind: int, most_cards: int, most_jokers: int) -> None:
    """Remember the usual suits beforehand: up to ``most_cards`` different cards, or two less and one that is wild.

    For up to ``most_jokers``. Done before a server forks, all its workers share them and no request waits for them.
    """
    for size in range(most_cards + 1):
        for ranks in combinations(range(13), size):
            natural = sum([1 << 2 * rank for rank in ranks])
            for jokers in range(most_jokers + 1):
                lookup(kind, natural + jokers * ONE_JOKER)
                if jokers and size + 2 <= most_cards:
                    for rank in set(range(13)).difference(ranks):
                        wild = 1 << 2 * rank
                        lookup(kind, natural + (wild << 26) + jokers * ONE_JOKER)


def memo_size() -> int:
    """Suits remembered now, both generations."""
    return sum(map(len, (*_memo.young.values(), *_memo.old.values())))


_ONE_A_RANK: Final = 0x1555555
_NATURALS: Final = (1 << 26) - 1


def useful_ranks(natural: int, wild: int, jokers: int) -> int:
    """The ranks of a suit whose cards a run could take, as both bits of each rank's count.

    With no joker those of three consecutive places, with one those with another card within two places, else all.
    """
    if jokers > 1:
        return _NATURALS
    held = natural | wild if jokers else natural
    held = (held | held >> 1) & _ONE_A_RANK
    held |= (held & 1) << 26
    if jokers:
        useful = held & (held >> 2 | held >> 4 | held << 2 | held << 4)
    else:
        starts = held & held >> 2 & held >> 4
        useful = starts | starts << 2 | starts << 4
    useful = (useful | useful >> 26) & _ONE_A_RANK
    return useful | useful << 1


def _without_hopeless(key: int) -> int:
    """``key`` without the cards that no run can take: many suits become one, and most of them empty."""
    natural, wild, jokers = key & _NATURALS, key >> 26 & _NATURALS, key // ONE_JOKER
    if jokers > 1:
        return key
    useful = useful_ranks(natural, wild, jokers)
    return jokers * ONE_JOKER | (wild & useful if jokers else 0) << 26 | natural & useful


def _build(rules: int, key: int) -> Table:
    jokers = key // ONE_JOKER
    natural, wild = key & _NATURALS, key >> 26 & _NATURALS
    builder = _memo.builders.get(rules)
    if builder is None or len(builder.laid) > MEMO_LIMIT:
        if len(_memo.builders) >= 8:
            _memo.builders = {}
        builder = _memo.builders[rules] = _Builder(rules)
    frontier: dict[int, tuple[int, tuple[int, ...]]] = {}
    # The ace stands low or high: give each copy its place, then places are all that matters.
    aces, wild_aces = natural & 3, wild & 3
    for high in range(aces + 1 if rules & 2 else 1):
        for wild_high in range(wild_aces + 1 if rules & 2 else 1):
            places = natural - high | high << 26
            wild_places = wild - wild_high | wild_high << 26
            for spent, state, value, runs in builder.lay(places, wild_places, jokers):
                # With no joker left over, room for one is worth nothing.
                where = spent << 5 | 31 - (state & 30 if spent == jokers else state)
                held = frontier.get(where)
                if held is None or value > held[0]:
                    frontier[where] = (value, runs)
    entries = _undominated(frontier)
    best = [0] * (jokers + 1)
    most_pure = most_runs = 0
    for spent, state, value, _ in entries:
        best[spent] = max(best[spent], value)
        most_pure = max(most_pure, state >> 3)
        most_runs = max(most_runs, state >> 1 & 3)
    for spent in range(1, jokers + 1):
        best[spent] = max(best[spent], best[spent - 1] + CARD - 1)
    return entries, tuple(best), most_pure << 3 | most_runs << 1


def _undominated(frontier: dict[int, tuple[int, tuple[int, ...]]]) -> tuple[Entry, ...]:
    """The entries worth keeping, by jokers spent.

    One entry makes another needless when it spends no more jokers, is at least as good in every part of its state, and
    covers at least as much even if the jokers it saves stay loose - or, where it has room, join its impure run.
    """
    kept: list[Entry] = []
    for where in sorted(frontier):  # by jokers spent, the better states first
        spent, state = where >> 5, 31 - (where & 31)
        value, runs = frontier[where]
        needless = False
        for other_spent, other_state, other_value, _ in kept:
            saved = (spent - other_spent) * (CARD - 1) if other_state & 1 else 0
            if COVERS[other_state * 32 + state] and other_value + saved >= value:
                needless = True
                break
        if not needless:
            kept.append((spent, state, value, runs))
    return tuple(kept)


class _Builder:
    """Lays runs in the 14 places of one suit, lowest card first."""

    def __init__(self, rules: int) -> None:
        self.wild_is_pure = rules & 1
        self.weigh_pure = rules >> 3 & 1
        ace = 1 if rules & 4 else 10
        self.points = (ace, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, ace)
        self.add = ADD[caps(rules)]
        self.laid: dict[int, tuple[Entry, ...]] = {}

    def lay(self, natural: int, wild: int, jokers: int) -> tuple[Entry, ...]:
        """The frontier of these places, where the whole suit may spend ``jokers``."""
        if not natural and (not wild or not jokers):
            return ((0, 0, 0, ()),)
        cards = natural | wild << 28 | jokers << 56
        known = self.laid.get(cards)
        if known is not None:
            return known
        held = natural | wild
        low = ((held & -held).bit_length() - 1) >> 1
        bit = 1 << 2 * low
        # The lowest card is in no run ...
        frontier: dict[int, tuple[int, tuple[int, ...]]] = {}
        natural_low = natural >> 2 * low & 3
        rest = self.lay(natural - bit, wild, jokers) if natural_low else self.lay(natural, wild - bit, jokers)
        for spent, state, value, runs in rest:
            frontier[spent << 5 | 31 - state] = (value, runs)
        # ... or begins one.
        twice = bool((natural | wild) & 0x0AAAAAAA) or bool(natural & wild)
        if natural_low:
            self.extend(frontier, natural, wild, jokers, low, low, twice, 1 << low, 0, 0, self.points[low])
        elif jokers:
            self.extend(frontier, natural, wild, jokers, low, low, twice, 0, 1 << low, 0, 0)
        entries = _undominated(frontier)
        self.laid[cards] = entries
        return entries

    def extend(
        self,
        frontier: dict[int, tuple[int, tuple[int, ...]]],
        natural: int,
        wild: int,
        jokers: int,
        low: int,
        place: int,
        twice: bool,
        natural_run: int,
        wild_run: int,
        gaps: int,
        points: int,
    ) -> None:
        """Close the run that has just taken the card at ``place``, and carry it on to each next card it can take."""
        self.close(frontier, natural, wild, jokers, place - low + 1, natural_run, wild_run, gaps, points)
        spent = gaps + wild_run.bit_count()
        for onward in range(place + 1, min(low + _LONGEST, _PLACES)):
            taken = False
            if natural >> 2 * onward & 3:
                taken = True
                run = natural_run | 1 << onward
                self.extend(
                    frontier,
                    natural,
                    wild,
                    jokers,
                    low,
                    onward,
                    twice,
                    run,
                    wild_run,
                    gaps,
                    points + self.points[onward],
                )
            elif wild >> 2 * onward & 3 and spent < jokers:
                taken = True
                run = wild_run | 1 << onward
                self.extend(frontier, natural, wild, jokers, low, onward, twice, natural_run, run, gaps, points)
            if spent == jokers or (taken and not twice):
                return
            gaps += 1
            spent += 1

    def close(
        self,
        frontier: dict[int, tuple[int, tuple[int, ...]]],
        natural: int,
        wild: int,
        jokers: int,
        length: int,
        natural_run: int,
        wild_run: int,
        gaps: int,
        points: int,
    ) -> None:
        """Lay the run, padded to three cards, beside every way to lay what is left."""
        standing = gaps + max(0, 3 - length)
        in_place = wild_run.bit_count()
        spent = standing + in_place
        if spent > jokers:
            return
        natural -= _spread(natural_run)
        wild -= _spread(wild_run)
        pure = standing == 0 and (self.wild_is_pure or not wild_run)
        value = points * POINT + max(3, length) * CARD - standing
        run = natural_run | wild_run << 14 | standing << 28
        add = self.add
        row = (10 if pure else 3) * 32
        spoilt_run, spoilt_value = run | 1 << 28, value + CARD - 1
        if pure and self.weigh_pure:
            value += points * PURE_POINT
        left = jokers - spent
        for more, other, rest, runs in self.lay(natural, wild, jokers):
            if more > left:
                break
            where = spent + more << 5 | 31 - add[row + other]
            total = value + rest
            held = frontier.get(where)
            if held is None or total > held[0]:
                frontier[where] = (total, (run, *runs))
            if pure and more < left:  # spoil it, so that jokers left over have somewhere to go
                where = spent + more + 1 << 5 | 31 - add[96 + other]
                total = spoilt_value + rest
                held = frontier.get(where)
                if held is None or total > held[0]:
                    frontier[where] = (total, (spoilt_run, *runs))


def _spread(places: int) -> int:
    """A mask of places as counts of two bits a place."""
    counts = 0
    while places:
        low = places & -places
        counts |= low * low
        places ^= low
    return counts


_memo = _Memo()
