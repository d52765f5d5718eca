"""What is kept of every answer: numbers for ``/metrics``, and a line of JSON where one is asked for.

Neither has a card in it, nor an address, nor anything else that a client wrote but two names that are checked: the
request's and the trace's.
"""

import re
from os import getpid, register_at_fork
from time import gmtime, monotonic, strftime, time
from typing import Any, Final

from flask import Flask

from app.api.identity import request_id
from app.api.kinds import KINDS
from app.lines import REQUESTS as LINES
from app.metrics.families import OTHER
from app.metrics.names import PROBLEMS, REQUESTS, SECONDS

CLIENT: Final = "meldwise.client"
"""In a request's environment: the operator's name for the client, where clients have keys."""
BEGUN: Final = "meldwise.begun"
"""There, too: when it had come, on the monotonic clock."""
PROBLEM: Final = "meldwise.problem"
"""There, too: the name of the problem that its answer tells."""
UNMATCHED: Final = "unmatched"
"""The route of requests that no route takes."""
REFUSED: Final = "refused"
"""The route of requests that the server refuses on its own."""
STATUSES: Final = (
    *(200, 204, 304, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 417, 422, 429, 431, 500, 501, 503),
)
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", OTHER)
_TRACE: Final = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}", re.ASCII)

_process = [getpid()]
"""This process, as a system call for each line would cost more than the rest of it."""
register_at_fork(after_in_child=lambda: _process.__setitem__(0, getpid()))

_places: dict[tuple[str, str, int], tuple[int, int]] = {}
"""Of a route, a method and a status: the columns of their count, and of the route's times."""


def name_routes(app: Flask) -> None:
    """Have places to count the answers of every route of ``app``."""
    methods: dict[str, set[str]] = {UNMATCHED: set(METHODS), REFUSED: {OTHER}}
    for rule in app.url_map.iter_rules():
        methods.setdefault(rule.rule, set()).update(rule.methods or ())
    for kind in KINDS:
        PROBLEMS.has(kind)
    for route, taken in methods.items():
        label = route.replace("<", "{").replace(">", "}")
        for method in taken:
            for status in STATUSES:
                places = REQUESTS.has(label, method, str(status)), SECONDS.has(label)
                _places[route, method, status] = places


def keep(environ: dict[str, Any], route: str | None, status: int, length: int | None, *, log: bool) -> None:
    """Count an answer, and write its line if there is to be one.

    Args:
        environ: the request's.
        route: which one took it, as the router spells it.
        status: that of the answer.
        length: bytes of its body, where that is known.
        log: whether there is a line.
    """
    now = monotonic()
    seconds = now - environ.get(BEGUN, now)
    route = route or UNMATCHED
    method = environ["REQUEST_METHOD"]
    places = _places.get((route, method, status)) or _places.get((route, OTHER, status))
    if places is None:
        REQUESTS.add(OTHER, OTHER, OTHER)
    else:
        SECONDS.observe_and_count(places[1], seconds, places[0])
    problem = environ.get(PROBLEM)
    if problem is not None:
        PROBLEMS.add(problem)
    if log:
        shown = method if method in METHODS else OTHER
        parent = environ.get("HTTP_TRACEPARENT")
        trace = _TRACE.fullmatch(parent) if parent else None
        traced = f'"trace_id":"{trace[1]}","parent_id":"{trace[2]}",' if trace else ""
        client = environ.get(CLIENT)
        known = f'"client":"{client}",' if client is not None else ""
        problem = f'"problem":"{problem}",' if problem is not None else ""
        size = "null" if length is None else length
        LINES.write(
            f'{{"time":"{_now()}","request_id":"{request_id(environ)}",{traced}{known}"method":"{shown}","route":"{route}",'
            f'"status":{status},{problem}"bytes":{size},"seconds":{seconds:.6f},"worker":{_process[0]}}}\n'
        )


def keep_refusal(status: int, problem: str, name: str, *, log: bool) -> None:
    """Count what the server refused on its own, and write its line if there is to be one."""
    REQUESTS.add(REFUSED, OTHER, str(status))
    PROBLEMS.add(problem)
    if log:
        LINES.write(
            f'{{"time":"{_now()}","request_id":"{name}","route":"{REFUSED}","status":{status},"problem":"{problem}",'
            f'"worker":{_process[0]}}}\n'
        )


_second = (0, "")


def _now() -> str:
    """The time of day, UTC, to the microsecond; all but that is worked out once a second."""
    global _second  # noqa: PLW0603 - one for all, replaced as a whole
    now = time()
    whole = int(now)
    known = _second
    if known[0] != whole:
        known = _second = (whole, strftime("%Y-%m-%dT%H:%M:%S", gmtime(whole)))
    return f"{known[1]}.{int((now - whole) * 1e6):06d}Z"
