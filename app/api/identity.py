"""The name of an exchange: what a client calls its request, or a new name, the same in the answer and in the log."""

import re
from os import urandom
from typing import Any, Final

_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_KEY: Final = "meldwise.request_id"


def request_id(environ: dict[str, Any]) -> str:
    """The request's name: its ``X-Request-Id`` if well-formed, else 16 new hex digits, the same at every call."""
    known: str | None = environ.get(_KEY)
    if known is None:
        asked = environ.get("HTTP_X_REQUEST_ID")
        known = environ[_KEY] = asked if asked and _WELL_FORMED.fullmatch(asked) else new_id()
    return known


def new_id() -> str:
    """A name that no other exchange has."""
    return urandom(8).hex()
