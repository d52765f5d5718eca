"""Whether the tests notice when the game is changed (``make mutants``).

mutmut knows the small mistakes that can be made in a piece of code: it changes one place after the other. Here a seeded
sample of its changes to each module is tried, in a copy of the project, each in a process that has not seen the module
before: much is made on import or remembered, so what a test reaches says little of what it depends on. A change that no
test notices survives, and is shown. What is cimported by compiled modules is tried with an interpreted core.
"""

import argparse
import importlib
import io
import os
import re
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from difflib import unified_diff
from pathlib import Path
from random import Random
from shutil import copy2, copytree, ignore_patterns
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
GAME: Final = "app/rummy"
TESTS: Final = ("tests/rummy", "tests/proof/test_digest.py", "tests/fuzz/test_parts.py")
"""The tests of the game, as for ``make coverage``. Those that name a module come first."""
CORE_TESTS: Final = (
    *(f"tests/rummy/test_{part}.py" for part in ("memory", "points", "shows", "games")),
    *("tests/oracle/test_games.py", "tests/rummy/test_analysis.py"),
)
"""The tests of the search: all others together take minutes with an interpreted core."""
READING: Final = "tests/rummy/test_reading_property.py"
"""How a group is read, by brute force: long, and of the melds alone."""
SLOW: Final = tuple(f"tests/rummy/test_{part}.py" for part in ("analysis", "games", "memory", "scoring"))
"""Tests of whole hands and deals, by the hundred: they come last."""
_OPTIONS: Final = (
    *("-x", "-q", "-p", "tests.fuzz.share", "-p", "no:cacheprovider", "--hypothesis-profile=quick"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # what all tries share is imported before pytest runs
    *("-k", "not still_says and not warmed_up and not the_core_is_compiled and not and_the_interpreted_one"),
)
_LEFT_OUT: Final = ignore_patterns("__pycache__", ".*_cache", ".git", ".venv*", "build", "dist", ".hypothesis")
_SECONDS: Final = {False: 60, True: 180}
"""Of a processor, by whether the core is interpreted: what takes longer goes on for ever, which is noticed."""


class Change(NamedTuple):
    """A module with one place changed.

    Attributes:
        module: its name.
        number: which of its changes it is, from 1.
        make: gives the whole changed text of it.
    """

    module: str
    number: int
    make: Callable[[], str]

    def shown(self) -> str:
        """What is changed."""
        path = f"{GAME}/{self.module}.py"
        lines = (ROOT / path).read_text("utf-8").splitlines(), self.make().splitlines()
        return "\n".join(unified_diff(*lines, path, f"{path} #{self.number}", lineterm="", n=2))


class Tried(NamedTuple):
    """What became of the changes to a module that were tried.

    Attributes:
        module: its name.
        of: how many changes there are in all.
        fates: whether each of those that were tried was noticed, by number.
    """

    module: str
    of: int
    fates: dict[int, bool]

    def row(self) -> str:
        """It as a row of a table."""
        tried, noticed = len(self.fates), sum(self.fates.values())
        return f"| `{self.module}` | {self.of} | {tried} | {noticed} | {100 * noticed / tried:.0f} % |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try changes, and tell what became of them."""
    asked = _parser().parse_args(arguments)
    modules = asked.modules or sorted(path.stem for path in (ROOT / GAME).glob("*.py"))
    tried = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / ROOT.name
        copytree(ROOT, copy, ignore=_LEFT_OUT)
        trial = Trial(copy)
        for module in sorted(modules, key=is_core):
            every = list(changes(module))
            chosen = sample(every, asked.sample, asked.seed)
            if not chosen:
                continue
            trial.begin(module)
            fates = {}
            for change in chosen:
                fates[change.number] = trial.notices(change)
                if not fates[change.number]:
                    print(change.shown(), end="\n\n", flush=True)
            tried.append(Tried(module, len(every), fates))
            print(tried[-1].row(), flush=True)
    print("", *report(tried), sep="\n")
    return 0


def is_core(module: str) -> bool:
    """Whether this is compiled against other modules, or they against it, so that it cannot be interpreted alone."""
    headers = {path.stem: path.read_text("utf-8") for path in (ROOT / GAME).glob("*.pxd")}
    against_it = any(f"from app.rummy.{module} cimport" in header for header in headers.values())
    return against_it or "from app.rummy" in headers.get(module, "")


def changes(module: str) -> Iterator[Change]:
    """All changes that mutmut knows, but to lines that are there for what cannot happen."""
    from mutmut.mutation.file_mutation import create_mutations, deep_replace  # noqa: PLC0415 - only make mutants has it

    path = ROOT / GAME / f"{module}.py"
    source = path.read_text("utf-8")
    unreached = {number for number, line in enumerate(source.splitlines(), 1) if "pragma: no cover" in line}
    os.chdir(ROOT)
    tree, mutations, *_ = create_mutations(str(path), source, coverage_excluded_lines=unreached)
    for number, mutation in enumerate(mutations, 1):
        nodes = mutation.original_node, mutation.mutated_node
        yield Change(module, number, lambda nodes=nodes: deep_replace(tree, *nodes).code)


def sample(every: Sequence[Change], most: int, seed: int) -> list[Change]:
    """At most so many, the same for the same seed."""
    if not every:
        return []
    chosen = Random(f"{seed} {every[0].module}").sample(every, min(most, len(every)))  # noqa: S311 - no secret
    return sorted(chosen, key=lambda change: change.number)


def report(tried: Sequence[Tried]) -> list[str]:
    """A table of what became of the changes, and the score."""
    whole = sum(len(module.fates) for module in tried)
    noticed = sum(sum(module.fates.values()) for module in tried)
    rows = [module.row() for module in tried]
    score = f"{noticed} of {whole} changes were noticed: {100 * noticed / max(1, whole):.1f} %."
    return ["| module | changes | tried | noticed | |", "|---|---|---|---|---|", *rows, "", score]


class Trial:
    """Tests that should notice changes to a module, and a copy of the project to run them in."""

    def __init__(self, copy: Path) -> None:
        self._copy = copy
        self._module = ""
        self._stages: list[list[str]] = []
        self._known: list[set[Path]] = []

    def begin(self, module: str) -> None:
        """Turn to a module.

        Raises:
            SystemExit: its tests fail without any change, so nothing can be told.
        """
        interpreted = set((ROOT / GAME).glob("*.so" if is_core(module) else f"{module}.*.so"))
        for built in (ROOT / GAME).glob("*.so"):
            if built in interpreted:
                (self._copy / GAME / built.name).unlink(missing_ok=True)
            else:
                copy2(built, self._copy / GAME)
        self._module = module
        self._stages = stages(module)
        if interpreted in self._known:
            return
        names = self._copy / "imported"
        if self._fails(names):
            raise SystemExit(f"tests of {module} fail without any change")
        for name in names.read_text("utf-8").split():
            importlib.import_module(name)  # once, for all that are forked from here
        self._known.append(interpreted)

    def notices(self, change: Change) -> bool:
        """Whether a test fails, crashes or never ends with a change."""
        path = self._copy / GAME / f"{self._module}.py"
        before = path.read_text("utf-8")
        path.write_text(change.make(), "utf-8")
        os.utime(path, (change.number, change.number))  # so that no two pass for the same to who has compiled one
        try:
            return self._fails()
        finally:
            path.write_text(before, "utf-8")

    def _fails(self, names: Path | None = None) -> bool:
        child = os.fork()
        if child == 0:
            os._exit(self._run(names))
        return os.waitpid(child, 0)[1] != 0

    def _run(self, names: Path | None) -> int:
        import pytest  # noqa: PLC0415 - only where it is forked

        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS[is_core(self._module)],) * 2)
        os.chdir(self._copy)
        sys.path[:0] = [str(self._copy)]
        sys.dont_write_bytecode = False  # the tests are compiled once
        os.environ["PYTHONPATH"] = str(self._copy)
        said = io.StringIO()
        try:
            with redirect_stdout(said), redirect_stderr(said):
                failed = any(pytest.main(["--rootdir=.", *_OPTIONS, *tests]) for tests in self._stages)
        except BaseException:  # noqa: BLE001 - a change may break anything
            return 1
        if names:
            names.write_text("\n".join(_shared()), "utf-8")
            if failed:
                print(said.getvalue()[-4000:], file=sys.__stdout__, flush=True)
        return int(failed)


def stages(module: str) -> list[list[str]]:
    """The tests to run one after the other: those of the module, those that name it, all."""
    if is_core(module):
        return [[test] for test in CORE_TESTS]
    files = [path for test in TESTS for path in ([ROOT / test] if test.endswith(".py") else (ROOT / test).glob("*.py"))]
    own = re.compile(rf"rummy\.{module}\b|import .*\b{module}\b")
    ours = [path for path in files if path.stem == f"test_{module}" or (path == ROOT / READING and module == "melds")]
    named = [path for path in files if path.stem.startswith("test_") and own.search(path.read_text("utf-8"))]
    groups = [sorted(str(path.relative_to(ROOT)) for path in group) for group in (ours, named)]
    quick = [*TESTS, *(f"--ignore={test}" for test in (READING, *SLOW))]
    return [group for group in (*groups, quick, list(SLOW)) if group]


def _shared() -> list[str]:
    """What the tests have imported beside the project itself, and can be imported again."""
    here = str(Path.cwd())
    specs = [(name, module.__spec__) for name, module in sys.modules.items() if getattr(module, "__spec__", None)]
    return sorted(
        name
        for name, spec in specs
        if spec.name == name
        and spec.has_location
        and not str(spec.origin).startswith((here, str(ROOT / GAME.split("/")[0])))
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python tools/mutate.py", description=__doc__)
    parser.add_argument("modules", nargs="*", help=f"modules of {GAME}, like cards (default: all)")
    parser.add_argument("--sample", type=int, default=25, help="most changes to a module that are tried (default: 25)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
