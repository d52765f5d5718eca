"""What happens around every request: its identity, and the checks that concern no resource in particular."""

import re
from os import urandom
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound

from app.api.body import has_body
from app.api.problems import Problem

_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


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
    asked = request.environ.get("HTTP_X_REQUEST_ID")
    response.headers["X-Request-Id"] = asked if asked and _WELL_FORMED.fullmatch(asked) else urandom(8).hex()
    return response
