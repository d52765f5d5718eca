"""Good answers: the bytes, their type, and how long they may be kept."""

from hashlib import sha256
from typing import Final

from flask import Response, request

JSON: Final = "application/json"


def json_response(text: str) -> Response:
    """``text`` as an answer that nobody keeps: that to a POST."""
    return Response(text.encode(), content_type=JSON)


def cacheable(body: str | bytes, content_type: str, seconds: int) -> Response:
    """``body``, or 304 where the client has it already; the same body has the same strong ETag everywhere."""
    data = body.encode() if isinstance(body, str) else body
    etag = sha256(data).hexdigest()[:32]
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
        del response.headers["Content-Type"]
    else:
        response = Response(data, content_type=content_type)
    response.set_etag(etag)
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    return response
