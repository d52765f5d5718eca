"""What is left of a body when its request has been answered already: read and thrown away, within bounds.

A server that hangs up on a client which is still sending takes its own answer back: the network drops what the client
has not read yet. So the answer goes out first and says that the connection ends; then the rest is let in for a while.
"""

import socket
from functools import partial
from time import monotonic
from typing import Any, Final

from flask import Response

from app.api.body import BODY_READ, has_body

MOST_BYTES: Final = 32 << 20
"""So much of a body is thrown away before the connection is cut."""
_SECONDS: Final = 5.0
"""So long."""
_LITTLE: Final = 1 << 16
"""The server itself throws so much away, and the connection goes on."""
_STEP: Final = 1 << 16


def settle(environ: dict[str, Any], response: Response) -> None:
    """Have ``response`` end the connection, and take in the rest of the body, if there is much of it."""
    if BODY_READ not in environ and has_body(environ) and not 0 < _announced(environ) <= _LITTLE:
        hang_up(environ)
        response.call_on_close(partial(drain, environ))


def hang_up(environ: dict[str, Any]) -> None:
    """End the connection with this answer: where the next request would start is not known, or too far away."""
    request = getattr(environ["wsgi.input"], "request", None)
    if request is not None and (found := request()) is not None:
        found.force_close()


def drain(environ: dict[str, Any]) -> None:
    """Throw the rest of the body away, now that the answer has gone."""
    connection = environ.get("gunicorn.socket")
    if connection is None:
        return
    stream, left, deadline = environ["wsgi.input"], MOST_BYTES, monotonic() + _SECONDS
    try:
        connection.shutdown(socket.SHUT_WR)
        while left > 0 and (seconds := deadline - monotonic()) > 0:
            connection.settimeout(seconds)
            data = stream.read(min(_STEP, left))
            if not data:
                return
            left -= len(data)
    except Exception:  # noqa: BLE001 - too slow, gone, or no body at all: the connection ends anyway
        return


def _announced(environ: dict[str, Any]) -> int:
    """The length of the body if it is announced in so many bytes, else 0."""
    length = environ.get("CONTENT_LENGTH", "")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 20 else 0
