"""Healthy clients: they ask, read the answer, see whether it is right, and ask again."""

import json
import random
import socket
import threading
import time
from functools import cache

from app import create_app
from app.config import Config
from tests.api.wire import post, read
from tests.chaos.ledger import Ledger

SILENCE = 15.0
"""After so many seconds without an answer a request is lost."""
PAUSE = 0.002
"""Seconds between an answer and the next question: the machine is to have something left."""
_RANKS = "A23456789"


@cache
def questions():
    """Requests and their right answers."""
    client = create_app(Config()).test_client()
    rng = random.Random("meldwise chaos")
    deck = [f"{rank}{suit}" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in "SHDC"] * 2
    asked = []
    for _ in range(100):
        body = {"hand": rng.sample(deck, 13), "wild_joker": rng.choice(_RANKS)}
        answer = client.post("/v1/analyze", data=json.dumps(body), content_type="application/json")
        assert answer.status_code == 200
        asked.append((post("/v1/analyze", body), answer.data))
    return asked


class Healthy:
    """Some clients that ask for as long as the block lasts; the books are open meanwhile.

    Args:
        ports: gives the port to connect to.
        clients: how many there are.
        fresh: how many of them take a new connection for every request.
        seed: what they ask.
    """

    def __init__(self, ports, clients=6, fresh=2, seed=0):
        self.ledger = Ledger()
        self._stop = threading.Event()
        self._ports = ports
        plans = [(f"{seed} {number}", number < fresh) for number in range(clients)]
        self._threads = [threading.Thread(target=self._run, args=plan, daemon=True) for plan in plans]

    def __enter__(self):
        questions()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join(SILENCE + 5)
        assert not any(thread.is_alive() for thread in self._threads)

    def _run(self, seed, fresh):
        rng, connection = random.Random(seed), None
        while not self._stop.is_set():
            if connection is None:
                connection = self._connect()
                if connection is None:
                    continue
            stays = self._ask(connection, *rng.choice(questions()))
            if fresh or not stays:
                connection.close()
                connection = None
            time.sleep(PAUSE)
        if connection is not None:
            connection.close()

    def _connect(self):
        try:
            connection = socket.create_connection(("127.0.0.1", self._ports()), SILENCE)
        except OSError:
            self.ledger.add("unheard")
            time.sleep(0.05)
            return None
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _ask(self, connection, request, right):
        """Ask once; whether the connection can be used again."""
        start = time.perf_counter()
        try:
            connection.sendall(request)
            answer = read(connection.makefile("rb"))
        except (OSError, AssertionError, ValueError, IndexError) as error:
            self.ledger.add("lost", note=f"a request was lost: {type(error).__name__}")
            return False
        seconds = time.perf_counter() - start
        if answer.status == 200:
            self.ledger.add("right" if answer.body == right else "wrong", seconds)
        elif answer.status == 503 and "retry-after" in answer.headers:
            self.ledger.add("away")
        else:
            self.ledger.add("odd", note=f"{answer.status}: {answer.body[:100]!r}")
        return answer.headers.get("connection") != "close"
