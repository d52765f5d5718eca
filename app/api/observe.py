"""What happens around every request: its identity, and the checks that concern no resource in particular."""

from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import MethodNotAllowed, NotFound

from app.api.body import has_body
from app.api.identity import request_id
from app.api.kinds import Problem
from app.api.leftover import settle

_METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST")
"""All that any address takes."""


def watch(app: Flask) -> None:
    """Have ``app`` look at every request before its view and at every response after it."""
    app.before_request(_check)
    app.after_request(_identify)


def _check() -> Response | None:
    environ = request.environ
    path = environ["PATH_INFO"]
    if path.startswith("//"):  # the router would take it for a single slash
        raise NotFound
    if path and path[0] != "/":  # OPTIONS * asks about the service as a whole, and CONNECT names another one
        if environ["REQUEST_METHOD"] != "OPTIONS":
            raise MethodNotAllowed(_METHODS)
        response = Response(status=204, headers={"Allow": ", ".join(_METHODS)})
        del response.headers["Content-Type"]
        return response
    if environ["REQUEST_METHOD"] in {"GET", "HEAD"} and has_body(environ) and request.routing_exception is None:
        raise Problem("unexpected-body", "a GET takes no body; its parameters are in the URL")
    return None


def _identify(response: Response) -> Response:
    response.headers["X-Request-Id"] = request_id(request.environ)
    settle(request.environ, response)
    return response
