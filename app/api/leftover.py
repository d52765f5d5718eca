"""What is left of a body when its request has been answered already.

A server that hangs up on a client which is still sending takes its own answer back: the network drops what the client
has not read yet. So the answer says that the connection ends, and the server lets the rest in for a while (see
:mod:`app.gate.worker`).
"""

from typing import Any, Final

from app.api.body import BODY_READ, has_body

_LITTLE: Final = 1 << 16
"""The server itself throws so much away, and the connection goes on."""


def settle(environ: dict[str, Any]) -> None:
    """Have the answer end the connection where much is left: the next request would start too far away."""
    if BODY_READ not in environ and has_body(environ) and not 0 < _announced(environ) <= _LITTLE:
        request = getattr(environ["wsgi.input"], "request", None)
        if request is not None and (found := request()) is not None:
            found.force_close()


def _announced(environ: dict[str, Any]) -> int:
    """The length of the body if it is announced in so many bytes, else 0."""
    length = environ.get("CONTENT_LENGTH", "")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 20 else 0
