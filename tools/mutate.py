"""Whether the tests notice when the game is changed (``make mutants``).

mutmut changes one place of a function after the other, as a mistake would, and runs the tests that reach it: a change
that no test notices survives. Here it does so in a copy of the project whose core is interpreted, on a seeded sample of
the changes to each module, since all of them take days. Every survivor is shown.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
GAME: Final = "app/rummy"
TESTS: Final = ("tests/rummy", "tests/proof/test_digest.py", "tests/fuzz/test_parts.py")
"""The tests of the game, as for ``make coverage``."""
_LEFT_OUT: Final = ignore_patterns("*.so", "__pycache__", ".*_cache", ".git", ".venv*", "build", "dist", ".hypothesis")
_SETTINGS: Final = """
[tool.mutmut]
source_paths = ["app"]
only_mutate = {modules}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "tests.fuzz.share", "-p", "no:cacheprovider", "-x", "--hypothesis-profile=quick"]
also_copy = ["loadtests", "tools", "docs", "openapi.yaml", "README.md", "gunicorn.conf.py", "setup.py"]
process_isolation = "forkserver"
forkserver_warmup = "none"
timeout_multiplier = 5.0
timeout_constant = 20.0
"""
_NOTICED, _SURVIVED, _NO_TESTS = "noticed", "survived", "no test reaches it"
_FATES: Final[Mapping[int, str]] = {0: _SURVIVED, 33: _NO_TESTS, 5: _NO_TESTS}
"""By mutmut's exit codes. All others are ways to notice: a test failed, crashed or took far too long."""


class Tried(NamedTuple):
    """What became of the changes to a module that were tried.

    Attributes:
        module: its name.
        of: how many changes there are in all.
        fates: what became of each that was tried, by its name.
    """

    module: str
    of: int
    fates: dict[str, str]

    @property
    def noticed(self) -> int:
        """How many were."""
        return sum(fate == _NOTICED for fate in self.fates.values())

    def row(self) -> str:
        """It as a row of a table."""
        tried = len(self.fates)
        share = f"{100 * self.noticed / tried:.0f} %" if tried else "-"
        return f"| `{self.module}` | {self.of} | {tried} | {self.noticed} | {share} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try changes, and tell what became of them."""
    asked = _parser().parse_args(arguments)
    modules = asked.modules or [path.stem for path in sorted((ROOT / GAME).glob("*.py")) if path.stem != "__init__"]
    with TemporaryDirectory() as folder:
        copy = Path(folder) / ROOT.name
        copytree(ROOT, copy, ignore=_LEFT_OUT)
        files = [f"{GAME}/{module}.py" for module in modules]
        with (copy / "pyproject.toml").open("a", encoding="utf-8") as settings:
            settings.write(_SETTINGS.format(modules=json.dumps(files), tests=json.dumps(TESTS)))
        mutmut = _Mutmut(copy, asked.children)
        mutmut.make()
        chosen = sample({module: mutmut.names(module) for module in modules}, asked.sample, asked.seed)
        mutmut.run([name for names in chosen.values() for name in names])
        tried = [Tried(module, len(mutmut.names(module)), mutmut.fates(module, chosen[module])) for module in modules]
        for name in [name for module in tried for name, fate in module.fates.items() if fate != _NOTICED]:
            print(mutmut.shown(name))
    print("\n".join(report(tried)))
    return 0


def sample(names: Mapping[str, Sequence[str]], most: int, seed: int) -> dict[str, list[str]]:
    """At most so many names of each module, the same for the same seed."""
    return {
        module: sorted(Random(f"{seed} {module}").sample(sorted(of), min(most, len(of))))  # noqa: S311 - no secret
        for module, of in names.items()
    }


def report(tried: Sequence[Tried]) -> list[str]:
    """A table of what became of the changes, and the score."""
    rows = [module.row() for module in tried if module.of]
    whole = sum(len(module.fates) for module in tried)
    noticed = sum(module.noticed for module in tried)
    score = f"{noticed} of {whole} changes were noticed: {100 * noticed / max(1, whole):.1f} %."
    return ["| module | changes | tried | noticed | |", "|---|---|---|---|---|", *rows, "", score]


class _Mutmut:
    """mutmut in a folder."""

    def __init__(self, folder: Path, children: int) -> None:
        self._folder = folder
        self._children = children

    def make(self) -> None:
        """Make all changes, and try none."""
        self._said("run", "no such change")

    def run(self, names: Sequence[str]) -> None:
        """Try these changes; progress goes to a terminal, if there is one."""
        command = [sys.executable, "-m", "mutmut", "run", f"--max-children={self._children}", *names]
        progress = sys.stderr if sys.stderr.isatty() else subprocess.DEVNULL
        subprocess.run(command, cwd=self._folder, env=self._environ(), stdout=progress, check=False)

    def names(self, module: str) -> list[str]:
        """All changes to a module, by name."""
        return list(self._codes(module))

    def fates(self, module: str, names: Sequence[str]) -> dict[str, str]:
        """What became of these."""
        codes = self._codes(module)
        unknown = [name for name in names if codes[name] is None]
        if unknown:
            raise SystemExit(f"mutmut did not try {unknown[0]}, nor {len(unknown) - 1} others")
        return {name: _FATES.get(int(codes[name] or 0), _NOTICED) for name in names}

    def shown(self, name: str) -> str:
        """What was changed."""
        return self._said("show", name)

    def _codes(self, module: str) -> dict[str, int | None]:
        told = self._folder / "mutants" / GAME / f"{module}.py.meta"
        codes: dict[str, int | None] = json.loads(told.read_text("utf-8"))["exit_code_by_key"] if told.exists() else {}
        return codes

    def _said(self, *words: str) -> str:
        command = [sys.executable, "-m", "mutmut", *words]
        done = subprocess.run(
            command, cwd=self._folder, env=self._environ(), capture_output=True, text=True, check=False
        )
        return done.stdout

    def _environ(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": ""}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python tools/mutate.py", description=__doc__)
    parser.add_argument("modules", nargs="*", help=f"modules of {GAME}, like cards (default: all)")
    parser.add_argument("--sample", type=int, default=25, help="most changes to a module that are tried (default: 25)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="how many are tried at once")
    return parser


if __name__ == "__main__":
    sys.exit(main())
