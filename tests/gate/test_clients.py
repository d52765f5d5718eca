"""Clients that are slow, silent, greedy or gone: none of them holds a thread, and the others are served meanwhile."""

import json
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.api.requests_for_tests import BODY
from tests.api.wire import connect, get, logged_lines, post, read, running, send, told
from tests.chaos.healthy import Healthy

REQUEST = post("/v1/analyze", BODY)
HEAD, TEXT = REQUEST.split(b"\r\n\r\n")
HEAD += b"\r\n\r\n"
LINES = b"".join(json.dumps(BODY).encode() + b"\n" for _ in range(3))
SECONDS = 1


@pytest.fixture(scope="module")
def server():
    """A service of two threads and little patience."""
    patience = dict.fromkeys(("HEAD_SECONDS", "BODY_SECONDS", "AUDIT_IDLE_SECONDS"), str(SECONDS))
    settings = {**patience, "THREADS": "2", "AUDIT_STREAMS": "2", "QUEUE_SECONDS": "2", "CONNECTIONS": "64"}
    with running(**{f"MELDWISE_{name}": value for name, value in settings.items()}) as started:
        yield started


def lives(server):
    """The service answers at once."""
    start = time.monotonic()
    assert send(server, REQUEST).status == 200
    return time.monotonic() - start < 1


def lines(query=b"", length=None, body=LINES):
    length = len(body) if length is None else length
    head = b"POST /v1/audit%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n"
    return head % (query, length) + body


@pytest.mark.parametrize("part", [b"", HEAD[:40], HEAD, HEAD + TEXT[:10], lines(length=500)])
def test_requests_that_are_never_finished_hold_nobody_up(server, part):
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(server)) for _ in range(20)]
        for connection in slow:
            connection.sendall(part)
        time.sleep(0.1)
        assert all(lives(server) for _ in range(5))


@pytest.mark.parametrize(("part", "what"), [(HEAD[:40], "headers"), (HEAD + TEXT[:10], "body")])
def test_who_never_sends_the_rest_is_told_so_in_time(server, part, what):
    start = time.monotonic()
    answer = send(server, part)
    assert 0.5 < time.monotonic() - start < SECONDS + 3
    problem = told(answer, 408)
    assert (problem["type"], answer.headers["connection"]) == ("/problems/too-slow", "close")
    assert what in problem["detail"]
    assert f"request {answer.headers['x-request-id']}" in logged_lines(server, answer.headers["x-request-id"])


def test_who_never_sends_anything_is_left_without_a_word(server):
    with connect(server) as connection:
        start = time.monotonic()
        assert connection.recv(1) == b""
        assert time.monotonic() - start < SECONDS + 3


@pytest.mark.parametrize("part", [HEAD[:20], HEAD])
def test_a_byte_at_a_time_buys_no_time(server, part):
    with connect(server) as connection:
        connection.sendall(part)
        start = time.monotonic()
        connection.settimeout(0.2)
        answer = b""
        while not answer and time.monotonic() - start < 10:
            try:
                connection.sendall(b"x")
                answer = connection.recv(100)
            except TimeoutError:
                pass
        assert answer.startswith(b"HTTP/1.1 408")
        assert time.monotonic() - start < SECONDS + 3


def test_a_request_may_come_in_pieces(server):
    for cut in range(1, len(REQUEST), 23):
        with connect(server) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(REQUEST[:cut])
            time.sleep(0.005)
            connection.sendall(REQUEST[cut:])
            assert read(connection.makefile("rb")).status == 200


def test_requests_sent_together_are_answered_one_after_the_other(server):
    asked = [post("/v1/analyze", {**BODY, "wild_joker": rank}) for rank in "23456789"]
    with connect(server) as connection:
        connection.sendall(b"".join(asked) + get("/livez") + asked[0][:50])
        stream = connection.makefile("rb")
        answers = [read(stream).body for _ in asked]
        assert read(stream).json == {"status": "alive"}
        connection.sendall(asked[0][50:])
        answers.append(read(stream).body)
    assert answers == [send(server, one).body for one in [*asked, asked[0]]]


def test_who_waits_to_be_told_to_send_the_body_is_told(server):
    expecting = HEAD.replace(b"Host: x", b"Host: x\r\nExpect: 100-continue")
    with connect(server) as connection:
        connection.sendall(expecting)
        stream = connection.makefile("rb")
        assert [stream.readline(), stream.readline()] == [b"HTTP/1.1 100 Continue\r\n", b"\r\n"]
        connection.sendall(TEXT)
        assert stream.readline() == b"HTTP/1.1 200 OK\r\n"


def test_who_would_send_too_much_is_told_before(server):
    too_much = b"POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
    with connect(server) as connection:
        connection.sendall(too_much + b"Content-Length: 1000000000\r\n\r\n")
        assert connection.makefile("rb").readline().startswith(b"HTTP/1.1 413")


def test_answers_that_nobody_reads_are_given_up_in_bounded_memory(server):
    before = memory(server)
    greedy = [connect(server) for _ in range(20)]
    for connection in greedy:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                connection.send(get("/openapi.json") * 100)
    assert all(lives(server) for _ in range(5))
    time.sleep(SECONDS + 2.5)
    for connection in greedy:
        connection.setblocking(True)
        with pytest.raises(OSError):  # the service has hung up
            connection.sendall(b"x" * (64 << 20))
    assert memory(server) - before < 40
    for connection in greedy:
        connection.close()


def memory(server):
    """What the worker holds, in MiB."""
    (worker,) = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text("ascii").split()
    pages = int(Path(f"/proc/{worker}/statm").read_text("ascii").split()[1])
    return pages * 4096 / 2**20


def test_a_large_answer_reaches_a_reader_that_takes_its_time(server):
    whole = send(server, get("/openapi.json")).body
    with connect(server) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        connection.sendall(get("/openapi.json") * 30)  # more than the network holds
        stream = connection.makefile("rb")
        for _ in range(30):
            assert read(stream).body == whole
            time.sleep(0.03)


def test_who_does_not_close_after_the_last_answer_keeps_nobody_waiting(server):
    with ExitStack() as stack:
        for _ in range(10):
            connection = stack.enter_context(connect(server))
            connection.sendall(get("/livez", b"Connection: close"))
            stream = connection.makefile("rb")
            assert read(stream).status == 200
            assert stream.read() == b""
        assert all(lives(server) for _ in range(5))


def test_one_more_than_may_be_open_takes_the_place_of_one_that_idles(server):
    with ExitStack() as stack:
        idle = [stack.enter_context(connect(server)) for _ in range(64)]
        for connection in idle:
            connection.sendall(get("/livez"))
            assert read(connection.makefile("rb")).status == 200
        time.sleep(1.1)  # whoever came just now is left in peace
        assert all(lives(server) for _ in range(5))
        more = [stack.enter_context(connect(server)) for _ in range(40)]
        for connection in more:
            connection.sendall(REQUEST)
        assert [read(connection.makefile("rb")).status for connection in more] == [200] * 40


def test_where_more_ask_and_ask_than_may_be_open_they_take_turns_and_nothing_is_lost(server):
    with Healthy(lambda: server.port, clients=90, fresh=0) as crowd:
        time.sleep(5)
    assert crowd.ledger.right == crowd.ledger.sent
    assert crowd.ledger.milliseconds(1) < 4500  # else some wait until the others have gone


def test_audits_that_stop_in_the_middle_get_what_they_can(server):
    for query in (b"", b"?stream=true"):
        with connect(server) as connection:
            connection.sendall(lines(query, length=1000))
            answer = read(connection.makefile("rb"))
        *answers, end = map(json.loads, answer.body.splitlines())
        assert (answer.status, len(answers)) == (200, 3)
        assert "no more of the body came" in end["error"]["detail"]


def test_slow_audits_take_no_threads_from_others_and_another_long_one_waits_only_so_long(server):
    with ExitStack() as stack:
        streams = [stack.enter_context(connect(server)) for _ in range(3)]
        for stream in streams:  # the threads are two
            stream.sendall(lines(b"?stream=true", length=100_000))
            stream.settimeout(0.05)
        refusal, end = b"", time.monotonic() + 4
        while time.monotonic() < end and not refusal:
            for stream in streams[:2]:
                stream.sendall(LINES)
            assert lives(server)
            assert send(server, lines()).status == 200  # a short one needs none of them
            with suppress(TimeoutError):
                refusal = streams[2].recv(100)
        assert refusal.startswith(b"HTTP/1.1 503")
    assert send(server, lines(b"?stream=true")).status == 200


def test_probes_do_not_wait_for_whoever_asks_for_metrics_again_and_again(server):
    with ExitStack() as stack:
        for _ in range(20):
            busy = stack.enter_context(connect(server))
            busy.sendall(get("/metrics") * 2)
        for _ in range(5):
            start = time.monotonic()
            assert send(server, get("/livez")).status == 200
            assert time.monotonic() - start < 0.5


def test_probes_do_not_wait_for_requests(server):
    items = json.dumps({"items": [BODY] * 3000}).encode()
    with ExitStack() as stack:
        for _ in range(8):
            busy = stack.enter_context(connect(server))
            busy.sendall(post("/v1/audit", items))
        for _ in range(5):
            start = time.monotonic()
            assert send(server, get("/livez")).status == 200
            assert send(server, get("/readyz")).status == 200
            assert time.monotonic() - start < 1.5
