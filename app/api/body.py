"""Request bodies: strict JSON in strict UTF-8, bounded in length and depth, the same on every server and Python.

What lenient parsers let through is refused here: duplicate members, NaN, a byte order mark, UTF-16, nesting without
end, bodies that were cut short.
"""

from functools import lru_cache
from typing import Any, Final

from werkzeug.http import parse_options_header

from app.api.kinds import Problem
from app.api.lean import environ
from app.api.strict import parse
from app.config import Config
from app.rummy.cards import quote

_PLAIN: Final = "application/json"
_ONLY: Final = "send JSON in UTF-8 with the header Content-Type: application/json"
_LONGEST_TYPE: Final = 128
"""Of a longer content type, a message shows this many characters."""


def read_json(config: Config) -> Any:  # noqa: ANN401 - any JSON value
    """The JSON value in the body of the current request.

    Raises:
        Problem: there is no body that can be read as JSON: 400, 413 or 415.
    """
    asked = environ()
    check_coding(asked)
    content_type = asked.get("CONTENT_TYPE") or ""
    if content_type != _PLAIN and (fault := _content_type_fault(content_type)):
        raise Problem("unsupported-media-type", fault, {"Accept": _PLAIN})
    body = read_bytes(asked, config.max_body_bytes)
    if not body and not asked.get("CONTENT_LENGTH"):
        raise Problem("not-json", "the body is empty, as neither Content-Length nor Transfer-Encoding announces one")
    return parse(body, config.max_json_depth)


def check_coding(environ: dict[str, Any]) -> None:
    """Refuse a compressed body.

    Raises:
        Problem: it is one, 415.
    """
    coding = environ.get("HTTP_CONTENT_ENCODING")
    if coding and coding.strip().lower() != "identity":
        detail = f"content coding {quote(coding)} is not supported; send the body as it is"
        raise Problem("unsupported-media-type", detail, {"Accept-Encoding": "identity"})


def has_body(environ: dict[str, Any]) -> bool:
    """Whether the request announces a body."""
    return environ.get("CONTENT_LENGTH", "") not in {"", "0"} or "HTTP_TRANSFER_ENCODING" in environ


def length_of(environ: dict[str, Any], limit: int) -> int | None:
    """The length of the body as announced, 0 where there is none, None where it ends when it ends.

    Raises:
        Problem: what is announced is no length, or more than ``limit``.
    """
    announced = environ.get("CONTENT_LENGTH", "")
    if not announced:
        return None if environ.get("wsgi.input_terminated") else 0
    if not (announced.isascii() and announced.isdigit()):
        raise Problem("unreadable-body", f"Content-Length is a number of bytes, not {quote(announced)}")
    digits = announced.lstrip("0") or "0"
    if len(digits) > len(str(limit)) or int(digits) > limit:
        shown = digits if len(digits) <= 20 else f"{digits[:20]}..."
        raise Problem("too-large", f"the body has {shown} bytes; at most {limit} are allowed")
    return int(digits)


def read_bytes(environ: dict[str, Any], limit: int) -> bytes:
    """The whole body, of at most ``limit`` bytes, whether its length was announced or not.

    The framework's own limit cuts a body of unknown length off without a word; so one byte more than allowed is asked
    for here, and getting it means that the body is too long.

    Raises:
        Problem: it is longer, or not what its headers say.
    """
    length = length_of(environ, limit)
    try:
        body = _read(environ["wsgi.input"], limit + 1 if length is None else length)
    except Exception as error:
        raise Problem("unreadable-body", "the body ended early or is not chunked as it should be") from error
    if length is None and len(body) > limit:
        raise Problem("too-large", f"the body has more than {limit} bytes, the most that are allowed")
    if length is not None and len(body) < length:
        raise Problem("unreadable-body", f"Content-Length is {length}, but only {len(body)} bytes came")
    return body


def _read(stream: Any, size: int) -> bytes:  # noqa: ANN401 - WSGI's input has no type of its own
    part: bytes = stream.read(size)
    if len(part) == size:  # as nearly always
        return part
    parts = [part]
    size -= len(part)
    while part and size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


@lru_cache(maxsize=64)
def type_of(content_type: str) -> tuple[str, str | None]:
    """The media type of a body, in small letters, and the name of its charset where that is not UTF-8."""
    media_type, options = parse_options_header(content_type)
    named = options.get("charset", "utf-8").lower()
    # The framework passes over what it cannot read, or has had already.
    if content_type.lower().count("charset") > ("charset" in options):
        named = content_type
    return media_type.lower(), None if named in {"utf-8", "utf8"} else named


def _content_type_fault(content_type: str) -> str | None:
    media_type, charset = type_of(content_type)
    if media_type != _PLAIN:
        shown = (
            f"the content type is {quote(content_type, _LONGEST_TYPE)}" if content_type else "there is no content type"
        )
        return f"{shown}; {_ONLY}"
    return None if charset is None else f"the charset is {quote(charset)}; {_ONLY}"
