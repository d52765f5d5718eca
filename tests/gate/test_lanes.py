"""The threads that answer: as many as are needed, and no more than may be."""

import socket
import threading
import time
from contextlib import ExitStack

from app.gate.connection import Connection
from app.gate.framing import Lane
from app.gate.lanes import Lanes


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
