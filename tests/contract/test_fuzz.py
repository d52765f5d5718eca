"""Whatever the contract allows, and what it forbids, gets an answer of the running server that it describes."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from tests.contract.reading import operations

pytestmark = [pytest.mark.contract, pytest.mark.fuzz]

ROOT = Path(__file__).resolve().parents[2]
FUZZ = ROOT / "tests" / "fuzz"


def test_any_request_gets_a_documented_answer_and_every_operation_gives_good_and_bad_ones(server, document, tmp_path):
    noted = tmp_path / "answers"
    environ = {"SCHEMATHESIS_HOOKS": "tests.fuzz.hooks", "MELDWISE_FUZZ_ANSWERS": str(noted), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "schemathesis.cli", f"--config-file={FUZZ / 'schemathesis.toml'}", "run"]
    asked = [
        f"--url=http://127.0.0.1:{server.port}",
        "--checks=all",
        "--phases=examples,coverage,fuzzing",
        f"--max-examples={settings.default.max_examples // 10}",
        f"--seed={os.environ.get('FUZZ_SEED', '13')}",
        "--suppress-health-check=all",
        "--warnings=off",
    ]
    run = subprocess.run(
        [*command, str(ROOT / "openapi.yaml"), *asked],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
    found = Counter()
    for line in noted.read_text("utf-8").splitlines():
        status, label = line.split(" ", 1)
        found[f"{status[0]}xx {label}"] += 1
    every = {f"{operation.method.upper()} {operation.path}" for operation in operations(document)}
    assert {name.removeprefix("2xx ") for name in found if name.startswith("2xx")} == every
    # The others take nothing that could be wrong; tests/api/test_everywhere.py has them refuse what is no HTTP.
    asking = {f"{operation.method.upper()} {operation.path}" for operation in operations(document) if _asks(operation)}
    assert {name.removeprefix("4xx ") for name in found if name.startswith("4xx")} >= asking
    assert sum(found.values()) > 1000


def _asks(operation):
    """Whether a client can say anything wrong there: in a body, or in a name or a parameter of the address."""
    return operation.method in {"get", "post"} and (
        "requestBody" in operation.told or operation.path.startswith("/v1/")
    )
