"""What happens around every request: its identity, and the checks that concern no resource in particular."""

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound

from app.api.body import has_body
from app.api.identity import request_id
from app.api.kinds import Problem


def watch(app: Flask) -> None:
    """Have ``app`` look at every request before its view and at every response after it."""
    app.before_request(_check)
    app.after_request(_identify)


def _check() -> None:
    environ = request.environ
    if environ["PATH_INFO"].startswith("//"):  # the router would take it for a single slash
        raise NotFound
    if environ["REQUEST_METHOD"] in {"GET", "HEAD"} and has_body(environ) and request.routing_exception is None:
        raise Problem("unexpected-body", "a GET takes no body; its parameters are in the URL")


def _identify(response: Response) -> Response:
    response.headers["X-Request-Id"] = request_id(request.environ)
    return response
