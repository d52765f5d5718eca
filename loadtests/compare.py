"""The service against the floor: the same requests to both by turns, in one run, round by round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from statistics import median

from loadtests.answers import fault_in
from loadtests.client import Answer, drive, encoded
from loadtests.corpus import USUAL, Case, cases
from loadtests.hands import Kind
from loadtests.report import percentile, spread, table
from loadtests.servers import Server

_PARTS: Mapping[str, Mapping[str, float]] = {str(kind): {kind: 1.0} for kind in Kind}


@dataclass(frozen=True)
class Plan:
    """How much to measure.

    Attributes:
        rounds: rounds of the usual mix.
        requests: requests to each side in a round.
        warm_up: requests to each side before the first round.
        part_rounds: rounds of each kind of hand alone.
        part_requests: requests to each side in such a round.
        connections: connections that ask at once.
        seed: where the stream of requests begins.
    """

    rounds: int = 9
    requests: int = 2000
    warm_up: int = 5000
    part_rounds: int = 3
    part_requests: int = 1000
    connections: int = 4
    seed: str = "compare"


@dataclass
class Side:
    """What one of the two has shown, a value for each round."""

    cpu: list[float] = field(default_factory=list)
    rate: list[float] = field(default_factory=list)
    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    client: list[float] = field(default_factory=list)


@dataclass
class Comparison:
    """Both sides, and what was wrong."""

    service: Side = field(default_factory=Side)
    floor: Side = field(default_factory=Side)
    parts: dict[str, list[float]] = field(default_factory=dict)
    part_cpu: dict[str, list[float]] = field(default_factory=dict)
    sent: int = 0
    checked: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def ratios(self) -> list[float]:
        """CPU time a request, service to floor, round by round."""
        return [ours / bare for ours, bare in zip(self.service.cpu, self.floor.cpu, strict=True)]


class Arena:
    """The two servers and how they are asked."""

    def __init__(self, service: Server, floor: Server, connections: int) -> None:
        self.service = service
        self.floor = floor
        self.connections = connections
        self._service_first = False

    def pair(self, asked: Sequence[Case], known: Comparison) -> None:
        """The same requests to both, taking turns at who is first; then the service's answers are judged."""
        requests = [encoded(case) for case in asked]
        sides = [(self.service, known.service), (self.floor, known.floor)]
        self._service_first = not self._service_first
        for server, side in sides if self._service_first else reversed(sides):
            answers = self._round(server, side, requests)
            if server is self.service:
                told = [fault_in(case, answer.status, answer.body) for case, answer in zip(asked, answers, strict=True)]
                known.checked += len(answers)
            else:
                told = [None if answer.status == 200 else f"floor: status {answer.status}" for answer in answers]
            known.faults += [fault for fault in told if fault]
            known.sent += len(answers)

    def _round(self, server: Server, side: Side, requests: Sequence[bytes]) -> list[Answer]:
        used = server.cpu_seconds()
        driven = drive(server.port, requests, self.connections)
        used = server.cpu_seconds() - used
        times = sorted(answer.seconds for answer in driven.answers)
        side.cpu.append(used / len(requests) * 1e6)
        side.rate.append(len(requests) / driven.seconds)
        side.p50.append(percentile(times, 0.5) * 1e3)
        side.p99.append(percentile(times, 0.99) * 1e3)
        side.client.append(driven.client_cpu / len(requests) * 1e6)
        return driven.answers


def compare(service: Server, floor: Server, plan: Plan) -> Iterator[Comparison]:
    """Measure; yields what is known after every round of the usual mix and after every kind of hand alone."""
    known = Comparison()
    arena = Arena(service, floor, plan.connections)
    stream = cases(plan.seed, USUAL)
    arena.pair(list(islice(stream, plan.warm_up)), Comparison())
    for _ in range(plan.rounds):
        arena.pair(list(islice(stream, plan.requests)), known)
        yield known
    for kind, mix in _PARTS.items() if plan.part_rounds else ():
        part = Comparison()
        stream = cases(f"{plan.seed} {kind}", mix)
        arena.pair(list(islice(stream, plan.part_requests)), Comparison())
        for _ in range(plan.part_rounds):
            arena.pair(list(islice(stream, plan.part_requests)), part)
        known.parts[kind], known.part_cpu[kind] = part.ratios, part.service.cpu
        known.sent += part.sent
        known.checked += part.checked
        known.faults += part.faults
        yield known


def header_names(answer: Answer) -> set[str]:
    """The names of an answer's headers."""
    return {line.split(b":", 1)[0].decode().lower() for line in answer.head.split(b"\r\n")[1:]}


def told(known: Comparison, plan: Plan) -> str:
    """The comparison for people: medians over the rounds, with the least and the greatest."""
    head = ("", "CPU us/request", "requests/s", "p50 ms", "p99 ms", "client CPU us")
    rows = [
        (
            name,
            spread(side.cpu, 0),
            spread(side.rate, 0),
            spread(side.p50, 2),
            spread(side.p99, 2),
            spread(side.client, 0),
        )
        for name, side in (("service", known.service), ("floor", known.floor))
    ]
    text = table(head, rows)
    text += f"\n\nService / floor, CPU a request: **{spread(known.ratios, 2)}** (goal: at most 1.3)."
    if known.parts:
        parts = [(kind, spread(known.part_cpu[kind], 0), spread(known.parts[kind], 2)) for kind in known.parts]
        text += "\n\n" + table(("Hands of one kind alone", "CPU us/request", "service / floor"), parts)
    wrong = f"{len(known.faults)} errors or wrong answers"
    return (
        f"{text}\n\nOne gthread worker each, {plan.connections} connections, {len(known.service.cpu)} rounds of "
        f"{plan.requests:,} hands after {plan.warm_up:,} others; no hand was sent twice to a side. "
        f"{known.sent:,} requests, {known.checked:,} answers checked against the library: {wrong}."
    )


def one_line(known: Comparison) -> str:
    """Where the comparison is now."""
    if known.parts:
        kind = list(known.parts)[-1]
        return f"{kind}: ratio {median(known.parts[kind]):.2f}"
    ours, bare = known.service, known.floor
    return (
        f"round {len(ours.cpu)}: service {ours.cpu[-1]:.0f} us, {ours.rate[-1]:.0f}/s; "
        f"floor {bare.cpu[-1]:.0f} us, {bare.rate[-1]:.0f}/s; ratio {known.ratios[-1]:.2f}"
    )
