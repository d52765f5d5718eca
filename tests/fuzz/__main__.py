"""``python -m tests.fuzz``: every property of the tests with many more examples, and new ones in every round.

Rounds go on until the time is up; each has a seed of its own, which is all it takes to see a failure again. The exit
status is 1 when a property does not hold.
"""

import argparse
import os
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.fuzz.share import LONG

ROOT = Path(__file__).resolve().parents[2]
_DONE = re.compile(
    r"^(?:\[\w+\] )?(\S+::\S.*?) (PASSED|FAILED|ERROR)|^(?:\[gw\d+\] \[ *\d+%\] )?(PASSED|FAILED|ERROR) (\S+::.*)"
)
_PROPERTIES = "(hypothesis or fuzz) and not long"
_SECONDS_A_TIME = 25
"""About what a round takes for each time that it has as many examples as the plain tests."""
_MOST_TIMES = 40


def main(arguments: list[str] | None = None) -> int:
    """Try properties until the time is up."""
    asked = _parser().parse_args(arguments)
    start = time.monotonic()
    times = asked.times or max(1, min(_MOST_TIMES, int(asked.seconds / 2 / _SECONDS_A_TIME)))
    seed = asked.seed if asked.seed is not None else secrets.randbelow(1 << 31)
    print(f"Every property, {times} times the examples of the tests, for {asked.seconds} s; the first seed is {seed}.")
    tried = rounds = 0
    while (left := asked.seconds - (time.monotonic() - start)) > 0:
        print(f"round {rounds + 1}, seed {seed}, {left:.0f} s left", flush=True)
        failed, done = _round(seed, times, left, asked.paths)
        tried += done
        if failed:
            again = f"FUZZ_TIMES={times} python -m pytest --hypothesis-profile={LONG} --hypothesis-seed={seed}"
            print(f"A property does not hold. Again: FUZZ_SEED={seed} {again} TEST")
            return 1
        rounds += 1
        seed += 1
    if not tried:
        print("That was too short to try any.")
        return 2
    print(f"{tried} properties tried in {time.monotonic() - start:.0f} s and {rounds} rounds: all of them hold.")
    return 0


def _round(seed: int, times: int, seconds: float, paths: list[str]) -> tuple[bool, int]:
    """Try every property under one seed, for so long at most: whether one failed, and how many were tried."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        "pyproject.toml",
        "-p",
        "tests.fuzz.share",
        "-p",
        "no:cacheprovider",
    ]
    options = ["-v", "-x", "--tb=short", "-m", _PROPERTIES, f"--hypothesis-profile={LONG}", f"--hypothesis-seed={seed}"]
    environ = {**os.environ, "FUZZ_TIMES": str(times), "FUZZ_SEED": str(seed), "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    begun, done, output = time.monotonic(), 0, []
    with subprocess.Popen(
        [*command, *options, *(paths or ["tests"])],
        cwd=ROOT,
        env=environ,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        over = threading.Timer(seconds, process.send_signal, [signal.SIGINT])
        over.start()
        for line in process.stdout or ():
            output.append(line)
            if found := _DONE.match(line):
                done += 1
                print(f"  {time.monotonic() - begun:6.1f} s  {found[1] or found[4]}", flush=True)
        in_time = over.is_alive()
        over.cancel()
    failed = any(line.startswith("FAILED ") for line in output) or (in_time and process.returncode != 0)
    if failed:
        print("".join(output[-200:]))
    return failed, done


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("paths", nargs="*", help="tests whose properties are tried (default: all)")
    parser.add_argument("--seconds", type=float, default=600, help="how long, at most (default: 600)")
    parser.add_argument("--seed", type=int, help="of the first round; the next has the next (default: a new one)")
    parser.add_argument("--times", type=int, help="times the examples of the tests (default: what the time allows)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
