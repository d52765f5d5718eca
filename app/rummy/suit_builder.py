"""One suit: every worthwhile way to lay runs in it. Plain integers, ready to be compiled.

Three facts keep a suit's :class:`~.suit_table.Table` small, and each is an exchange argument that loses no optimum:

* A run of six or more can be laid as two runs that cover the same cards, so runs of natural span three to five suffice.
* A run spends as few jokers as it can. A joker left over joins any impure run (which always has room, because runs
  are short), so an entry only says whether an impure run exists (``room``); one joker may spoil a pure run to make one.
* Where no card of the suit is held twice, overlapping runs can be uncrossed, so a run never passes over a card it could
  take. With duplicates it may (5 5 6 7 7: 5-6-7 and 5-joker-7).

Identical cards lie in one suit too, so where tunnelas and dublees are melds they are laid here like runs.

Counts are packed two bits a place. A suit has 13 ranks; inside, 14 places, because an ace is given its low or its high
place before runs are laid. A wild card in its own place costs one joker of the budget, covers no points, and keeps a
run pure where the rules say so.
"""

from typing import Final

from app.rummy.packing import ADD, CARD, COVERS, MOST_JOKERS, POINT, PURE_POINT, SPAN, blank, caps
from app.rummy.suit_table import NOWHERE, Table, table_for

_PLACES: Final = 14
_LONGEST: Final = 5
_ONE: Final = 1
"""A card, for shifts wider than a C int."""
_ROOM: Final = SPAN * 25
"""For a frontier at every depth: each card of a hand laid is one deeper, and so is the suit as a whole."""


class Builder:
    """Lays runs in the 14 places of one suit, lowest card first. For one thread at a time."""

    def __init__(self, kind: int, laid: dict[int, Table]) -> None:
        self.laid = laid
        self.wild_is_pure = kind & 1
        self.ace_high = kind >> 1 & 1
        self.weigh_pure = kind >> 3 & 1
        self.tunnela = kind >> 8 & 3
        self.dublee = kind >> 10 & 1
        self.joining = CARD if kind >> 8 else CARD - 1
        ace = 1 if kind & 4 else 10
        self.points = [ace, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, ace]
        self.add = ADD[caps(kind)]
        self.covers = COVERS
        # A frontier for each depth: the best value by where ^ 31, or -1; how it came about; and the places filled.
        self.best = blank(_ROOM, -1)
        self.run = blank(_ROOM)
        self.rest: list[Table] = [NOWHERE] * _ROOM
        self.way, self.fresh = blank(_ROOM), blank(_ROOM)
        self.order = blank(_ROOM)
        self.count = blank(25)
        self.kept_wheres = blank(SPAN)
        self.kept_values = blank(SPAN)
        self.kept_at = blank(SPAN)
        self.nothing: list[Table] = []  # by jokers
        for jokers in range(MOST_JOKERS + 1):
            table = table_for(1, jokers)
            table.jokers, table.size, table.rests = jokers, 1, (NOWHERE,)
            self.nothing.append(table)

    def suit(self, natural: int, wild: int, jokers: int) -> Table:
        """The whole suit. The ace stands low or high: give each copy its place, then places are all that matters."""
        aces, wild_aces = natural & 3, wild & 3
        if not self.ace_high or not (aces or wild_aces):
            table = self.lay(natural, wild, jokers, 1, 0)
            self.weigh(table)
            return table
        for high in range(aces + 1):
            for wild_high in range(wild_aces + 1):
                places = natural - high | high << 26
                wild_places = wild - wild_high | wild_high << 26
                part = self.lay(places, wild_places, jokers, 1, 0)
                if high or wild_high:
                    self.beside(0, part, 0, 0, 0, 0, jokers)
                else:
                    self.begin(0, part, jokers)
        return self.whole(jokers)

    def whole(self, jokers: int) -> Table:
        """The frontier at depth 0 as a table with its bounds."""
        table = self.finish(0, jokers, None)
        self.weigh(table)
        return table

    def weigh(self, table: Table) -> None:
        """Fill in the bounds of a table."""
        most, tops, wheres, values, joining = table.most, table.tops, table.wheres, table.values, self.joining
        top = index = best = 0
        for budget in range(table.jokers + 1):
            while index < table.size and wheres[index] >> 5 == budget:
                where = wheres[index]
                if values[index] > best:
                    best = values[index]
                if where & 24 > top & 24:
                    top = where & 24 | top & 6
                if where & 6 > top & 6:
                    top = top & 24 | where & 6
                index += 1
            most[budget], tops[budget] = best, top
            best += joining

    def alone(self, jokers: int, printed: int, groups: int) -> Table:
        """See :func:`jokers_alone`."""
        add = self.add
        tunnelas = printed // 3 if self.tunnela == 2 or (self.tunnela and not groups) else 0
        pure = 10 if self.tunnela == 2 else 0
        for tunnela in range(tunnelas + 1):
            dublees = (printed - 3 * tunnela) // 2 if self.dublee else 0
            for dublee in range(dublees + 1):
                state = 0
                for _ in range(tunnela):
                    state = add[state * 32 + pure]
                spent = 3 * tunnela + 2 * dublee
                value = spent * CARD
                for group in range((jokers - spent) // 3 * groups + 1):
                    if group:
                        state = add[state * 32 + 3]
                        spent += 3
                        value += 3 * CARD - 3
                    run = group | tunnela << 8 | dublee << 16
                    self.beside(0, self.nothing[jokers], spent, state, value, run, jokers)
        return self.whole(jokers)

    def lay(self, natural: int, wild: int, jokers: int, depth: int, low: int) -> Table:
        """The frontier of these places, none below ``low``, where the whole suit may spend ``jokers``."""
        if not jokers:
            wild = 0
        held = natural | wild
        if not held:
            return self.nothing[jokers]
        cards = natural | wild << 28
        known = self.laid.get(cards)
        if known is not None and known.jokers >= jokers:
            return known
        while not held >> 2 * low & 3:
            low += 1
        bit = 1 << 2 * low
        # The lowest card is in no meld ...
        copies = natural >> 2 * low & 3
        twin_wilds = 0 if copies else wild >> 2 * low & 3
        less, less_wild = (natural - bit, wild) if copies else (natural, wild - bit)
        rest = self.lay(less, less_wild, jokers, depth + 1, low)
        self.begin(depth, rest, jokers)
        # ... or begins a run ...
        twice = 1 if held & 0x0AAAAAAA else 0
        if copies:
            self.extend(depth, less, wild, jokers, low, low, twice, 1 << low, 0, 0, 0, self.points[low])
        else:
            self.extend(depth, natural, less_wild, jokers, low, low, twice, 0, 1 << low, 1, 0, 0)
        # ... or lies with its copies: but three wild cards are an impure run where that is the kinder reading.
        if (copies == 3 and self.tunnela) or (twin_wilds == 3 and self.tunnela == 2):
            self.match(depth, natural, wild, jokers, low, 3, copies)
        if self.dublee and copies + twin_wilds >= 2:
            self.match(depth, natural, wild, jokers, low, 2, copies)
        known = self.finish(depth, jokers, rest)
        self.laid[cards] = known
        return known

    def extend(
        self,
        depth: int,
        natural: int,
        wild: int,
        jokers: int,
        low: int,
        place: int,
        twice: int,
        natural_run: int,
        wild_run: int,
        wilds: int,
        gaps: int,
        points: int,
    ) -> None:
        """Close the run that has just taken the card at ``place``, and carry it on to each next card it can take.

        ``natural`` and ``wild`` are what it leaves; it holds ``wilds`` wild cards.
        """
        self.close(depth, natural, wild, jokers, low, place - low + 1, natural_run, wild_run, wilds, gaps, points)
        spent = gaps + wilds
        onward = place + 1
        while onward < low + _LONGEST and onward < _PLACES:
            taken = 0
            if natural >> 2 * onward & 3:
                taken = 1
                less = natural - (_ONE << 2 * onward)
                run = natural_run | 1 << onward
                more = points + self.points[onward]
                self.extend(depth, less, wild, jokers, low, onward, twice, run, wild_run, wilds, gaps, more)
            elif wild >> 2 * onward & 3 and spent < jokers:
                taken = 1
                less = wild - (_ONE << 2 * onward)
                run = wild_run | 1 << onward
                self.extend(depth, natural, less, jokers, low, onward, twice, natural_run, run, wilds + 1, gaps, points)
            if spent == jokers or (taken and not twice):
                return
            gaps += 1
            spent += 1
            onward += 1

    def close(
        self,
        depth: int,
        natural: int,
        wild: int,
        jokers: int,
        low: int,
        length: int,
        natural_run: int,
        wild_run: int,
        wilds: int,
        gaps: int,
        points: int,
    ) -> None:
        """Lay the run, padded to three cards, beside every way to lay what it leaves."""
        standing = gaps
        if length < 3:
            standing += 3 - length
            length = 3
        spent = standing + wilds
        if spent > jokers:
            return
        rest = self.lay(natural, wild, jokers, depth + 1, low)
        pure = standing == 0 and (self.wild_is_pure or not wild_run)
        value = points * POINT + length * CARD - standing
        run = natural_run | wild_run << 14 | standing << 28
        spoilt = value + CARD - 1
        if pure and self.weigh_pure:
            value += points * PURE_POINT
        self.beside(depth, rest, spent, 10 if pure else 3, value, run, jokers)
        if pure:  # spoil it, so that jokers left over have somewhere to go
            self.beside(depth, rest, spent + 1, 3, spoilt, run + (1 << 28), jokers)

    def match(
        self, depth: int, natural: int, wild: int, jokers: int, place: int, copies: int, of_naturals: int
    ) -> None:
        """Lay so many copies of the card at ``place`` as a tunnela or a dublee."""
        cards = copies << 2 * place
        if of_naturals:
            rest = self.lay(natural - cards, wild, jokers, depth + 1, place)
            value = copies * self.points[place] * POINT + copies * CARD
            run = 1 << place | copies << 33
        else:
            if copies > jokers:
                return
            rest = self.lay(natural, wild - cards, jokers, depth + 1, place)
            value = copies * CARD
            run = 1 << place + 14 | copies << 33
        pure = copies == 3 and self.tunnela == 2
        if pure and self.weigh_pure and of_naturals:
            value += copies * self.points[place] * PURE_POINT
        spent = 0 if of_naturals else copies
        self.beside(depth, rest, spent, 10 if pure else 0, value, run, jokers)

    def begin(self, depth: int, rest: Table, most: int) -> None:
        """Put the ways to lay the rest, as they are, into the frontier at ``depth``, in which nothing is yet."""
        level, beyond, count = depth * SPAN, most + 1 << 5, 0
        best, order, run, way, fresh = self.best, self.order, self.run, self.way, self.fresh
        wheres, values, runs, ways, rests = rest.wheres, rest.values, rest.runs, rest.ways, rest.rests
        for index in range(rest.size):
            where = wheres[index]
            if where >= beyond:
                break
            place = where ^ 31
            at = level + place
            order[level + count] = place  # in order, as they are in the rest
            best[at] = values[index]
            run[at], way[at], fresh[at] = runs[index], ways[index], 0
            self.rest[at] = rests[index]
            count += 1
        self.count[depth] = count

    def beside(self, depth: int, rest: Table, spent: int, state: int, value: int, run: int, most: int) -> None:
        """Put a meld beside every way to lay the rest that leaves the jokers it spends; ``most`` of them in all.

        Into the frontier at ``depth`` enters what is the best of its kind. ``run`` is the meld, or 0 for none.
        """
        level, row, shift = depth * SPAN, state * 32, spent << 5
        beyond = (most + 1 << 5) - shift
        count = self.count[depth]
        best, order, add = self.best, self.order, self.add
        wheres, values = rest.wheres, rest.values
        for index in range(rest.size):
            where = wheres[index]
            if where >= beyond:
                break
            to = shift + (where & -32) | add[row + (where & 31)]
            place = to ^ 31  # so that the better states come first
            at = level + place
            total = value + values[index]
            known = best[at]
            if known >= total:
                continue
            best[at] = total
            if run:
                self.run[at], self.rest[at], self.way[at], self.fresh[at] = run, rest, index, 1
            else:
                self.run[at], self.rest[at] = rest.runs[index], rest.rests[index]
                self.way[at], self.fresh[at] = rest.ways[index], 0
            if known < 0:
                after = level + count
                count += 1
                while after > level and order[after - 1] > place:
                    order[after] = order[after - 1]
                    after -= 1
                order[after] = place
        self.count[depth] = count

    def finish(self, depth: int, jokers: int, skipped: Table | None) -> Table:
        """The ways worth keeping of the frontier at ``depth``, which is empty after that.

        One makes another needless when it spends no more jokers, is at least as good in every part of its state, and
        covers at least as much even if the jokers it saves stay loose - or, where it has room, join its impure run.
        Where they are those of ``skipped``, because the card at hand helps nowhere, they are that table.
        """
        level = depth * SPAN
        best, order, covers = self.best, self.order, self.covers
        kept_wheres, kept_values, kept_at = self.kept_wheres, self.kept_values, self.kept_at
        size = fresh = 0
        for index in range(level, level + self.count[depth]):
            place = order[index]
            at = level + place
            where, value = place ^ 31, best[at]
            best[at] = -1
            state, needless = where & 31, 0
            for other in range(size):
                kept = kept_wheres[other]
                if covers[(kept & 31) * 32 + state]:
                    saved = ((where >> 5) - (kept >> 5)) * (CARD - 1) if kept & 1 else 0
                    if kept_values[other] + saved >= value:
                        needless = 1
                        break
            if not needless:
                kept_wheres[size] = where
                kept_values[size] = value
                kept_at[size] = at
                fresh |= self.fresh[at]
                size += 1
        self.count[depth] = 0
        if skipped is not None and not fresh and size == skipped.size and jokers == skipped.jokers:
            return skipped
        table = table_for(size, jokers)
        table.jokers, table.size = jokers, size
        wheres, values, runs, ways = table.wheres, table.values, table.runs, table.ways
        rests = []
        for index in range(size):
            at = kept_at[index]
            wheres[index], values[index] = kept_wheres[index], kept_values[index]
            runs[index], ways[index] = self.run[at], self.way[at]
            rests.append(self.rest[at])
        table.rests = tuple(rests)
        return table
