"""The server stops: it says so first, finishes what it has begun, and loses nobody's answer."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.api.requests_for_tests import BODY
from tests.api.wire import ROOT, connect, get, logged_lines, post, read, running, send, told

REQUEST = post("/v1/analyze", BODY)


def workers(server):
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text("ascii")
    return {int(pid) for pid in children.split()}


def until(condition, seconds=15):
    """Whether ``condition`` comes true within so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def gone(pid):
    """Whether the process ends soon."""

    def ended():
        try:
            return Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()[0] == "Z"
        except OSError:
            return True

    return until(ended)


def metrics(server):
    return send(server, get("/metrics")).body.decode()


def test_told_to_stop_it_goes_on_for_a_while_says_so_and_ends():
    with running(MELDWISE_DRAIN_SECONDS="2", MELDWISE_WORKERS="2") as server:
        with connect(server) as connection:
            stream = connection.makefile("rb")
            connection.sendall(REQUEST)
            assert read(stream).headers["connection"] == "keep-alive"
            os.kill(server.pid, signal.SIGTERM)
            time.sleep(0.5)
            readiness = send(server, get("/readyz"))
            assert "drained" in told(readiness, 503)["detail"]
            assert readiness.headers["retry-after"]
            assert "meldwise_draining 1.0" in metrics(server)
            assert send(server, get("/livez")).status == 200
            connection.sendall(REQUEST)
            answer = read(stream)
            assert (answer.status, answer.headers["connection"]) == (200, "close")
            assert send(server, REQUEST).status == 200  # new connections are taken in, too
        assert gone(server.pid)
        with pytest.raises(ConnectionRefusedError):
            connect(server)


def test_told_twice_it_does_not_wait():
    with running(MELDWISE_DRAIN_SECONDS="600") as server:
        assert send(server, get("/readyz")).status == 200
        os.kill(server.pid, signal.SIGTERM)
        time.sleep(0.3)
        assert send(server, get("/readyz")).status == 503
        os.kill(server.pid, signal.SIGTERM)
        assert gone(server.pid)


def test_interrupted_it_stops_at_once():
    with running(MELDWISE_DRAIN_SECONDS="600") as server:
        assert send(server, get("/readyz")).status == 200
        os.kill(server.pid, signal.SIGINT)
        assert gone(server.pid)


def test_a_request_that_comes_on_an_open_connection_while_it_stops_is_answered():
    with running() as server, connect(server) as connection:
        stream = connection.makefile("rb")
        connection.sendall(get("/livez"))
        read(stream)
        os.kill(server.pid, signal.SIGTERM)
        time.sleep(0.7)
        connection.sendall(REQUEST)
        answer = read(stream)
        assert (answer.status, answer.headers["connection"]) == (200, "close")
        assert stream.read() == b""
        assert gone(server.pid)


def test_an_audit_that_would_go_on_ends_with_a_reason():
    line = json.dumps(BODY).encode() + b"\n"
    head = b"POST /v1/audit?stream=true HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
    with running("--graceful-timeout", "7") as server, connect(server) as connection:
        connection.sendall(head + b"Content-Length: 1000000\r\n\r\n" + line)
        first = connection.recv(1 << 16)
        while b"declarable" not in first:
            first += connection.recv(1 << 16)
        os.kill(server.pid, signal.SIGTERM)
        rest = b""
        while part := connection.recv(1 << 16):
            rest += part
        assert b"the service is being stopped; what follows has no answer" in rest
        assert rest.endswith(b"0\r\n\r\n")
        assert gone(server.pid)


def test_a_worker_that_is_killed_is_replaced_and_its_counts_remain():
    with running(MELDWISE_WORKERS="2") as server:
        for _ in range(20):
            assert send(server, REQUEST).status == 200
        before = workers(server)
        os.kill(min(before), signal.SIGKILL)
        logged_lines(server, "SIGKILL")
        assert until(lambda: len(workers(server)) == 2 and workers(server) != before)
        for _ in range(20):
            assert send(server, REQUEST).status == 200
        assert 'requests_total{method="POST",route="/v1/analyze",status="200"} 40.0' in metrics(server)
        assert until(lambda: 'meldwise_worker_exits_total{how="died"} 1.0' in metrics(server))
        assert until(lambda: "\nmeldwise_workers 2.0" in metrics(server))


def test_workers_are_replaced_without_losing_a_request():
    with running(MELDWISE_WORKERS="2") as server:
        before = workers(server)
        os.kill(server.pid, signal.SIGHUP)
        for _ in range(1000):
            assert send(server, REQUEST).status == 200
            assert send(server, get("/readyz")).status == 200
            if len(workers(server) - before) == 2 and not before & workers(server):
                break
        assert until(lambda: 'meldwise_worker_exits_total{how="stopped"} 2.0' in metrics(server))


def test_what_is_not_spoken_is_refused_at_the_start():
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "-b", "127.0.0.1:0", "--proxy-protocol"]
    environ = os.environ | {"MELDWISE_DRAIN_SECONDS": "0"}
    told = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode != 0
    assert "Meldwise speaks HTTP/1.1 alone" in told.stderr
