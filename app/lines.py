"""Lines to standard output and standard error that never hold the service up.

Whoever reads them may stop reading: then a pipe fills, and whatever writes to it waits, for ever. So workers leave
their lines to a thread, some at a time, and what that cannot get rid of is lost and counted. The server itself, which
starts no threads because it forks, looks before it writes.
"""

import logging
import os
import select
from collections import deque
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final

from app.metrics.names import LOST_LINES

LONGEST: Final = 16 * 1024
"""What is longer is cut."""
_GATHER_SECONDS: Final = 0.05
"""Lines wait this long for others to be written with: one call for many."""
_PIECE: Final = 4096
"""A pipe that can be written to takes so much without waiting."""


class Sink:
    """Where lines go, and never more of them than can be kept."""

    def __init__(self, name: str, descriptor: int, most: int) -> None:
        """Lines go to ``descriptor``; in a worker, at most so many wait."""
        self._name = name
        self._descriptor = descriptor
        self._most = most
        self._waiting: deque[str] = deque()
        self._wake = Event()
        self._thread: Thread | None = None
        self._busy = False

    def start(self) -> None:
        """From now on a thread of this process writes."""
        self._waiting.clear()
        self._wake = Event()
        self._thread = Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Write a line, which ends with its end, now or soon, or lose it; never wait."""
        if self._thread is None:
            self._write_if_it_can(line)
        elif len(self._waiting) >= self._most:
            LOST_LINES.add(self._name)
        else:
            self._waiting.append(line)
            if not self._wake.is_set():
                self._wake.set()

    def forked(self) -> None:
        """In a new process, which has no such thread: look before writing."""
        self._thread = None

    def stop(self, seconds: float) -> None:
        """Wait until what was written is out, but no longer than this; from now on, look before writing."""
        end = monotonic() + seconds
        while self._thread is not None and (self._waiting or self._busy) and monotonic() < end:
            sleep(0.01)
        self._thread = None

    def _run(self) -> None:
        while True:
            self._wake.wait()
            sleep(_GATHER_SECONDS)
            self._busy = True
            self._wake.clear()
            lines = [self._waiting.popleft() for _ in range(len(self._waiting))]
            try:
                self._write_all("".join(lines))
            except OSError:  # nobody reads any more, or the disk is full
                LOST_LINES.add(self._name, amount=float(len(lines)))
            self._busy = False

    def _write_all(self, text: str) -> None:
        data = memoryview(text.encode("utf-8", "backslashreplace"))
        while data:
            data = data[os.write(self._descriptor, data) :]

    def _write_if_it_can(self, line: str) -> None:
        """Write as far as that needs no waiting."""
        data = line.encode("utf-8", "backslashreplace")
        try:
            poll = select.poll()
            poll.register(self._descriptor, select.POLLOUT)
            for start in range(0, len(data), _PIECE):
                if not any(event & select.POLLOUT for _, event in poll.poll(0)):
                    LOST_LINES.add(self._name)
                    return
                os.write(self._descriptor, data[start : start + _PIECE])
        except OSError:
            LOST_LINES.add(self._name)


REQUESTS: Final = Sink("requests", 1, 10_000)
"""Standard output: a line for every request."""
ERRORS: Final = Sink("errors", 2, 1_000)
"""Standard error: all else."""
for _name, _sink in (("requests", REQUESTS), ("errors", ERRORS)):
    LOST_LINES.has(_name)
    os.register_at_fork(after_in_child=_sink.forked)


class SinkHandler(logging.Handler):
    """Writes what is logged to a sink. Whatever a message quotes, only real lines start at the left edge."""

    def __init__(self, sink: Sink) -> None:
        super().__init__()
        self._sink = sink

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        try:
            first, *more = self.format(record)[:LONGEST].splitlines() or [""]
            self._sink.write("".join([first, "\n", *(f"  {line}\n" for line in more)]))
        except Exception:  # noqa: BLE001 - as the original
            self.handleError(record)
