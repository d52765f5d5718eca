"""Clients that misbehave beside healthy ones."""

import json
import threading
import time

from tests.api.requests_for_tests import BODY
from tests.api.wire import get, post
from tests.chaos.healthy import SILENCE, Healthy
from tests.chaos.ledger import Ledger
from tests.chaos.service import serving
from tests.chaos.slow import KINDS, Slow

_SHORT = (
    "sends a byte of its body now and then",
    "never reads its answers",
    "streams an audit slowly",
)
_PATIENCE = {"HEAD_SECONDS": 3, "BODY_SECONDS": 3, "AUDIT_IDLE_SECONDS": 3}


def clients_are_slow(plan, finding):
    """Half-sent requests, bytes that drip, answers that nobody reads; the times of the healthy beside those without."""
    with serving(**_PATIENCE) as service:
        with Healthy(lambda: service.port, seed=plan.seed):  # warm
            time.sleep(1)
        with Healthy(lambda: service.port, seed=plan.seed) as alone:
            time.sleep(plan.seconds)
        finding.fact(f"nobody misbehaves: {alone.ledger.told()}")
        memory = service.memory()
        for kind in _SHORT if plan.short else KINDS:
            usual = alone.ledger.milliseconds(0.99)
            now = _beside(service, kind, plan, finding)
            if now >= 3 * usual + 20:  # the machine may have been busy with something else
                now = min(now, _beside(service, kind, plan, finding))
            if not plan.short:
                waits = now < 3 * usual + 20
                finding.expect(waits, f"the healthy wait no longer than usual ({usual:.1f}, {now:.1f} ms)")
        finding.bounded(memory, service.memory(), 200)
        finding.expect(
            service.until(lambda: service.metric("meldwise_connections") < 10, 30), "all of them are gone in the end"
        )
        finding.expect(service.metric("meldwise_held_bytes") == 0, "nothing of them is kept")


def _beside(service, kind, plan, finding):
    """The healthy beside clients of this kind lose nothing; their 99th percentile."""
    with (
        Slow(service, kind, plan.slow, plan.seed) as slow,
        Healthy(lambda: service.port, seed=plan.seed) as beside,
    ):
        time.sleep(plan.seconds)
    finding.fact(f"{plan.slow} that each {kind} ({slow.comings} came): {beside.ledger.told()}")
    right = beside.ledger.right > 0 and beside.ledger.right == beside.ledger.sent
    finding.expect(right, f"the healthy lose nothing ({kind})")
    return beside.ledger.milliseconds(0.99)


def there_are_too_many(plan, finding):
    """Ten times more connections than the service takes, idle or asking."""
    limit = 50
    with serving(CONNECTIONS=limit, **_PATIENCE) as service:
        memory = service.memory()
        with Slow(service, "sends nothing", 10 * limit, plan.seed) as slow:
            with Healthy(lambda: service.port, clients=20, fresh=10, seed=plan.seed) as healthy:
                time.sleep(plan.seconds)
            opened = service.metric("meldwise_connections")
            finding.expect(opened <= 2 * limit, f"no more are open than may be ({opened:.0f} of {2 * limit})")
        finding.fact(f"{slow.comings} connections that do nothing came")
        # Those that idled longest make room, and a client may be sending just then.
        finding.served(healthy.ledger, lost=healthy.ledger.sent // 20)
        with Healthy(lambda: service.port, clients=3 * limit, fresh=0, seed=plan.seed) as crowd:
            time.sleep(plan.seconds)
        finding.fact("and three clients for every two that may be open, all of which ask:")
        finding.served(crowd.ledger, lost=crowd.ledger.sent // 20, patience=3)
        finding.expect(service.ask(get("/readyz")).status == 200, "the service goes on")
        finding.bounded(memory, service.memory(), 100)


def long_audits_are_slow(plan, finding):
    """More audits that hardly move than there are threads for; other long audits are answered, and so are others."""
    streams = 8 if plan.short else 64
    with serving(AUDIT_STREAMS=streams) as service:
        with (
            Slow(service, "streams an audit slowly", 3 * streams, plan.seed) as slow,
            Healthy(lambda: service.port, clients=4, seed=plan.seed) as healthy,
        ):
            time.sleep(1)  # until they have all threads
            memory = service.memory()
            audits = _long_audits(service, clients=2, seconds=max(3, 2 * plan.seconds))
        finding.fact(f"{slow.comings} audits came that send a line now and then, for {2 * streams} threads")
        finding.fact(f"long audits beside them: {audits.told()}")
        finding.expect(audits.right > 0 and audits.sent == audits.right, "every other long audit is answered whole")
        finding.expect(audits.milliseconds(1) < 10_000, "it waits until the slowest have made room, and no longer")
        finding.served(healthy.ledger)
        finding.bounded(memory, service.memory(), 200)


def _long_audits(service, clients, seconds):
    """The books of clients that send one audit of 90 KiB after the other."""
    lines, ledger, end = 700, Ledger(), time.monotonic() + seconds
    body = lines * (json.dumps(BODY).encode() + b"\n")

    def run(query):
        request = post(b"/v1/audit" + query, body, content_type=b"application/x-ndjson")
        while time.monotonic() < end:
            start = time.perf_counter()
            try:
                answer = service.ask(request, SILENCE)
            except (OSError, AssertionError, ValueError) as error:
                ledger.add("lost", note=f"an audit was lost: {type(error).__name__}")
                continue
            whole = answer.body.count(b'"declarable":true') == lines and b'"summary"' in answer.body
            outcome = {200: "right" if whole else "wrong", 503: "away"}.get(answer.status, "odd")
            ledger.add(outcome, time.perf_counter() - start)

    threads = [threading.Thread(target=run, args=((b"", b"?stream=true")[n % 2],)) for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 2 * SILENCE)
    return ledger
