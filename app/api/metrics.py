"""``/metrics``: what the service has counted, in all its workers together, as Prometheus reads it."""

from typing import Final

from flask import Blueprint, Response, request

from app.api.lean import Reply
from app.metrics.exposition import Exposition
from app.metrics.memo import MEMO_WATCH
from app.metrics.names import BOOK

blueprint = Blueprint("metrics", __name__)

_EXPOSITION: Final = Exposition(BOOK)


@blueprint.get("/metrics")
def metrics() -> Response:
    """All of it."""
    MEMO_WATCH.tell()
    text, media_type = _EXPOSITION.told(request.headers.get("Accept", ""))
    response = Reply(text, content_type=media_type)
    response.headers["Cache-Control"] = "no-store"
    return response
