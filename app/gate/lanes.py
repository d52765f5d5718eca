"""The threads that answer, in lanes: one kind of request never waits behind another."""

import logging
from collections.abc import Callable, Mapping
from itertools import count
from queue import PriorityQueue, SimpleQueue
from threading import Semaphore, Thread
from typing import Final

from app.gate.connection import Connection
from app.gate.framing import Lane

_PAGE: Final = 4096
_log = logging.getLogger("meldwise")


class Lanes:
    """A queue and some threads for each lane, started when they are needed.

    The threads end with the process: none of them can hold it up.
    """

    def __init__(self, sizes: Mapping[Lane, int], serve: Callable[[Connection], None]) -> None:
        """No thread yet, and at most so many for each lane; ``serve`` answers on a connection, and never raises."""
        self._lanes = {
            lane: _Threads(lane.value, size, serve, most_first=lane is Lane.STREAMS) for lane, size in sizes.items()
        }

    def put(self, connection: Connection, lane: Lane) -> None:
        """Have a thread of ``lane`` serve the connection. Called by one thread only."""
        connection.queue()
        self._lanes[lane].put(connection)


class _Threads:
    """Those of a lane."""

    def __init__(self, name: str, size: int, serve: Callable[[Connection], None], *, most_first: bool) -> None:
        self._name = name
        self._left = size
        self._serve = serve
        self._queue: SimpleQueue[Connection] | _MostFirst = _MostFirst() if most_first else SimpleQueue()
        self._idle = Semaphore(0)

    def put(self, connection: Connection) -> None:
        if self._left and not self._idle.acquire(blocking=False):
            try:
                Thread(target=self._work, name=f"{self._name}-{self._left}", daemon=True).start()
            except RuntimeError as error:  # the system gives no more; those that there are come to it
                _log.warning("no more threads for %s: %s", self._name, error)
            else:
                self._left -= 1
        self._queue.put(connection)

    def _work(self) -> None:
        while True:
            connection = self._queue.get()
            if connection.claim():
                self._serve(connection)
            if self._left:
                self._idle.release()


class _MostFirst:
    """A queue in which a client that has sent much does not wait behind those that send little."""

    def __init__(self) -> None:
        self._queue: PriorityQueue[tuple[int, int, Connection]] = PriorityQueue()
        self._numbers = count()

    def put(self, connection: Connection) -> None:
        self._queue.put((-(len(connection.framing.buffer) // _PAGE), next(self._numbers), connection))

    def get(self) -> Connection:
        return self._queue.get()[2]
