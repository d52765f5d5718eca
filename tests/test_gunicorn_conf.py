"""The server's settings: what the environment may change, and what it is told when it is wrong."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from app.serving import MEANINGS

CONF = Path(__file__).resolve().parents[1] / "gunicorn.conf.py"


@pytest.fixture
def settings(monkeypatch):
    """Reads gunicorn.conf.py in an environment with these variables and no others of ours."""

    def read(**environment):
        for name in list(os.environ):
            if name in MEANINGS or name.startswith("MELDWISE_"):
                monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(CONF))

    return read


def test_the_environment_decides(settings):
    got = settings(MELDWISE_BIND="localhost:1,[::]:2", MELDWISE_WORKERS="3", MELDWISE_THREADS="4")
    assert (got["bind"], got["workers"], got["threads"]) == (["localhost:1", "[::]:2"], 3, 4)
    assert (got["accesslog"], got["loglevel"]) == (None, "info")
    got = settings(MELDWISE_LOG_LEVEL="WARNING", MELDWISE_CONNECTIONS="77")
    assert (got["bind"], got["worker_connections"], got["loglevel"]) == (["127.0.0.1:8000"], 77, "warning")


@pytest.mark.parametrize("name", ["MELDWISE_THREADS", "MELDWISE_MAX_BODY_BYTES"])
def test_a_wrong_setting_stops_the_start_with_one_line(name):
    command = [sys.executable, "-m", "gunicorn", "-c", str(CONF)]
    environ = os.environ | {name: "x"}
    told = subprocess.run(command, cwd=CONF.parent, env=environ, capture_output=True, text=True, check=False)
    assert told.returncode != 0
    assert re.fullmatch(rf"{name} is a whole number from \d+ to \d+, not 'x'\n", told.stdout + told.stderr)


def test_workers_are_never_recycled_and_their_heartbeat_is_in_memory(settings):
    got = settings()
    assert got["max_requests"] == 0
    assert got["worker_tmp_dir"] == "/dev/shm"  # noqa: S108 - the very name


def test_the_real_addresses_are_told_once_they_are_listened_at(settings, monkeypatch):
    monkeypatch.setattr("gc.freeze", lambda: None)
    told = []
    log = SimpleNamespace(info=lambda text, *values: told.append(text % values))
    cfg = SimpleNamespace(workers=2, threads=8)
    settings()["when_ready"](SimpleNamespace(log=log, cfg=cfg, LISTENERS=["http://[::]:80", "unix:/run/m.sock"]))
    assert told[:2] == [
        "Meldwise: http://[::]:80/ (documentation at http://[::]:80/docs)",
        "Meldwise: unix:/run/m.sock",
    ]


def test_gunicorn_knows_every_setting_and_takes_its_value(settings):
    config = Config()
    got = settings()
    named = re.findall(r"^(?:def )?([a-z]\w*)(?: = |\()", CONF.read_text(encoding="utf-8"), re.MULTILINE)
    for name in named:
        config.set(name, got[name])
    assert {"bind", "when_ready"} <= set(named)
    assert (config.worker_class_str, config.control_socket_disable, config.threads) == (
        "app.gate.worker.GateWorker",
        True,
        8,
    )
