"""What the loop does with connections, step by step."""

import socket
import threading
import time
from contextlib import suppress

import pytest

from app.gate.connection import State
from app.gate.connections import MOST_IGNORED
from app.gate.turns import Turns
from tests.gate.loop import GET, LINES, Loop


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
