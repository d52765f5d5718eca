"""What the server refuses before the service hears of it, told in the service's own words.

A garbled first line or an endless header never reaches the application; gunicorn answers those itself, as a web page.
:func:`speak_problems` has it answer problem details instead, like everything else here.
"""

import logging
from collections.abc import Callable
from socket import socket
from typing import Final, Protocol

from gunicorn import util

from app.api.identity import new_id
from app.api.problems import server_refusal

_CAUSES: Final = {
    "Invalid Request Line": "the first line is no HTTP request line like 'GET /livez HTTP/1.1'; other characters than "
    "those of ASCII, and blanks, are percent-encoded in an address",
    "Invalid Method": "the method is none that HTTP has",
    "Invalid HTTP Version": "the HTTP version is none that is spoken here; use HTTP/1.1",
    "Invalid HTTP Header: 'HOST'": "HTTP/1.1 asks for one header Host, like 'Host: rummy.example:8000'",
    "Invalid HTTP Header: 'CONTENT-LENGTH'": "Content-Length is one number of bytes, given once, and not together "
    "with Transfer-Encoding",
    "Invalid HTTP Header: 'CONTENT-TYPE'": "there is more than one Content-Type",
    "Invalid HTTP Header: 'TRANSFER-ENCODING'": "the only Transfer-Encoding is chunked, given once, by HTTP/1.1",
    "Invalid HTTP Header: 'bare LF": "lines end with CR LF, and no line feed stands alone",
    "Invalid HTTP Header:": "a header is malformed: it is a name, a colon and a value without control characters",
    "Invalid HTTP header name": "a header's name has a character that none may have",
    "Obsolete line folding": "a header goes on in the next line, which is not allowed any more",
    "Invalid chunk": "the body is not chunked as it should be",
    "Unsupported transfer coding": "the transfer coding is not supported; the only one is chunked",
    "Unable to comply with expectation": "only 100-continue may be expected",
}
"""Ours for the beginnings of gunicorn's own messages, which quote the request. The first that fits counts."""
_PHRASES: Final = {501: "Not Implemented"}
"""Where gunicorn names a status by another's phrase."""

_log = logging.getLogger("meldwise")


class Limits(Protocol):
    """The settings of gunicorn that bound a request's head."""

    limit_request_line: int
    limit_request_fields: int
    limit_request_field_size: int


def speak_problems(limits: Limits) -> None:
    """Replace gunicorn's own error pages and log lines, in this process and those that it forks."""
    logging.getLogger("gunicorn.error").addFilter(_quotes_no_request)
    util.write_error = writer(limits)  # type: ignore[assignment]  # that one is a function's own type


def writer(limits: Limits) -> Callable[[socket, int, str, str], None]:
    """A function that answers for gunicorn, under these ``limits``."""
    by_status = {
        414: f"the request line is longer than {limits.limit_request_line} bytes, the most that are allowed; "
        f"send the question in a body, by POST",
        431: f"the headers are too many or too long; at most {limits.limit_request_fields} are allowed, "
        f"of at most {limits.limit_request_field_size} bytes each",
    }

    def write_error(sock: socket, status_int: int, reason: str, mesg: str) -> None:
        """Answer ``status_int``, under a name that the log tells too, and hang up."""
        cause = by_status.get(status_int) or next((_CAUSES[start] for start in _CAUSES if mesg.startswith(start)), None)
        name = new_id()
        _log.warning("refused with %d, request %s from %s: %s", status_int, name, _peer(sock), cause or reason)
        util.write_nonblock(sock, server_refusal(status_int, _PHRASES.get(status_int, reason), cause, name))

    return write_error


def _quotes_no_request(record: logging.LogRecord) -> bool:
    """Whether gunicorn's line is to be written. What it refuses it quotes, and that may be somebody's cards."""
    return not str(record.msg).startswith("Invalid request from ip=")


def _peer(sock: socket) -> str:
    try:
        peer = sock.getpeername()
    except OSError:  # it has gone already
        return "nowhere"
    return str(peer[0]) if isinstance(peer, tuple) else "a local socket"
