"""What HTTP/1.1 demands of a request and gunicorn lets through; checked before there is anything to answer.

A request that proxies and servers may read differently is how one client's request is smuggled into another's, so what
is not plainly right is refused here, in gunicorn's own terms: :mod:`app.gate.refusals` tells it as problem details.
"""

import re
from typing import Final, Protocol

from gunicorn.http.errors import InvalidHeader, InvalidRequestLine, UnsupportedTransferCoding

_SPOKEN: Final = (1, 1)
_HOST: Final = re.compile(
    r"(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?",
    re.ASCII,
)
"""RFC 9110, section 7.2: a host as in an address, empty where the client has no name for it, and perhaps a port."""
_OURS: Final = ("/", "http://", "https://")
"""How a target begins that asks for something of this service; the others are ``*`` and that of CONNECT."""


class Request(Protocol):
    """What is looked at of gunicorn's request."""

    method: str
    uri: str
    fragment: str
    version: tuple[int, int]
    headers: list[tuple[str, str]]


def check(request: Request) -> None:
    """Refuse ``request`` where HTTP/1.1 says so.

    Raises:
        InvalidHeader: there is no Host, several, or one that names no host (RFC 9112, section 3.2).
        InvalidRequestLine: the target has a fragment, or is an address of another scheme.
        UnsupportedTransferCoding: the body is coded in more ways than chunked, which nobody here would undo.
    """
    hosts = 0
    for name, value in request.headers:
        if name == "HOST":
            hosts += 1
            if hosts > 1 or not _HOST.fullmatch(value):
                raise InvalidHeader(name)
        elif name == "TRANSFER-ENCODING" and value.lower() != "chunked":
            raise UnsupportedTransferCoding(value)
    if not hosts and request.version >= _SPOKEN:
        raise InvalidHeader("HOST")
    if request.fragment or not (request.uri.startswith(_OURS) or request.uri == "*" or request.method == "CONNECT"):
        raise InvalidRequestLine(request.uri)
    # An answer says which HTTP the server speaks, which is never a later one than the client's own.
    request.version = min(request.version, _SPOKEN)
