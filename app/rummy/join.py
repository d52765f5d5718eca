"""Joining the suits: the best that several frontiers come to together, for every number of jokers and state."""

from app.rummy.packing import ADD, SPAN, blank, caps
from app.rummy.suit_table import Table


class Join:
    """Frontiers joined one after the other, on two sides in turns.

    Attributes:
        side: where the totals joined so far begin.
        totals: by ``jokers spent << 5 | state`` from ``side`` on, the best total, or -1. Who reads one sets it to -1.
        places: those filled, ``place_count`` of them from ``side`` on, in the order in which they were.
        came_from: by step and place, the place before that step.
        came_by: likewise, the way to lay the suit that was joined.
        joined: whether anything was joined since it began.
    """

    def __init__(self, kind: int) -> None:
        """Be empty, for the ``packing.variant`` ``kind``."""
        self.add = ADD[caps(kind)]
        self.totals, self.places = blank(2 * SPAN, -1), blank(2 * SPAN)
        self.side = self.place_count = self.joined = 0
        self.came_from, self.came_by = blank(5 * SPAN), blank(5 * SPAN)

    def begin(self, value: int) -> None:
        """Begin with a total to which nothing is joined yet."""
        self.side = self.joined = 0
        self.totals[0] = value
        self.places[0] = 0
        self.place_count = 1

    def widen(self, table: Table, jokers: int, step: int) -> None:
        """Join one more suit, where ``jokers`` can be spent in all; trace it as this step."""
        totals, places, add = self.totals, self.places, self.add
        wheres, values, size = table.wheres, table.values, table.size
        came_from, came_by = self.came_from, self.came_by
        side, traced = self.side, step * SPAN
        if not self.joined:  # the first one is taken as it is
            self.joined = 1
            so_far, beyond = totals[0], jokers + 1 << 5
            totals[0] = -1
            while size and wheres[size - 1] >= beyond:
                size -= 1
            for way in range(size):
                to = places[way] = wheres[way]
                totals[to] = so_far + values[way]
                came_from[traced + to], came_by[traced + to] = 0, way
            self.place_count = size
            return
        other = SPAN - side
        count = 0
        for index in range(side, side + self.place_count):
            where = places[index]
            so_far = totals[side + where]
            totals[side + where] = -1
            spent, row = where & -32, (where & 31) * 32
            beyond = (jokers + 1 << 5) - spent
            for way in range(size):
                there = wheres[way]
                if there >= beyond:  # it spends more jokers than are left
                    break
                to = spent + (there & -32) | add[row + (there & 31)]
                total = so_far + values[way]
                known = totals[other + to]
                if known < total:
                    if known < 0:
                        places[other + count] = to
                        count += 1
                    totals[other + to] = total
                    came_from[traced + to] = where
                    came_by[traced + to] = way
        self.side = other
        self.place_count = count

    def drop(self) -> None:
        """Leave the totals unread."""
        for index in range(self.side, self.side + self.place_count):
            self.totals[self.side + self.places[index]] = -1

    def back(self, step: int, place: int) -> int:
        """The place from which this step led to ``place``."""
        return self.came_from[step * SPAN + place]

    def way(self, step: int, place: int) -> int:
        """The way to lay the suit of this step that led to ``place``."""
        return self.came_by[step * SPAN + place]
