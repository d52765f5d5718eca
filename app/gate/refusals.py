"""What the server refuses before the service hears of it, told in the service's own words.

A garbled first line or an endless header never reaches the application, and neither does a request of which the rest
never comes. They are answered with problem details, like everything else here.
"""

from typing import Any, Final, NamedTuple

from gunicorn.http import errors

from app.api.kinds import KINDS, ProblemType
from app.gate.framing import LONGEST_HEAD

_PHRASES: Final = {
    400: "Bad Request",
    408: "Request Timeout",
    414: "URI Too Long",
    417: "Expectation Failed",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    501: "Not Implemented",
    503: "Service Unavailable",
}
_HEADERS: Final = {
    "HOST": "HTTP/1.1 asks for one header Host, like 'Host: rummy.example:8000'",
    "CONTENT-LENGTH": "Content-Length is one number of bytes, given once, and not together with Transfer-Encoding",
    "CONTENT-TYPE": "there is more than one Content-Type",
    "TRANSFER-ENCODING": "the only Transfer-Encoding is chunked, given once, by HTTP/1.1",
    "bare LF as line terminator": "lines end with CR LF, and no line feed stands alone",
}
"""What is wrong with a header, by what the parser says of it."""
_MALFORMED: Final = "a header is malformed: it is a name, a colon and a value without control characters"
_FIRST_LINE: Final = (
    "the first line is no HTTP request line like 'GET /livez HTTP/1.1'; other characters than those of ASCII, and "
    "blanks, are percent-encoded in an address"
)
_CODING: Final = "the transfer coding is not supported; the only one is chunked"
_CAUSES: Final[dict[type[Exception], tuple[str, str]]] = {
    errors.InvalidRequestLine: ("bad-request", _FIRST_LINE),
    errors.InvalidRequestMethod: ("bad-request", "the method is none that HTTP has"),
    errors.InvalidHTTPVersion: ("bad-request", "the HTTP version is none that is spoken here; use HTTP/1.1"),
    errors.InvalidHeaderName: ("bad-request", "a header's name has a character that none may have"),
    errors.ObsoleteFolding: ("bad-request", "a header goes on in the next line, which is not allowed any more"),
    errors.UnsupportedTransferCoding: ("not-implemented", _CODING),
    errors.ExpectationFailed: ("expectation-failed", "only 100-continue may be expected"),
}
"""Ours for the parser's own messages, which quote the request: a kind of problem, and the detail."""


class Refusal(NamedTuple):
    """An answer of the server's own.

    Attributes:
        kind: what kind of problem it tells, and the status.
        detail: what is wrong, in words that quote nothing.
        retry: after so many seconds another try may go better; 0 where it cannot.
    """

    kind: ProblemType
    detail: str
    retry: int = 0

    @property
    def phrase(self) -> str:
        """What stands beside the status in the first line."""
        return _PHRASES[self.kind.status]


SLOW_HEAD: Final = Refusal(KINDS["too-slow"], "the headers did not come in time; send them at once")
SLOW_BODY: Final = Refusal(KINDS["too-slow"], "the body did not come in time; send it at once, or less of it")
CROWDED: Final = Refusal(KINDS["busy"], "the service holds as many unfinished requests as it may", 5)
BUSY: Final = Refusal(KINDS["busy"], "the service did not come to this request in time", 5)
FAILED: Final = Refusal(KINDS["internal-error"], "The service failed to answer; the failure has been logged.")


def refusal_of(error: Exception, limits: Any) -> Refusal:  # noqa: ANN401 - gunicorn's settings have no types
    """How a request is refused whose head gunicorn's parser would not take.

    Args:
        error: what the parser said.
        limits: gunicorn's settings, which bound the head.
    """
    if isinstance(error, errors.LimitRequestLine):
        most = limits.limit_request_line
        detail = f"the request line is longer than {most} bytes, the most that are allowed; send the question in a body"
        return Refusal(KINDS["address-too-long"], f"{detail}, by POST")
    if isinstance(error, errors.LimitRequestHeaders):
        detail = (
            f"the headers are too many or too long; at most {limits.limit_request_fields} are allowed, of at most "
            f"{limits.limit_request_field_size} bytes each and {LONGEST_HEAD} together"
        )
        return Refusal(KINDS["headers-too-large"], detail)
    if isinstance(error, errors.InvalidHeader):
        return Refusal(KINDS["bad-request"], _HEADERS.get(str(error.hdr), _MALFORMED))
    for kind, (name, detail) in _CAUSES.items():
        if isinstance(error, kind):
            return Refusal(KINDS[name], detail)
    return FAILED
