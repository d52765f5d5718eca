"""What happens around every request: its identity, the checks that concern no resource in particular, its traces."""

from functools import partial
from time import monotonic
from typing import Final

from flask import Flask, Response
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.wsgi import ClosingIterator

from app.api.body import has_body
from app.api.identity import request_id
from app.api.kinds import Problem
from app.api.lean import Reply, add_header, in_context
from app.api.record import BEGUN, keep
from app.config import Config

_METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST")
"""All that any address takes."""


def watch(app: Flask, settings: Config) -> None:
    """Have ``app`` look at every request before its view and at every response after it."""
    log = settings.access_log
    kept_at_all = log or settings.metrics

    def finish(response: Response) -> Response:
        request = in_context().request
        environ = request.environ
        headers = response.headers
        add_header(headers, "X-Request-Id", request_id(environ))
        add_header(headers, "X-Content-Type-Options", "nosniff")
        if not kept_at_all:
            return response
        route = None if request.url_rule is None else request.url_rule.rule
        if response.direct_passthrough:  # a stream, which is still to be made
            kept = partial(keep, environ, route, response.status_code, None, log=log)
            response.response = ClosingIterator(response.iter_encoded(), kept)
        else:
            size = response.size if isinstance(response, Reply) else None
            if size is None and log:
                size = response.content_length
            keep(environ, route, response.status_code, size, log=log)
        return response

    app.before_request(_check)
    app.after_request(finish)


def _check() -> Response | None:
    request = in_context().request
    environ = request.environ
    if BEGUN not in environ:
        environ[BEGUN] = monotonic()
    path = environ["PATH_INFO"]
    if environ["REQUEST_METHOD"] == "POST" and path.startswith("/v1/"):
        return None
    if path.startswith("//"):  # the router would take it for a single slash
        raise NotFound
    if path and path[0] != "/":  # OPTIONS * asks about the service as a whole, and CONNECT names another one
        if environ["REQUEST_METHOD"] != "OPTIONS":
            raise MethodNotAllowed(_METHODS)
        response = Reply(status=204, headers={"Allow": ", ".join(_METHODS)})
        del response.headers["Content-Type"]
        return response
    if environ["REQUEST_METHOD"] in {"GET", "HEAD"} and has_body(environ) and request.routing_exception is None:
        raise Problem("unexpected-body", "a GET takes no body; its parameters are in the URL")
    return None
