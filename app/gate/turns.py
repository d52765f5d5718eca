"""Turns at computing: some threads may compute as long as they like, but only so many of them at a time.

>>> turns = Turns(1)
>>> with turns:
...     turns.waiting
0
"""

from collections import deque
from threading import Lock
from typing import Final, Self


class Turns:
    """So many turns, which go to whoever has waited for longest.

    The library's own semaphore gives a turn that is left and taken again at once to the same thread, always.
    """

    def __init__(self, number: int) -> None:
        """All of them can be had."""
        self._lock: Final = Lock()
        self._free = number
        self._queue: deque[Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many threads wait for one."""
        return len(self._queue)

    def take(self) -> None:
        """Wait for a turn."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            mine = Lock()
            mine.acquire()
            self._queue.append(mine)
        mine.acquire()

    def leave(self) -> None:
        """Hand the turn on."""
        with self._lock:
            if self._queue:
                self._queue.popleft().release()
            else:
                self._free += 1

    def pause(self) -> None:
        """Let the others go first, if there are any."""
        if self._queue:
            self.leave()
            self.take()

    def __enter__(self) -> Self:
        """Have a turn."""
        self.take()
        return self

    def __exit__(self, *_: object) -> None:
        """And no longer."""
        self.leave()
