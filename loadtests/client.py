"""A light client: some kept-alive connections, each asking as soon as it has its answer. No library between.

It costs some 30 microseconds a request, in a process of its own, so that it hardly holds the server back and takes no
part in the server's CPU time; the comparison prints what it cost. What it measures is stored; answers are judged after
the clock has stopped.
"""

import re
import selectors
import socket
from collections.abc import Iterator, Sequence
from time import perf_counter, perf_counter_ns, process_time
from typing import Final, NamedTuple

from loadtests.corpus import Case

_LENGTH: Final = re.compile(rb"\r\nContent-Length: (\d+)\r\n", re.IGNORECASE)
_CLOSE: Final = re.compile(rb"\r\nConnection: close(?:\r|$)", re.IGNORECASE)
_END: Final = b"\r\n\r\n"
_SILENCE_SECONDS: Final = 30.0


class Answer(NamedTuple):
    """What came back; status 0 is a connection that failed."""

    status: int
    head: bytes
    body: bytes
    seconds: float

    @property
    def closing(self) -> bool:
        """Whether the server closes the connection after it, as it may."""
        return _CLOSE.search(self.head) is not None


class Driven(NamedTuple):
    """A round's answers, in the order of its requests, how long it took, and the CPU time of the client."""

    answers: list[Answer]
    seconds: float
    client_cpu: float


def encoded(case: Case) -> bytes:
    """``case`` as it travels."""
    head = (
        f"POST {case.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n"
        f"Content-Type: {case.content_type}\r\nContent-Length: {len(case.body)}\r\n\r\n"
    )
    return head.encode() + case.body


class Line:
    """One connection and the request on its way."""

    def __init__(self, port: int) -> None:
        """Connect."""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=_SILENCE_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.index = 0
        self.sent = 0
        self.received = b""
        self.whole = 0

    def send(self, index: int, request: bytes) -> None:
        """Send request number ``index``."""
        self.index, self.received, self.whole = index, b"", 0
        self.sent = perf_counter_ns()
        self.socket.sendall(request)

    def receive(self) -> bool:
        """Read what has come; whether the answer is whole."""
        part = self.socket.recv(65536)
        if not part:
            message = "the server closed the connection"
            raise ConnectionError(message)
        self.received += part
        if not self.whole:
            end = self.received.find(_END)
            if end < 0:
                return False
            length = _LENGTH.search(self.received, 0, end + 2)
            self.whole = end + len(_END) + (int(length[1]) if length else 0)
        return len(self.received) >= self.whole

    def answer(self) -> Answer:
        """The answer, once it is whole; its time counts from when the request was sent."""
        head, _, body = self.received.partition(_END)
        return Answer(int(head[9:12]), head, body, (perf_counter_ns() - self.sent) / 1e9)


def drive(port: int, requests: Sequence[bytes], connections: int) -> Driven:
    """Send every request once over so many connections, each in a closed loop."""
    answers: list[Answer] = [Answer(0, b"", b"", 0.0)] * len(requests)
    waiting = iter(enumerate(requests))
    with selectors.DefaultSelector() as selector:
        for _ in range(min(connections, len(requests))):
            line = Line(port)
            selector.register(line.socket, selectors.EVENT_READ, line)
        begun, cpu = perf_counter(), process_time()
        for key in list(selector.get_map().values()):
            key.data.send(*next(waiting))
        while selector.get_map():
            ready = selector.select(_SILENCE_SECONDS)
            if not ready:
                break
            for key, _ in ready:
                _attend(selector, key.data, answers, waiting, port)
        seconds, cpu = perf_counter() - begun, process_time() - cpu
        for key in list(selector.get_map().values()):  # connections that never answered
            key.data.socket.close()
    return Driven(answers, seconds, cpu)


def _attend(
    selector: selectors.BaseSelector,
    line: Line,
    answers: list[Answer],
    waiting: Iterator[tuple[int, bytes]],
    port: int,
) -> None:
    """Take what has come on a connection, and send the next request if the answer is whole."""
    try:
        if not line.receive():
            return
        answer = answers[line.index] = line.answer()
        if answer.closing:
            line = _another(selector, line, port)
    except (OSError, ValueError):  # the request counts as failed; the next one gets a fresh connection
        line = _another(selector, line, port)
    following = next(waiting, None)
    if following is None:
        selector.unregister(line.socket)
        line.socket.close()
    else:
        line.send(*following)


def _another(selector: selectors.BaseSelector, line: Line, port: int) -> Line:
    """A fresh connection in place of one that is of no use any more."""
    selector.unregister(line.socket)
    line.socket.close()
    line = Line(port)
    selector.register(line.socket, selectors.EVENT_READ, line)
    return line
