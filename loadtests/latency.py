"""How long answers take at half the knee's load: the service and the floor by turns, at the same rate and timetable."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from loadtests.answers import fault_in
from loadtests.client import encoded
from loadtests.corpus import USUAL, cases
from loadtests.goals import P99
from loadtests.paced import Generators, Load, generators
from loadtests.report import percentile, spread, table
from loadtests.servers import Server

_CHECK_EVERY = 20


class Pace(NamedTuple):
    """How it is measured.

    Attributes:
        rounds: rounds, each with both sides.
        seconds: how long a side is asked in a round.
        connections: connections that are open.
        seed: where the requests begin.
    """

    rounds: int = 7
    seconds: float = 6.0
    connections: int = 64
    seed: str = "latency"


@dataclass
class Times:
    """Milliseconds from when requests were due to their answers, a value a round, and what was wrong."""

    rate: float
    p50: dict[str, list[float]] = field(default_factory=lambda: {"service": [], "floor": []})
    p99: dict[str, list[float]] = field(default_factory=lambda: {"service": [], "floor": []})
    faults: list[str] = field(default_factory=list)


def at_half(service: Server, floor: Server, knee: float, pace: Pace, say: Callable[[str], object]) -> Times:
    """Measure at half of ``knee``, requests a second."""
    times = Times(knee / 2)
    stream = cases(pace.seed, USUAL)
    with generators(1) as senders:
        for number in range(pace.rounds):
            asked = list(islice(stream, max(100, int(times.rate * pace.seconds))))
            load = Load(0, [encoded(case) for case in asked], times.rate, pace.connections, f"{pace.seed} {number}")
            for server in (service, floor) if number % 2 else (floor, service):
                answers = _one(server, senders, load, times)
                if server is service:
                    for case, (status, body) in list(zip(asked, answers, strict=True))[::_CHECK_EVERY]:
                        fault = fault_in(case, status, body)
                        times.faults += [fault] if fault else []
            say(
                f"round {number + 1}: p99 {times.p99['service'][-1]:.1f} ms, floor {times.p99['floor'][-1]:.1f} ms "
                f"at {times.rate:,.0f} requests a second"
            )
    return times


def _one(server: Server, senders: Generators, load: Load, times: Times) -> Sequence[tuple[int, bytes]]:
    sent = senders.send(load._replace(port=server.port))
    taken = sorted((sent.seconds if answer is None else answer.seconds) for answer in sent.answers)
    times.p50[server.name].append(percentile(taken, 0.5) * 1e3)
    times.p99[server.name].append(percentile(taken, 0.99) * 1e3)
    unanswered = sum(answer is None or answer.status != 200 for answer in sent.answers)
    if unanswered:
        times.faults.append(f"{server.name}: {unanswered} of {len(sent.answers)} requests had no answer")
    return [(0, b"") if answer is None else (answer.status, answer.body) for answer in sent.answers]


def told(times: Times, pace: Pace) -> str:
    """The times for people."""
    rows = [(name, spread(times.p50[name], 2), spread(times.p99[name], 2)) for name in times.p99]
    ratios = [ours / bare for ours, bare in zip(times.p99["service"], times.p99["floor"], strict=True)]
    return (
        f"{table((f'at {times.rate:,.0f} requests/s', 'p50 ms', 'p99 ms'), rows)}\n\n"
        f"* 99th percentile at half the knee's load, service / floor: {P99.told(ratios)}.\n\n"
        f"{pace.rounds} rounds of {pace.seconds:g} s a side by turns; {len(times.faults)} errors or wrong answers."
    )
