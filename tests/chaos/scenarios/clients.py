"""Clients that misbehave beside healthy ones."""

import time

from tests.api.wire import get
from tests.chaos.healthy import Healthy
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
            with (
                Slow(service, kind, plan.slow, plan.seed) as slow,
                Healthy(lambda: service.port, seed=plan.seed) as beside,
            ):
                time.sleep(plan.seconds)
            finding.fact(f"{plan.slow} that each {kind} ({slow.comings} came): {beside.ledger.told()}")
            right = beside.ledger.right > 0 and not (beside.ledger.wrong or beside.ledger.odd or beside.ledger.lost)
            finding.expect(right and not beside.ledger.away, f"the healthy lose nothing ({kind})")
            if not plan.short:
                usual, now = alone.ledger.milliseconds(0.99), beside.ledger.milliseconds(0.99)
                finding.expect(
                    now < 3 * usual + 20, f"the healthy wait no longer than usual ({usual:.1f}, {now:.1f} ms)"
                )
        more = service.memory() - memory
        finding.expect(more < 200, f"memory stays bounded ({memory:.0f} MiB, then {more:+.0f})")
        finding.expect(
            service.until(lambda: service.metric("meldwise_connections") < 10, 30), "all of them are gone in the end"
        )
        finding.expect(service.metric("meldwise_held_bytes") == 0, "nothing of them is kept")


def there_are_too_many(plan, finding):
    """Ten times more connections than the service takes, idle or asking."""
    limit = 50
    with serving(CONNECTIONS=limit, **_PATIENCE) as service:
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
        finding.served(crowd.ledger, lost=crowd.ledger.sent // 20)
        finding.expect(service.ask(get("/readyz")).status == 200, "the service goes on")
