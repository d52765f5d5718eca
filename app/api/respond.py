"""Good answers: the bytes, their type, and how long they may be kept."""

import json
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import Response, request

from app.api.lean import Reply

JSON: Final = "application/json"


def json_response(text: str) -> Response:
    """``text`` as an answer that nobody keeps: that to a POST."""
    return Reply.good(text.encode(), JSON)


def json_text(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """``value`` as compact JSON, in ASCII."""
    return json.dumps(value, separators=(",", ":"))


class Tagged(NamedTuple):
    """Bytes and their strong ETag."""

    data: bytes
    etag: str


def tagged(body: str | bytes) -> Tagged:
    """``body`` with its ETag: the same bytes have the same one everywhere."""
    data = body.encode() if isinstance(body, str) else body
    return Tagged(data, sha256(data).hexdigest()[:32])


def cacheable(body: Tagged, content_type: str, seconds: int) -> Response:
    """``body``, or 304 where the client has it already."""
    data, etag = body
    if request.if_none_match.contains_weak(etag):
        response = Reply(status=304)
        del response.headers["Content-Type"]
    else:
        response = Reply(data, content_type=content_type)
    response.set_etag(etag)
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    return response
