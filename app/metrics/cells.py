"""Numbers in memory that forked processes share: a row for each process, a column for each number.

>>> cells = Cells(rows=3, columns=4)
>>> cells.row[2] += 5
>>> cells.use(cells.take(wanted=1))
>>> cells.row[2] += 7
>>> cells.totals()[2]
12.0
"""

from collections.abc import Iterable
from mmap import mmap
from threading import Lock
from typing import Final

_BYTES: Final = 8


class Cells:
    """A table of numbers, all 0 at first.

    Row 0 is that of the process that makes the table: alone, or as the server that starts the others. It takes a row
    for each of them before it forks, and frees it when they are gone.

    Attributes:
        row: the row of this process; written to by its threads with :attr:`lock` held.
        lock: holds this process's other threads off.
    """

    def __init__(self, rows: int, columns: int) -> None:
        """A table of this size. Memory that is never written to costs nothing."""
        table = memoryview(mmap(-1, rows * columns * _BYTES)).cast("d")
        self._rows = [table[start : start + columns] for start in range(0, rows * columns, columns)]
        self._taken = {0}
        # Shared, too: a process adds up the rows of those that were started after it.
        self._ever = memoryview(mmap(-1, _BYTES)).cast("q")
        self._ever[0] = 1
        self.row = self._rows[0]
        self.lock = Lock()

    def take(self, wanted: int = 1) -> int | None:
        """A row that nobody has, from ``wanted`` on; None if there is none."""
        free = next((row for row in range(wanted, len(self._rows)) if row not in self._taken), None)
        if free is not None:
            self._taken.add(free)
            self._ever[0] = max(self._ever[0], free + 1)
        return free

    def use(self, row: int | None) -> None:
        """From now on this process writes to ``row``; None: to one that nobody adds up."""
        self.row = self._rows[row] if row is not None else memoryview(bytearray(self.row.nbytes)).cast("d")
        self.lock = Lock()  # the inherited one may be held by a thread that this process does not have

    def free(self, row: int, levels: Iterable[int] = ()) -> None:
        """The process that had ``row`` is gone: its counts stay, its ``levels`` (columns of gauges) are 0."""
        for column in levels:
            self._rows[row][column] = 0.0
        self._taken.discard(row)

    def read(self, row: int, column: int) -> float:
        """One number."""
        return self._rows[row][column]

    def totals(self) -> list[float]:
        """Every column's sum over all rows that were ever taken."""
        return [sum(column) for column in zip(*(row.tolist() for row in self._rows[: self._ever[0]]), strict=True)]
