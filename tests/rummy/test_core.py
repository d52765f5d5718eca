"""The compiled core and the interpreted one are the same files and give the same answers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.engine import core

ROOT = Path(__file__).resolve().parents[2]

# Answers of every kind to many hands, as one text a line: run once where the core is as it is, once interpreted.
SCRIPT = """
import sys
from random import Random
from app.engine import core
from app.rummy import analyze
from tests.oracle.hands import MAKERS, random_switches, random_wild

print(core(), file=sys.stderr)
rng = Random(int(sys.argv[1]))
for index in range(int(sys.argv[2])):
    switches = random_switches(rng, rng.choice((13, 13, 13, 10, 16)))
    if 3 * max(switches["min_sequences"], switches["min_pure"]) > switches["hand_size"]:
        continue
    wild_joker = random_wild(rng, switches)
    size = switches["hand_size"] + (index % 10 == 0)
    hand = list(MAKERS.values())[index % len(MAKERS)](rng, switches, wild_joker, size)
    found = analyze(hand, wild_joker, switches)
    print(hand, wild_joker, found._replace(rules=found.rules.fingerprint))
"""


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory):
    """A copy of the package without anything compiled."""
    folder = tmp_path_factory.mktemp("interpreted")
    leave = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    shutil.copytree(ROOT / "app", folder / "app", ignore=leave)
    shutil.copytree(ROOT / "tests" / "oracle", folder / "tests" / "oracle", ignore=leave)
    return folder


def answers(folder: Path, seed: int, how_many: int) -> tuple[str, str]:
    """Which core ran, and all that it said."""
    command = [sys.executable, "-c", SCRIPT, str(seed), str(how_many)]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return ran.stderr.strip().splitlines()[-1], ran.stdout


@pytest.mark.skipif(core() == "interpreted", reason="nothing is compiled here, so there is nothing to compare")
@pytest.mark.parametrize("seed", range(3))
def test_the_compiled_core_and_the_interpreted_one_say_the_same(interpreted, seed):
    here, said = answers(ROOT, seed, 1000)
    there, also_said = answers(interpreted, seed, 1000)
    assert (here, there) == ("compiled", "interpreted")
    assert said.count("\n") > 900
    assert said == also_said


def test_the_core_is_compiled_wholly_or_not_at_all():
    assert core() in {"compiled", "interpreted"}
