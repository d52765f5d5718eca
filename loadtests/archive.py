"""The audit from the command line: how much faster two processes are than one, on a file of distinct hands."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from app.engine import core
from app.serving import cores
from loadtests.audits import items
from loadtests.goals import TWO_PROCESSES
from loadtests.report import spread, table
from loadtests.servers import ROOT

_ENDED_WELL = {0, 1}
"""The command's exit status tells agreement; 2 is a failure."""
_MOST_SECONDS = 300


class Plan(NamedTuple):
    """How much to measure: items of the file, and rounds with each number of processes."""

    items: int = 600_000 if core() == "compiled" else 60_000
    rounds: int = 3
    seed: str = "archive"


@dataclass
class Runs:
    """Seconds and CPU seconds of every run, by processes."""

    items: int
    seconds: dict[int, list[float]] = field(default_factory=dict)
    cpu: dict[int, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def measure(plan: Plan, say: Callable[[str], object]) -> Runs:
    """Audit the same file with one process, with two, and with all cores, by turns."""
    runs = Runs(plan.items)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "items.ndjson"
        with file.open("w", encoding="ascii") as lines:
            lines.writelines(f"{json.dumps(item)}\n" for item in islice(items(plan.seed), plan.items))
        say(f"archive: {plan.items:,} items written")
        for number in range(plan.rounds):
            numbers = sorted({1, min(2, cores()), cores()})
            for processes in numbers if number % 2 else reversed(numbers):
                _run(file, processes, runs)
            took = ", ".join(f"{processes}: {runs.seconds[processes][-1]:.1f} s" for processes in numbers)
            say(f"archive, round {number + 1}, processes {took}")
    return runs


def _run(file: Path, processes: int, runs: Runs) -> None:
    command = [sys.executable, "-m", "app", "audit", str(file), f"{file}.answers", "--quiet"]
    used, begun = _children_cpu(), perf_counter()
    done = subprocess.run(
        [*command, "--processes", str(processes)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=_MOST_SECONDS,
    )
    runs.seconds.setdefault(processes, []).append(perf_counter() - begun)
    runs.cpu.setdefault(processes, []).append(_children_cpu() - used)
    if done.returncode not in _ENDED_WELL:
        runs.faults.append(f"the command ended with {done.returncode}: {done.stderr:.300}")


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told(runs: Runs, plan: Plan) -> str:
    """The runs for people."""
    rows = [
        (
            f"{processes} process{'es' * (processes > 1)}",
            spread(seconds, 2),
            f"{runs.items / median(seconds):,.0f}",
            spread([used / runs.items * 1e6 for used in runs.cpu[processes]]),
        )
        for processes, seconds in sorted(runs.seconds.items())
    ]
    text = table(("python -m app audit", "seconds", "items a second", "CPU us an item"), rows)
    if 2 in runs.seconds:
        ratios = [one / two for one, two in zip(runs.seconds[1], runs.seconds[2], strict=True)]
        text += f"\n\n* One process / two, in seconds: {TWO_PROCESSES.told(ratios)}."
    else:
        text += "\n\nThis machine has one core, so how the command scales with cores was not measured."
    return f"{text}\n\n{plan.items:,} distinct items, {plan.rounds} rounds by turns, start of the command included."
