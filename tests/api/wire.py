"""Speaking to a running server byte by byte: nothing is tidied up on the way, as client libraries would."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.api.requests_for_tests import BODY, PROBLEM

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20


class Server(NamedTuple):
    port: int
    pid: int
    log: Path


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class Seen:
    """An answer as the helpers of the contract know one."""

    def __init__(self, answer: Answer):
        self.status_code, self.data, self.text = answer.status, answer.body, answer.body.decode()
        self.headers = {name.title(): value for name, value in answer.headers.items()}
        self.headers["X-Request-Id"] = answer.headers["x-request-id"]
        if "etag" in answer.headers:
            self.headers["ETag"] = answer.headers["etag"]

    def get_json(self, force):
        return json.loads(self.data)


@contextmanager
def running(*arguments, log_level="warning", before=(), **settings):
    """A service of one worker with these settings, and its log; ``before`` is a command that starts it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1", "MELDWISE_WORKERS": "1", **settings}
    environ.setdefault("MELDWISE_DRAIN_SECONDS", "0")
    command = [
        *before,
        sys.executable,
        "-m",
        "gunicorn",
        "-c",
        "gunicorn.conf.py",
        "--log-level",
        log_level,
        *arguments,
    ]
    with tempfile.NamedTemporaryFile(suffix=".log") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
        try:
            for _ in range(400):
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    assert process.poll() is None, Path(log.name).read_text("utf-8")
                    time.sleep(0.05)
            yield Server(port, process.pid, Path(log.name))
        finally:
            process.terminate()
            try:
                process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def logged_lines(server, words, seconds=5):
    """All that the server has logged, once these words are among it."""
    for _ in range(seconds * 20):
        logged = server.log.read_text("utf-8")
        if words in logged:
            break
        time.sleep(0.05)
    return logged


def connect(server):
    return socket.create_connection(("127.0.0.1", server.port), SECONDS)


def read(stream, *, head=False):
    """One answer and not a byte of the next; ``head`` where the request was HEAD."""
    line = stream.readline()
    assert line.startswith(b"HTTP/1."), line
    status = int(line.split()[1])
    headers = {}
    while line := stream.readline().strip():
        name, _, value = line.decode("latin-1").partition(":")
        assert name.lower() not in headers
        headers[name.lower()] = value.strip()
    if status < 200:
        return read(stream, head=head)
    if head or status in {204, 304}:
        body = b""
    elif "content-length" in headers:
        body = stream.read(int(headers["content-length"]))
    else:
        body = _chunks(stream) if "transfer-encoding" in headers else stream.read()
    return Answer(status, headers, body)


def _chunks(stream):
    parts = []
    while size := int(stream.readline(), 16):
        parts.append(stream.read(size))
        stream.readline()
    stream.readline()
    return b"".join(parts)


def send(server, *parts, finish=False):
    """The answer to ``parts`` on a connection of their own; ``finish`` tells the server that nothing more comes."""
    with connect(server) as connection, connection.makefile("rb") as stream:
        for part in parts:
            connection.sendall(part)
        if finish:
            connection.shutdown(socket.SHUT_WR)
        return read(stream, head=parts[0].startswith(b"HEAD "))


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def get(target, *headers, method=b"GET"):
    target = target.encode("latin-1") if isinstance(target, str) else target
    return b"\r\n".join([method + b" " + target + b" HTTP/1.1", b"Host: x", *headers, b"", b""])


def post(target, body, *headers, content_type=b"application/json", method=b"POST"):
    data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
    about = (b"Content-Type: " + content_type, b"Content-Length: %d" % len(data))
    return get(target, *about, *headers, method=method) + data


def told(answer, *statuses):
    """The problem that ``answer`` tells, once it is seen to be one in form."""
    assert answer.status in statuses, (answer.status, answer.body[:300])
    assert answer.headers["content-type"] == PROBLEM
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", answer.headers["x-request-id"])
    answer.body.decode("ascii")
    assert not re.search(rb"[\x00-\x1f<>]", answer.body)
    problem = answer.json
    assert {"type", "title", "status", "detail"} <= set(problem)
    assert problem["status"] == answer.status
    assert problem["type"].startswith("/problems/")
    return problem


GOOD = post("/v1/analyze", BODY)
"""A good request; its head without the length of its body, its body, and the line that tells that length."""
HEAD, _, TEXT = GOOD.partition(b"\r\n\r\n")
HEAD = re.sub(rb"Content-Length: \d+", b"", HEAD).rstrip() + b"\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(TEXT)
