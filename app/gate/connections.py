"""The connections of a worker, and what its loop does with each: nothing that waits."""

import logging
import selectors
from collections import Counter, deque
from collections.abc import Callable
from socket import SHUT_WR, socket
from time import monotonic
from typing import Final

from app.config import Config
from app.gate.connection import Address, Connection, State
from app.gate.framing import Lane, Stage
from app.gate.lanes import Lanes
from app.gate.patience import is_late, longest_unfinished, slow_streams
from app.gate.refusals import BUSY, CROWDED, SLOW_BODY, SLOW_HEAD, Refusal
from app.gate.service import Service
from app.metrics.names import CLOSED, CONNECTIONS, HELD
from app.serving import Serving

_READ: Final = 64 * 1024
_LINGER: Final = 5.0
"""Seconds in which a client is to notice that its connection is closed."""
_LAST_CALL: Final = 2.0
"""Seconds for which a stopping worker keeps connections on which nothing is being done."""
MOST_IGNORED: Final = 32 << 20
"""Bytes that are read and thrown away, so that a client that still sends does not lose its answer."""
_TO_FINISH: Final = 5.0
"""Seconds in which a stream that is broken off is to finish its answer, or its client to take some of it."""
_MOMENT: Final = 0.002
"""Seconds for which the loop answers before it looks whether anything has come that cannot wait."""
_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_STOPPING: Final = "the service is being stopped; what follows has no answer"
_TOO_SLOW: Final = "too little came or went for too long while others waited; what follows has no answer"
_TOO_LONG: Final = "this has gone on for as long as it may; what follows has no answer"
_NO_MORE: Final = "no more of the body came for too long; what follows has no answer"

_log = logging.getLogger("meldwise")


class Connections:
    """All open connections.

    Everything here runs in the worker's loop but :meth:`_serve`, which runs in the threads, too.

    Attributes:
        every: all of them.
        ready: those to be answered in the loop, by :meth:`answer`.
    """

    def __init__(
        self,
        poller: selectors.BaseSelector,
        service: Service,
        defer: Callable[..., None],
        settings: tuple[Config, Serving],
    ) -> None:
        """None yet, and threads that wait for work.

        Args:
            poller: where connections are waited for.
            service: answers.
            defer: has the loop call a function, from a thread.
            settings: all of them.
        """
        self.every: set[Connection] = set()
        self.ready: deque[Connection] = deque()
        self._poller = poller
        self._service = service
        self._defer = defer
        self._config, self._serving = settings
        self._streams: set[Connection] = set()
        self._held = 0
        self._most_held = max(self._serving.buffer_bytes, 2 * self._config.max_body_bytes)
        sizes = {
            Lane.REQUESTS: service.threads,
            Lane.PROBES: 1,
            Lane.METRICS: 1,
            Lane.AUDITS: service.threads,
            Lane.STREAMS: self._serving.audit_streams,
        }
        self._lanes = Lanes(sizes, self._serve)

    def add(self, sock: socket, client: Address, server: Address) -> None:
        """Wait for a request on a new connection."""
        connection = Connection(sock, client, server, self._config.max_body_bytes, self._serving.head_seconds)
        self.every.add(connection)
        self._poller.register(sock, selectors.EVENT_READ, connection)

    # What the poller reports.

    def attend(self, connection: Connection) -> None:
        """See to a connection on which something can be done."""
        state = connection.state
        if state is State.IDLE or state is State.READING:
            self._receive(connection)
        elif state is State.BUSY:
            # A thread has it. What comes meanwhile waits in the kernel, and must not wake the poller again and again.
            self._poller.unregister(connection.sock)
            connection.disarmed = True
            if connection.state is not State.BUSY:
                self._rearm(connection)
        elif state is State.WRITING:
            if connection.send():
                self._written(connection)
        elif state is State.CLOSING:
            self._ignore(connection)

    def _receive(self, connection: Connection) -> None:
        try:
            data = connection.sock.recv(_READ)
        except (BlockingIOError, InterruptedError):
            return
        if data:
            self._go_on(connection, connection.framing.feed(data))
        elif connection.framing.head:
            self._answer(connection, whole=False)  # the body broke off, and the service says so
        else:
            self.drop(connection, "client")

    def _go_on(self, connection: Connection, stage: Stage) -> None:
        """Do what can be done at this stage of a request."""
        if stage is Stage.WHOLE:
            self._answer(connection, whole=True)
        elif stage is Stage.NOW:
            self._answer(connection, whole=False, more=True)
        elif stage is Stage.HEAD or stage is Stage.BODY:
            self._wait(connection, stage)
        elif stage is Stage.TOO_LONG:
            self._refuse(connection, self._service.headers_too_large)
        else:
            self._answer(connection, whole=False)

    def _answer(self, connection: Connection, *, whole: bool, more: bool = False) -> None:
        """Have a request answered: all of it has come, or no more will, or a stream's thread waits for more."""
        connection.whole, connection.streams = whole, more
        lane = connection.framing.lane
        if more:
            self._streams.add(connection)
        elif lane is Lane.STREAMS:
            lane = Lane.AUDITS
        if lane is Lane.REQUESTS and self._service.in_loop:
            connection.queue()
            self.ready.append(connection)
        else:
            self._lanes.put(connection, lane)

    def answer(self) -> None:
        """Answer those that are ready, for a moment; then what has come meanwhile is looked at: it may be a probe."""
        until = monotonic() + _MOMENT
        while self.ready:
            connection = self.ready.popleft()
            if connection.claim():
                self._serve(connection)
            if monotonic() >= until:
                break

    def _wait(self, connection: Connection, stage: Stage) -> None:
        """Wait for more of a request, but not for ever, and not with more memory than there is."""
        framing = connection.framing
        if connection.state is State.IDLE:
            connection.state = State.READING
            connection.since = monotonic()
            connection.deadline = connection.since + self._serving.head_seconds
        if stage is Stage.BODY and not connection.in_body:
            connection.in_body = True
            connection.since = monotonic()
            connection.deadline = connection.since + self._serving.body_seconds
            if framing.expects:
                connection.continued = True
                connection.sock.send(_CONTINUE)
        self._count(connection, len(framing.buffer))
        while self._held > self._most_held:
            slowest = longest_unfinished(self.every) or connection
            self._refuse(slowest, CROWDED)
            if slowest is connection:
                break

    # What is done by those who answer, and what they report.

    def _serve(self, connection: Connection) -> None:
        """Answer. Most connections then just wait for the next request."""
        goes_on = self._service.serve(connection)
        plain = not (connection.unsent or connection.framing.buffer or connection.counted or connection.streams)
        if goes_on and plain:
            connection.since = monotonic()
            connection.deadline = connection.since + self._service.keepalive
            connection.state = State.IDLE
            if connection.disarmed:
                self._defer(self._rearm, connection)
        else:
            connection.closing = not goes_on
            self._defer(self._settle, connection)

    def _rearm(self, connection: Connection) -> None:
        if connection.disarmed and connection.state is State.IDLE:
            self._arm(connection, selectors.EVENT_READ)

    def _settle(self, connection: Connection) -> None:
        """See to what a thread has left to do."""
        if connection.streams:
            connection.streams = False
            self._streams.discard(connection)
            connection.sock.settimeout(0)
        if connection.unsent:
            connection.state = State.WRITING
            connection.since = monotonic()
            connection.deadline = connection.since + self._serving.body_seconds
            connection.moved = 0
            self._count(connection, sum(map(len, connection.unsent)))
            self._arm(connection, selectors.EVENT_WRITE)
            if self._held > self._most_held and (slowest := longest_unfinished(self.every)):
                self.drop(slowest, "crowded")
        else:
            self._written(connection)

    def _written(self, connection: Connection) -> None:
        """The client has all of an answer."""
        self._count(connection, 0)
        if connection.closing:
            self._close(connection)
            return
        connection.state = State.IDLE
        connection.since = monotonic()
        connection.deadline = connection.since + self._service.keepalive
        self._arm(connection, selectors.EVENT_READ)
        if connection.framing.buffer:
            self._go_on(connection, connection.framing.look())

    # How connections end.

    def _refuse(self, connection: Connection, refusal: Refusal) -> None:
        """Say why, if the client takes it at once, and hang up."""
        connection.unsent = [self._service.told(refusal, connection)]
        try:
            connection.send()
        except OSError:
            self.drop(connection, "reset")
        else:
            connection.unsent.clear()
            self._close(connection)

    def _close(self, connection: Connection) -> None:
        """Send the end, and leave the client some time to see it: a socket closed at once can take back the answer."""
        try:
            connection.sock.shutdown(SHUT_WR)
        except OSError:
            self.drop(connection, "client")
            return
        connection.state = State.CLOSING
        connection.since = monotonic()
        connection.deadline = connection.since + _LINGER
        connection.moved = 0
        self._streams.discard(connection)
        connection.framing.restart(b"")
        self._count(connection, 0)
        self._arm(connection, selectors.EVENT_READ)

    def _ignore(self, connection: Connection) -> None:
        try:
            data = connection.sock.recv(_READ)
        except (BlockingIOError, InterruptedError):
            return
        connection.moved += len(data)
        if not data or connection.moved > MOST_IGNORED:
            self.drop(connection, "server")

    def drop(self, connection: Connection, cause: str) -> None:
        """Close the socket, of a connection that no thread has."""
        if connection.state is State.CLOSED:
            return
        connection.state = State.CLOSED
        if not connection.disarmed:
            self._poller.unregister(connection.sock)
        connection.sock.close()
        self.every.discard(connection)
        self._streams.discard(connection)
        self._count(connection, 0)
        CLOSED.add(cause)

    # Who has had time enough.

    def look_after(self, now: float, stop_by: float | None) -> None:
        """End what has lasted too long; once a second.

        Args:
            now: the time.
            stop_by: when the worker must be gone, if it is stopping.
        """
        self._measure()
        for connection in list(self.every):
            if connection.state is State.BUSY:
                late = now - connection.since > self._serving.queue_seconds
                if late and connection.waits_for_a_thread and connection.claim():
                    self._refuse(connection, BUSY)
                continue
            if stop_by is not None and connection.state in {State.IDLE, State.CLOSING}:
                # Who may be sending a request already gets a moment more, and an answer that says that it is the last.
                connection.deadline = min(connection.deadline, now + _LAST_CALL)
            if is_late(connection, now):
                self._expire(connection)
        if self._streams:
            self._look_after_streams(now, stop_by)

    def _look_after_streams(self, now: float, stop_by: float | None) -> None:
        """Break off those that must end, and where others wait for a thread, as many that hardly move."""
        running = [stream for stream in self._streams if not stream.waits_for_a_thread]
        slow = slow_streams(running)[: len(self._streams) - len(running)]
        for stream in running:
            if stream.told is not None:
                continue
            if stop_by is not None and now > stop_by - self._service.grace / 2:
                _break_off(stream, _STOPPING, now)
            elif now - stream.since > self._serving.audit_max_seconds:
                _break_off(stream, _TOO_LONG, now)
            elif stream in slow:
                _break_off(stream, _TOO_SLOW, now)

    def _expire(self, connection: Connection) -> None:
        if connection.state is not State.READING:
            self.drop(connection, "idle" if connection.state is State.IDLE else "slow")
        elif not connection.in_body:
            self._refuse(connection, SLOW_HEAD)
        elif connection.framing.lane is Lane.STREAMS:
            connection.told = _NO_MORE
            self._answer(connection, whole=False)
        else:
            self._refuse(connection, SLOW_BODY)

    # Small things.

    def _measure(self) -> None:
        """Tell how things stand."""
        states = Counter(connection.state for connection in self.every)
        for state in State:
            if state is not State.CLOSED:
                CONNECTIONS.put(state.value, amount=states[state])
        HELD.put(amount=self._held)

    def _arm(self, connection: Connection, events: int) -> None:
        """Have the poller look out for ``events``."""
        if connection.disarmed:
            self._poller.register(connection.sock, events, connection)
            connection.disarmed = False
        else:
            self._poller.modify(connection.sock, events, connection)

    def _count(self, connection: Connection, held: int) -> None:
        """Count what the connection holds."""
        self._held += held - connection.counted
        connection.counted = held


def _break_off(stream: Connection, why: str, now: float) -> None:
    """Have a stream say why it ends, and end."""
    stream.deadline = now + _TO_FINISH
    stream.told = why
