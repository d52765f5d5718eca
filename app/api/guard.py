"""Who may ask under ``/v1/``, where the operator has given out keys. Not in the way of anybody where not."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, request

from app.api.kinds import Problem
from app.api.record import CLIENT

if TYPE_CHECKING:
    from app.keys.access import Access

_GUARDED: Final = "/v1/"
_REALM: Final = 'Bearer realm="meldwise"'
_HOW: Final = "send one as Authorization: Bearer KEY, or as X-API-Key: KEY"


def watch(app: Flask, access: "Access") -> None:
    """Have ``app`` answer only those whom ``access`` knows."""
    app.before_request(partial(_admit, access))
    app.after_request(_keep_private)


def _admit(access: "Access") -> None:
    """Let the request through.

    Raises:
        Problem: it brings no key, or one that is not known (401), or not good for this call (403), or not now (429).
    """
    environ = request.environ
    path = environ["PATH_INFO"]
    if not path.startswith(_GUARDED) or environ["REQUEST_METHOD"] == "OPTIONS":  # browsers ask that without a key
        return
    key = _key(environ)
    if key is None:
        raise Problem("unauthorized", f"this address needs an API key; {_HOW}", {"WWW-Authenticate": _REALM})
    client = access.client(key)
    if client is None:
        challenge = {"WWW-Authenticate": f'{_REALM}, error="invalid_token"'}
        raise Problem("unauthorized", "the API key is none that is known here, or no longer", challenge)
    environ[CLIENT] = client.name
    call = path.split("/", 3)[2]
    if client.calls is not None and call not in client.calls:
        raise Problem("forbidden", f"this API key is good for {', '.join(sorted(client.calls))} only")
    seconds = access.seconds_to_wait(client)
    if seconds:
        detail = f"this API key may ask {client.often}; try again later"
        raise Problem("too-many-requests", detail, {"Retry-After": str(seconds)})


def _key(environ: dict[str, Any]) -> bytes | None:
    """The key that a request brings; ``X-API-Key`` goes first, since a proxy may use the other for its own."""
    own: str | None = environ.get("HTTP_X_API_KEY")
    if own is None:
        scheme, _, own = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
    return own.strip().encode("latin-1") or None


def _keep_private(response: Response) -> Response:
    """What one client may read, a cache must not give to others."""
    kept = response.headers.get("Cache-Control", "")
    if request.environ["PATH_INFO"].startswith(_GUARDED) and kept.startswith("public"):
        response.headers["Cache-Control"] = kept.replace("public", "private", 1)
    return response
