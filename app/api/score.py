"""``/v1/score``: a whole deal - everybody's points and why, money, and where the game stands after it."""

from flask import Blueprint, Response

from app.api import tally, verdicts
from app.api.body import read_json
from app.api.lean import environ
from app.api.ledger import SCORE
from app.api.query import refuse_query
from app.api.respond import json_response
from app.api.schemas import load
from app.api.settings import service

blueprint = Blueprint("score", __name__)


@blueprint.post("/v1/score")
def score() -> Response:
    """Score a deal."""
    refuse_query(environ())
    here = service()
    asked = load(SCORE, read_json(here.settings))
    scored, text = verdicts.scored_deal(asked, here.settings.search_budget)
    if here.settings.metrics:
        tally.scored(len(scored.lines))
    return json_response(here.seal(text))
