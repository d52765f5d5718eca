"""``make mutants``: a seeded sample of the changes to each module; what no test notices is shown."""

import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOL = ROOT / "tools" / "mutate.py"

# The real thing on two changes of a module, of which one changes nothing that a test could notice.
SCRIPT = """
import runpy, sys
tool = runpy.run_path(sys.argv[1])
source = (tool["ROOT"] / "app/rummy/money.py").read_text("utf-8")
changed = [source.replace("Decimal(", "1 + Decimal("), source + "# nothing\\n", source.replace("import", "impart", 1)]
shared = tool["main"].__globals__
texts = list(enumerate(changed, 1))
shared["changes"] = lambda module: [shared["Change"](module, n, lambda text=text: text) for n, text in texts]
shared["stages"] = lambda module: [["tests/rummy/test_money.py"]]
shared["sys"].exit(tool["main"](["money"]))
"""


@pytest.fixture
def tool():
    return SimpleNamespace(**runpy.run_path(str(TOOL)))


def modules():
    return sorted(path.stem for path in (ROOT / "app" / "rummy").glob("*.py"))


def test_the_tests_that_should_notice_are_those_that_reach_all_of_the_game(tool):
    assert runpy.run_path(str(ROOT / "tools" / "measure_coverage.py"))["GAME_TESTS"] == tool.TESTS


def test_a_sample_depends_on_its_seed_and_on_nothing_else(tool):
    def of(module, how_many):
        return [tool.Change(module, number, str) for number in range(1, how_many + 1)]

    first = tool.sample(of("cards", 50), 9, 1)
    assert first == tool.sample(of("cards", 50), 9, 1)
    assert len(first) == 9
    assert [change.number for change in first] == sorted(change.number for change in first)
    assert first != tool.sample(of("cards", 50), 9, 2)
    assert [change.number for change in tool.sample(of("pack", 50), 9, 1)] != [change.number for change in first]
    assert tool.sample(of("pack", 3), 9, 1) == of("pack", 3)
    assert tool.sample([], 9, 1) == []


def test_the_score_counts_what_was_noticed_of_all_that_was_tried(tool):
    tried = [tool.Tried("cards", 100, {1: True, 5: True, 7: False}), tool.Tried("pack", 9, {4: False})]
    *table, _, score = tool.report(tried)
    assert table[2:] == ["| `cards` | 100 | 3 | 2 | 67 % |", "| `pack` | 9 | 1 | 0 | 0 % |"]
    assert score == "2 of 4 changes were noticed: 50.0 %."


@pytest.mark.parametrize("module", modules())
def test_every_module_has_tests_that_exist_its_own_first(tool, module):
    tests = tool.stages(module)
    files = [name for stage in tests for name in stage if not name.startswith("--ignore=")]
    assert [name for name in files if not (ROOT / name).exists()] == []
    own = f"tests/rummy/test_{module}.py"
    assert not (ROOT / own).exists() or own in files
    if not tool.is_core(module):
        quick, slow = tests[-2:]
        assert quick == [*tool.TESTS, *(f"--ignore={test}" for test in (tool.READING, *slow))]
        assert slow == list(tool.SLOW)


def test_what_is_compiled_against_other_modules_or_they_against_it_is_the_core(tool):
    core = {module for module in modules() if tool.is_core(module)}
    assert core >= {"search", "suit_builder", "suit_table", "game", "analysis", "points"}
    assert not core & {"cards", "melds", "digest", "money", "settle", "__init__"}


def test_a_change_that_no_test_notices_is_shown_and_the_others_are_not():
    command = [sys.executable, "-c", SCRIPT, str(TOOL)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "| `money` | 3 | 3 | 2 | 67 % |" in ran.stdout
    assert "+# nothing" in ran.stdout
    assert "1 + Decimal(" not in ran.stdout
    assert "#2" in ran.stdout


def test_mutmut_knows_changes_of_every_module(tool):
    pytest.importorskip("mutmut", reason="make mutants installs it")
    for module in ("cards", "pack"):
        source = (ROOT / "app" / "rummy" / f"{module}.py").read_text("utf-8")
        changes = list(tool.changes(module))
        assert len(changes) > 100
        assert all(change.make() != source for change in changes[::10])
        assert [change.number for change in changes] == list(range(1, len(changes) + 1))
