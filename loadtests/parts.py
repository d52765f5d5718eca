"""The parts of the measurement over HTTP, each with the block of ``docs/performance.md`` that it fills."""

from collections.abc import Callable, Mapping
from os import cpu_count
from typing import Final, NamedTuple

from loadtests import archive, audits, compare, latency, ramp, sizing
from loadtests.knee import told as steps_told
from loadtests.servers import FLOOR, SERVICE, running

Say = Callable[[str], object]


class Plans(NamedTuple):
    """How much every part measures."""

    compared: compare.Plan = compare.Plan()
    climbed: ramp.Ramp = ramp.Ramp()
    paced: latency.Pace = latency.Pace()
    audited: audits.Plan = audits.Plan()
    replayed: archive.Plan = archive.Plan()
    sized: sizing.Plan = sizing.Plan()


QUICK: Final = Plans(
    compare.Plan(rounds=2, requests=300, warm_up=300, part_rounds=1, part_requests=200),
    ramp.Ramp(seconds=1.0),
    latency.Pace(rounds=2, seconds=1.0),
    audits.Plan(rounds=1, requests=2, sizes=(500, 2000), growth_rounds=1),
    archive.Plan(items=5000, rounds=1),
    sizing.Plan(rounds=1, audits=1),
)
"""A rehearsal: everything runs, and no figure means anything."""


class Part(NamedTuple):
    """What a part has found: text for people and for the page, and what was wrong."""

    text: str
    faults: list[str]


def beside_the_floor(plans: Plans, say: Say) -> Part:
    """CPU time a request, with and without logs."""
    known = compare.Comparison()
    with compare.sides() as servers:
        for known in compare.compare(servers, plans.compared):
            say(compare.one_line(known))
    return Part(compare.told(known, plans.compared), known.faults)


def knee(plans: Plans, say: Say) -> Part:
    """The knee of the comparison's requests, and the latencies at half of it, beside the floor."""
    with running("service", SERVICE) as service, running("floor", FLOOR) as floor:
        found = ramp.climb(service, "usual", plans.climbed, say)
        times = latency.at_half(service, floor, found.rate, plans.paced, say)
    text = f"{steps_told(found.steps, found.limit)}\n\n{ramp.sentence(found, 'usual', 1, plans.climbed)}"
    return Part(f"{text}\n\n{latency.told(times, plans.paced)}", [*found.at.faults, *times.faults])


def in_bulk(plans: Plans, say: Say) -> Part:
    """What items of audits cost over HTTP, beside the floor under gunicorn's own worker."""
    with running("service", SERVICE) as service, audits.stock_floor() as floor:
        costs = audits.measure(service, floor, plans.audited, say)
    return Part(audits.told(costs, plans.audited), costs.faults)


def from_the_command_line(plans: Plans, say: Say) -> Part:
    """How the command-line audit scales with processes."""
    runs = archive.measure(plans.replayed, say)
    return Part(archive.told(runs, plans.replayed), runs.faults)


def platform(plans: Plans, say: Say) -> Part:
    """The knee of what a platform sends, and the cores that platforms need."""
    with running("service", SERVICE) as service:
        found = ramp.climb(service, "platform", plans.climbed, say)
        needs = sizing.measure(service, found, plans.sized, say)
    text = f"{steps_told(found.steps, found.limit)}\n\n{ramp.sentence(found, 'platform', 1, plans.climbed)}"
    return Part(f"{text}\n\n{sizing.told(needs, cpu_count() or 1)}", [*found.at.faults, *needs.faults])


PARTS: Final[Mapping[str, Callable[[Plans, Say], Part]]] = {
    "load": beside_the_floor,
    "knee": knee,
    "audits": in_bulk,
    "archive": from_the_command_line,
    "sizing": platform,
}
"""All parts by the names of their blocks, in the order in which they are measured."""
