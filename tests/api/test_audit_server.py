"""Audits of many lines over the real server: order, memory, clients that only send, bodies that break off."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.bulk.items_for_tests import HAND, lines, records

ROOT = Path(__file__).resolve().parents[2]
HEAD = b"Host: x\r\nContent-Type: application/x-ndjson\r\n"
MANY = 100_000


@pytest.fixture(scope="module")
def server():
    """A service of one worker that soon gives up on connections where nothing moves; its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    settings = {"PORT": str(number), "HOST": "127.0.0.1", "MELDWISE_WORKERS": "1", "MELDWISE_AUDIT_IDLE_SECONDS": "2"}
    settings["MELDWISE_DRAIN_SECONDS"] = "0"
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "--log-level", "critical"]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}) as process:
        for _ in range(400):
            try:
                socket.create_connection(("127.0.0.1", number), 1).close()
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.05)
        yield number, process.pid
        process.terminate()


def request(query="", *headers):
    return (
        b"POST /v1/audit" + query.encode() + b" HTTP/1.1\r\n" + HEAD + b"".join(h + b"\r\n" for h in headers) + b"\r\n"
    )


def answer(connection):
    """The status and the whole body of an answer; the body is None when it breaks off."""
    stream = connection.makefile("rb")
    status = int(stream.readline().split()[1])
    headers = {}
    while line := stream.readline().strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    if "content-length" in headers:
        return status, stream.read(int(headers["content-length"]))
    body = []
    while size := int(stream.readline() or b"-1", 16):
        if size < 0:
            return status, None
        body.append(stream.read(size))
        stream.readline()
    stream.readline()
    return status, b"".join(body)


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def connect(server):
    return socket.create_connection(("127.0.0.1", server[0]), 60)


def memory(pid):
    """The most memory that the worker has ever held, in MiB."""
    (worker,) = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{worker}/status").read_text("ascii"))[1]) / 1024


def test_a_client_may_send_everything_before_it_reads_and_memory_stays_flat(server):
    known = records()
    block = lines(known)
    with connect(server) as connection:
        connection.sendall(request("", b"Transfer-Encoding: chunked") + chunk(block))
        time.sleep(1)
        before = memory(server[1])
        for _ in range(MANY // len(known) - 1):
            connection.sendall(chunk(block))
        connection.sendall(b"0\r\n\r\n")
        status, body = answer(connection)
    assert status == 200
    *answers, end = body.splitlines()
    assert len(answers) == MANY
    for index in (0, 1, 1999, 2000, 77_777, MANY - 1):
        told = json.loads(answers[index])
        assert (told["index"], told["id"], told["agrees"]) == (index, known[index % 2000]["id"], True)
    assert json.loads(end)["summary"] == {"items": MANY, "answered": MANY, "failed": 0, "agreed": MANY, "disagreed": 0}
    assert memory(server[1]) - before < 10


def test_a_streaming_client_gets_answers_while_it_sends(server):
    block = lines(records())
    with connect(server) as connection:
        connection.sendall(request("?stream=true", b"Transfer-Encoding: chunked") + chunk(block))
        first = connection.recv(1 << 16)
        while b'{"index":0,' not in first:
            first += connection.recv(1 << 16)
        connection.sendall(b"0\r\n\r\n")
        rest = connection.makefile("rb")
        assert first.startswith(b"HTTP/1.1 200")
        assert b'"agreed":2000' in next(line for line in rest if b'"summary"' in line)


def test_a_streaming_client_that_reads_gets_all(server):
    block = lines(records())
    with connect(server) as connection:
        connection.sendall(request("?stream=true", b"Content-Length: %d" % (5 * len(block))))
        sender = threading.Thread(target=lambda: [connection.sendall(block) for _ in range(5)])
        sender.start()
        status, body = answer(connection)
        sender.join()
    assert status == 200
    assert json.loads(body.splitlines()[-1])["summary"]["agreed"] == 10_000


def test_a_streaming_client_that_never_reads_is_given_up_and_the_service_goes_on(server):
    block = lines(records())
    with connect(server) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(request("?stream=true&detail=full", b"Transfer-Encoding: chunked"))
        with pytest.raises(OSError):  # reset or broken, as it comes
            connection.sendall(chunk(block) * 1000)
    assert_lives(server)


def test_a_streaming_client_that_reads_too_late_is_told_that_the_rest_has_no_answer(server):
    block = lines(records())
    with connect(server) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        connection.sendall(request("?stream=true&detail=full", b"Transfer-Encoding: chunked"))
        sender = threading.Thread(target=connection.sendall, args=(chunk(block) * 40,))
        sender.start()
        time.sleep(5)  # it is given up after two
        status, body = answer(connection)
        sender.join()
    *answers, end = map(json.loads, body.splitlines())
    assert status == 200
    assert [told["index"] for told in answers] == list(range(len(answers)))
    assert all(told["agrees"] for told in answers)
    assert set(end) == {"error"}
    assert "nothing of the answers was taken for too long" in end["error"]["detail"]
    assert_lives(server)


def test_a_client_that_stops_in_the_middle_is_told_and_left(server):
    block = lines([{"hand": HAND, "wild_joker": "2"}])
    with connect(server) as connection:
        connection.sendall(request("", b"Content-Length: 100000") + block)
        status, body = answer(connection)
    end = json.loads(body.splitlines()[-1])
    assert (status, set(end)) == (200, {"error"})
    assert "no more of the body came" in end["error"]["detail"]


@pytest.mark.parametrize("stream", ["", "?stream=true"])
@pytest.mark.parametrize(
    ("headers", "tail"),
    [
        (b"Content-Length: 100000", b""),
        (b"Transfer-Encoding: chunked", b""),
        (b"Transfer-Encoding: chunked", b"zz\r\nnonsense"),
        (b"Transfer-Encoding: chunked", b"ffff\r\n{"),
    ],
)
def test_a_body_that_breaks_off_ends_in_an_error_and_no_summary(server, stream, headers, tail):
    items = lines([{"id": n, "hand": HAND, "wild_joker": "2"} for n in range(3)])
    with connect(server) as connection:
        connection.sendall(request(stream, headers) + (chunk(items) if b"chunked" in headers else items) + tail)
        connection.shutdown(socket.SHUT_WR)
        status, body = answer(connection)
    *answers, end = map(json.loads, body.splitlines())
    assert status == 200
    assert [told["id"] for told in answers] in ([0, 1, 2], [])
    assert set(end) == {"error"}
    assert end["error"]["type"] == "/problems/unreadable-body"


def test_bad_lines_are_answered_in_their_place(server):
    good = lines([{"hand": HAND, "wild_joker": "2"}], "\r\n")
    data = good + b"nonsense\r\n\xff\r\n" + b"x" * 20_000 + b"\r\n\r\n" + good.rstrip()
    with connect(server) as connection:
        connection.sendall(request("", b"Content-Length: %d" % len(data)) + data)
        status, body = answer(connection)
        *answers, end = map(json.loads, body.splitlines())
        connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")  # the connection goes on
        assert answer(connection)[0] == 200
    assert status == 200
    assert [told.get("error", {}).get("status") for told in answers] == [None, 400, 400, 413, None]
    assert end["summary"]["failed"] == 3


def assert_lives(server):
    with connect(server) as connection:
        connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answer(connection)[0] == 200
