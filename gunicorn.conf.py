"""How gunicorn serves Meldwise. Every choice can be read here.

What a deployment may change is an environment variable: app/serving.py reads them, and ``python -m app config`` prints
them.
"""

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.config import ConfigError
from app.protocol import check
from app.serving import read_all

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter
    from gunicorn.workers.base import Worker

    from app.protocol import Request

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a directory is only checked, gunicorn makes a private file in it

try:
    _, _serving = read_all()
except ConfigError as _error:
    sys.exit("\n".join(_error.faults))

wsgi_app = "app.wsgi:app"
bind = list(_serving.bind)

# The search is pure computing, so more processes than cores only wait for one another.
workers = _serving.workers
# Threads keep idle and slow clients from blocking the rest: sync workers stop at a handful of open connections, and
# gevent lets some connections starve (p99 in the hundreds of milliseconds).
worker_class = "gthread"
# Eight suit a buffering proxy in front; without one, 32 stand up better to clients that send half a request.
threads = _serving.threads
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

# The access log costs a quarter of the throughput, and proxies have one; errors always go to standard error.
accesslog = "-" if _serving.access_log else None
# Besides the usual: microseconds taken, and the name that the answer gives to the request.
access_log_format = '%(h)s %(t)s "%(r)s" %(s)s %(b)s "%(a)s" %(D)sus %({x-request-id}o)s'
errorlog = "-"
loglevel = _serving.log_level
proc_name = "meldwise"


def on_starting(server: "Arbiter") -> None:
    """Have the server tell what it refuses on its own as problem details, as the service does."""
    from app.server import speak_problems  # noqa: PLC0415 - the application is loaded by now, and only by the server

    speak_problems(server.cfg)


def pre_request(_: "Worker", request: "Request") -> None:
    """Refuse what HTTP/1.1 forbids and gunicorn lets through."""
    check(request)


def when_ready(server: "Arbiter") -> None:
    """Put what is loaded by now out of the garbage collector's sight, so that workers go on sharing its memory."""
    gc.collect()
    gc.freeze()
    if server.log is not None:
        for listener in server.LISTENERS:
            address = str(listener)
            pages = "" if address.startswith("unix:") else f"/ (documentation at {address}/docs)"
            server.log.info("Meldwise: %s%s", address, pages)
        server.log.info("Meldwise: workers %d, threads of each %d", server.cfg.workers, server.cfg.threads)
