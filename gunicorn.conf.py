"""How gunicorn serves Meldwise. Every choice can be read here; what a deployment may change is an environment variable.

HOST, PORT              where to listen (127.0.0.1, 8000)
MELDWISE_BIND           the same in one, instead: "0.0.0.0:8000", "[::]:8000" or "unix:/run/meldwise.sock"
MELDWISE_WORKERS        worker processes, 1-64 (WEB_CONCURRENCY, else one for each core that we may use)
MELDWISE_THREADS        threads of each worker, 1-256 (8)
MELDWISE_ACCESS_LOG     1 to write a line for every request to standard output (0)
MELDWISE_LOG_LEVEL      debug, info, warning, error or critical (info)
"""

import gc
import math
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a directory is only checked, gunicorn makes a private file in it
_CPU_QUOTA = Path("/sys/fs/cgroup/cpu.max")
_LEVELS = ("debug", "info", "warning", "error", "critical")
_SWITCH = {"0": False, "false": False, "no": False, "off": False, "1": True, "true": True, "yes": True, "on": True}


def _refuse(name: str, value: str, allowed: str) -> None:
    """Stop with one clear line: a service that guesses at its settings is worse than one that does not start."""
    sys.exit(f"{name}={value!r} is not allowed: expected {allowed}.")


def _text(name: str) -> str | None:
    """A setting that is there; an empty one counts as absent, as container tools often set those."""
    return os.environ.get(name, "").strip() or None


def _number(name: str, low: int, high: int) -> int | None:
    value = _text(name)
    if value is None:
        return None
    if not re.fullmatch("[0-9]{1,9}", value) or not low <= int(value) <= high:
        _refuse(name, value, f"a whole number from {low} to {high}")
    return int(value)


def _switch(name: str) -> bool:
    value = _text(name)
    if value is None:
        return False
    if value.lower() not in _SWITCH:
        _refuse(name, value, "1 or 0")
    return _SWITCH[value.lower()]


def _level(name: str) -> str:
    value = _text(name) or "info"
    if value.lower() not in _LEVELS:
        _refuse(name, value, ", ".join(_LEVELS))
    return value.lower()


def _address() -> list[str]:
    given = _text("MELDWISE_BIND")
    if given is None:
        host = _text("HOST") or "127.0.0.1"
        port = _number("PORT", 1, 65535) or 8000
        return [f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"]
    addresses = [part.strip() for part in given.split(",")]
    for address in addresses:
        port_part = re.fullmatch(r"(?:\[[0-9A-Fa-f:.%\w]+\]|[^\s:/\[\]]+):([0-9]{1,5})", address)
        if not re.fullmatch(r"unix:/\S+", address) and not (port_part and 1 <= int(port_part[1]) <= 65535):
            _refuse("MELDWISE_BIND", given, "host:port, [address]:port or unix:/path, several with commas")
    return addresses


def _cores() -> int:
    """The cores that this process may use: those it is allowed to run on, or fewer if a container's quota says so."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = _CPU_QUOTA.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return cores
    return cores if quota == "max" else max(1, min(cores, math.ceil(int(quota) / int(period))))


wsgi_app = "app.wsgi:app"
bind = _address()

# The search is pure computing, so more processes than cores only wait for one another.
workers = _number("MELDWISE_WORKERS", 1, 64) or _number("WEB_CONCURRENCY", 1, 64) or min(_cores(), 64)
# Threads keep idle and slow clients from blocking the rest: sync workers stop at a handful of open connections, and
# gevent lets some connections starve (p99 in the hundreds of milliseconds).
worker_class = "gthread"
# Eight suit a buffering proxy in front; without one, 32 stand up better to clients that send half a request.
threads = _number("MELDWISE_THREADS", 1, 256) or 8
# Longer than the 60 seconds that load balancers commonly keep a connection, so that they close it and never we.
keepalive = 75
# A worker that says nothing for this long is stuck: no request comes near it.
timeout = 30
# Below the 30 seconds that Kubernetes and others wait between SIGTERM and SIGKILL.
graceful_timeout = 25

# Code, tables and contract are loaded once and shared by all workers, and a mistake in them stops the start.
preload_app = True
# Workers are not recycled: memos are bounded, and a restart would only make them cold.
max_requests = 0
# The workers' heartbeat file is in memory: on a slow or read-only disk a healthy worker would look stuck.
worker_tmp_dir = str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None
# We never use gunicorn's control socket, and it needs a writable home.
control_socket_disable = True

# A hand in a query string takes at most 1,000 bytes, in suit signs and percent-encoded.
limit_request_line = 4094
# Browsers behind proxies send 20 to 40 headers; these bounds hold a client's cost down.
limit_request_fields = 100
limit_request_field_size = 8190

# The access log costs a quarter of the throughput, and proxies have one; errors always go to standard error.
accesslog = "-" if _switch("MELDWISE_ACCESS_LOG") else None
errorlog = "-"
loglevel = _level("MELDWISE_LOG_LEVEL")
proc_name = "meldwise"


def on_starting(server: "Arbiter") -> None:  # noqa: ARG001 - gunicorn passes it
    """Have the server tell what it refuses on its own as problem details, as the service does."""
    from app.server import speak_problems  # noqa: PLC0415 - only here is the application sure to be found

    speak_problems()


def when_ready(server: "Arbiter") -> None:
    """Put what is loaded by now out of the garbage collector's sight, so that workers go on sharing its memory."""
    gc.collect()
    gc.freeze()
    if server.log is not None:
        server.log.info("Meldwise: %d workers with %d threads each", workers, threads)
