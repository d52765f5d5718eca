"""``python -m loadtests.ramp``: a rising load on the service, started here; where its knee is and what was at its end.

The load keeps to a timetable and comes from processes of its own. The exit code is 1 when no rate at all is kept up
with, or when an answer below the knee is wrong.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from os import cpu_count
from typing import Final, NamedTuple

from loadtests.answers import fault_in
from loadtests.client import drive, encoded
from loadtests.corpus import USUAL, Case, cases
from loadtests.knee import Knee, Step, find, saturated, told
from loadtests.paced import Generators, Load, generators
from loadtests.report import machine, percentile
from loadtests.servers import SERVICE, Server, machine_cpu_seconds, running
from loadtests.traffic import declarations, hands, platform

MIXES: Final[Mapping[str, Callable[[str], Iterator[Case]]]] = {
    "usual": partial(cases, mix=USUAL),
    "platform": platform,
    "hands": hands,
    "declarations": declarations,
}
"""What can be sent: the hands of the comparison with the floor, and what deals give rise to."""
_CHECK_EVERY: Final = 20
_CLOSED_CONNECTIONS: Final = 8
_CLOSED_REQUESTS: Final = 1500
_WARM_UP: Final = 1000
_LEAST_REQUESTS: Final = 200


class Ramp(NamedTuple):
    """How a ramp is measured.

    Attributes:
        seconds: how long each rate is kept up.
        generators: processes that send.
        connections: connections that they share.
        seed: where the stream of requests begins.
    """

    seconds: float = 4.0
    generators: int = 1
    connections: int = 64
    seed: str = "ramp"


def climb(server: Server, mix: str, ramp: Ramp, say: Callable[[str], object]) -> Knee:
    """Find the knee of ``server`` under a mix of requests.

    Raises:
        ValueError: not even the lightest load is answered in time.
    """
    stream = MIXES[mix](f"{ramp.seed} {mix}")
    drive(server.port, [encoded(case) for case in islice(stream, _WARM_UP)], _CLOSED_CONNECTIONS)
    closed = drive(server.port, [encoded(case) for case in islice(stream, _CLOSED_REQUESTS)], _CLOSED_CONNECTIONS)
    guess = _CLOSED_REQUESTS / closed.seconds
    say(f"{mix}: a closed loop of {_CLOSED_CONNECTIONS} connections reaches {guess:,.0f} requests a second")
    with generators(ramp.generators) as senders:
        for found in find(lambda rate: measure(server, stream, senders, ramp, rate), guess):
            if isinstance(found, Knee):
                return found
            say(
                f"  {found.rate:,.0f}/s due, {found.answered:,.0f} answered, p99 {found.p99 * 1e3:.1f} ms, "
                f"server {found.server:.2f} cores, generator {found.client:.2f}, {len(found.faults)} faults"
            )
    message = "the search for the knee came to no end"
    raise AssertionError(message)


def measure(server: Server, stream: Iterator[Case], senders: Generators, ramp: Ramp, rate: float) -> Step:
    """One rate, kept up for ``ramp.seconds``."""
    asked = list(islice(stream, max(_LEAST_REQUESTS, int(rate * ramp.seconds))))
    requests = [encoded(case) for case in asked]
    used, all_used = server.cpu_seconds(), machine_cpu_seconds()
    sent = senders.send(Load(server.port, requests, rate, ramp.connections, f"{ramp.seed} {rate}"))
    used, all_used = server.cpu_seconds() - used, machine_cpu_seconds() - all_used
    times = sorted(answer.seconds for answer in sent.answers if answer is not None) or [sent.seconds]
    faults = []
    for number, (case, answer) in enumerate(zip(asked, sent.answers, strict=True)):
        if answer is None:  # told by how little of the time was kept
            continue
        if answer.status != case.status or number % _CHECK_EVERY == 0:
            fault = fault_in(case, answer.status, answer.body)
            faults += [fault] if fault else []
    return Step(
        rate=rate,
        answered=len(times) / sent.seconds,
        kept=min(1.0, sent.planned / sent.seconds) * (len(times) / len(asked)),
        p50=percentile(times, 0.5),
        p99=percentile(times, 0.99),
        server=used / sent.seconds,
        client=sent.client_cpu / sent.seconds,
        others=max(0.0, all_used - used - sent.client_cpu) / sent.seconds,
        late=sent.late,
        faults=tuple(faults),
    )


def sentence(knee: Knee, mix: str, workers: int, ramp: Ramp) -> str:
    """The knee for people."""
    return (
        f"Knee: **{knee.rate:,.0f} requests a second** ({mix}, {workers} worker{'s' * (workers > 1)}): p50 "
        f"{knee.at.p50 * 1e3:.1f} ms, p99 {knee.at.p99 * 1e3:.1f} ms, where almost no load has "
        f"{knee.unloaded * 1e3:.1f} ms; server {knee.at.server:.2f} cores. Saturated beyond it: "
        f"{saturated(knee, workers, cpu_count() or 1)}. {ramp.seconds:g} s a step, {ramp.connections} connections, "
        f"{ramp.generators} generator{'s' * (ramp.generators > 1)}."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Climb, and tell."""
    asked = _parser().parse_args(arguments)
    ramp = Ramp(asked.seconds, asked.generators, asked.connections, asked.seed)
    print(machine(), flush=True)
    with running("service", SERVICE, asked.workers) as service:
        try:
            knee = climb(service, asked.mix, ramp, partial(print, flush=True))
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
    print(f"\n{told(knee.steps, knee.limit)}\n\n{sentence(knee, asked.mix, asked.workers, ramp)}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtests.ramp", description=__doc__)
    parser.add_argument("--mix", choices=list(MIXES), default="platform", help="what is sent (%(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="of the service (%(default)s)")
    parser.add_argument("--seconds", type=float, default=Ramp().seconds, help="of each step (%(default)s)")
    parser.add_argument("--generators", type=int, default=Ramp().generators, help="processes that send (%(default)s)")
    parser.add_argument("--connections", type=int, default=Ramp().connections, help="%(default)s")
    parser.add_argument("--seed", default=Ramp().seed, help="where the requests begin (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
