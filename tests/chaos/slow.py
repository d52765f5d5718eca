"""Clients that misbehave, each in one way, for as long as they are let; whoever is thrown out comes back."""

import json
import random
import socket
import struct
import threading
import time

from tests.api.requests_for_tests import BODY
from tests.api.wire import get, post

_REQUEST = post("/v1/analyze", BODY)
_HEAD, _, _TEXT = _REQUEST.partition(b"\r\n\r\n")
_HEAD += b"\r\n\r\n"
_HUGE = _HEAD.replace(b"Content-Length: %d" % len(_TEXT), b"Content-Length: 100000000")
_LINE = json.dumps(BODY).encode() + b"\n"
_LINES = (
    b"POST /v1/audit%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: 50000000\r\n\r\n"
)
_CHUNKED = (
    b"POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)

KINDS = {
    "sends nothing": (b"", b""),
    "sends half of its headers": (_HEAD[:40], b""),
    "sends half of its body": (_HEAD + _TEXT[:20], b""),
    "sends a byte of its headers now and then": (_HEAD[:10], b"X"),
    "sends a byte of its body now and then": (_HEAD + _TEXT[:5], b" "),
    "announces 100 MB and sends little": (_HUGE, b"x" * 10),
    "sends chunks of one byte": (_CHUNKED, b"1\r\n \r\n"),
    "speaks TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 100),
    "never reads its answers": (get("/openapi.json") * 200, get("/openapi.json") * 50),
    "streams an audit slowly": (_LINES % b"?stream=true" + _LINE, _LINE),
    "sends an audit slowly": (_LINES % b"" + _LINE * 700, _LINE),
    "never reads a streamed audit": (_LINES % b"?stream=true&detail=full" + _LINE * 500, _LINE * 500),
    "leaves in the middle of its answer": (get("/openapi.json"), None),
    "leaves in the middle of its request": (_HEAD + _TEXT[:20], None),
}
"""Of every kind: what it sends at first, and what it goes on to send (None: it hangs up)."""


class Slow:
    """So many clients of a kind, for as long as the block lasts."""

    def __init__(self, service, kind, clients=64, seed=0):
        self.first, self.later = KINDS[kind]
        self._reads = not kind.startswith("never reads")
        self.comings = 0
        self._service = service
        self._clients = clients
        self._rng = random.Random(seed)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join(20)

    def _run(self):
        connections = [None] * self._clients
        while not self._stop.is_set():
            for index, connection in enumerate(connections):
                connections[index] = self._go_on(connection) if connection else self._come()
            self._stop.wait(0.3)
        for connection in connections:
            if connection:
                connection.close()

    def _come(self):
        try:
            connection = socket.create_connection(("127.0.0.1", self._service.port), 2)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.setblocking(False)
            self.comings += 1
            if self.first:
                connection.send(self.first)
        except OSError:
            return None
        return connection

    def _go_on(self, connection):
        """Whether the client is still there afterwards."""
        if self.later is None:
            if self._rng.random() < 0.5:  # without a farewell: what is under way is thrown away
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            return None
        try:
            if self.later:
                connection.send(self.later)
            while self._reads:
                if not connection.recv(1 << 16):  # thrown out
                    connection.close()
                    return None
        except BlockingIOError:
            pass
        except OSError:
            connection.close()
            return None
        return connection
