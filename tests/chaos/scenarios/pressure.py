"""More work than can be done."""

import json
import random
import threading
import time
from contextlib import suppress

from tests.api.wire import get, post
from tests.bench.adversarial import HANDS
from tests.chaos.healthy import Healthy
from tests.chaos.ledger import Ledger
from tests.chaos.service import serving


def _hard(number, rng):
    """Hard questions that are never the same: the cards of a hand in another order, and all kinds of protection."""
    preset, wild_joker, cards = HANDS[number % len(HANDS)]
    hand = cards.split()
    rng.shuffle(hand)
    return {"hand": hand, "wild_joker": wild_joker, "rules": {"preset": preset, "cap": rng.randint(50, 9999)}}


def _ask(service, stop, seed, ledger, size):
    """Ask for audits of so many hard hands, or for the analysis of one."""
    rng = random.Random(seed)
    with suppress(OSError):
        while not stop.is_set():
            hands = [_hard(rng.randrange(1000), rng) for _ in range(size)]
            audit = post("/v1/audit", json.dumps({"items": hands, "detail": "full"}))
            answer = service.ask(audit if size > 1 else post("/v1/analyze", hands[0]), 60)
            ledger.add({200: "right", 503: "away"}.get(answer.status, "odd"))


def workers_are_busy(plan, finding):
    """Every thread of every worker works on the hardest hands, and more wait; the others are answered in time."""
    audits, analyses, probes, stop = Ledger(), Ledger(), Ledger(), threading.Event()
    size = 100 if plan.short else 300
    with serving(THREADS=4, QUEUE_SECONDS=5) as service:
        threads = [
            threading.Thread(target=_ask, args=(service, stop, f"{plan.seed} {n}", *asked), daemon=True)
            for asked in ((audits, size), (analyses, 1))
            for n in range(12 if plan.short else 16)
        ]
        for thread in threads:
            thread.start()
        time.sleep(1)
        memory = service.memory()
        end = time.monotonic() + plan.seconds
        with Healthy(lambda: service.port, clients=4, seed=plan.seed) as beside:
            while time.monotonic() < end:
                for path in ("/livez", "/readyz", "/metrics"):
                    start = time.perf_counter()
                    status = service.ask(get(path)).status
                    probes.add("right" if status == 200 else "odd", time.perf_counter() - start)
                time.sleep(0.05)
        waiting = service.metric("meldwise_connections", state="busy")
        stop.set()
        for thread in threads:
            thread.join(60)
        for ledger, what in ((audits, f"audits of {size} hard hands"), (analyses, "hard hands by themselves")):
            finding.fact(f"{what}: {ledger.right} answered, {ledger.away} turned away")
            finding.expect(ledger.odd == 0 and ledger.right > 0, "each is answered, or turned away")
        finding.fact(f"{waiting:.0f} at once")
        finding.fact(f"probes: {probes.told()}")
        finding.expect(probes.odd == 0 and probes.right > 0, "every probe is answered well")
        finding.expect(probes.milliseconds(1) < 2000, "each within two seconds, sooner than any prober gives up")
        finding.served(beside.ledger, patience=2)
        finding.fact("and afterwards:")
        with Healthy(lambda: service.port, seed=plan.seed) as healthy:
            time.sleep(1)
        finding.served(healthy.ledger)
        finding.bounded(memory, service.memory(), 500)  # suits are remembered, too: up to 150 MB of them by each worker
