"""A connection, and what it waits for."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from socket import socket
from time import monotonic
from typing import TYPE_CHECKING, Final

from gunicorn.http.unreader import Unreader

from app.gate.framing import Framing

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.gate.turns import Turns

Address = str | int | tuple[str, int]
"""Where a socket ends, as sockets tell it: a path, or a host and a port."""
_SLICE: Final = 1.0
"""Seconds for which a stream's thread waits for its client before it looks whether the stream is to end."""
RATE: Final = 16 * 1024
"""Bytes that buy a client another second, for the body that it sends or the answer that it takes."""


class State(Enum):
    """Who acts next."""

    IDLE = "idle"  # the client: nothing of a request has come
    READING = "reading"  # the client: part of a request has come
    BUSY = "busy"  # a thread
    WRITING = "writing"  # the client: part of an answer is left to take
    CLOSING = "closing"  # the client: the last answer is out, and it is to see the end
    CLOSED = "closed"  # nobody


class Connection:
    """A client's connection. The main loop owns it, but a thread while it is busy.

    Attributes:
        sock: the socket; it never blocks, but for a moment for a stream while a thread has it.
        client: the peer's address, as sockets tell it.
        server: ours.
        framing: what has come.
        state: who acts next.
        since: when that began, on the monotonic clock; for a request being read, when its first byte came.
        deadline: until when it may last.
        served: requests answered.
        disarmed: whether the poller does not look at it.
        counted: bytes of it that count as held by the worker.
        unsent: parts of an answer that the client has not taken.
        closing: whether it is to be closed once they are.
        whole: whether all of a request has come.
        in_body: whether its head has.
        streams: whether a thread waits for the client: more of the request may come while it is answered.
        moved: bytes that came or went while a thread had a stream, or while an answer or the end was waited for.
        waited: seconds for which that thread waited for the client.
        told: why a stream is broken off; None while it is not.
        continued: whether the client was told to send the body.
    """

    __slots__ = (
        "_patience",
        "_tickets",
        "_turns",
        "client",
        "closing",
        "continued",
        "counted",
        "deadline",
        "disarmed",
        "framing",
        "in_body",
        "moved",
        "served",
        "server",
        "since",
        "sock",
        "state",
        "streams",
        "told",
        "unsent",
        "waited",
        "whole",
    )

    def __init__(self, sock: socket, client: Address, server: Address, longest_body: int, seconds: float) -> None:
        """A new connection on which a whole head is expected within so many seconds."""
        sock.settimeout(0)
        self.sock = sock
        self.client = client
        self.server = server
        self.framing = Framing(longest_body)
        self.state = State.IDLE
        self.since = monotonic()
        self.deadline = self.since + seconds
        self.served = self.counted = self.moved = 0
        self.disarmed = self.closing = self.continued = self.whole = self.in_body = self.streams = False
        self.unsent: list[bytes | memoryview] = []
        self.told: str | None = None
        self._tickets: list[None] = []
        self.waited = self._patience = 0.0
        self._turns: Turns | None = None

    def queue(self) -> None:
        """A thread is to answer what has come."""
        self.since = monotonic()
        self.moved = 0
        self.waited = 0.0
        self._tickets.append(None)
        self.state = State.BUSY

    def claim(self) -> bool:
        """Whether the caller, and nobody else, is to answer: a thread, or who gives up waiting for one."""
        try:
            self._tickets.pop()  # atomic
        except IndexError:
            return False
        return True

    @property
    def waits_for_a_thread(self) -> bool:
        """Whether nobody has begun to answer."""
        return bool(self._tickets)

    def renew(self, rest: bytes) -> None:
        """Forget the request that has been answered; ``rest`` came behind it."""
        self.framing.restart(rest)
        self.continued = self.in_body = False
        self.told = None
        self.served += 1

    def be_patient(self, seconds: float, turns: "Turns") -> None:
        """A thread, which has one of these ``turns``, may wait for this client.

        Args:
            seconds: as long as this, while nothing comes or goes.
            turns: who waits leaves its turn to others.
        """
        self._patience = seconds
        self._turns = turns
        self.sock.settimeout(_SLICE)

    def receive(self, size: int) -> bytes:
        """Some bytes that a thread waits for; none where no more will come, or the stream is to end.

        Raises:
            TimeoutError: nothing came for too long.
        """
        end = monotonic() + self._patience
        while True:
            try:
                with self._waiting():
                    data = self.sock.recv(size)
            except TimeoutError:
                if self.told:
                    return b""
                if monotonic() >= end:
                    raise
            else:
                self.moved += len(data)
                return data

    def deliver(self, data: bytes) -> memoryview:
        """Send all of it; a thread waits until the client has taken it. What it does not take is the result.

        Raises:
            OSError: there is nobody to take it.
        """
        left, end = memoryview(data), monotonic() + self._patience
        while left:
            try:
                with self._waiting():
                    sent = self.sock.send(left)
            except TimeoutError:
                now = monotonic()
                if now >= end or (self.told and now >= self.deadline):
                    break
            else:
                self.moved += sent
                left, end = left[sent:], monotonic() + self._patience
        return left

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        start = monotonic()
        if self._turns is not None:
            self._turns.leave()
        try:
            yield
        finally:
            self.waited += monotonic() - start
            if self._turns is not None:
                self._turns.take()

    def send(self) -> bool:
        """Send as much of what is unsent as the client takes now; whether that was all.

        Raises:
            OSError: there is nobody to take it.
        """
        parts = self.unsent
        while parts:
            try:
                sent = self.sock.sendmsg(parts[:16])
            except (BlockingIOError, InterruptedError):
                return False
            self.moved += sent
            while parts and sent >= len(parts[0]):
                sent -= len(parts.pop(0))
            if sent:
                parts[0] = memoryview(parts[0])[sent:]
        return True


class Held(Unreader):
    """What has come of a request, for gunicorn's parser; a stream goes on from the socket, all others end there."""

    def __init__(self, connection: Connection, *, goes_on: bool) -> None:
        """Hand over what the connection holds."""
        super().__init__()
        self.buf.write(connection.framing.buffer)
        self._connection = connection
        self._receive: Callable[[int], bytes] | None = connection.receive if goes_on else None

    def chunk(self, size_hint: int | None = None) -> bytes:
        """More bytes; none at the end."""
        if self._receive is None or self._connection.told:
            return b""
        return self._receive(min(max(size_hint or 0, 8192), 1 << 20))
