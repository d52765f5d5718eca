"""How many connections each worker has, told to the others, so that none takes many while another has few.

All workers wait at the same door, and whoever is awake takes all who stand there: of sixteen clients that come together
and keep their connections, fifteen may be one worker's, and half of the machine idles. So a worker that has more than
its share leaves newcomers to the others for a moment, and takes them if nobody else does. (The kernel would share them
out to doors of their own, SO_REUSEPORT, but whoever waits at the door of a worker that ends is lost.)

>>> one, other = Share(0), Share(1)
>>> one.tell(5, now=10.0)
>>> one.exceeded(now=10.0)
False
>>> other.tell(2, now=10.0)
>>> one.exceeded(now=10.0), other.exceeded(now=10.0)
(True, False)
"""

from mmap import mmap
from typing import Final

from app.metrics.names import ROWS

_SLACK: Final = 2
"""More connections than this above the least of any worker are more than a share."""
_STALE: Final = 2.0
"""A worker that has told nothing for so many seconds takes nobody: it is stuck, or has gone."""
_table: Final = memoryview(mmap(-1, 2 * ROWS * 8)).cast("d")
"""Shared by all workers: of each in turn how many connections it has, and when it said so; 0 where it takes nobody."""
_used: Final = memoryview(mmap(-1, 8)).cast("q")
"""Shared, too: how much of that is in use."""


class Share:
    """A worker's connections, as the others see them."""

    def __init__(self, row: int | None) -> None:
        """Nobody looks at this worker yet.

        Args:
            row: where it tells them; None: nowhere, and it takes whoever comes.
        """
        self._row = row
        self._count = 0
        if row is not None:
            _used[0] = max(_used[0], 2 * row + 2)

    def tell(self, count: int, now: float) -> None:
        """It has so many, and would take more; to be told again within a second."""
        self._count = count
        if self._row is not None:
            _table[2 * self._row] = count
            _table[2 * self._row + 1] = now

    def close(self) -> None:
        """It takes no more."""
        if self._row is not None:
            _table[2 * self._row + 1] = 0.0

    def exceeded(self, now: float) -> bool:
        """Whether another worker that takes connections has so few that it should have the next."""
        if self._row is None:
            return False
        told = _table[: _used[0]].tolist()
        most, recent, own = self._count - _SLACK, now - _STALE, 2 * self._row
        return any(told[i] < most and told[i + 1] > recent for i in range(0, len(told), 2) if i != own)
