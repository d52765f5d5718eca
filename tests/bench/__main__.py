"""``python -m tests.bench``: how long the search takes. Prints figures; asserts nothing about time.

Without options: CPU time a hand over seeded hands of every kind. ``--worst`` looks for the slowest hands,
``--memory N`` analyses N different hands and shows that memory stays flat. ``--interpreted`` measures the same files
without anything compiled, in a copy.
"""

import argparse
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from app.collector import collect_rarely, spare_memory
from app.engine import core
from app.rummy.game import warm_up
from loadtests.report import machine, write_block
from tests.bench.memory import watch_memory
from tests.bench.timing import measure
from tests.bench.worst import search_worst


def main(arguments: list[str] | None = None) -> int:
    """Measure what is asked for."""
    asked = _parser().parse_args(arguments)
    if asked.interpreted:
        return _interpreted(sys.argv[1:] if arguments is None else arguments)
    if asked.worst:
        name, figures = "worst", search_worst(asked.seconds, asked.seed, asked.family)
    elif asked.memory is not None:
        name, figures = "memory", watch_memory(asked.memory, asked.seed)
    else:
        name = "bench" if core() == "compiled" else "interpreted"
        figures = measure(asked.passes, asked.hands, asked.warm_up, asked.seed)
    collect_rarely()
    warm_up()
    spare_memory()  # all as the service does
    where = f"{machine()} Search core {core()}."
    print(where, flush=True)
    text = ""
    for text in figures:
        print(text, flush=True)
    if asked.write is not None:
        write_block(asked.write, name, f"{where}\n\n{text}")
    return 0


def _interpreted(arguments: list[str]) -> int:
    """Run this again in a copy of the project that has nothing compiled."""
    root = Path(__file__).resolve().parents[2]
    left = [word for word in arguments if word != "--interpreted"]
    left = [str(Path(word).resolve()) if before == "--write" else word for before, word in pairwise(["", *left])]
    with TemporaryDirectory() as folder:
        for name in ("app", "tests", "loadtests"):
            copytree(root / name, Path(folder) / name, ignore=ignore_patterns("*.so", "__pycache__"))
        command = [sys.executable, "-m", "tests.bench", *left]
        environment = os.environ | {"PYTHONPATH": folder}
        return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--worst", action="store_true", help="climb towards the slowest hands")
    kind.add_argument(
        "--memory", type=int, nargs="?", const=1_000_000, metavar="N", help="analyse N different hands (%(const)s)"
    )
    parser.add_argument("--interpreted", action="store_true", help="measure the core interpreted")
    parser.add_argument("--passes", type=int, default=5, help="passes, each over hands of its own (%(default)s)")
    parser.add_argument("--hands", type=int, default=1000, help="hands of each kind in a pass (%(default)s)")
    parser.add_argument("--warm-up", type=int, default=4000, help="other hands of each kind before (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="how long to climb (%(default)s)")
    parser.add_argument("--family", default="", help="climb only where the name of the rules contains this")
    parser.add_argument("--seed", default="bench", help="where the hands begin (%(default)s)")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the figures into this page's block")
    return parser


if __name__ == "__main__":
    sys.exit(main())
