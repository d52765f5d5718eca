"""``python -m loadtests.figures``: measures everything, step by step, and writes it into docs/performance.md.

A step that fails, or takes far longer than usual, does not keep the others from being measured, and leaves the block
of the page as it was. The exit code is 1 where a step did not succeed. A quiet machine gives figures that mean
something; nothing is asked on the way.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from loadtests.report import table
from loadtests.servers import ROOT

PAGE: Final = ROOT / "docs" / "performance.md"
_LIMIT: Final = 4
"""A step is given up after so many times its usual duration ..."""
_LEAST_LIMIT: Final = 300
"""... and so many seconds at least."""
_STOP_SECONDS: Final = 15


class Step(NamedTuple):
    """A command that fills one block of the page.

    Attributes:
        block: the block.
        module: what Python runs.
        options: with these.
        usual: how long that usually takes, in seconds.
    """

    block: str
    module: str
    options: tuple[str, ...]
    usual: int

    def limit(self) -> int:
        """After how many seconds it is given up."""
        return max(_LEAST_LIMIT, _LIMIT * self.usual)


class Done(NamedTuple):
    """How a step went; ``wrong`` is empty where it succeeded."""

    step: Step
    seconds: float
    wrong: str


def steps(soak_minutes: float) -> list[Step]:
    """All steps, in the order in which they are measured."""
    climb, hands = ("--worst", "--seconds", "180"), ("--memory", "1000000")
    over_http = [
        Step(part, "loadtests.run", ("--only", part), usual)
        for part, usual in (("load", 150), ("knee", 180), ("audits", 120), ("archive", 100), ("sizing", 100))
    ]
    soak = Step("soak", "loadtests.soak", ("--minutes", f"{soak_minutes:g}"), int(soak_minutes * 60) + 60)
    return [
        Step("bench", "tests.bench", (), 40),
        Step("interpreted", "tests.bench", ("--interpreted",), 90),
        Step("worst", "tests.bench", climb, 190),
        Step("memory", "tests.bench", hands, 120),
        *over_http,
        *([soak] if soak_minutes > 0 else []),
    ]


def run(step: Step, page: Path) -> Done:
    """One step, in a session of its own, so that nothing of it is left behind."""
    command = [sys.executable, "-m", step.module, *step.options, "--write", str(page)]
    begun, before = monotonic(), page.read_text(encoding="utf-8")
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    wrong = ""
    try:
        code = process.wait(step.limit())
        wrong = f"exit code {code}" if code else ""
    except subprocess.TimeoutExpired:
        wrong = f"given up after {step.limit()} s"
    finally:
        _stop(process)
    if not wrong and page.read_text(encoding="utf-8") == before:
        wrong = "nothing was written"
    return Done(step, monotonic() - begun, wrong)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End what a step has left of itself and of the servers that it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(_STOP_SECONDS)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all steps, or those asked for."""
    asked = _parser().parse_args(arguments)
    todo = [step for step in steps(asked.soak_minutes) if not asked.only or step.block in asked.only]
    usual, most = (sum(seconds) / 60 for seconds in zip(*((step.usual, step.limit()) for step in todo), strict=True))
    print(f"{len(todo)} steps, usually {usual:.0f} minutes, at most {most:.0f}. Leave the machine alone.", flush=True)
    done: list[Done] = []
    for number, step in enumerate(todo, 1):
        left = sum(later.usual for later in todo[number - 1 :]) / 60
        print(f"\n==== {step.block}: {number} of {len(todo)}, about {left:.0f} minutes left", flush=True)
        done.append(run(step, asked.page))
    rows = [(one.step.block, f"{one.seconds:,.0f}", one.wrong or "written") for one in done]
    print(f"\n{table(('block', 'seconds', 'outcome'), rows)}", flush=True)
    return 1 if any(one.wrong for one in done) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtests.figures", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="BLOCK", choices=[step.block for step in steps(1)])
    parser.add_argument("--soak-minutes", type=float, default=10, help="0: no soak (%(default)s)")
    parser.add_argument("--page", type=Path, default=PAGE, help="what is written into (docs/performance.md)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
