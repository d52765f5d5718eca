"""docs/testing.md tells what the tests reach and notice: of every module of the game, with figures that add up."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(path.stem for path in (ROOT / "app" / "rummy").glob("*.py"))
ROW = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) % \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def page():
    return (ROOT / "docs" / "testing.md").read_text("utf-8")


@pytest.fixture(scope="module")
def rows(page):
    return {name: tuple(map(int, figures)) for name, *figures in ROW.findall(page)}


def test_every_module_of_the_game_is_listed_once(page, rows):
    assert sorted(rows) == MODULES
    assert len(ROW.findall(page)) == len(MODULES)


def test_the_figures_of_every_module_add_up(rows):
    for changes, tried, noticed, share in rows.values():
        assert changes >= tried >= noticed
        assert tried == 0 or share == round(100 * noticed / tried)


def test_the_score_is_that_of_all_modules_together(page, rows):
    tried, noticed = (sum(row[place] for row in rows.values()) for place in (1, 2))
    assert f"{noticed} of {tried} changes were noticed: {100 * noticed / tried:.1f} %." in page


def test_every_change_that_nobody_noticed_is_accounted_for(page, rows):
    survivors = re.findall(r"`(\w+)` #(\d+)", page)
    assert len(survivors) == len(set(survivors))
    for module, (changes, tried, noticed, _) in rows.items():
        numbers = [int(number) for name, number in survivors if name == module]
        assert len(numbers) == tried - noticed, module
        assert all(0 < number <= changes for number in numbers)


def test_it_tells_what_must_be_reached(page):
    tool = runpy.run_path(str(ROOT / "tools" / "measure_coverage.py"))
    assert f"below {tool['GAME']:.0f} % of the game" in page
    assert f"or {tool['WHOLE']:.0f} % of the whole service" in page


def test_the_readme_leads_there():
    assert "(docs/testing.md)" in (ROOT / "README.md").read_text("utf-8")
