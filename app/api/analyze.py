"""``/v1/analyze``: the best lawful arrangement of a hand, and what it costs."""

from typing import Any

from flask import Blueprint, Response, request

from app.api import tally
from app.api.body import read_json
from app.api.encode import analysis_json
from app.api.expect import check_rules
from app.api.query import read_query, refuse_query
from app.api.respond import JSON, cacheable, json_response, tagged
from app.api.schemas import ANALYZE, LINKED_ANALYZE, load
from app.api.settings import service, settings
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.digest import analysis_digest

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
    check_rules(asked["rules"], asked["expect_rules"])
    here = service()
    hand, wild_joker, picked_up = asked["hand"], asked["wild_joker"], asked["picked_up"]
    budget = Budget(here.settings.search_budget)
    analysis = analyze_codes(
        hand, wild_joker, asked["rules"], compare=asked["compare"], picked_up=picked_up, budget=budget
    )
    tally.analysed(analysis)
    return here.seal(analysis_json(analysis, analysis_digest(hand, wild_joker, picked_up, analysis)))
