"""Pages of other origins (CORS): those that the operator names may ask, exactly those, and never with cookies.

Cookies and such play no part here, so an origin that is not named loses nothing but the right to read answers in a
browser; who is no browser is not held by this at all. Keys are (:mod:`app.api.guard`).
"""

from functools import partial
from typing import Final

from flask import Flask, Response, request

_MAY_SEND: Final = "Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id"
_MAY_READ: Final = "ETag, Retry-After, X-Request-Id"
_SECONDS: Final = "7200"
"""How long a browser may remember what it may do: the longest that all of them keep to."""


def watch(app: Flask, origins: frozenset[str]) -> None:
    """Have ``app`` tell browsers that pages of these ``origins`` may read its answers."""
    app.after_request(partial(_share, origins))


def _share(origins: frozenset[str], response: Response) -> Response:
    environ, headers = request.environ, response.headers
    headers.add("Vary", "Origin")
    origin = environ.get("HTTP_ORIGIN")
    if origin not in origins:
        return response
    headers["Access-Control-Allow-Origin"] = origin
    if environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = _MAY_SEND
        headers["Access-Control-Max-Age"] = _SECONDS
    else:
        headers["Access-Control-Expose-Headers"] = _MAY_READ
    return response
