"""How gunicorn serves Meldwise. Every choice can be read here.

What a deployment may change is an environment variable: app/serving.py reads them, and ``python -m app config`` prints
them.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.collector import spare_memory
from app.config import ConfigError
from app.gate.stopping import drain_first
from app.metrics.names import BOOK, release
from app.serving import read_all

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter
    from gunicorn.workers.base import Worker

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a directory is only checked, gunicorn makes a private file in it

try:
    _, _serving = read_all()
except ConfigError as _error:
    sys.exit("\n".join(_error.faults))

wsgi_app = "app.wsgi:app"
bind = list(_serving.bind)

# The search is pure computing, so more processes than cores only wait for one another.
workers = _serving.workers
# One loop waits for all clients, and answers what is short; audits have threads. Sync workers stop at a handful of open
# connections, gunicorn's own threads at a handful of half-sent requests, and gevent lets some connections starve (p99
# in the hundreds of milliseconds).
worker_class = "app.gate.worker.GateWorker"
threads = _serving.threads
worker_connections = _serving.connections
# Longer than the 60 seconds that load balancers commonly keep a connection, so that they close it and never we.
keepalive = 75
# A worker that says nothing for this long is stuck: no request comes near it.
timeout = 30
# With the seconds of draining before it, below the 30 that Kubernetes and others wait between SIGTERM and SIGKILL.
graceful_timeout = 20

# Code, tables and contract are loaded once and shared by all workers, and a mistake in them stops the start.
preload_app = True
# Workers are not recycled: memos are bounded, and a restart would only make them cold.
max_requests = 0
# The workers' heartbeat file is in memory: on a slow or read-only disk a healthy worker would look stuck.
worker_tmp_dir = str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None
# No proxy's word about paths or schemes is taken: the service builds no addresses, and a header cannot then misroute.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
# We never use gunicorn's control socket, and it needs a writable home.
control_socket_disable = True

# A hand in a query string takes at most 1,000 bytes, in suit signs and percent-encoded.
limit_request_line = 4094
# Browsers behind proxies send 20 to 40 headers; these bounds hold a client's cost down.
limit_request_fields = 100
limit_request_field_size = 8190

# Never gunicorn's: it costs a quarter of the throughput, and quotes what clients send. The service has its own.
accesslog = None
# Standard error, but nothing waits for whoever reads it.
logger_class = "app.gate.log.GateLogger"
errorlog = "-"
loglevel = _serving.log_level
proc_name = "meldwise"


def on_starting(server: "Arbiter") -> None:
    """Have the server tell load balancers before it stops."""
    drain_first(server, _serving.drain_seconds)


def pre_fork(_: "Arbiter", worker: "Worker") -> None:
    """Have a place ready where the new worker counts."""
    vars(worker)["row"] = BOOK.cells.take()


def post_fork(_: "Arbiter", worker: "Worker") -> None:
    """Count there."""
    BOOK.cells.use(vars(worker)["row"])


def child_exit(_: "Arbiter", worker: "Worker") -> None:
    """Keep what a worker has counted, and tell whether it died or ended."""
    release(vars(worker)["row"])


def when_ready(server: "Arbiter") -> None:
    """Leave to the garbage collector what is worth its time, and say where the service listens."""
    spare_memory()
    if server.log is not None:
        for listener in server.LISTENERS:
            address = str(listener)
            pages = "" if address.startswith("unix:") else f"/ (documentation at {address}/docs)"
            server.log.info("Meldwise: %s%s", address, pages)
        server.log.info("Meldwise: workers %d, threads of each %d", server.cfg.workers, server.cfg.threads)
