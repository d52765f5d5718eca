"""``python -m tests.fuzz``: rounds until the time is up, and a failure that can be seen again."""

import re
from types import SimpleNamespace

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz.__main__ import main

HOLDS = "tests/fuzz/test_parts.py::test_what_is_written_into_a_query_is_read_out_of_it"


def test_rounds_go_on_with_new_seeds_until_the_time_is_up(capfd, monkeypatch):
    clock, a_round = SimpleNamespace(seconds=0.0), command._round

    def five_seconds(seed, times, seconds, paths):
        assert seconds == 12 - clock.seconds
        result = a_round(seed, times, 600, paths)  # however long it takes here
        clock.seconds += 5
        return result

    monkeypatch.setattr(command, "time", SimpleNamespace(monotonic=lambda: clock.seconds))
    monkeypatch.setattr(command, "_round", five_seconds)
    assert main([HOLDS, "--seconds", "12", "--seed", "5", "--times", "1"]) == 0
    told = capfd.readouterr().out
    assert re.findall(r"^round \d+, seed (\d+),", told, re.MULTILINE) == ["5", "6", "7"]
    assert "3 properties tried in 15 s and 3 rounds: all of them hold" in told


def test_a_property_that_does_not_hold_ends_it_and_says_how_to_see_it_again(capfd, tmp_path):
    wrong = tmp_path / "test_wrong.py"
    wrong.write_text(
        "from hypothesis import given, strategies as st\n\n"
        "@given(st.integers())\ndef test_numbers_are_small(number):\n    assert number < 1000\n",
        encoding="utf-8",
    )
    assert main([str(wrong), "--seconds", "60", "--seed", "7", "--times", "1"]) == 1
    told = capfd.readouterr().out
    assert "number=1000" in told
    assert "--hypothesis-seed=7" in told


def test_a_time_that_is_too_short_proves_nothing(capfd):
    assert main([HOLDS, "--seconds", "0.1", "--seed", "5"]) == 2
    assert "too short" in capfd.readouterr().out


@pytest.mark.parametrize("seed", ["x", "1.5"])
def test_a_seed_is_a_whole_number(seed, capfd):
    with pytest.raises(SystemExit):
        main(["--seed", seed])
    assert "--seed" in capfd.readouterr().err
