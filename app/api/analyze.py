"""``/v1/analyze``: the best lawful arrangement of a hand, and what it costs."""

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response

from app.api import tally, verdicts
from app.api.body import read_json
from app.api.lean import environ
from app.api.query import read_query, refuse_query
from app.api.respond import JSON, cacheable, json_response, tagged
from app.api.schemas import ANALYZE, LINKED_ANALYZE, load
from app.api.settings import service

if TYPE_CHECKING:
    from app.api.application import Meldwise

blueprint = Blueprint("analyze", __name__)


@blueprint.post("/v1/analyze")
def analyze() -> Response:
    """The question in a body."""
    here = service()
    refuse_query(environ())
    return json_response(_answer(here, load(ANALYZE, read_json(here.settings))))


@blueprint.get("/v1/analyze")
def analyze_linked() -> Response:
    """The question in the URL, so that it can be linked to and its answer kept."""
    here = service()
    members, faults = read_query(environ().get("QUERY_STRING", ""), LINKED_ANALYZE.fields)
    answer = _answer(here, load(LINKED_ANALYZE, members, faults))
    return cacheable(tagged(answer), JSON, here.settings.cache_seconds)


def _answer(here: "Meldwise", asked: dict[str, Any]) -> str:
    analysis, text = verdicts.analysis(asked, here.settings.search_budget)
    if here.settings.metrics:
        tally.analysed(analysis)
    return here.seal(text)
