"""``python -m app``: version, settings, and a health check that containers can use."""

import subprocess
import sys
import threading
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from app import create_app
from app.cli import main
from app.config import Config


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def serve():
    """Start a service on a free port; gives its address."""
    servers = []

    def start(config):
        server = make_server("127.0.0.1", 0, create_app(config), handler_class=Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/readyz"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_ready_service_is_healthy(serve):
    assert main(["healthcheck", "--url", serve(Config())]) == 0


def test_a_draining_service_is_not(serve, tmp_path, capsys):
    (tmp_path / "drain").touch()
    assert main(["healthcheck", "--url", serve(Config(drain_file=str(tmp_path / "drain")))]) == 1
    assert "503" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/readyz", "file:///etc/passwd", "nonsense", "http://"])
def test_nothing_else_is_healthy(url, capsys):
    assert main(["healthcheck", "--url", url]) == 1
    assert capsys.readouterr().err


def test_config_prints_every_setting(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_CACHE_SECONDS", "7")
    assert main(["config"]) == 0
    out = capsys.readouterr().out
    assert "MELDWISE_CACHE_SECONDS=7" in out
    assert len(out.splitlines()) == len(Config().described())


def test_config_warns_of_variables_that_nothing_reads(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_MAX_BODY", "7")
    assert main(["config"]) == 0
    assert "MELDWISE_MAX_BODY is set" in capsys.readouterr().err


def test_config_names_what_is_wrong(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_CACHE_SECONDS", "soon")
    assert main(["config"]) == 2
    assert "MELDWISE_CACHE_SECONDS" in capsys.readouterr().err


def test_the_package_runs_as_a_command():
    root = Path(__file__).resolve().parents[1]
    told = subprocess.run(
        [sys.executable, "-m", "app", "version"], cwd=root, capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("meldwise ")
