"""Workers and servers that end, in every way, under load."""

import json
import os
import random
import signal
import threading
import time

from tests.api.requests_for_tests import BODY
from tests.api.wire import get, post
from tests.chaos.healthy import Healthy
from tests.chaos.service import children, serving


def workers_are_killed(plan, finding):
    """kill -9 of one worker after the other, under load."""
    rng, kills = random.Random(plan.seed), 2 if plan.short else 4
    clients = 6
    with serving() as service, Healthy(lambda: service.port, clients, seed=plan.seed) as healthy:
        memory = service.memory()
        for _ in range(kills):
            time.sleep(plan.seconds / 3)
            before = service.workers()
            os.kill(rng.choice(sorted(before)), signal.SIGKILL)
            back = service.until(lambda known=before: len(service.workers()) == 2 and service.workers() != known)
            finding.expect(back, "the worker is replaced")
            finding.expect(service.ready(), "the service is ready at once")
        time.sleep(plan.seconds / 3)
        finding.served(healthy.ledger, lost=kills * clients)  # what that worker was about to answer
        counted = service.until(lambda: service.metric("meldwise_worker_exits_total", how="died") == kills)
        finding.expect(counted, f"{kills} deaths are counted")
        right = healthy.ledger.right
        answered = service.metric("meldwise_http_requests_total", route="/v1/analyze", status="200")
        finding.bounded(memory, service.memory(), 100)
        finding.expect(answered >= right, f"what dead workers have counted is not forgotten ({right}, {answered:.0f})")


def workers_are_replaced(plan, finding):
    """SIGHUP again and again, under load: all workers are replaced each time."""
    with serving() as service, Healthy(lambda: service.port, seed=plan.seed) as healthy:
        memory = service.memory()
        for _ in range(1 if plan.short else 3):
            before = service.workers()
            os.kill(service.process.pid, signal.SIGHUP)
            time.sleep(plan.seconds / 2)
            gone = service.until(lambda known=before: len(service.workers()) == 2 and not known & service.workers())
            finding.expect(gone, "new workers have taken over")
        finding.served(healthy.ledger)
        finding.bounded(memory, service.memory(), 100)
        finding.expect(service.metric("meldwise_worker_exits_total", how="died") == 0, "nobody died")


def a_server_is_replaced(plan, finding):
    """SIGUSR2, then SIGTERM to the first server, under load: the second takes over its port and its connections."""
    with serving(DRAIN_SECONDS=5) as service:
        with Healthy(lambda: service.port, seed=plan.seed) as healthy:
            first = service.workers()
            os.kill(service.process.pid, signal.SIGUSR2)
            service.until(lambda: service.workers() - first)
            (second,) = service.workers() - first
            finding.expect(service.until(lambda: len(children(second)) == 2), "a second server has its own workers")
            start = time.monotonic()
            os.kill(service.process.pid, signal.SIGTERM)
            service.process.wait(40)
            seconds = time.monotonic() - start
            time.sleep(plan.seconds)
        finding.expect(seconds < 5, f"the first does not drain: it has a successor ({seconds:.1f} seconds)")
        finding.served(healthy.ledger)
        os.kill(second, signal.SIGINT)
        finding.expect(service.until(lambda: not children(second)), "the second ends when it is told to")


class _Balancer:
    """Looks at ``/readyz`` of some services ten times a second, and leads clients to those that are ready."""

    def __init__(self, *services):
        self._services = services
        self._ready = list(services)
        self._turn = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join(10)

    def port(self):
        self._turn += 1
        ready = self._ready or list(self._services)
        return ready[self._turn % len(ready)].port

    def _run(self):
        while not self._stop.wait(0.1):
            self._ready = [service for service in self._services if self._looks(service)]

    @staticmethod
    def _looks(service):
        try:
            return service.ask(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n", 2).status == 200
        except (OSError, AssertionError):
            return False


def a_service_is_stopped(plan, finding):
    """SIGTERM to one of two services behind a balancer, under load, with clients that keep their connections."""
    drain = 1 if plan.short else 4
    with serving(DRAIN_SECONDS=drain) as one, serving(DRAIN_SECONDS=drain) as other:
        with _Balancer(one, other) as balancer, Healthy(balancer.port, fresh=1, seed=plan.seed) as healthy:
            time.sleep(plan.seconds / 2)
            start = time.monotonic()
            os.kill(one.process.pid, signal.SIGTERM)
            unready = one.until(lambda: one.ask(get("/readyz")).status == 503, drain)
            finding.expect(unready and one.ask(post("/v1/analyze", BODY)).status == 200, "not ready, it still answers")
            one.process.wait(drain + 25)
            seconds = time.monotonic() - start
            time.sleep(plan.seconds / 2)
        finding.served(healthy.ledger)
        finding.expect(healthy.ledger.unheard == 0, "no connection is refused: it was not ready before it closed")
        finding.expect(drain <= seconds < drain + 5, f"it drains for {drain} seconds and is gone ({seconds:.1f})")
        finding.expect(one.process.returncode == 0, "it ends well")


def audits_are_cut_short(plan, finding):
    """SIGTERM while audits are under way: every line has its answer, or the last one says why not."""
    line = json.dumps(BODY).encode() + b"\n"
    head = b"POST /v1/audit%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n"
    many, told = 200_000, []

    def audit(service, query):
        sent = received = 0
        with service.connect(60) as connection:
            connection.sendall(head % (query, many * len(line)))

            def send():
                nonlocal sent
                try:
                    for _ in range(many // 500):
                        connection.sendall(line * 500)
                        sent += 500
                        time.sleep(0.02)
                except OSError:  # the service takes no more
                    return

            sender = threading.Thread(target=send, daemon=True)
            sender.start()
            data = b""
            try:
                while part := connection.recv(1 << 20):
                    data += part
            except OSError as error:
                data += f"({type(error).__name__})".encode()
            sender.join(10)
        received = data.count(b'"declarable":true')
        ended = b"what follows has no answer" in data or (received == many and b'"summary"' in data)
        told.append((query.decode() or "at the end", sent, received, ended))

    with serving(environ={"GUNICORN_CMD_ARGS": "--graceful-timeout 8"}) as service:
        threads = [threading.Thread(target=audit, args=(service, query)) for query in (b"", b"?stream=true") * 2]
        for thread in threads:
            thread.start()
        time.sleep(1 if plan.short else plan.seconds)
        start = time.monotonic()
        os.kill(service.process.pid, signal.SIGTERM)
        for thread in threads:
            thread.join(60)
        service.process.wait(60)
        finding.expect(time.monotonic() - start < 10, "it is gone within the grace that it has")
    for query, sent, received, reported in told:
        finding.fact(f"an audit answered {query}: {sent} lines sent, {received} answered")
        finding.expect(reported and received > 0, "it ends with the reason after the answers, or is whole")
    finding.expect(len(told) == 4, "no audit hangs")
