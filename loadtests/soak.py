"""``python -m loadtests.soak``: a platform's clients for ten minutes, and whether the service stays as it was.

Memory of every worker, errors, connections that broke, and response times are recorded as they go; CSV and HTML go to
``loadtests/results/``. The exit code is 1 where something broke, an answer was wrong, a worker died, memory goes on
growing or answers get slower and slower.
"""

import argparse
import csv
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import monotonic, time
from typing import Final, NamedTuple, TypeVar

from app.serving import cores
from loadtests.audits import items, requests
from loadtests.client import drive, encoded
from loadtests.crowd import RESULTS, Crowd, begin
from loadtests.report import machine, table, write_block
from loadtests.servers import SERVICE, Server, running
from loadtests.thresholds import NO_ANSWER, WRONG

_EVERY_SECONDS: Final = 5.0
_GRACE_SECONDS: Final = 90.0
_ROWS: Final = 10
"""Lines of the table, about."""
_FILLERS: Final = 16
_FILLED_AT_ONCE: Final = 32_000
_LEAST: Final = 4
"""Samples that can be divided into quarters."""
_T = TypeVar("_T")


class Sample(NamedTuple):
    """What was seen at one time: seconds since the beginning, and resident bytes by worker."""

    seconds: float
    memory: Mapping[int, int]


class Moment(NamedTuple):
    """What the clients saw in the ten seconds before a time.

    Attributes:
        seconds: that time, since the beginning.
        rate: requests a second.
        p99: the 99th percentile of times, in milliseconds.
        requests: all requests up to then.
        failures: all failures up to then.
    """

    seconds: float
    rate: float
    p99: float
    requests: int
    failures: int


class Limits(NamedTuple):
    """What a soak may show.

    Attributes:
        growth: how much more memory a worker may have in the last quarter than in the one before, as a share.
        drift: how many times the 99th percentile of the second quarter the last one may show.
    """

    growth: float = 0.03
    drift: float = 3.0


class Soaked(NamedTuple):
    """All that was recorded.

    Attributes:
        samples: of the server, in order.
        moments: of the clients, in order.
        failures: how often each failure came, by what it was.
        log: lines that the server wrote about errors.
        cpu: CPU seconds of every worker that lived to the end.
        code: the clients' exit code.
    """

    samples: list[Sample]
    moments: list[Moment]
    failures: Mapping[str, int]
    log: list[str]
    cpu: list[float]
    code: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak, and judge."""
    asked = _parser().parse_args(arguments)
    where = machine()
    seconds = max(20, int(asked.minutes * 60))
    print(f"{where}\nThis takes {seconds / 60:.1f} minutes.", flush=True)
    more = ("--rate", str(asked.rate), "--seed", asked.seed, "--check-every", "20")
    crowd = Crowd(("PlatformUser",), asked.users, seconds, asked.processes, more)
    with running("service", SERVICE, asked.workers) as service:
        fill(service, asked.fill * asked.workers)
        soaked = soak(service, crowd, RESULTS / "soak")
    faults = judge(soaked, asked.workers, Limits(asked.max_growth / 100, asked.max_drift))
    text = told(soaked, crowd, faults)
    print(f"\n{text}")
    if asked.write is not None and not faults:
        write_block(asked.write, "soak", f"{where}\n\n{text}")
    return 1 if faults else 0


def fill(service: Server, hands: int) -> None:
    """Have so many hands audited, so that memos are as full as they get and what still grows is no memo."""
    stream = items("fill")
    done = 0
    while done < hands:
        size = min(_FILLED_AT_ONCE, hands - done)
        asked = requests(stream, max(1, size // _FILLERS), _FILLERS, "points", lines=True)
        drive(service.port, [encoded(case) for case in asked], _FILLERS)
        done += size
        print(f"  memos filled with {done:,} of {hands:,} hands", flush=True)


def soak(service: Server, crowd: Crowd, report: Path) -> Soaked:
    """Let the clients in and watch the workers until they are done."""
    began, samples, cpu = time(), [Sample(0.0, service.memory())], service.cpu_by_worker()
    clients = begin(service.url, crowd, report)
    try:
        deadline = monotonic() + crowd.seconds + _GRACE_SECONDS
        code = None
        while code is None and monotonic() < deadline:
            try:
                code = clients.wait(_EVERY_SECONDS)
            except subprocess.TimeoutExpired:
                samples.append(Sample(time() - began, service.memory()))
                _progress(samples[-1], crowd.seconds)
    finally:
        if clients.poll() is None:
            clients.terminate()
            clients.wait()
    moments = read_history(Path(f"{report}_stats_history.csv"), began)
    _record(Path(f"{report}.csv"), samples, moments)
    failures = read_failures(Path(f"{report}_failures.csv"))
    log = [line for line in service.log().splitlines() if "[ERROR]" in line or "[CRITICAL]" in line]
    used = [seconds - cpu.get(pid, 0.0) for pid, seconds in service.cpu_by_worker().items()]
    return Soaked(samples, moments, failures, log, used, 1 if code is None else code)


def _progress(sample: Sample, seconds: int) -> None:
    memory = ", ".join(f"{size / 1e6:.0f}" for size in sample.memory.values())
    print(f"  {sample.seconds:,.0f} of {seconds:,} s, workers {memory} MB", flush=True)


def read_history(file: Path, began: float) -> list[Moment]:
    """Locust's own record, a moment a second from when there were answers on."""
    with file.open(newline="", encoding="utf-8") as rows:
        return [
            Moment(
                float(row["Timestamp"]) - began,
                float(row["Requests/s"]),
                float(row["99%"]),
                int(row["Total Request Count"]),
                int(row["Total Failure Count"]),
            )
            for row in csv.DictReader(rows)
            if row["Name"] == "Aggregated" and row["99%"] != "N/A"
        ]


def read_failures(file: Path) -> dict[str, int]:
    """How often each failure came, by what it was."""
    counted: dict[str, int] = {}
    with file.open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            counted[row["Error"]] = counted.get(row["Error"], 0) + int(row["Occurrences"])
    return counted


def _record(file: Path, samples: Sequence[Sample], moments: Sequence[Moment]) -> None:
    """Memory and times side by side, a line a sample."""
    with file.open("w", newline="", encoding="utf-8") as rows:
        table_of = csv.writer(rows, lineterminator="\n")
        table_of.writerow(("seconds", "requests_a_second", "p99_ms", "requests", "failures", "resident_bytes"))
        for sample in samples:
            moment = next((one for one in reversed(moments) if one.seconds <= sample.seconds), None)
            seen = (moment.rate, moment.p99, moment.requests, moment.failures) if moment else ("", "", "", "")
            memory = " ".join(f"{pid}:{size}" for pid, size in sample.memory.items())
            table_of.writerow((f"{sample.seconds:.1f}", *seen, memory))


def broken_connections(failures: Mapping[str, int]) -> int:
    """How many requests had no answer at all."""
    return sum(count for error, count in failures.items() if NO_ANSWER in error)


def growth(samples: Sequence[Sample]) -> dict[int, float]:
    """By worker that lived all the time: memory in the last quarter to that in the one before."""
    third, last = _quarter(samples, 2), _quarter(samples, 3)
    workers = set.intersection(*(set(sample.memory) for sample in samples))
    return {
        pid: median(sample.memory[pid] for sample in last) / median(sample.memory[pid] for sample in third)
        for pid in sorted(workers)
    }


def drift(moments: Sequence[Moment]) -> float:
    """The 99th percentile in the last quarter to that in the second."""
    second, last = _quarter(moments, 1), _quarter(moments, 3)
    return median(one.p99 for one in last) / max(1.0, median(one.p99 for one in second))


def _quarter(those: Sequence[_T], number: int) -> Sequence[_T]:
    size = len(those) // 4
    return those[number * size : (number + 1) * size] if number < 3 else those[number * size :]


def judge(soaked: Soaked, workers: int, limits: Limits) -> list[str]:
    """What the service did not stand, in words."""
    if len(soaked.samples) < _LEAST or len(soaked.moments) < _LEAST:
        return [f"too little was recorded: the clients ended with {soaked.code}"]
    faults = [f"{count} times: {error:.200}" for error, count in soaked.failures.items()]
    faults += [f"the service wrote: {line:.200}" for line in soaked.log]
    grown = growth(soaked.samples)
    if len(grown) < workers:
        faults.append(f"{workers - len(grown)} of {workers} workers did not live all the time")
    faults += [
        f"worker {pid} has {share - 1:.1%} more memory in the last quarter than in the one before"
        for pid, share in grown.items()
        if share > 1 + limits.growth
    ]
    slower = drift(soaked.moments)
    if slower > limits.drift:
        faults.append(f"the 99th percentile of the last quarter is {slower:.1f} times that of the second")
    if soaked.code and not faults:
        faults.append(f"the clients ended with {soaked.code}")
    return faults


def told(soaked: Soaked, crowd: Crowd, faults: Sequence[str]) -> str:
    """A soak for people."""
    verdict = "Verdict: **" + ("it stands" if not faults else "; ".join(faults)) + "**."
    if len(soaked.samples) < _LEAST or len(soaked.moments) < _LEAST:
        return verdict
    rows = []
    every = max(1, len(soaked.samples) // _ROWS)
    since = 0.0
    for sample in soaked.samples[every::every]:
        part = [moment for moment in soaked.moments if since < moment.seconds <= sample.seconds]
        since = sample.seconds
        if part:
            rows.append(
                (
                    f"{sample.seconds:,.0f}",
                    f"{median(one.rate for one in part):,.0f}",
                    f"{median(one.p99 for one in part):,.0f}",
                    f"{max(one.p99 for one in part):,.0f}",
                    f"{part[-1].failures:,}",
                    ", ".join(f"{size / 1e6:.1f}" for size in sample.memory.values()),
                )
            )
    head = ("seconds", "requests/s", "p99 ms", "worst p99 ms", "failures", "MB of each worker")
    last = soaked.moments[-1]
    broke = broken_connections(soaked.failures)
    wrong = sum(count for error, count in soaked.failures.items() if WRONG in error)
    grown = ", ".join(f"{share - 1:+.1%}" for share in growth(soaked.samples).values())
    cpu = ", ".join(f"{used:.0f}" for used in soaked.cpu)
    return (
        f"{table(head, rows)}\n\n"
        f"{last.requests:,} requests of {crowd.users} clients in {soaked.samples[-1].seconds:,.0f} s: "
        f"{last.failures:,} failures, of them {broke:,} connections that broke and {wrong:,} wrong answers among those "
        f"checked. CPU seconds of each worker: {cpu}. Memory in the last quarter, beside the one before: "
        f"{grown or 'no worker lived so long'}. 99th percentile, last quarter / second: "
        f"{drift(soaked.moments):.2f}. {verdict}"
    )


def _parser() -> argparse.ArgumentParser:
    usual = Limits()
    parser = argparse.ArgumentParser(prog="python -m loadtests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long (%(default)s)")
    parser.add_argument("--rate", type=float, default=200, help="requests a second of all clients (%(default)s)")
    parser.add_argument("--users", type=int, default=16, help="clients (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="processes of the clients (%(default)s)")
    parser.add_argument(
        "--fill", type=int, default=150_000, help="hands a worker that are audited before, to fill memos (%(default)s)"
    )
    parser.add_argument("--workers", type=int, default=cores(), help="of the service (default: one a core)")
    parser.add_argument("--seed", default="soak", help="where the deals begin (%(default)s)")
    parser.add_argument(
        "--max-growth",
        type=float,
        default=usual.growth * 100,
        help="per cent of memory that a worker may gain from the third quarter to the last (%(default)s)",
    )
    parser.add_argument(
        "--max-drift",
        type=float,
        default=usual.drift,
        help="times that the last quarter's 99th percentile may be the second's (%(default)s)",
    )
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the figures into this page's block")
    return parser


if __name__ == "__main__":
    sys.exit(main())
