"""A service to be mistreated: started under whatever circumstances, looked at from outside, stopped in any case."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from prometheus_client.parser import text_string_to_metric_families

from tests.api.wire import ROOT, get, read


class Service(NamedTuple):
    """A running server.

    Attributes:
        port: where it listens.
        process: the server, whose children the workers are.
        log: what it has written to standard error, and to standard output where that was not asked for.
    """

    port: int
    process: subprocess.Popen
    log: Path

    def connect(self, seconds=15):
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def ask(self, request, seconds=15):
        with self.connect(seconds) as connection:
            connection.sendall(request)
            return read(connection.makefile("rb"))

    def workers(self):
        """The ids of its workers."""
        return children(self.process.pid)

    def memory(self):
        """What its workers hold, in MiB, pages that they share counted for each."""
        pages = 0
        for worker in self.workers():
            try:
                pages += int(Path(f"/proc/{worker}/statm").read_text("ascii").split()[1])
            except OSError:  # it has just gone
                continue
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def metric(self, name, **labels):
        """A number that it has counted, over all values of labels that are not given."""
        text = self.ask(get("/metrics")).body.decode()
        return sum(
            sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def until(self, condition, seconds=15.0):
        """Whether ``condition`` comes true in time; what goes wrong meanwhile counts as false."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if condition():
                    return True
            except (OSError, AssertionError):
                pass
            time.sleep(0.05)
        return False

    def ready(self):
        return self.until(lambda: self.ask(get("/readyz"), 5).status == 200, 60)


def children(pid):
    """The ids of the processes that a process has started."""
    try:
        return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()}
    except OSError:
        return set()


@contextmanager
def serving(wrapper=(), stdout=None, stderr=None, before=None, environ=None, **settings):
    """A service with these settings (without their prefix); ready when the block begins.

    Args:
        wrapper: what starts it, if it is not started directly.
        stdout: where its standard output goes, if not to its log.
        stderr: likewise.
        before: called in the new process before it becomes the server.
        environ: further variables.
        settings: ours.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MELDWISE_")}
    ours = {"WORKERS": 2, "DRAIN_SECONDS": 0, **settings}
    given = {"HOST": "127.0.0.1", "PORT": str(port), **{f"MELDWISE_{name}": str(value) for name, value in ours.items()}}
    gunicorn = str(Path(sys.executable).with_name("gunicorn"))
    command = [*wrapper, gunicorn, "-c", "gunicorn.conf.py"]
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory) / "log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=inherited | given | (environ or {}),
                stdout=file if stdout is None else stdout,
                stderr=file if stderr is None else stderr,
                preexec_fn=before,  # noqa: PLW1509 - the child only sets a limit or a user
            )
        service = Service(port, process, log)
        try:
            assert service.ready(), log.read_text("utf-8", "replace")
            assert service.until(lambda: service.metric("meldwise_workers") == ours["WORKERS"])
            yield service
            assert process.poll() is None or process.returncode == 0, log.read_text("utf-8", "replace")
        finally:
            stop(process)


def stop(process):
    """Stop a server at once, and by force if it does not."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
