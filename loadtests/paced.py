"""A client that keeps to a timetable: requests are due at random times at a given rate, whatever the server does.

A client that waits for its answer before it asks again spares a slow server. This one does not: times count from when
a request was due, so a request that had to wait for a free connection tells so. It may run in several processes.
"""

import selectors
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from random import Random
from time import perf_counter, process_time
from typing import Final, NamedTuple

from loadtests.client import Answer, Line

_PATIENCE: Final = 1.5
"""A run that takes so many times its own length is given up: the server does not keep up."""
_LEAST_SECONDS: Final = 2.0
NO_ANSWER: Final = Answer(0, b"", b"", 0.0)


class Sent(NamedTuple):
    """What came of requests that were due at a rate.

    Attributes:
        answers: in the order of the requests; their times count from when the requests were due. Status 0 is a
            connection that failed; None a request that had no answer when the run was given up.
        seconds: from the first request to the last answer.
        planned: from the first request to when the last was due, in seconds.
        client_cpu: CPU time of the busiest client, in seconds.
        late: how long after their time requests went out though a connection was free, 99th percentile in seconds.
    """

    answers: list[Answer | None]
    seconds: float
    planned: float
    client_cpu: float
    late: float


class Load(NamedTuple):
    """Requests that are due at ``rate`` a second on the average, over so many connections."""

    port: int
    requests: Sequence[bytes]
    rate: float
    connections: int
    seed: str


class Generators:
    """Processes that send."""

    def __init__(self, pool: ProcessPoolExecutor, number: int) -> None:
        """Prepared by :func:`generators`."""
        self._pool = pool
        self.number = number

    def send(self, load: Load) -> Sent:
        """Spread the requests over the processes, each with its part of the rate and of the connections."""
        number = self.number
        parts = [
            Load(
                load.port,
                load.requests[place::number],
                load.rate / number,
                max(1, load.connections // number),
                f"{load.seed} {place}",
            )
            for place in range(number)
        ]
        sent = list(self._pool.map(send, parts))
        answers: list[Answer | None] = [None] * len(load.requests)
        for place, part in enumerate(sent):
            answers[place::number] = part.answers
        columns = list(zip(*(part[1:] for part in sent), strict=True))
        return Sent(answers, *(max(column) for column in columns))


@contextmanager
def generators(number: int) -> Iterator[Generators]:
    """So many processes to send from; they are fresh ones, so that nothing of this process slows them down."""
    with ProcessPoolExecutor(number, mp_context=get_context("spawn")) as pool:
        list(pool.map(abs, range(number)))  # started before any clock is
        yield Generators(pool, number)


def send(load: Load) -> Sent:
    """Send the requests of ``load`` from this process."""
    timetable = _timetable(len(load.requests), load.rate, load.seed)
    given_up = max(_LEAST_SECONDS, timetable[-1] * _PATIENCE)
    with selectors.DefaultSelector() as selector:
        run = _Run(load, timetable, selector)
        try:
            while run.unfinished() and perf_counter() - run.begun < given_up:
                run.step()
        finally:
            run.close()
    run.late.sort()
    late = run.late[int(len(run.late) * 0.99)] if run.late else 0.0
    return Sent(run.answers, perf_counter() - run.begun, timetable[-1], process_time() - run.cpu, late)


def _timetable(count: int, rate: float, seed: str) -> list[float]:
    """When each request is due, in seconds from the beginning: as independent clients would come."""
    rng = Random(f"timetable {seed}")
    due, table = 0.0, []
    for _ in range(count):
        due += rng.expovariate(rate)
        table.append(due)
    return table


class _Run:
    """The state of :func:`send`."""

    def __init__(self, load: Load, timetable: Sequence[float], selector: selectors.BaseSelector) -> None:
        self.load = load
        self.timetable = timetable
        self.selector = selector
        self.idle: deque[Line] = deque(Line(load.port) for _ in range(load.connections))
        self.answers: list[Answer | None] = [None] * len(load.requests)
        self.late: list[float] = []
        self.next = 0
        self.under_way = 0
        self.waited = False
        self.cpu = process_time()
        self.begun = perf_counter()

    def unfinished(self) -> bool:
        return self.next < len(self.timetable) or self.under_way > 0

    def step(self) -> None:
        """Send what is due, then wait for answers until the next one is."""
        now = perf_counter() - self.begun
        while self.next < len(self.timetable) and self.timetable[self.next] <= now and self.idle:
            self._ask(self.idle.popleft(), now)
        self.waited = not self.idle
        wait = 0.1
        if self.next < len(self.timetable) and self.idle:
            wait = min(wait, max(0.0, self.timetable[self.next] - (perf_counter() - self.begun)))
        for key, _ in self.selector.select(wait):
            self._hear(key.data)

    def _ask(self, line: Line, now: float) -> None:
        if not self.waited:  # else it is late because no connection was free
            self.late.append(now - self.timetable[self.next])
        index, self.next = self.next, self.next + 1
        try:
            line.send(index, self.load.requests[index])
        except OSError:
            self._failed(line, index)
        else:
            self.under_way += 1
            self.selector.register(line.socket, selectors.EVENT_READ, line)

    def _hear(self, line: Line) -> None:
        try:
            if not line.receive():
                return
            answer = line.answer()
        except (OSError, ValueError):
            self._done(line)
            self._failed(line, line.index)
            return
        self._done(line)
        taken = perf_counter() - self.begun - self.timetable[line.index]
        self.answers[line.index] = answer._replace(seconds=taken)
        if answer.closing:
            self._renew(line)
        else:
            self.idle.append(line)

    def _done(self, line: Line) -> None:
        self.under_way -= 1
        self.selector.unregister(line.socket)

    def _failed(self, line: Line, index: int) -> None:
        """The request counts as failed; the next one gets a fresh connection."""
        self.answers[index] = NO_ANSWER
        self._renew(line)

    def _renew(self, line: Line) -> None:
        """A fresh connection in place of one that is of no use any more."""
        line.socket.close()
        try:
            self.idle.append(Line(self.load.port))
        except OSError:  # nobody listens any more
            self.answers[self.next :] = [NO_ANSWER] * (len(self.answers) - self.next)
            self.next = len(self.timetable)

    def close(self) -> None:
        for key in list(self.selector.get_map().values()):
            key.data.socket.close()
        for line in self.idle:
            line.socket.close()
