"""The server's settings: what the environment may change, and what it is told when it is wrong."""

import os
import re
import runpy
from pathlib import Path

import pytest
from gunicorn.config import Config

CONF = Path(__file__).resolve().parents[1] / "gunicorn.conf.py"
OURS = ("HOST", "PORT", "WEB_CONCURRENCY")


@pytest.fixture
def settings(monkeypatch):
    """Reads gunicorn.conf.py in an environment with these variables and no others of ours."""

    def read(**environment):
        for name in list(os.environ):
            if name in OURS or name.startswith("MELDWISE_"):
                monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(CONF))

    return read


def test_by_default_only_this_machine_is_served(settings):
    assert settings()["bind"] == ["127.0.0.1:8000"]


def test_by_default_there_is_a_worker_for_each_core_and_eight_threads(settings):
    got = settings()
    assert 1 <= got["workers"] <= len(os.sched_getaffinity(0))
    assert got["threads"] == 8


@pytest.mark.parametrize(
    ("environment", "bind"),
    [
        ({"HOST": "0.0.0.0", "PORT": "80"}, ["0.0.0.0:80"]),  # noqa: S104 - what containers ask for
        ({"HOST": "", "PORT": ""}, ["127.0.0.1:8000"]),
        ({"HOST": "::1"}, ["[::1]:8000"]),
        ({"HOST": "[::1]"}, ["[::1]:8000"]),
        ({"PORT": "9", "MELDWISE_BIND": "unix:/run/m.sock"}, ["unix:/run/m.sock"]),
        ({"MELDWISE_BIND": "localhost:1, [::]:2"}, ["localhost:1", "[::]:2"]),
    ],
)
def test_the_address_comes_from_the_environment(settings, environment, bind):
    assert settings(**environment)["bind"] == bind


def test_our_own_number_of_workers_goes_before_the_common_one(settings):
    assert settings(WEB_CONCURRENCY="3")["workers"] == 3
    assert settings(WEB_CONCURRENCY="3", MELDWISE_WORKERS="5")["workers"] == 5


@pytest.mark.parametrize(("text", "log"), [("1", "-"), ("TRUE", "-"), ("0", None), ("off", None), ("", None)])
def test_the_access_log_is_off_unless_asked_for(settings, text, log):
    assert settings(MELDWISE_ACCESS_LOG=text)["accesslog"] == log


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MELDWISE_WORKERS", "0"),
        ("MELDWISE_WORKERS", "65"),
        ("MELDWISE_WORKERS", "two"),
        ("MELDWISE_WORKERS", "\u0662"),
        ("WEB_CONCURRENCY", "-1"),
        ("MELDWISE_THREADS", "1.5"),
        ("MELDWISE_ACCESS_LOG", "maybe"),
        ("MELDWISE_LOG_LEVEL", "loud"),
        ("MELDWISE_BIND", "nowhere"),
        ("MELDWISE_BIND", "localhost:0"),
        ("MELDWISE_BIND", "localhost:1,"),
        ("PORT", "65536"),
    ],
)
def test_a_senseless_setting_is_refused_by_name_with_what_is_allowed(settings, name, value):
    with pytest.raises(SystemExit, match=re.escape(f"{name}={value!r} is not allowed: expected ")):
        settings(**{name: value})


@pytest.mark.parametrize(("quota", "workers"), [("50000 100000", 1), ("max 100000", None), ("rubbish", None)])
def test_a_quota_below_the_cores_of_the_machine_counts(settings, tmp_path, monkeypatch, quota, workers):
    got = settings()
    (tmp_path / "cpu.max").write_text(quota, encoding="ascii")
    monkeypatch.setitem(got["_cores"].__globals__, "_CPU_QUOTA", tmp_path / "cpu.max")
    assert got["_cores"]() == (workers or len(os.sched_getaffinity(0)))


def test_gunicorn_knows_every_setting_and_takes_its_value(settings):
    config = Config()
    got = settings()
    named = re.findall(r"^(?:def )?([a-z]\w*)(?: = |\()", CONF.read_text(encoding="utf-8"), re.MULTILINE)
    for name in named:
        config.set(name, got[name])
    assert {"bind", "when_ready"} <= set(named)
    assert (config.worker_class_str, config.control_socket_disable, config.threads) == ("gthread", True, 8)
