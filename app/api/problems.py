"""Errors as clients see them: RFC 9457 problem details, for whatever went wrong. No other module knows their form.

A module that refuses a request raises :class:`Problem` (about the request as such) or the game's
:class:`~app.rummy.faults.InputError` (about what it says); :func:`response_to` turns those, and everything else that
can be raised, into a response.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from app.api.identity import request_id
from app.api.kinds import (
    BY_STATUS,
    KINDS,
    LONGEST_NAME,
    MEDIA_TYPE,
    Problem,
    ProblemType,
    invalid_input,
    located,
    problem_json,
)
from app.api.lean import Reply
from app.api.query import QueryError
from app.api.record import PROBLEM
from app.rummy.cards import quote
from app.rummy.faults import BudgetError, Fault, InputError

_BUDGET_DETAIL: Final = (
    "the search used up the budget of one request; ask for fewer cards or without compare, or of a service with more"
)
_RETRY_SECONDS: Final = "5"
_log = logging.getLogger("meldwise")


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


def server_refusal(kind: ProblemType, phrase: str, detail: str, name: str, retry: int = 0) -> bytes:
    """A whole response for what a server refuses on its own, before there is a request.

    Args:
        kind: the kind of problem.
        phrase: what stands beside its status in the first line.
        detail: what is wrong, in words that quote nothing.
        name: the request's new name, see :mod:`app.api.identity`.
        retry: seconds after which another try may go better; 0 where it cannot.
    """
    body = problem_json(kind, detail)
    again = f"Retry-After: {retry}\r\n" if retry else ""
    head = (
        f"HTTP/1.1 {kind.status} {phrase}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\n{again}Cache-Control: no-store\r\nX-Request-Id: {name}\r\n"
        "X-Content-Type-Options: nosniff\r\n\r\n"
    )
    return (head + body).encode("latin-1")


def _invalid_input(faults: Sequence[Fault], *, in_query: bool) -> Response:
    detail, members = invalid_input(faults, _query_error if in_query else located)
    return _respond(KINDS["invalid-input"], detail, members=members)


def _query_error(fault: Fault) -> dict[str, str]:
    parameter = str(fault.path[0])[:LONGEST_NAME] if fault.path else ""
    place = f"card {fault.path[1] + 1}: " if len(fault.path) > 1 and isinstance(fault.path[1], int) else ""
    return {"parameter": parameter, "code": str(fault.code), "detail": place + fault.detail}


def _framework_refusal(error: HTTPException, status: int) -> Response:
    if isinstance(error, MethodNotAllowed):
        allow = ", ".join(sorted(error.valid_methods or ()))
        detail = f"{quote(request.method)} is not allowed here; this address takes {allow}"
        return _respond(KINDS["method-not-allowed"], detail, {"Allow": allow})
    if status == 404:
        return _respond(KINDS["not-found"], f"There is nothing at {quote(request.path, 64)}")
    kind = BY_STATUS.get(status, KINDS["refused"]._replace(status=status))
    return _respond(kind, kind.meaning)


def _respond(
    kind: ProblemType,
    detail: str,
    headers: Mapping[str, str] | None = None,
    members: Mapping[str, Any] | None = None,
) -> Response:
    request.environ[PROBLEM] = kind.name
    response = Reply(problem_json(kind, detail, members), kind.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    for name, value in (headers or {}).items():
        response.headers[name] = value
    return response
