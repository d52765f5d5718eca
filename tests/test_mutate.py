"""``make mutants``: a seeded sample of the changes to each module; what no test reaches counts as missed."""

import json
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def tool():
    return SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "mutate.py")))


def test_the_tests_that_should_notice_are_those_that_reach_all_of_the_game(tool):
    assert runpy.run_path(str(ROOT / "tools" / "measure_coverage.py"))["GAME_TESTS"] == tool.TESTS


def test_a_sample_depends_on_its_seed_and_on_nothing_else(tool):
    names = {"cards": [f"a{n}" for n in range(50)], "pack": ["b1", "b2"]}
    first = tool.sample(names, 9, 1)
    assert first == tool.sample({module: of[::-1] for module, of in names.items()}, 9, 1)
    assert first["cards"] == tool.sample({"cards": names["cards"]}, 9, 1)["cards"]
    assert first["cards"] != tool.sample(names, 9, 2)["cards"]
    assert {module: len(of) for module, of in first.items()} == {"cards": 9, "pack": 2}


def test_the_score_counts_what_was_noticed_of_all_that_was_tried(tool):
    tried = [
        tool.Tried("cards", 100, {"a": "noticed", "b": "noticed", "c": "survived"}),
        tool.Tried("faults", 0, {}),
        tool.Tried("pack", 9, {"d": "no test reaches it"}),
    ]
    *table, _, score = tool.report(tried)
    assert table[2:] == ["| `cards` | 100 | 3 | 2 | 67 % |", "| `pack` | 9 | 1 | 0 | 0 % |"]
    assert score == "2 of 4 changes were noticed: 50.0 %."


def test_changes_are_made_in_a_copy_tried_and_those_that_nobody_noticed_shown(tool, monkeypatch, capsys):
    codes = {"x__mutmut_1": 1, "x__mutmut_2": 0, "x__mutmut_3": 33, "x__mutmut_4": None}
    said = []

    def mutmut(command, cwd, **_):
        said.append(command[3:])
        assert not list(cwd.rglob("*.so"))
        assert 'only_mutate = ["app/rummy/cards.py"]' in (cwd / "pyproject.toml").read_text("utf-8")
        told = cwd / "mutants" / "app" / "rummy" / "cards.py.meta"
        told.parent.mkdir(parents=True, exist_ok=True)
        told.write_text(json.dumps({"exit_code_by_key": codes}), "utf-8")
        return SimpleNamespace(stdout=f"the change {command[-1]}")

    monkeypatch.setattr(tool.subprocess, "run", mutmut)
    monkeypatch.setitem(tool.main.__globals__, "sample", lambda names, *_: {"cards": names["cards"][:3]})
    assert tool.main(["cards", "--children", "1"]) == 0
    assert said[:2] == [
        ["run", "no such change"],
        ["run", "--max-children=1", "x__mutmut_1", "x__mutmut_2", "x__mutmut_3"],
    ]
    told = capsys.readouterr().out
    assert "the change x__mutmut_2" in told
    assert "the change x__mutmut_3" in told
    assert "| `cards` | 4 | 3 | 1 | 33 % |" in told
    assert (ROOT / "pyproject.toml").read_text("utf-8").count("[tool.mutmut]") == 0


def test_a_change_that_was_not_tried_is_no_result(tool, monkeypatch):
    def mutmut(command, cwd, **_):
        told = cwd / "mutants" / "app" / "rummy" / "cards.py.meta"
        told.parent.mkdir(parents=True, exist_ok=True)
        told.write_text(json.dumps({"exit_code_by_key": {"x__mutmut_1": None}}), "utf-8")
        return SimpleNamespace(stdout="")

    monkeypatch.setattr(tool.subprocess, "run", mutmut)
    with pytest.raises(SystemExit, match="did not try x__mutmut_1"):
        tool.main(["cards"])
