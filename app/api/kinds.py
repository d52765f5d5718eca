"""The kinds of problem there are and their form, RFC 9457: what every error looks like, over HTTP or in a file.

Knows nothing of the web framework; :mod:`app.api.problems` makes responses of these.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from json.encoder import encode_basestring_ascii
from typing import Any, Final, NamedTuple
from urllib.parse import quote as percent_encode

from app.rummy.faults import Fault

MEDIA_TYPE: Final = "application/problem+json"
MOST_ERRORS: Final = 20
"""An answer lists at most this many faults, so that a large request cannot ask for a far larger answer."""
LONGEST_NAME: Final = 64
"""A pointer through a longer name stops at the object that holds it."""

_MARKUP: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What an answer echoes never reads as markup, even to a client that ignores its type."""


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
    ProblemType("unauthorized", 401, "API key needed", "This service answers only those who bring a key of theirs."),
    ProblemType("forbidden", 403, "Not with this key", "The API key is known, but not good for this call."),
    ProblemType("not-found", 404, "Not found", "There is nothing at this address. A trailing slash matters."),
    ProblemType("method-not-allowed", 405, "Method not allowed", "Allow names the methods that this address takes."),
    ProblemType("too-slow", 408, "Too slow", "The rest of the request did not come in time. Nothing of it was used."),
    ProblemType("other-rules", 409, "Other rules than expected", "expect_rules names other rules than the request's."),
    ProblemType("too-large", 413, "Body too large", "The body is longer than this service takes. Send less at a time."),
    ProblemType(
        "address-too-long",
        414,
        "Address too long",
        "The request line is longer than the server takes. Send a body, by POST.",
    ),
    ProblemType(
        "unsupported-media-type",
        415,
        "Unsupported media type",
        "The body is of no type that this address takes, or not in UTF-8.",
    ),
    ProblemType(
        "expectation-failed", 417, "Expectation failed", "The header Expect asks for what the server does not do."
    ),
    ProblemType(
        "invalid-input", 422, "Invalid input", "The request can be read, but what it says cannot be. See errors."
    ),
    ProblemType(
        "too-many-requests",
        429,
        "Too many requests",
        "The API key has a limit. Retry-After says when to try again.",
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
        "not-implemented",
        501,
        "Not implemented",
        "The request comes in a form that the server does not know. Nothing of it was used.",
    ),
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
    ProblemType("busy", 503, "Busy", "The service has more to do than it can. Retry-After says when to try again."),
)
KINDS: Final[dict[str, ProblemType]] = {kind.name: kind for kind in _KINDS}
"""Every kind of problem by name."""
BY_STATUS: Final = {kind.status: kind for kind in reversed(_KINDS)}


class Problem(Exception):  # noqa: N818 - the field's own word
    """A refusal of the request as such."""

    def __init__(self, name: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        """A problem of the kind ``name``; ``detail`` says what was got and what is allowed."""
        super().__init__(detail)
        self.kind = KINDS[name]
        self.detail = detail
        self.headers = headers or {}


def text_json(text: str) -> str:
    """``text`` as JSON, in ASCII and without what reads as markup."""
    told = encode_basestring_ascii(text)
    return told.translate(_MARKUP) if "<" in told or ">" in told or "&" in told else told


def problem_json(kind: ProblemType, detail: str, members: Mapping[str, Any] | None = None) -> str:
    """The problem as JSON, in ASCII."""
    told = {"type": kind.uri, "title": kind.title, "status": kind.status, "detail": detail, **(members or {})}
    return json.dumps(told, separators=(",", ":")).translate(_MARKUP)


def invalid_input(faults: Sequence[Fault], tell: Callable[[Fault], dict[str, str]]) -> tuple[str, dict[str, Any]]:
    """The detail and the members of a problem about ``faults``, each told by ``tell``: the first, and how many more."""
    errors = [tell(fault) for fault in faults[:MOST_ERRORS]]
    members: dict[str, Any] = {"errors": errors}
    if len(faults) > MOST_ERRORS:
        members["more"] = len(faults) - MOST_ERRORS
    others = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return (errors[0]["detail"] + others if errors else "The input is not valid."), members


def located(fault: Fault) -> dict[str, str]:
    """A fault with its place in a JSON value."""
    return {"pointer": pointer(fault.path), "code": str(fault.code), "detail": fault.detail}


def pointer(path: Sequence[str | int]) -> str:
    """``path`` as a JSON pointer in the form of a URI fragment.

    >>> pointer(("hand", 3)), pointer(("a/b",)), pointer(())
    ('#/hand/3', '#/a~1b', '#')
    """
    parts = []
    for step in path:
        text = str(step)
        if len(text) > LONGEST_NAME:
            break
        escaped = text.replace("~", "~0").replace("/", "~1").encode("utf-8", "replace")
        parts.append("/" + percent_encode(escaped, safe="~:@!$*+,;=()"))
    return "#" + "".join(parts)
