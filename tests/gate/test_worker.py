"""The worker at its limits: open files, connections, answers that break."""

import errno
import logging
import resource
import time
from logging import Formatter
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.gate.connection import State
from app.gate.log import GateLogger
from app.gate.worker import GateWorker
from app.lines import SinkHandler
from tests.api.wire import get
from tests.chaos.service import serving


def worker(monkeypatch, error):
    """A worker whose listener fails."""
    made = object.__new__(GateWorker)
    asked = []
    monkeypatch.setattr(made, "_make_room", asked.append, raising=False)

    def accept():
        raise OSError(error, "no")

    return made, SimpleNamespace(accept=accept), asked


@pytest.mark.parametrize("error", [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM])
def test_where_there_are_no_files_left_room_is_made(monkeypatch, error):
    made, listener, asked = worker(monkeypatch, error)
    made.accept(listener)
    assert len(asked) == 1


@pytest.mark.parametrize("error", [errno.EAGAIN, errno.ECONNABORTED])
def test_a_connection_that_another_worker_took_or_that_has_gone_is_nothing(monkeypatch, error):
    made, listener, asked = worker(monkeypatch, error)
    made.accept(listener)
    assert asked == []


def test_what_is_wrong_with_a_listener_itself_is_not_hidden(monkeypatch):
    made, listener, _ = worker(monkeypatch, errno.EBADF)
    with pytest.raises(OSError, match="no"):
        made.accept(listener)


def test_where_nearly_all_connections_are_in_use_it_is_crowded_and_where_they_do_nothing_it_is_not(monkeypatch):
    def connections(served):
        return [SimpleNamespace(state=State.BUSY, since=time.monotonic(), served=number) for number in served]

    made = object.__new__(GateWorker)
    for name, value in {"worker_connections": 20, "crowded": False, "_accept_again": 0.0}.items():
        monkeypatch.setattr(made, name, value, raising=False)
    for served, crowded in (([1] * 20, True), ([0] * 10 + [1] * 10, False), ([1] * 20, True), ([1] * 19, False)):
        monkeypatch.setattr(made, "_connections", SimpleNamespace(every=connections(served)), raising=False)
        now = time.monotonic() + 1
        made._accept_again = 0.0
        assert made._has_room(now) is (len(served) < 20)
        assert made.crowded is crowded
        if len(served) == 20:
            assert not made._has_room(now)  # a moment later there may be


def _few_files():
    resource.setrlimit(resource.RLIMIT_NOFILE, (60, 100))


def test_where_open_files_are_few_so_are_connections_and_the_service_goes_on():
    with serving(WORKERS=1, before=_few_files) as service:
        assert "open files are limited to 100: so are connections, to 36" in service.log.read_text("utf-8")
        idle = [service.connect() for _ in range(80)]
        assert service.ask(get("/livez")).status == 200
        assert service.metric("meldwise_connections") <= 40
        for connection in idle:
            connection.close()


def test_the_servers_own_log_never_waits_unless_it_goes_to_a_file(tmp_path):
    settings = {"errorlog": str(tmp_path / "log"), "accesslog": None, "loglevel": "info", "capture_output": False}
    others = dict.fromkeys(("syslog", "logconfig", "logconfig_dict", "logconfig_json"))
    log = GateLogger(SimpleNamespace(**settings, **others, user=-1, group=-1))
    log.error("to a file")
    assert "to a file" in Path(settings["errorlog"]).read_text("utf-8")
    target = logging.getLogger("meldwise.other")
    log._set_handler(target, "-", Formatter("%(message)s"))
    log._set_handler(target, "-", Formatter("%(message)s"))
    assert [type(handler) for handler in target.handlers] == [SinkHandler]
    target.handlers.clear()
    for handler in list(log.error_log.handlers):
        log.error_log.removeHandler(handler)
        handler.close()
