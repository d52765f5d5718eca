"""Starts applications under the service's own gunicorn settings, and reads what their workers use."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Final
from urllib.error import URLError
from urllib.request import urlopen

ROOT: Final = Path(__file__).resolve().parents[1]
HOST: Final = "127.0.0.1"
SERVICE: Final = "app.wsgi:app"
FLOOR: Final = "loadtests.floor:app"
STOCK: Final = ("--worker-class", "gthread")
"""gunicorn's own worker with threads, as an option."""
_START_SECONDS: Final = 20.0
_STOP_SECONDS: Final = 10.0
_MOST_LOG: Final = 1 << 20
_TICK: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class ServerError(RuntimeError):
    """A server that did not start or does not live any more."""


class Server:
    """A running gunicorn."""

    def __init__(self, name: str, port: int, process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
        self.name = name
        self.port = port
        self.process = process
        self._log = log

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{HOST}:{self.port}"

    def workers(self) -> list[int]:
        """The ids of its worker processes."""
        return [pid for pid in _processes() if _parent(pid) == self.process.pid]

    def cpu_seconds(self) -> float:
        """CPU time that its workers have used, in the kernel and out of it."""
        used = self.cpu_by_worker()
        if not used:
            message = f"{self.name} has no worker"
            raise ServerError(message)
        return sum(used.values())

    def cpu_by_worker(self) -> dict[int, float]:
        """The same of each worker, by process id."""
        return {pid: _cpu_seconds(pid) for pid in self.workers()}

    def log(self) -> str:
        """What it has written: warnings and worse, and the access log where that is on."""
        return os.pread(self._log.fileno(), _MOST_LOG, 0).decode(errors="replace")

    def memory(self) -> dict[int, int]:
        """Resident bytes of each of its workers, by process id; what they share with others is counted in each."""
        return {pid: resident for pid in self.workers() if (resident := _resident(pid))}


@contextmanager
def running(
    name: str,
    application: str,
    workers: int = 1,
    settings: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
) -> Iterator[Server]:
    """The application, served and ready; stopped in any case when the block is left.

    Args:
        name: what it is called in messages.
        application: what gunicorn serves.
        workers: its worker processes.
        settings: further ``MELDWISE_*`` variables.
        options: gunicorn's own, which go before its settings.

    Raises:
        ServerError: it does not become ready; the message has what it wrote.
    """
    port = _free_port()
    given = {"MELDWISE_BIND": f"{HOST}:{port}", "MELDWISE_WORKERS": str(workers), "MELDWISE_LOG_LEVEL": "warning"}
    environment = os.environ | {"MELDWISE_DRAIN_SECONDS": "0"} | given | dict(settings or {})
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", *options, application]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
        server = Server(name, port, process, log)
        try:
            if not _becomes_ready(server, workers):
                message = f"{name} does not become ready:\n{server.log()}"
                raise ServerError(message)
            yield server
        finally:
            _stop(process)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _becomes_ready(server: Server, workers: int) -> bool:
    deadline = monotonic() + _START_SECONDS
    while monotonic() < deadline and server.process.poll() is None:
        try:
            with urlopen(f"{server.url}/readyz", timeout=2) as answer:  # noqa: S310 - our own address
                if answer.status == 200 and len(server.workers()) == workers:
                    return True
        except URLError:
            pass
        sleep(0.05)
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _stat(pid: int) -> list[str]:
    """The fields of a process's ``stat`` from the state on (the name before them may hold anything)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
    except OSError:
        return []


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _parent(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[1]) if fields else 0


def _cpu_seconds(pid: int) -> float:
    """To the nanosecond where the kernel tells each thread's time, else in ticks of a hundredth of a second."""
    try:
        threads = [task / "schedstat" for task in Path(f"/proc/{pid}/task").iterdir()]
        return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9
    except OSError:
        fields = _stat(pid)
        return (int(fields[11]) + int(fields[12])) / _TICK if fields else 0.0


def machine_cpu_seconds() -> float:
    """CPU time that all processes of this machine have used together; 0 where the kernel does not tell."""
    try:
        user, nice, system, _, _, *others = map(
            int, Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()[1:9]
        )
    except (OSError, ValueError):
        return 0.0
    return (user + nice + system + sum(others)) / _TICK
