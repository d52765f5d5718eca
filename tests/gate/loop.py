"""The loop of a worker without a worker: one turn at a time, real sockets, and a service that answers when told."""

import selectors
import socket
import threading
import time
from contextlib import suppress
from dataclasses import replace

from app.config import Config
from app.gate.connections import Connections
from app.gate.refusals import SLOW_HEAD
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
