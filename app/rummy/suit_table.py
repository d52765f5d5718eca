"""Tables: all that is worth knowing of one suit. Plain integers, ready to be compiled.

Runs live inside a suit; only sets tie suits together. So the search asks, for the cards a suit keeps after the sets
have taken theirs: how many points and cards can runs cover, for each number of jokers spent, pure runs and runs made?
The answer is a small Pareto frontier, the same for every hand that holds these cards: :mod:`.suit_builder` makes it and
:mod:`.suit_memo` remembers it.
"""

# Arrays are written out where they are made by the million: packing.blank would make a list of each first. Their sizes,
# up to packing.SPAN ways and packing.MOST_JOKERS + 1 budgets, stand in the .pxd once more.


class Table:
    """All that is worth knowing of one suit. What is here is never changed once it is made.

    Attributes:
        size: how many ways to lay the suit there are.
        wheres: of each, jokers spent ``<< 5 |`` state; those that spend fewest come first.
        values: of each, points covered x POINT + cards covered x CARD - jokers standing for others (and PURE_POINTs).
        runs: of each, its runs: ``natural places | wild places << 14 | jokers << 28 | copies << 33``; with copies (2 or
            3) it is no run but so many copies of the one card.
        most: the most that each joker budget can come to, where a joker that the suit does not spend is taken to join a
            meld somewhere.
        top: the state with the most pure runs and the most runs.
    """

    size: int
    top: int
    wheres: list[int]
    values: list[int]
    most: list[int]
    runs: tuple[tuple[int, ...], ...]


class _Small(Table):
    """A table as most of them are. The classes differ in how much room they have."""

    def __init__(self) -> None:
        self.size = self.top = 0
        self.own_wheres = [0] * 4
        self.own_values = [0] * 4
        self.own_most = [0] * 4
        self.wheres, self.values, self.most = self.own_wheres, self.own_values, self.own_most


class _Middle(Table):
    def __init__(self) -> None:
        self.size = self.top = 0
        self.own_wheres = [0] * 16
        self.own_values = [0] * 16
        self.own_most = [0] * 8
        self.wheres, self.values, self.most = self.own_wheres, self.own_values, self.own_most


class _Large(Table):
    def __init__(self) -> None:
        self.size = self.top = 0
        self.own_wheres = [0] * 64
        self.own_values = [0] * 64
        self.own_most = [0] * 19
        self.wheres, self.values, self.most = self.own_wheres, self.own_values, self.own_most


class _Huge(Table):
    def __init__(self) -> None:
        self.size = self.top = 0
        self.own_wheres = [0] * 608
        self.own_values = [0] * 608
        self.own_most = [0] * 19
        self.wheres, self.values, self.most = self.own_wheres, self.own_values, self.own_most


def table_for(size: int, jokers: int) -> Table:
    """An empty table with room for ``size`` ways to lay a suit, where up to ``jokers`` jokers can be spent."""
    if size <= 4 and jokers < 4:
        return _Small()
    if size <= 16 and jokers < 8:
        return _Middle()
    return _Large() if size <= 64 else _Huge()
