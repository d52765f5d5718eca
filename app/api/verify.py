"""``/v1/verify``: a declaration judged as it was laid, and beside it what was possible."""

from flask import Blueprint, Response, request

from app.api import tally
from app.api.body import read_json
from app.api.encode import verdict_json
from app.api.expect import check_rules
from app.api.query import refuse_query
from app.api.respond import json_response
from app.api.schemas import VERIFY, load
from app.api.settings import service
from app.rummy.best import Budget
from app.rummy.declaration import verify_codes
from app.rummy.digest import verdict_digest

blueprint = Blueprint("verify", __name__)


@blueprint.post("/v1/verify")
def verify() -> Response:
    """Judge the groups of a declaration."""
    refuse_query(request.environ)
    here = service()
    asked = load(VERIFY, read_json(here.settings))
    check_rules(asked["rules"], asked["expect_rules"])
    wild_joker, discard = asked["wild_joker"], asked["discard"]
    budget = Budget(here.settings.search_budget)
    verdict = verify_codes(asked["groups"], wild_joker, asked["rules"], discard=discard, budget=budget)
    tally.judged(verdict)
    return json_response(here.seal(verdict_json(verdict, verdict_digest(wild_joker, discard, verdict))))
