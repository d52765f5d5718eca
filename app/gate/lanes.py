"""The threads that answer, in lanes: one kind of request never waits behind another."""

from collections.abc import Callable, Mapping
from queue import SimpleQueue
from threading import Thread

from app.gate.connection import Connection
from app.gate.framing import Lane


class Lanes:
    """A queue and some threads for each lane. The threads end with the process: none of them can hold it up."""

    def __init__(self, sizes: Mapping[Lane, int], serve: Callable[[Connection], None]) -> None:
        """Start the threads, which call ``serve`` with one connection after the other; it never raises."""
        self._queues: dict[Lane, SimpleQueue[Connection]] = {lane: SimpleQueue() for lane in sizes}
        for lane, size in sizes.items():
            for number in range(size):
                name = f"{lane.value}-{number}"
                Thread(target=_work, args=(self._queues[lane], serve), name=name, daemon=True).start()

    def put(self, connection: Connection, lane: Lane) -> None:
        """Have a thread of ``lane`` serve the connection."""
        connection.queue()
        self._queues[lane].put(connection)


def _work(queue: "SimpleQueue[Connection]", serve: Callable[[Connection], None]) -> None:
    while True:
        connection = queue.get()
        if connection.claim():
            serve(connection)
