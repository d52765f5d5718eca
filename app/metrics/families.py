"""Counters, gauges and histograms: names for columns of shared numbers.

Every combination of label values that can occur gets its columns before the server forks; so label values are bounded,
and all processes mean the same column by the same number.

>>> book = Book(Cells(rows=1, columns=100))
>>> shows = book.counter("shows", "Declarations, by verdict.", "verdict")
>>> first, second = shows.has("valid"), shows.has("invalid")
>>> shows.add("valid")
>>> shows.add("nonsense")
>>> shows.values(book.cells.totals())
[(('valid',), 1.0), (('invalid',), 0.0), (('other',), 1.0)]
"""

from bisect import bisect_left
from itertools import accumulate
from typing import Final, TypeVar

from app.metrics.cells import Cells

OTHER: Final = "other"
"""The label of what has none of its own."""
BOUNDS: Final = (
    *(0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025),
    *(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0),
)
"""The upper bounds of a histogram's buckets, in seconds: from what a known hand takes to what nobody waits for."""

_F = TypeVar("_F", bound="Family")


class Book:
    """All metrics, and whose columns are whose.

    Attributes:
        cells: the numbers.
        families: the metrics, in the order in which they were named.
    """

    def __init__(self, cells: Cells) -> None:
        """No metrics yet, on these numbers."""
        self.cells = cells
        self.families: list[Family] = []
        self._next = 0

    def counter(self, name: str, meaning: str, *labels: str) -> "Counter":
        """A number that only grows; told as ``{name}_total``."""
        return self._keep(Counter(self, name, meaning, labels, width=1))

    def gauge(self, name: str, meaning: str, *labels: str) -> "Gauge":
        """A number that goes up and down; every process has its own, and what is told is their sum."""
        return self._keep(Gauge(self, name, meaning, labels, width=1))

    def histogram(self, name: str, meaning: str, *labels: str) -> "Histogram":
        """How many times took how many seconds."""
        return self._keep(Histogram(self, name, meaning, labels, width=len(BOUNDS) + 2))

    def columns(self, width: int) -> int:
        """The first of so many columns that are nobody's yet.

        Raises:
            MemoryError: there are none.
        """
        first = self._next
        self._next += width
        if self._next > len(self.cells.row):
            message = "more label values than there are columns for"
            raise MemoryError(message)
        return first

    def levels(self) -> list[int]:
        """The columns of all gauges."""
        return [column for f in self.families if isinstance(f, Gauge) for column in f.places.values()]

    def _keep(self, family: _F) -> _F:
        self.families.append(family)
        return family


class Family:
    """One metric, with some columns for each combination of label values.

    Attributes:
        name: without the endings that its kind brings.
        meaning: what it tells, in a sentence.
        labels: the names of its labels.
        places: the first column of each combination of label values.
    """

    def __init__(self, book: Book, name: str, meaning: str, labels: tuple[str, ...], width: int) -> None:
        """A metric in ``book``, of so many columns for each combination."""
        self.name = name
        self.meaning = meaning
        self.labels = labels
        self._book = book
        self._cells = book.cells
        self._width = width
        self._other = book.columns(width)
        self.places: dict[tuple[str, ...], int] = {} if labels else {(): self._other}

    def has(self, *values: str) -> int:
        """Have columns for these label values; the first of them. Before the server forks, or not at all."""
        if values not in self.places:
            self.places[values] = self._book.columns(self._width)
        return self.places[values]

    def values(self, totals: list[float]) -> list[tuple[tuple[str, ...], float]]:
        """What each combination of label values has come to, by the columns' ``totals``."""
        told = [(values, totals[column]) for values, column in self.places.items()]
        if self.labels and totals[self._other]:
            told.append(((OTHER,) * len(self.labels), totals[self._other]))
        return told


class Counter(Family):
    """A number that only grows."""

    def add(self, *values: str, amount: float = 1.0) -> None:
        """Add to it."""
        column = self.places.get(values, self._other)
        with self._cells.lock:
            self._cells.row[column] += amount

    def add_at(self, columns: tuple[int, ...]) -> None:
        """Add 1 to columns that are known, be they this one's or another counter's."""
        row = self._cells.row
        with self._cells.lock:
            for column in columns:
                row[column] += 1.0


class Gauge(Family):
    """A number that goes up and down."""

    def put(self, *values: str, amount: float) -> None:
        """This process's part of it is now ``amount``."""
        self._cells.row[self.places[values]] = amount


class Histogram(Family):
    """How many times took how many seconds: a column for each bucket, one beyond the last, and the sum."""

    def observe(self, *values: str, seconds: float) -> None:
        """It took ``seconds`` once more."""
        first = self.places.get(values, self._other)
        bucket = first + bisect_left(BOUNDS, seconds)
        row = self._cells.row
        with self._cells.lock:
            row[bucket] += 1.0
            row[first + len(BOUNDS) + 1] += seconds

    def observe_and_count(self, first: int, seconds: float, column: int) -> None:
        """As above, where the columns from ``first`` on are known, and count up another column: the cheapest way."""
        bucket = first + bisect_left(BOUNDS, seconds)
        row = self._cells.row
        with self._cells.lock:
            row[bucket] += 1.0
            row[first + len(BOUNDS) + 1] += seconds
            row[column] += 1.0

    def buckets(self, totals: list[float]) -> list[tuple[tuple[str, ...], list[float], float]]:
        """For each combination of label values: the counts up to each bound and beyond them all, and the sum."""
        width = len(BOUNDS) + 1
        places = {**self.places, **({(OTHER,) * len(self.labels): self._other} if self.labels else {})}
        return [
            (values, list(accumulate(totals[first : first + width])), totals[first + width])
            for values, first in places.items()
            if values in self.places or any(totals[first : first + width])
        ]
