"""What the loop does with connections, step by step: no server, real sockets, and a service that answers when told."""

import selectors
import socket
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import replace

import pytest

from app.config import Config
from app.gate import connections
from app.gate.connection import Connection, State
from app.gate.connections import MOST_IGNORED, Connections
from app.gate.framing import Lane
from app.gate.lanes import Lanes
from app.gate.refusals import SLOW_HEAD
from app.gate.turns import Turns
from app.serving import Serving

GET = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
LINES = b"POST /v1/audit?stream=true HTTP/1.1\r\nContent-Type: application/x-ndjson\r\nContent-Length: 99\r\n\r\n"


class Service:
    """Answers ``ok``, as soon as it may."""

    keepalive, grace, threads, headers_too_large = 75.0, 20.0, 1, SLOW_HEAD

    def __init__(self, in_loop):
        self.in_loop = in_loop
        self.threads_seen = []
        self.may = threading.Event()
        self.may.set()
        self.goes_on = True
        self.answer = b"ok"

    def told(self, refusal, connection):
        return f"{refusal.kind.status} {refusal.kind.name}".encode()

    def serve(self, connection):
        self.threads_seen.append(threading.current_thread())
        self.may.wait(10)
        connection.framing.buffer.clear()
        connection.unsent.append(self.answer)
        with suppress(OSError):  # the test is over
            connection.send()
        if self.goes_on:
            connection.renew(b"")
        return self.goes_on


class Loop:
    """The loop, one turn at a time."""

    def __init__(self, *, in_loop=False, **settings):
        self.poller = selectors.DefaultSelector()
        self.service = Service(in_loop)
        self.calls = []
        serving = replace(Serving.from_env({}), **{"audit_streams": 1, "buffer_bytes": 1 << 20, **settings})
        defer = lambda call, *values: self.calls.append((call, values))  # noqa: E731 - as short as it is
        config = Config(max_body_bytes=500_000)
        self.connections = Connections(self.poller, self.service, defer, (config, serving))
        self.sockets = []

    def connect(self):
        """A client's socket, and the connection that it has."""
        ours, theirs = socket.socketpair()
        theirs.settimeout(10)
        self.sockets += [ours, theirs]
        before = set(self.connections.every)
        self.connections.add(ours, "", "")
        (connection,) = self.connections.every - before
        return theirs, connection

    def turn(self, seconds=0.05):
        for key, _ in self.poller.select(seconds):
            self.connections.attend(key.data)
        self.connections.answer()
        while self.calls:
            call, values = self.calls.pop(0)
            call(*values)

    def until(self, condition):
        end = time.monotonic() + 10
        while not condition():
            assert time.monotonic() < end
            self.turn()


@pytest.fixture
def loops():
    made = []

    def make(**settings):
        made.append(Loop(**settings))
        return made[-1]

    yield make
    for loop in made:
        loop.service.may.set()
        for each in loop.sockets:
            each.close()


@pytest.fixture
def loop(loops):
    return loops()


def test_one_request_after_the_other_is_answered(loop):
    client, connection = loop.connect()
    for number in (1, 2, 3):
        client.sendall(GET)
        loop.until(lambda known=number: connection.served == known)
        assert client.recv(10) == b"ok"
    loop.until(lambda: connection.state is State.IDLE)


def test_nothing_happens_where_there_is_nothing_to_read(loop):
    _, connection = loop.connect()
    loop.connections.attend(connection)
    assert connection.state is State.IDLE


def test_what_comes_while_a_thread_answers_waits_and_is_not_forgotten(loop):
    client, connection = loop.connect()
    loop.service.may.clear()
    client.sendall(GET)
    loop.until(lambda: connection.state is State.BUSY)
    client.sendall(GET)
    loop.until(lambda: connection.disarmed)  # the poller does not wake the loop for it again and again
    assert loop.poller.select(0) == []
    loop.service.may.set()
    assert client.recv(2) == b"ok"
    loop.until(lambda: connection.served == 2)
    assert client.recv(2) == b"ok"


def test_a_thread_that_ends_while_the_poller_is_told_to_look_away_is_noticed(loop, monkeypatch):
    client, connection = loop.connect()
    loop.service.may.clear()
    client.sendall(GET)
    loop.until(lambda: connection.state is State.BUSY)
    unregister = loop.poller.unregister

    def late(sock):
        unregister(sock)
        loop.service.may.set()
        while connection.state is State.BUSY:
            time.sleep(0.01)

    monkeypatch.setattr(loop.poller, "unregister", late)
    client.sendall(GET)
    loop.until(lambda: connection.served == 2)
    assert not connection.disarmed


def test_an_answer_that_the_client_does_not_take_is_sent_when_it_does(loops):
    loop = loops(buffer_bytes=1 << 23)
    client, connection = loop.connect()
    loop.service.answer = b"x" * 5_000_000
    client.sendall(GET)
    loop.until(lambda: connection.state is State.WRITING)
    received = 0
    while received < 5_000_000:
        received += len(client.recv(1 << 20))
        loop.turn(0.001)
    loop.until(lambda: connection.state is State.IDLE)
    client.sendall(GET)
    loop.until(lambda: connection.state is not State.IDLE)


def test_answers_that_nobody_takes_are_bounded_and_the_oldest_goes(loops):
    loop = loops(buffer_bytes=1 << 20)
    loop.service.answer = b"x" * 900_000
    held = []
    for _ in range(3):
        client, connection = loop.connect()
        client.sendall(GET)
        loop.until(lambda found=connection: found.state in {State.WRITING, State.CLOSED})
        held.append(connection)
    assert (held[0].state, held[-1].state) == (State.CLOSED, State.WRITING)


def test_unfinished_requests_are_bounded_and_the_oldest_is_turned_away(loops):
    loop = loops(buffer_bytes=1 << 20)
    head = b"POST /v1/analyze HTTP/1.1\r\nContent-Length: 490000\r\n\r\n"
    clients = []
    for _ in range(4):
        client, connection = loop.connect()
        client.sendall(head)
        for _ in range(45):
            client.sendall(b"x" * 10_000)
            loop.turn(0)
        clients.append((client, connection))
    assert clients[0][0].recv(100) == b"503 busy"
    states = [connection.state for _, connection in clients]
    assert (states[0], states[-1]) == (State.CLOSING, State.READING)


def test_who_waits_for_a_thread_for_too_long_is_turned_away_and_then_no_thread_answers(loops):
    loop = loops(queue_seconds=5)
    loop.service.may.clear()
    first, answering = loop.connect()
    first.sendall(GET.replace(b"livez", b"docs"))
    loop.until(lambda: answering.state is State.BUSY and not answering.waits_for_a_thread)
    second, waiting = loop.connect()
    second.sendall(GET.replace(b"livez", b"docs"))
    loop.until(lambda: waiting.waits_for_a_thread)
    loop.connections.look_after(time.monotonic() + 6, None)
    assert second.recv(100) == b"503 busy"
    loop.service.may.set()
    assert first.recv(100) == b"ok"
    assert second.recv(100) == b""


def test_the_loop_itself_answers_where_a_thread_would_gain_nothing_but_for_probes_and_audits(loops):
    loop = loops(in_loop=True)
    for request in (GET.replace(b"livez", b"docs"), GET, LINES):
        client, _ = loop.connect()
        answered = len(loop.service.threads_seen)
        client.sendall(request)
        loop.until(lambda: len(loop.service.threads_seen) > answered)  # noqa: B023 - now
        assert client.recv(100) == b"ok"
    own, *others = loop.service.threads_seen
    assert own is threading.current_thread()
    assert own not in others


def test_the_loop_looks_at_what_has_come_after_each_answer_that_takes_long(loops, monkeypatch):
    loop = loops(in_loop=True)
    clients = [loop.connect()[0] for _ in range(3)]
    for client in clients:
        client.sendall(GET.replace(b"livez", b"docs"))
    monkeypatch.setattr(connections, "_MOMENT", 0)
    loop.turn()
    assert len(loop.connections.ready) == 2
    monkeypatch.setattr(connections, "_MOMENT", 60)
    loop.turn()
    assert [client.recv(100) for client in clients] == [b"ok"] * 3
    assert not loop.connections.ready


def test_who_waits_for_the_loop_for_too_long_is_turned_away_and_has_no_other_answer(loops, monkeypatch):
    loop = loops(in_loop=True, queue_seconds=5)
    clients = [loop.connect()[0] for _ in range(2)]
    for client in clients:
        client.sendall(GET.replace(b"livez", b"docs"))
    monkeypatch.setattr(connections, "_MOMENT", 0)
    loop.turn()
    loop.connections.look_after(time.monotonic() + 6, None)
    loop.turn()
    assert sorted(client.recv(100) for client in clients) == [b"503 busy", b"ok"]
    assert len(loop.service.threads_seen) == 1


def test_what_comes_while_a_request_waits_for_the_loop_is_answered_after_it(loops, monkeypatch):
    loop = loops(in_loop=True)
    clients = [loop.connect()[0] for _ in range(2)]
    request = GET.replace(b"livez", b"docs")
    for client in clients:
        client.sendall(request)
    monkeypatch.setattr(connections, "_MOMENT", 0)
    loop.turn()
    assert len(loop.connections.ready) == 1
    for client in clients:
        client.sendall(request)
    monkeypatch.setattr(connections, "_MOMENT", 60)
    loop.until(lambda: len(loop.service.threads_seen) == 4)
    assert [client.recv(4, socket.MSG_WAITALL) for client in clients] == [b"okok"] * 2


def test_a_client_that_goes_on_sending_after_the_last_answer_is_left_at_last(loop):
    client, connection = loop.connect()
    loop.service.goes_on = False
    client.sendall(GET)
    loop.until(lambda: connection.state is State.CLOSING)
    sent = 0
    while connection.state is not State.CLOSED and sent <= 2 * MOST_IGNORED:
        with suppress(BrokenPipeError):
            sent += client.send(b"x" * (1 << 15))
        loop.turn(0)
    assert MOST_IGNORED <= sent <= MOST_IGNORED + (1 << 20)


def test_a_client_that_has_gone_is_forgotten(loop):
    client, connection = loop.connect()
    client.sendall(GET[:10])
    loop.until(lambda: connection.state is State.READING)
    client.close()
    loop.until(lambda: connection.state is State.CLOSED)
    assert loop.connections.every == set()
    loop.connections.drop(connection, "client")  # twice does no harm
    loop.connections.attend(connection)


def test_nobody_can_be_told_who_has_gone(loop):
    client, connection = loop.connect()
    client.sendall(GET[:10])
    loop.until(lambda: connection.state is State.READING)
    client.close()
    loop.connections.look_after(time.monotonic() + 60, None)
    assert connection.state in {State.CLOSED, State.CLOSING}


@pytest.mark.parametrize(
    ("seconds", "stop_in", "why"),
    [(4000, None, "as long as it may"), (0.0, 5.0, "is being stopped"), (60, None, "while others waited")],
)
def test_streams_are_broken_off_with_a_reason(loop, seconds, stop_in, why):
    client, stream = loop.connect()
    loop.service.may.clear()
    client.sendall(LINES)
    loop.until(lambda: stream.streams and not stream.waits_for_a_thread)
    other, waiting = loop.connect()
    other.sendall(LINES)
    loop.until(lambda: waiting.waits_for_a_thread)
    waiting.since += seconds  # it came only now
    stream.waited = seconds
    now = time.monotonic() + seconds
    loop.connections.look_after(now, None if stop_in is None else now + stop_in)
    assert why in stream.told
    assert waiting.told is None
    told = stream.told
    loop.connections.look_after(now, now)
    assert stream.told == told


def test_a_stream_that_is_well_is_left_alone(loop):
    client, stream = loop.connect()
    loop.service.may.clear()
    client.sendall(LINES)
    loop.until(lambda: stream.streams and not stream.waits_for_a_thread)
    loop.connections.look_after(time.monotonic() + 60, None)  # nobody waits
    assert stream.told is None


def test_what_idles_gets_a_last_moment_when_the_worker_stops(loop):
    _, connection = loop.connect()
    now = time.monotonic()
    loop.connections.look_after(now, now + 20)
    assert connection.state is State.IDLE
    loop.connections.look_after(now + 3, now + 20)
    assert connection.state is State.CLOSED


def test_a_stream_waits_for_its_client_only_so_long():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        loop = Loop()
        loop.connections.add(ours, "", "")
        (connection,) = loop.connections.every
        connection.be_patient(0, Turns(0))
        with pytest.raises(TimeoutError):
            connection.receive(10)
        assert connection.deliver(b"x" * 50_000_000)  # what it did not take
        connection.be_patient(100, Turns(0))
        connection.told, connection.deadline = "it ends", time.monotonic()
        assert connection.receive(10) == b""
        assert connection.deliver(b"x" * 50_000_000)


def test_a_stream_that_waits_for_its_client_leaves_its_turn_to_another():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        loop, turns, came = Loop(), Turns(1), []
        loop.connections.add(ours, "", "")
        (connection,) = loop.connections.every
        connection.be_patient(10, turns)

        def stream():
            with turns:
                came.append(connection.receive(10))

        thread = threading.Thread(target=stream)
        thread.start()
        time.sleep(0.1)
        turns.take()
        theirs.sendall(b"more")
        time.sleep(0.1)
        assert came == []  # until it has its turn again
        turns.leave()
        thread.join(5)
        assert came == [b"more"]
        assert 0.1 < connection.waited < 5


def test_threads_are_started_when_they_are_needed_and_no_more_than_may_be():
    def names():
        return sorted(thread.name for thread in threading.enumerate() if thread.name.startswith("requests-"))

    before, may, served = len(names()), threading.Semaphore(0), []

    def serve(connection):
        may.acquire(timeout=10)
        served.append(connection)

    lanes = Lanes({Lane.REQUESTS: 2}, serve)
    with ExitStack() as stack:
        sockets = [stack.enter_context(sock) for _ in range(6) for sock in socket.socketpair()]
        connections = [Connection(sock, "", "", 1000, 10) for sock in sockets]
        for number, (connection, threads) in enumerate(zip(connections, (1, 1, 2, 2, 2, 2), strict=False)):
            lanes.put(connection, Lane.REQUESTS)
            assert len(names()) - before == threads
            if number == 0:  # its thread takes the next as well
                may.release()
                until(lambda: len(served) == 1)
                time.sleep(0.1)
        may.release(5)
        until(lambda: len(served) == 6)
    assert served[0] is connections[0]
    assert set(served) == set(connections[:6])


def test_where_the_system_gives_no_more_threads_those_that_there_are_answer(monkeypatch, caplog):
    served = []
    lanes = Lanes({Lane.REQUESTS: 8}, served.append)

    def none(thread):
        message = "can't start new thread"
        raise RuntimeError(message)

    with ExitStack() as stack:
        sockets = [stack.enter_context(sock) for _ in range(3) for sock in socket.socketpair()]
        connections = [Connection(sock, "", "", 1000, 10) for sock in sockets]
        lanes.put(connections[0], Lane.REQUESTS)
        monkeypatch.setattr(threading.Thread, "start", none)
        for connection in connections[1:]:
            lanes.put(connection, Lane.REQUESTS)
        until(lambda: served == connections)
    assert not caplog.records or "no more threads for requests" in caplog.text


def until(condition):
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)
