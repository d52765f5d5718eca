"""The settings of the server: read in one place, for the server, its health check and its operator."""

import os
import re
from pathlib import Path

import pytest

from app import serving
from app.config import ConfigError
from app.serving import MEANINGS, Serving, cores, read_all, unknown_variables

ROOT = Path(__file__).resolve().parents[1]


def test_by_default_only_this_machine_is_served_by_a_worker_for_each_core_of_eight_threads():
    got = Serving.from_env({})
    assert got.bind == ("127.0.0.1:8000",)
    assert 1 <= got.workers <= len(os.sched_getaffinity(0))
    assert (got.threads, got.audit_streams, got.log_level) == (8, 64, "info")


@pytest.mark.parametrize(
    ("environ", "bind", "url"),
    [
        ({"HOST": "0.0.0.0", "PORT": "80"}, "0.0.0.0:80", "http://127.0.0.1:80/readyz"),  # noqa: S104 - as containers do
        ({"HOST": "", "PORT": ""}, "127.0.0.1:8000", "http://127.0.0.1:8000/readyz"),
        ({"HOST": "::1"}, "[::1]:8000", "http://[::1]:8000/readyz"),
        ({"HOST": "[::1]"}, "[::1]:8000", "http://[::1]:8000/readyz"),
        ({"HOST": "::"}, "[::]:8000", "http://[::1]:8000/readyz"),
        ({"PORT": "9", "MELDWISE_BIND": "unix:/run/m.sock"}, "unix:/run/m.sock", "unix:/run/m.sock"),
        ({"MELDWISE_BIND": "localhost:1, [::]:2"}, "localhost:1 [::]:2", "http://localhost:1/readyz"),
        ({"MELDWISE_HEALTHCHECK_URL": "https://x/readyz"}, "127.0.0.1:8000", "https://x/readyz"),
    ],
)
def test_the_address_comes_from_the_environment_and_the_health_check_follows_it(environ, bind, url):
    got = Serving.from_env(environ)
    assert " ".join(got.bind) == bind
    assert got.healthcheck_url == url


def test_our_own_number_of_workers_goes_before_the_common_one():
    assert Serving.from_env({"WEB_CONCURRENCY": "3"}).workers == 3
    assert Serving.from_env({"WEB_CONCURRENCY": "3", "MELDWISE_WORKERS": "5"}).workers == 5


WRONG = [
    ("MELDWISE_WORKERS", "0"),
    ("MELDWISE_WORKERS", "65"),
    ("MELDWISE_WORKERS", "two"),
    ("MELDWISE_WORKERS", "\u0662"),
    ("WEB_CONCURRENCY", "-1"),
    ("MELDWISE_THREADS", "1.5"),
    ("MELDWISE_CONNECTIONS", "15"),
    ("MELDWISE_HEAD_SECONDS", "0"),
    ("MELDWISE_BUFFER_BYTES", "64 MiB"),
    ("MELDWISE_LOG_LEVEL", "loud"),
    ("MELDWISE_BIND", "nowhere"),
    ("MELDWISE_BIND", "localhost:0"),
    ("MELDWISE_BIND", "localhost:1,"),
    ("MELDWISE_HEALTHCHECK_URL", "file:///etc/passwd"),
    ("HOST", "a b"),
    ("PORT", "65536"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_senseless_setting_is_refused_by_name_with_what_is_allowed(name, value):
    with pytest.raises(ConfigError, match=rf"^{name} is .*, not {re.escape(repr(value))}$"):
        Serving.from_env({name: value})


def test_all_that_is_wrong_with_any_setting_comes_together():
    environ = {"PORT": "x", "MELDWISE_THREADS": "x", "MELDWISE_CACHE_SECONDS": "x"}
    with pytest.raises(ConfigError) as refusal:
        read_all(environ)
    assert len(refusal.value.faults) == 3
    assert read_all({})[1] == Serving.from_env({})


def test_files_of_keys_that_cannot_be_read_are_told_with_all_else_that_is_wrong(tmp_path):
    nowhere, beside = str(tmp_path / "nowhere"), str(tmp_path / "beside")
    wrong = {"MELDWISE_SEARCH_BUDGET": "x", "PORT": "x", "MELDWISE_SIGNING_KEYS": nowhere, "MELDWISE_API_KEYS": beside}
    with pytest.raises(ConfigError) as caught:
        read_all(wrong)
    assert sorted(fault.split(maxsplit=1)[0].rstrip(":") for fault in caught.value.faults) == sorted(wrong)
    with pytest.raises(ConfigError) as caught:
        read_all(wrong | {"MELDWISE_API_KEYS": "a\nb"})
    assert any(fault.startswith("MELDWISE_API_KEYS") for fault in caught.value.faults)


@pytest.mark.parametrize(("quota", "workers"), [("50000 100000", 1), ("max 100000", None), ("rubbish", None)])
def test_a_quota_below_the_cores_of_the_machine_counts(tmp_path, monkeypatch, quota, workers):
    (tmp_path / "cpu.max").write_text(quota, encoding="ascii")
    monkeypatch.setattr(serving, "_CPU_QUOTA", tmp_path / "cpu.max")
    assert cores() == (workers or len(os.sched_getaffinity(0)))


def test_every_setting_can_be_set_to_what_is_told_of_it():
    told = Serving.from_env({"MELDWISE_BIND": "[::]:8001", "MELDWISE_WORKERS": "3"}).described()
    assert [name for name, _, _ in told] == list(MEANINGS)
    assert all(meaning.endswith(".") for _, _, meaning in told)
    again = Serving.from_env({name: str(value) for name, value, _ in told}).described()
    assert again == told


def test_variables_that_nothing_reads_are_found():
    environ = {"MELDWISE_MAX_BODY": "1", "MELDWISE_MAX_BODY_BYTES": "2048", "MELDWISE_PURE": "1", "PATH": ""}
    assert unknown_variables(environ) == ["MELDWISE_MAX_BODY"]


def test_no_other_file_reads_variables_but_the_build():
    for file in [ROOT / "gunicorn.conf.py", *(ROOT / "app").rglob("*.py")]:
        if file.name not in {"config.py", "serving.py"}:
            assert "os.environ" not in file.read_text("utf-8"), file
    assert set(re.findall(r"MELDWISE_[A-Z]+", (ROOT / "setup.py").read_text("utf-8"))) <= set(MEANINGS)
