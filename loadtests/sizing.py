"""How many cores a platform needs: what simulated deals ask for, what that costs here, and the arithmetic between.

Nothing here is guessed but two things, which are printed: how many of a day's deals fall into its busiest hour, and
that a core is given half of what its knee allows.
"""

from collections.abc import Callable, Iterator
from math import ceil
from statistics import median
from typing import Final, NamedTuple

from loadtests.answers import fault_in
from loadtests.client import drive, encoded
from loadtests.corpus import AUDIT, Case
from loadtests.knee import Knee
from loadtests.report import spread, table
from loadtests.servers import Server
from loadtests.traffic import SETTLED, USUAL_HABITS, platform

BUSIEST_HOUR: Final = 0.1
"""The share of a day's deals that fall into its busiest hour: a guess; an even day would have 1/24."""
ROOM: Final = 0.5
"""What a core is asked for, of what its knee allows."""
DEALS_A_DAY: Final = (100_000, 1_000_000, 10_000_000, 100_000_000)
_HOUR: Final = 3600


class Plan(NamedTuple):
    """How much to measure: rounds, audits (each of so many deals as :class:`~loadtests.traffic.Habits` say) in each."""

    rounds: int = 5
    audits: int = 4
    connections: int = 4
    seed: str = "sizing"


class Needs(NamedTuple):
    """What a deal asks for and costs.

    Attributes:
        requests: requests a deal, audits included.
        items: items of audits a deal.
        cpu: CPU milliseconds of the server a deal, a value a round.
        knee: requests a second that one worker on a core of its own keeps up with.
        deals: deals that were measured.
        faults: errors and wrong answers.
    """

    requests: float
    items: float
    cpu: list[float]
    knee: float
    deals: int
    faults: list[str]


class Size(NamedTuple):
    """A platform and what it needs; requests and deals a second are those of the busiest hour."""

    deals_a_day: int
    deals: float
    requests: float
    cores: float

    def machines(self, cores: int) -> int:
        """Machines of so many cores, at least two, so that one may fail."""
        return max(2, ceil(self.cores / cores))


def measure(service: Server, knee: Knee, plan: Plan, say: Callable[[str], object]) -> Needs:
    """Send what some hundred deals give rise to, and see what it costs."""
    stream = platform(plan.seed)
    cpu: list[float] = []
    faults: list[str] = []
    requests = items = 0
    for number in range(plan.rounds + 1):
        asked = [case for _ in range(plan.audits) for case in _until_audit(stream)]
        used = service.cpu_seconds()
        driven = drive(service.port, [encoded(case) for case in asked], plan.connections)
        used = service.cpu_seconds() - used
        told = [fault_in(case, answer.status, answer.body) for case, answer in zip(asked, driven.answers, strict=True)]
        faults += [fault for fault in told if fault]
        if number:  # the first round warms up
            deals = plan.audits * USUAL_HABITS.deals_an_audit
            cpu.append(used / deals * 1e3)
            requests += len(asked)
            items += sum(len(case.members["items"]) for case in asked if case.path.startswith(AUDIT) and case.members)
            say(f"sizing, round {number}: {deals} deals, {len(asked)} requests, {cpu[-1]:.2f} CPU ms a deal")
    deals = plan.rounds * plan.audits * USUAL_HABITS.deals_an_audit
    return Needs(requests / deals, items / deals, cpu, knee.rate, deals, faults)


def _until_audit(stream: Iterator[Case]) -> list[Case]:
    """The requests up to the next audit of deals that are over, which is the last."""
    part = []
    for case in stream:
        part.append(case)
        if case.kind == SETTLED:
            break
    return part


def size(deals_a_day: int, needs: Needs) -> Size:
    """What a platform with so many deals a day needs."""
    deals = deals_a_day * BUSIEST_HOUR / _HOUR
    requests = deals * needs.requests
    return Size(deals_a_day, deals, requests, requests / (needs.knee * ROOM))


def told(needs: Needs, cores: int) -> str:
    """The arithmetic for people; ``cores`` are those of this machine."""
    sizes = [size(deals_a_day, needs) for deals_a_day in DEALS_A_DAY]
    rows = [
        (
            f"{one.deals_a_day:,}",
            f"{one.deals:,.1f}",
            f"{one.requests:,.0f}",
            f"{one.cores:,.1f}",
            f"{one.machines(cores):,}",
        )
        for one in sizes
    ]
    head = ("deals a day", "deals/s, busiest hour", "requests/s", "cores", f"machines of {cores} cores")
    one = sizes[1]
    return (
        f"* A deal gives rise to {needs.requests:.1f} requests, audits included, with {needs.items:.1f} items in them, "
        f"and costs {spread(needs.cpu, 2)} CPU milliseconds ({needs.deals:,} simulated deals; "
        f"{len(needs.faults)} errors or wrong answers).\n"
        f"* The busiest hour has {BUSIEST_HOUR:.0%} of a day's deals (a guess: put your own in its place).\n"
        f"* One worker on a core keeps up with {needs.knee:,.0f} such requests a second, and is given "
        f"{ROOM:.0%} of that: {needs.knee * ROOM:,.0f}.\n\n"
        f"So {one.deals_a_day:,} deals a day are {one.deals_a_day:,} × {BUSIEST_HOUR:g} / {_HOUR:,} = "
        f"{one.deals:.1f} deals a second, × {needs.requests:.1f} = {one.requests:,.0f} requests a second, / "
        f"{needs.knee * ROOM:,.0f} = "
        f"**{one.cores:.1f} cores**. By CPU time alone, with none to spare, they would be "
        f"{one.deals * median(needs.cpu) / 1e3:.1f}.\n\n"
        f"{table(head, rows)}\n\n"
        f"At least two machines, so that one may fail."
    )
