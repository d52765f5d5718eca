"""Tables: all that is worth knowing of one suit. Plain integers, ready to be compiled.

Runs live inside a suit; only sets tie suits together. So the search asks, for the cards a suit keeps after the sets
have taken theirs: how many points and cards can runs cover, for each number of jokers spent, pure runs and runs made?
The answer is a small Pareto frontier, the same for every hand that holds these cards: :mod:`.suit_builder` makes it and
:mod:`.suit_memo` remembers it. What fewer jokers can do is how it begins, so it answers for every number up to its own.
"""

from typing import Final

# Arrays are written out where they are made by the million: packing.blank would make a list of each first. Their sizes,
# up to packing.SPAN ways and packing.MOST_JOKERS + 1 budgets, stand in the .pxd once more.


class Table:
    """All that is worth knowing of one suit. What is here is never changed once it is made.

    Attributes:
        jokers: how many jokers it is made for; with fewer, the ways that spend no more of them are what there is.
        size: how many ways to lay the suit there are.
        wheres: of each, jokers spent ``<< 5 |`` state; those that spend fewest come first.
        values: of each, points covered x POINT + cards covered x CARD - jokers standing for others (and PURE_POINTs).
        runs: of each, its lowest run, or 0 for none: ``natural places | wild places << 14 | jokers << 28 | copies <<
            33``; with copies (2 or 3) it is no run but so many copies of the one card.
        rests, ways: of each, the table of what that run leaves, and the way to lay it (:func:`runs_laid`).
        most: the most that each joker budget can come to, where a joker that the suit does not spend is taken to join a
            meld somewhere.
        tops: by joker budget, the state with the most pure runs and the most runs.
    """

    __slots__ = ("jokers", "most", "rests", "runs", "size", "tops", "values", "ways", "wheres")

    jokers: int
    size: int
    wheres: list[int]
    values: list[int]
    runs: list[int]
    ways: list[int]
    most: list[int]
    tops: list[int]
    rests: tuple["Table", ...]


class _Small(Table):
    """A table as most of them are. The classes differ in how much room they have."""

    __slots__ = ("own_most", "own_runs", "own_tops", "own_values", "own_ways", "own_wheres")

    def __init__(self) -> None:
        self.jokers = self.size = 0
        self.own_wheres, self.own_values = [0] * 4, [0] * 4
        self.own_runs, self.own_ways = [0] * 4, [0] * 4
        self.own_most, self.own_tops = [0] * 4, [0] * 4
        self.wheres, self.values, self.runs = self.own_wheres, self.own_values, self.own_runs
        self.ways, self.most, self.tops = self.own_ways, self.own_most, self.own_tops


class _Some(Table):
    __slots__ = ("own_most", "own_runs", "own_tops", "own_values", "own_ways", "own_wheres")

    def __init__(self) -> None:
        self.jokers = self.size = 0
        self.own_wheres, self.own_values = [0] * 8, [0] * 8
        self.own_runs, self.own_ways = [0] * 8, [0] * 8
        self.own_most, self.own_tops = [0] * 8, [0] * 8
        self.wheres, self.values, self.runs = self.own_wheres, self.own_values, self.own_runs
        self.ways, self.most, self.tops = self.own_ways, self.own_most, self.own_tops


class _Middle(Table):
    __slots__ = ("own_most", "own_runs", "own_tops", "own_values", "own_ways", "own_wheres")

    def __init__(self) -> None:
        self.jokers = self.size = 0
        self.own_wheres, self.own_values = [0] * 16, [0] * 16
        self.own_runs, self.own_ways = [0] * 16, [0] * 16
        self.own_most, self.own_tops = [0] * 8, [0] * 8
        self.wheres, self.values, self.runs = self.own_wheres, self.own_values, self.own_runs
        self.ways, self.most, self.tops = self.own_ways, self.own_most, self.own_tops


class _Large(Table):
    __slots__ = ("own_most", "own_runs", "own_tops", "own_values", "own_ways", "own_wheres")

    def __init__(self) -> None:
        self.jokers = self.size = 0
        self.own_wheres, self.own_values = [0] * 64, [0] * 64
        self.own_runs, self.own_ways = [0] * 64, [0] * 64
        self.own_most, self.own_tops = [0] * 23, [0] * 23
        self.wheres, self.values, self.runs = self.own_wheres, self.own_values, self.own_runs
        self.ways, self.most, self.tops = self.own_ways, self.own_most, self.own_tops


class _Huge(Table):
    __slots__ = ("own_most", "own_runs", "own_tops", "own_values", "own_ways", "own_wheres")

    def __init__(self) -> None:
        self.jokers = self.size = 0
        self.own_wheres, self.own_values = [0] * 736, [0] * 736
        self.own_runs, self.own_ways = [0] * 736, [0] * 736
        self.own_most, self.own_tops = [0] * 23, [0] * 23
        self.wheres, self.values, self.runs = self.own_wheres, self.own_values, self.own_runs
        self.ways, self.most, self.tops = self.own_ways, self.own_most, self.own_tops


NOWHERE: Final = Table()
"""In the place of what a run leaves where no run is."""


def table_for(size: int, jokers: int) -> Table:
    """An empty table with room for ``size`` ways to lay a suit, where up to ``jokers`` jokers can be spent."""
    if size <= 4 and jokers < 4:
        return _Small()
    if size <= 8 and jokers < 8:
        return _Some()
    if size <= 16 and jokers < 8:
        return _Middle()
    return _Large() if size <= 64 else _Huge()


def clipped(table: Table, jokers: int) -> Table:
    """The same for ``jokers`` only, of the more that ``table`` is made for."""
    size = 0
    while size < table.size and table.wheres[size] >> 5 <= jokers:
        size += 1
    less = table_for(size, jokers)
    less.jokers, less.size, less.rests = jokers, size, table.rests[:size]
    for index in range(size):
        less.wheres[index], less.values[index] = table.wheres[index], table.values[index]
        less.runs[index], less.ways[index] = table.runs[index], table.ways[index]
    for budget in range(jokers + 1):
        less.most[budget], less.tops[budget] = table.most[budget], table.tops[budget]
    return less


def runs_laid(table: Table, way: int) -> list[int]:
    """The runs of one way to lay a suit, the lowest first."""
    laid = []
    while table.runs[way]:
        laid.append(table.runs[way])
        table, way = table.rests[way], table.ways[way]
    return laid
