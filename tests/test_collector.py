"""The garbage collector is not kept busy with what is there to stay."""

import gc
import os
import subprocess
import sys
from pathlib import Path

from app.collector import spare_memory

PROGRAM = """
import gc
from app.collector import spare_memory
from app.rummy.game import warm_up

warm_up()
spare_memory()
loaded = gc.get_freeze_count()

class Knot:
    pass

def tie():
    knot = Knot()
    knot.itself = knot

full, young = 0, 0
def watch(phase, told):
    global full, young
    if phase == "stop":
        full += told["generation"] == 2
        young += told["collected"] if told["generation"] < 2 else 0

gc.callbacks.append(watch)
kept = []
for _ in range(200_000):
    tie()
    kept.append([])
print(loaded > 10_000, full, young > 190_000)
"""


def test_what_stays_is_looked_through_rarely_and_what_is_left_behind_is_found_at_once():
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        check=True,
    )
    loaded, full, young = told.stdout.split()
    assert loaded == young == b"True"
    assert full == b"0" or sys.version_info >= (3, 14)  # which has no such passes, but steps


def test_it_can_be_asked_for_again_and_changes_only_how_often_all_is_looked_through():
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        spare_memory()
        spare_memory()
        assert gc.get_threshold() == (700, 10, 1000)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
