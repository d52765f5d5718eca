"""The service against the floor, with and without logs: the same requests to all by turns, in one run."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from statistics import median
from typing import Final

from loadtests.answers import fault_in
from loadtests.client import Answer, drive, encoded
from loadtests.corpus import USUAL, Case, cases
from loadtests.goals import OBSERVED_REQUEST_CPU, REQUEST_CPU
from loadtests.hands import Kind
from loadtests.report import percentile, spread, table
from loadtests.servers import FLOOR, SERVICE, STOCK, Server, running

OURS: Final = "service"
BARE: Final = "floor"
OURS_OBSERVED: Final = "service, logging and counting"
BARE_STOCK: Final = "floor, gunicorn's own worker"
_SIDES: Final[Mapping[str, tuple[str, Mapping[str, str], Sequence[str]]]] = {
    OURS: (SERVICE, {"MELDWISE_ACCESS_LOG": "0", "MELDWISE_METRICS": "0"}, ()),
    BARE: (FLOOR, {}, ()),
    OURS_OBSERVED: (SERVICE, {"MELDWISE_ACCESS_LOG": "1", "MELDWISE_METRICS": "1"}, ()),
    BARE_STOCK: (FLOOR, {}, STOCK),
}
"""Who is measured: what gunicorn serves, under which further settings, and with which options of gunicorn's own."""
_PARTS: Final[Mapping[str, Mapping[str, float]]] = {str(kind): {kind: 1.0} for kind in Kind}


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

    rounds: int = 7
    requests: int = 2000
    warm_up: int = 5000
    part_rounds: int = 3
    part_requests: int = 1000
    connections: int = 4
    seed: str = "compare"


@dataclass
class Side:
    """What one side has shown, a value for each round."""

    cpu: list[float] = field(default_factory=list)
    rate: list[float] = field(default_factory=list)
    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    client: list[float] = field(default_factory=list)


@dataclass
class Comparison:
    """All sides, and what was wrong."""

    sides: dict[str, Side] = field(default_factory=dict)
    parts: dict[str, "Comparison"] = field(default_factory=dict)
    sent: int = 0
    checked: int = 0
    faults: list[str] = field(default_factory=list)

    def ratios(self, one: str = OURS, other: str = BARE) -> list[float]:
        """CPU time a request, one side to the other, round by round."""
        pairs = zip(self.sides[one].cpu, self.sides[other].cpu, strict=True)
        return [ours / bare for ours, bare in pairs]

    def add(self, other: "Comparison") -> None:
        """Count what another has sent, too."""
        self.sent += other.sent
        self.checked += other.checked
        self.faults += other.faults


@contextmanager
def sides() -> Iterator[dict[str, Server]]:
    """All sides, served and ready; stopped when the block is left.

    Raises:
        ServerError: one does not become ready.
    """
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(running(name, application, settings=settings, options=options))
            for name, (application, settings, options) in _SIDES.items()
        }


class Arena:
    """The servers and how they are asked."""

    def __init__(self, servers: Mapping[str, Server], connections: int) -> None:
        """Nobody has been asked yet."""
        self.servers = servers
        self.connections = connections
        self._order = list(servers)

    def round(self, asked: Sequence[Case], known: Comparison) -> None:
        """The same requests to all, taking turns at who is first; then the service's answers are judged."""
        requests = [encoded(case) for case in asked]
        for name in self.servers:
            known.sides.setdefault(name, Side())
        self._order.append(self._order.pop(0))
        for name in self._order:
            answers = self._one(self.servers[name], known.sides[name], requests)
            if name in {OURS, OURS_OBSERVED}:
                told = [fault_in(case, answer.status, answer.body) for case, answer in zip(asked, answers, strict=True)]
                known.checked += len(answers)
            else:
                told = [None if answer.status == 200 else f"floor: status {answer.status}" for answer in answers]
            known.faults += [fault for fault in told if fault]
            known.sent += len(answers)

    def _one(self, server: Server, side: Side, requests: Sequence[bytes]) -> list[Answer]:
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


def compare(servers: Mapping[str, Server], plan: Plan) -> Iterator[Comparison]:
    """Measure; yields what is known after every round of the usual mix and after every kind of hand alone."""
    known = Comparison()
    arena = Arena(servers, plan.connections)
    stream = cases(plan.seed, USUAL)
    arena.round(list(islice(stream, plan.warm_up)), Comparison())
    for _ in range(plan.rounds):
        arena.round(list(islice(stream, plan.requests)), known)
        yield known
    arena = Arena({name: servers[name] for name in (OURS, BARE)}, plan.connections)
    for kind, mix in _PARTS.items() if plan.part_rounds else ():
        part = Comparison()
        stream = cases(f"{plan.seed} {kind}", mix)
        arena.round(list(islice(stream, plan.part_requests)), Comparison())
        for _ in range(plan.part_rounds):
            arena.round(list(islice(stream, plan.part_requests)), part)
        known.parts[kind] = part
        known.add(part)
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
        for name, side in known.sides.items()
    ]
    text = (
        f"{table(head, rows)}\n\n"
        f"* Service / floor, CPU a request: {REQUEST_CPU.told(known.ratios())}.\n"
        f"* With a line of log for every request and metrics: "
        f"{OBSERVED_REQUEST_CPU.told(known.ratios(OURS_OBSERVED, BARE))}.\n"
        f"* Beside the floor under gunicorn's own worker with threads, without logs and metrics: "
        f"{spread(known.ratios(OURS, BARE_STOCK), 2)}."
    )
    if known.parts:
        parts = [
            (kind, spread(part.sides[OURS].cpu, 0), spread(part.ratios(), 2)) for kind, part in known.parts.items()
        ]
        text += "\n\n" + table(("Hands of one kind alone", "CPU us/request", "service / floor"), parts)
    wrong = f"{len(known.faults)} errors or wrong answers"
    return (
        f"{text}\n\nOne worker each, {plan.connections} connections, {len(known.sides[OURS].cpu)} rounds of "
        f"{plan.requests:,} hands after {plan.warm_up:,} others; no hand was sent twice to a side. "
        f"{known.sent:,} requests, {known.checked:,} answers checked against the library: {wrong}."
    )


def one_line(known: Comparison) -> str:
    """Where the comparison is now."""
    if known.parts:
        kind, part = list(known.parts.items())[-1]
        return f"{kind}: ratio {median(part.ratios()):.2f}"
    now = ", ".join(f"{name} {side.cpu[-1]:.0f} us" for name, side in known.sides.items())
    observed = known.ratios(OURS_OBSERVED, BARE)[-1]
    return f"round {len(known.sides[OURS].cpu)}: {now}; ratio {known.ratios()[-1]:.2f}, observed {observed:.2f}"
