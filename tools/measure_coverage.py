"""What the tests reach of the service, branch by branch (``make coverage``).

Compiled modules show nothing of that. So the game is measured by its own tests in a copy of the project whose core is
interpreted, and the rest of the service by all tests, with the core as it is. Exit status 1: a test failed, or less is
reached than must be. With ``--game`` only the game is measured; other arguments are for pytest.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
WHOLE, GAME = 95.0, 100.0
"""Per cent of lines and branches that tests must reach: of the whole service, and of the game."""
GAME_TESTS: Final = ("tests/rummy", "tests/proof/test_digest.py", "tests/fuzz/test_parts.py")
"""The tests of the game: they alone reach all of it, and ``make mutants`` runs them too."""
_MOST_TOLD: Final = 24
_GAME: Final = "app/rummy/"
_LEFT_OUT: Final = ignore_patterns("*.so", "__pycache__", ".*_cache", ".git", ".venv*", "build", "dist", ".hypothesis")


def main(arguments: list[str]) -> int:
    """Run the tests, with more ``arguments`` for pytest, and judge what they reach."""
    more = [argument for argument in arguments if argument != "--game"]
    with TemporaryDirectory() as folder:
        copy = Path(folder) / ROOT.name
        copytree(ROOT, copy, ignore=_LEFT_OUT)
        failed, files = _reached(copy, Path(folder), [*GAME_TESTS, *more])
        files = {name: told for name, told in files.items() if name.startswith(_GAME)}
        if "--game" not in arguments:
            failed_too, others = _reached(ROOT, Path(folder), more)
            files = others | files
            failed = failed or failed_too
    for line in table(files):
        print(line)
    reached = judged(files)
    for name, (found, needed) in reached.items():
        print(f"{name}: {found:.2f} % of lines and branches, {needed:.0f} % needed")
    return int(failed or any(found < needed for found, needed in reached.values()))


def _reached(project: Path, folder: Path, arguments: list[str]) -> tuple[bool, dict[str, Any]]:
    """Whether a test failed, and what was reached, by file."""
    told = folder / "coverage.json"
    measured = ["--cov=app", "--cov-branch", "--cov-report=", f"--cov-report=json:{told}"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *measured, *arguments]
    environ = os.environ | {"PYTHONPATH": str(project), "COVERAGE_FILE": str(folder / "coverage")}
    tests = subprocess.run(command, cwd=project, env=environ, check=False)
    if not told.exists():
        raise SystemExit(1)
    files: dict[str, Any] = json.loads(told.read_text("utf-8"))["files"]
    told.unlink()
    return tests.returncode != 0, files


def judged(files: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Of the service, if more than the game was measured, and of the game: the per cent reached, and needed."""
    game = {name: told for name, told in files.items() if name.startswith(_GAME)}
    whole = {} if game == files else {"the service": (_percent(files), WHOLE)}
    return whole | {"the game": (_percent(game), GAME)}


def table(files: dict[str, Any]) -> list[str]:
    """The files of which something is not reached, and what: lines, and branches as from->to."""
    rows = []
    for name, told in sorted(files.items()):
        branches = [f"{start}->{'exit' if end < 0 else end}" for start, end in told["missing_branches"]]
        missed = [*map(str, told["missing_lines"]), *branches]
        if missed:
            more = " ..." if len(missed) > _MOST_TOLD else ""
            rows.append(f"{name:32} {_percent({name: told}):6.2f} %  {' '.join(missed[:_MOST_TOLD])}{more}")
    return rows


def _percent(files: dict[str, Any]) -> float:
    totals = [told["summary"] for told in files.values()]
    reached = sum(told["covered_lines"] + told["covered_branches"] for told in totals)
    return 100 * reached / max(1, sum(told["num_statements"] + told["num_branches"] for told in totals))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
