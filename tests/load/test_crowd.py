"""A crowd is a headless Locust run of the kinds asked for, with reports, judged by its exit code."""

import subprocess

import pytest

from loadtests import crowd
from loadtests.crowd import Crowd


class Clients:
    """Stands for Locust."""

    def __init__(self, command, **_):
        self.command = command
        self.ended = False

    def wait(self, timeout=None):
        if timeout is not None and self.ends_late:
            raise subprocess.TimeoutExpired(self.command, timeout)
        return self.code

    def terminate(self):
        self.ended = True


@pytest.fixture
def started(monkeypatch):
    def popen(command, **options):
        clients.append(Clients(command, **options))
        return clients[-1]

    clients = []
    Clients.ends_late, Clients.code = False, 0
    monkeypatch.setattr(subprocess, "Popen", popen)
    return clients


def test_a_crowd_is_what_was_asked_for(started, tmp_path):
    asked = Crowd(("PlatformUser", "AuditUser"), users=5, seconds=9, processes=2, more=("--max-p99-ms", "50"))
    assert crowd.play("http://127.0.0.1:1", asked, tmp_path / "results" / "one") == 0
    command = " ".join(started[0].command)
    assert "locustfile.py PlatformUser AuditUser --headless" in command
    assert "-u 5 -r 5 -t 9s --processes 2" in command
    assert f"--csv {tmp_path}/results/one --csv-full-history --html {tmp_path}/results/one.html" in command
    assert command.endswith("--max-p99-ms 50")
    assert (tmp_path / "results").is_dir()


def test_one_process_needs_no_others_and_no_report_is_written_unasked(started):
    crowd.play("http://127.0.0.1:1", Crowd())
    assert not {"--processes", "--csv", "--html"} & set(started[0].command)


@pytest.mark.parametrize("code", [0, 1, 3])
def test_the_exit_code_is_that_of_the_clients(started, code):
    Clients.code = code
    assert crowd.play("http://127.0.0.1:1", Crowd()) == code


def test_clients_that_do_not_end_are_ended_and_count_as_failed(started):
    Clients.ends_late = True
    assert crowd.play("http://127.0.0.1:1", Crowd()) == 1
    assert started[0].ended
