"""Errors as clients see them: RFC 9457 problem details, for whatever went wrong. No other module knows their form.

A module that refuses a request raises :class:`Problem` (about the request as such) or the game's
:class:`~app.rummy.faults.InputError` (about what it says); :func:`response_to` turns those, and everything else that
can be raised, into a response.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import quote as percent_encode

from flask import Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from app.api.identity import request_id
from app.api.query import QueryError
from app.rummy.cards import quote
from app.rummy.faults import BudgetError, Fault, InputError

MEDIA_TYPE: Final = "application/problem+json"
MOST_ERRORS: Final = 20
"""An answer lists at most this many faults, so that a large request cannot ask for a far larger answer."""
_LONGEST_NAME: Final = 64
"""A pointer through a longer name stops at the object that holds it."""

_MARKUP: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What an answer echoes never reads as markup, even to a client that ignores its type."""

_BUDGET_DETAIL: Final = (
    "the search used up the budget of one request; ask for fewer cards or without compare, or of a service with more"
)
_RETRY_SECONDS: Final = "5"
_log = logging.getLogger("meldwise")


class ProblemType(NamedTuple):
    """A kind of problem.

    Attributes:
        name: the last part of its ``type``, ``/problems/{name}``.
        status: the status code of its responses.
        title: what it is, in words that never change.
        meaning: what happened and what to do about it.
    """

    name: str
    status: int
    title: str
    meaning: str

    @property
    def uri(self) -> str:
        """The problem's ``type``, a reference relative to the service."""
        return f"/problems/{self.name}"


_KINDS: Final = (
    ProblemType("bad-request", 400, "Bad request", "The request breaks the protocol. Nothing of it was used."),
    ProblemType("not-json", 400, "Not JSON", "The body is no JSON text, or none that means the same to every reader."),
    ProblemType("unreadable-body", 400, "Body not readable", "The body ended early or does not match its headers."),
    ProblemType("unexpected-body", 400, "Unexpected body", "A GET takes no body: its parameters are in the URL."),
    ProblemType("not-found", 404, "Not found", "There is nothing at this address. A trailing slash matters."),
    ProblemType("method-not-allowed", 405, "Method not allowed", "Allow names the methods that this address takes."),
    ProblemType("other-rules", 409, "Other rules than expected", "expect_rules names other rules than the request's."),
    ProblemType("too-large", 413, "Body too large", "The body is longer than this service takes. Send less at a time."),
    ProblemType(
        "address-too-long",
        414,
        "Address too long",
        "The request line is longer than the server takes. Send a body, by POST.",
    ),
    ProblemType("unsupported-media-type", 415, "Unsupported media type", "The body is not application/json in UTF-8."),
    ProblemType(
        "invalid-input", 422, "Invalid input", "The request can be read, but what it says cannot be. See errors."
    ),
    ProblemType(
        "headers-too-large",
        431,
        "Headers too large",
        "The headers are more, or longer, than the server takes. Send fewer.",
    ),
    ProblemType("refused", 400, "Refused", "The request asks for something that the server does not do."),
    ProblemType("internal-error", 500, "Internal error", "The service failed. Nothing is wrong with the request."),
    ProblemType(
        "search-budget",
        503,
        "Search budget used up",
        "The hand needs a longer search than one request is given. It is a count and no clock: the same request meets "
        "the same fate wherever the budget is the same.",
    ),
    ProblemType(
        "not-ready", 503, "Not ready", "The service takes no requests now. Retry-After says when to try again."
    ),
)
KINDS: Final[dict[str, ProblemType]] = {kind.name: kind for kind in _KINDS}
"""Every kind of problem by name."""
_BY_STATUS: Final = {kind.status: kind for kind in reversed(_KINDS)}


class Problem(Exception):  # noqa: N818 - the field's own word
    """A refusal of the request as such."""

    def __init__(self, name: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        """A problem of the kind ``name``; ``detail`` says what was got and what is allowed."""
        super().__init__(detail)
        self.kind = KINDS[name]
        self.detail = detail
        self.headers = headers or {}


def response_to(error: Exception) -> Response:
    """The response that tells a client about ``error``. What no one foresaw is logged and told as a bare 500."""
    if isinstance(error, InputError):
        in_query = isinstance(error, QueryError) or request.method in {"GET", "HEAD"}
        return _invalid_input(error.faults, in_query=in_query)
    if isinstance(error, Problem):
        return _respond(error.kind, error.detail, error.headers)
    if isinstance(error, BudgetError):
        return _respond(KINDS["search-budget"], _BUDGET_DETAIL, {"Retry-After": _RETRY_SECONDS})
    if isinstance(error, HTTPException) and error.code is not None and 400 <= error.code < 500:
        return _framework_refusal(error, error.code)
    asked = (quote(request.method), quote(request.path, 200), request_id(request.environ))
    _log.error("%s %s failed, request %s", *asked, exc_info=error)
    return _respond(KINDS["internal-error"], "The service failed to answer; the failure has been logged.")


def server_refusal(status: int, reason: str, cause: str | None, name: str) -> bytes:
    """A whole response for what a server refuses on its own, before there is a request.

    Args:
        status: the status code.
        reason: its phrase in the first line.
        cause: what is wrong, in words that quote nothing; None where there is no more to say than the kind does.
        name: the request's new name, see :mod:`app.api.identity`.
    """
    kind = _BY_STATUS.get(status, KINDS["refused"])
    body = _body(kind._replace(status=status), cause or kind.meaning)
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nX-Request-Id: {name}\r\n\r\n"
    )
    return (head + body).encode("latin-1")


def pointer(path: Sequence[str | int]) -> str:
    """``path`` as a JSON pointer in the form of a URI fragment.

    >>> pointer(("hand", 3)), pointer(("a/b",)), pointer(())
    ('#/hand/3', '#/a~1b', '#')
    """
    parts = []
    for step in path:
        text = str(step)
        if len(text) > _LONGEST_NAME:
            break
        escaped = text.replace("~", "~0").replace("/", "~1").encode("utf-8", "replace")
        parts.append("/" + percent_encode(escaped, safe="~:@!$*+,;=()"))
    return "#" + "".join(parts)


def _invalid_input(faults: Sequence[Fault], *, in_query: bool) -> Response:
    errors = [_query_error(fault) if in_query else _body_error(fault) for fault in faults[:MOST_ERRORS]]
    members: dict[str, Any] = {"errors": errors}
    if len(faults) > MOST_ERRORS:
        members["more"] = len(faults) - MOST_ERRORS
    others = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    detail = errors[0]["detail"] + others if errors else "The input is not valid."
    return _respond(KINDS["invalid-input"], detail, members=members)


def _body_error(fault: Fault) -> dict[str, str]:
    return {"pointer": pointer(fault.path), "code": str(fault.code), "detail": fault.detail}


def _query_error(fault: Fault) -> dict[str, str]:
    parameter = str(fault.path[0])[:_LONGEST_NAME] if fault.path else ""
    place = f"card {fault.path[1] + 1}: " if len(fault.path) > 1 and isinstance(fault.path[1], int) else ""
    return {"parameter": parameter, "code": str(fault.code), "detail": place + fault.detail}


def _framework_refusal(error: HTTPException, status: int) -> Response:
    if isinstance(error, MethodNotAllowed):
        allow = ", ".join(sorted(error.valid_methods or ()))
        detail = f"{quote(request.method)} is not allowed here; this address takes {allow}"
        return _respond(KINDS["method-not-allowed"], detail, {"Allow": allow})
    if status == 404:
        return _respond(KINDS["not-found"], f"There is nothing at {quote(request.path, 64)}")
    kind = _BY_STATUS.get(status, KINDS["refused"]._replace(status=status))
    return _respond(kind, kind.meaning)


def _body(kind: ProblemType, detail: str, members: Mapping[str, Any] | None = None) -> str:
    told = {"type": kind.uri, "title": kind.title, "status": kind.status, "detail": detail, **(members or {})}
    return json.dumps(told, separators=(",", ":")).translate(_MARKUP)


def _respond(
    kind: ProblemType,
    detail: str,
    headers: Mapping[str, str] | None = None,
    members: Mapping[str, Any] | None = None,
) -> Response:
    response = Response(_body(kind, detail, members), kind.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    for name, value in (headers or {}).items():
        response.headers[name] = value
    return response
