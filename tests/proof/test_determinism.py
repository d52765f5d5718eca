"""Equal requests get equal bytes: in any process and thread, in any order, with any hash seed, compiled or not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from app.engine import core

ROOT = Path(__file__).resolve().parents[2]

# Asks everything in an order of its own, from several threads at once; prints the bodies in the order of the questions.
SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from app import create_app
from app.config import Config
from app.engine import core
from tests.proof.questions import deals, path, published, seeded

client = create_app(Config()).test_client
asked = [*published(every=40), *seeded(11, 150)]
sent = [(path(one), one) for one in deals()]
asked += [one | {"wild_joker": "7Z", "rules": {"cap": 0, "preset": "whist"}} for one in asked[:5]]
sent += [(path(one), one) for one in asked]
for detail in ("points", "melds", "full"):
    sent.append(("/v1/audit", {"items": asked[50:80], "detail": detail}))
order = Random(sys.argv[1]).sample(range(len(sent)), len(sent))
with ThreadPoolExecutor(4) as threads:
    bodies = dict(zip(order, threads.map(lambda i: client().post(sent[i][0], json=sent[i][1]).data, order)))
bodies["links"] = client().get("/v1/analyze?hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC&wild_joker=2").data
bodies["rules"] = client().get("/v1/rules").data
print(core(), file=sys.stderr)
for index in [*range(len(sent)), "links", "rules"]:
    sys.stdout.buffer.write(bodies[index] + b"\\n")
"""


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory):
    """A copy of the package, and of what asks it, without anything compiled."""
    folder = tmp_path_factory.mktemp("interpreted")
    leave = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    for part in ("app", "tests/oracle", "tests/proof", "tests/cases"):
        shutil.copytree(ROOT / part, folder / part, ignore=leave)
    return folder


def start(folder, seed):
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1", "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", SCRIPT, str(seed)]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_eight_processes_give_the_same_bytes(interpreted):
    seeds = Random().sample(range(1, 1 << 32), 8)
    said, cores = set(), []
    for pair in zip(seeds[::2], seeds[1::2], strict=True):
        for process in [start(folder, seed) for folder, seed in zip((ROOT, interpreted), pair, strict=True)]:
            out, err = process.communicate()
            assert process.returncode == 0, (pair, err)
            said.add(out)
            cores.append(err.decode().split()[-1])
    assert sorted(cores) == sorted([core()] * 4 + ["interpreted"] * 4)
    assert [bodies.count(b'"digest"') > 200 for bodies in said] == [True], seeds
