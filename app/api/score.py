"""``/v1/score``: a whole deal - everybody's points and why, money, and where the game stands after it."""

from flask import Blueprint, Response, request

from app.api import tally
from app.api.body import read_json
from app.api.expect import check_rules
from app.api.ledger import SCORE
from app.api.query import refuse_query
from app.api.respond import json_response
from app.api.schemas import load
from app.api.scorebook import score_json
from app.api.settings import service
from app.rummy.best import Budget
from app.rummy.scoring import score_codes

blueprint = Blueprint("score", __name__)


@blueprint.post("/v1/score")
def score() -> Response:
    """Score a deal."""
    refuse_query(request.environ)
    here = service()
    asked = load(SCORE, read_json(here.settings))
    check_rules(asked["rules"], asked["expect_rules"])
    scored = score_codes(
        asked["players"],
        asked["wild_joker"],
        asked["rules"],
        stakes=asked["money"],
        pool=asked["pool"],
        deals=asked["deals"],
        budget=Budget(here.settings.search_budget),
    )
    tally.scored(len(asked["players"]))
    return json_response(here.seal(score_json(scored)))
