"""``python -m app``: version, settings, and a health check that containers can use."""

import platform
import socketserver
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from app import create_app
from app.cli import main
from app.config import Config
from app.rummy.rules import PRESETS
from app.serving import MEANINGS


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


def test_the_health_check_asks_where_the_environment_has_the_service_listen(serve, monkeypatch, capsys):
    port = serve(Config()).removesuffix("/readyz").rpartition(":")[2]
    monkeypatch.setenv("HOST", "0.0.0.0")  # noqa: S104 - what containers say
    monkeypatch.setenv("PORT", port)
    assert main(["healthcheck"]) == 0
    monkeypatch.setenv("MELDWISE_BIND", "127.0.0.1:1")
    assert main(["healthcheck"]) == 1
    monkeypatch.setenv("MELDWISE_BIND", "nowhere")
    assert main(["healthcheck"]) == 1
    assert "MELDWISE_BIND is" in capsys.readouterr().err


class AtSocket(socketserver.UnixStreamServer):
    """A service at a socket, whose peers have no address."""

    def get_request(self):
        return super().get_request()[0], ("", 0)


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_health_check_can_ask_a_unix_socket(tmp_path, capsys, status, code):
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *_):
            pass

    with AtSocket(str(tmp_path / "s"), Answer) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert main(["healthcheck", "--url", f"unix:{tmp_path}/s"]) == code
    assert main(["healthcheck", "--url", f"unix:{tmp_path}/none"]) == 1


def test_config_prints_every_setting(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_CACHE_SECONDS", "7")
    assert main(["config"]) == 0
    out = capsys.readouterr().out
    assert "MELDWISE_CACHE_SECONDS=7" in out
    assert [line.partition("=")[0] for line in out.splitlines()] == [*MEANINGS, *(s[0] for s in Config().described())]


def test_config_warns_of_variables_that_nothing_reads(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_MAX_BODY", "7")
    assert main(["config"]) == 0
    assert "MELDWISE_MAX_BODY is set" in capsys.readouterr().err


def test_config_names_what_is_wrong(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_CACHE_SECONDS", "soon")
    monkeypatch.setenv("PORT", "any")
    assert main(["config"]) == 2
    told = capsys.readouterr().err
    assert "MELDWISE_CACHE_SECONDS" in told
    assert "PORT" in told


def test_the_package_runs_as_a_command():
    root = Path(__file__).resolve().parents[1]
    told = subprocess.run(
        [sys.executable, "-m", "app", "version"], cwd=root, capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("meldwise ")
    assert platform.python_version() in told.stdout
    assert f"rules indian-13 {PRESETS['indian-13'].fingerprint}" in told.stdout


def test_config_prints_no_secrets(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_HEALTHCHECK_URL", "https://probe:s3cret@10.0.0.7/readyz?token=s3cret")
    assert main(["config"]) == 0
    shown = capsys.readouterr()
    assert "MELDWISE_HEALTHCHECK_URL=https://***@10.0.0.7/readyz?***" in shown.out
    assert main(["healthcheck", "--url", "http://probe:s3cret@127.0.0.1:1/?s3cret"]) == 1
    assert main(["healthcheck", "--url", "ftp://probe:s3cret@127.0.0.1"]) == 1
    monkeypatch.setenv("MELDWISE_HEALTHCHECK_URL", "ftp://probe:s3cret@10.0.0.7")
    assert main(["config"]) == 2
    told = capsys.readouterr()
    assert "MELDWISE_HEALTHCHECK_URL is http://, https:// or unix:/path, not 'ftp://***@10.0.0.7'" in told.err
    assert "s3cret" not in shown.out + shown.err + told.out + told.err


def test_config_shows_nothing_of_a_key_that_was_put_where_its_file_belongs(monkeypatch, capsys):
    monkeypatch.setenv("MELDWISE_API_KEYS", "d4c9e27ab3f605814e2d7c9f0b65a38d")
    monkeypatch.setenv("MELDWISE_SIGNING_KEYS", '{"kty":"OKP","d":"d4c9e27ab3f605814e2d7c9f0b65a38d"}')
    assert main(["config"]) == 2
    monkeypatch.delenv("MELDWISE_SIGNING_KEYS")
    assert main(["config"]) == 2
    told = capsys.readouterr()
    assert "d4c9e27ab3f605814e2d7c9f0b65a38d" not in told.out + told.err
    assert "MELDWISE_API_KEYS: the file cannot be read" in told.err
