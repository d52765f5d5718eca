"""The loop that answers by itself, as it does where the core is compiled."""

import socket
import threading
import time

from app.gate import connections
from tests.gate.loop import GET, LINES


def test_the_loop_itself_answers_where_a_thread_would_gain_nothing_but_for_probes_and_audits(loops):
    loop = loops(in_loop=True)
    for request in (GET.replace(b"livez", b"docs"), GET, LINES):
        client, _ = loop.connect()
        answered = len(loop.service.threads_seen)
        client.sendall(request)
        loop.until(lambda already=answered: len(loop.service.threads_seen) > already)
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
