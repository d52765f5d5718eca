"""``make coverage``: what is not reached is told line by line, and too little of it fails."""

import json
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]


def told(lines, of_lines, branches=0, of_branches=0, missing=(), missing_branches=()):
    summary = {
        "covered_lines": lines,
        "num_statements": of_lines,
        "covered_branches": branches,
        "num_branches": of_branches,
    }
    return {"summary": summary, "missing_lines": list(missing), "missing_branches": list(missing_branches)}


@pytest.fixture
def tool():
    return SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "measure_coverage.py")))


def test_lines_and_branches_count_alike_and_the_game_by_itself(tool):
    files = {"app/rummy/cards.py": told(9, 10, 9, 10), "app/config.py": told(20, 20)}
    assert tool.judged(files) == {"the service": (95.0, 95.0), "the game": (90.0, 100.0)}


def test_what_is_not_reached_is_told_and_the_rest_is_not(tool):
    files = {
        "app/b.py": told(8, 10, 1, 2, [3, 4], [(7, 9), (8, -1)]),
        "app/a.py": told(5, 5),
        "app/c.py": told(0, 99, missing=range(1, 100)),
    }
    first, second = tool.table(files)
    assert first.split() == ["app/b.py", "75.00", "%", "3", "4", "7->9", "8->exit"]
    assert second.endswith(" 23 24 ...")


@pytest.fixture
def measured(tool, monkeypatch):
    """Measure with tests that reach so many of ten lines of the game, and all of the rest or nothing of it."""
    folders = []

    def measure(game, *arguments, rest=90, fails=()):
        def tests_run(command, cwd, env, check):
            compiled = bool(list(cwd.rglob("app/rummy/*.so")))
            folders.append((cwd == ROOT, compiled, command))
            of_game = told(game, 10, missing=range(game, 10)) if cwd != ROOT else told(0, 10)
            files = {"app/rummy/cards.py": of_game, "app/wsgi.py": told(rest, 90)}
            (place,) = [argument.partition(":")[2] for argument in command if "json:" in argument]
            Path(place).write_text(json.dumps({"files": files}), "utf-8")
            return SimpleNamespace(returncode=int((cwd == ROOT) in fails))

        monkeypatch.setattr(tool.subprocess, "run", tests_run)
        return tool.main(list(arguments))

    measure.folders = folders
    return measure


@pytest.mark.parametrize(
    ("game", "rest", "status"), [(10, 90, 0), (9, 90, 1), (10, 84, 1), (10, 85, 0)], ids="all game rest most".split()
)
def test_the_exit_status_says_whether_enough_is_reached(measured, capsys, game, rest, status):
    assert measured(game, rest=rest) == status
    said = capsys.readouterr().out
    assert f"the game: {game * 10:.2f} % of lines and branches, 100 % needed" in said
    assert f"the service: {game + rest:.2f} % of lines and branches, 95 % needed" in said


@pytest.mark.parametrize("part", [True, False])
def test_a_test_that_fails_is_never_enough(measured, part):
    assert measured(10, fails=[part]) == 1


def test_the_game_is_measured_interpreted_by_its_own_tests_and_the_rest_by_all(measured, tool):
    measured(10, "-n", "2")
    (in_place, compiled, command), (also_in_place, _, all_tests) = measured.folders
    assert (in_place, also_in_place, compiled) == (False, True, False)
    assert command[-5:] == [*tool.GAME_TESTS, "-n", "2"]
    assert not {*tool.GAME_TESTS} & {*all_tests}
    assert [test for test in tool.GAME_TESTS if not (ROOT / test).exists()] == []


def test_the_game_may_be_measured_alone(measured, capsys):
    assert measured(10, "--game", rest=0) == 0
    assert len(measured.folders) == 1
    assert "the service" not in capsys.readouterr().out
