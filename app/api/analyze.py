"""``/v1/analyze``: the best lawful arrangement of a hand, and what it costs."""

from typing import Any

from flask import Blueprint, Response, request

from app.api import tally, verdicts
from app.api.body import read_json
from app.api.query import read_query, refuse_query
from app.api.respond import JSON, cacheable, json_response, tagged
from app.api.schemas import ANALYZE, LINKED_ANALYZE, load
from app.api.settings import service, settings

blueprint = Blueprint("analyze", __name__)


@blueprint.post("/v1/analyze")
def analyze() -> Response:
    """The question in a body."""
    refuse_query(request.environ)
    return json_response(_answer(load(ANALYZE, read_json(settings()))))


@blueprint.get("/v1/analyze")
def analyze_linked() -> Response:
    """The question in the URL, so that it can be linked to and its answer kept."""
    members, faults = read_query(request.environ.get("QUERY_STRING", ""), LINKED_ANALYZE.fields)
    return cacheable(tagged(_answer(load(LINKED_ANALYZE, members, faults))), JSON, settings().cache_seconds)


def _answer(asked: dict[str, Any]) -> str:
    here = service()
    analysis, text = verdicts.analysis(asked, here.settings.search_budget)
    tally.analysed(analysis)
    return here.seal(text)
