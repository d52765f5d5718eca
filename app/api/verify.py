"""``/v1/verify``: a declaration judged as it was laid, and beside it what was possible."""

from flask import Blueprint, Response

from app.api import tally, verdicts
from app.api.body import read_json
from app.api.lean import environ
from app.api.query import refuse_query
from app.api.respond import json_response
from app.api.schemas import VERIFY, load
from app.api.settings import service

blueprint = Blueprint("verify", __name__)


@blueprint.post("/v1/verify")
def verify() -> Response:
    """Judge the groups of a declaration."""
    refuse_query(environ())
    here = service()
    asked = load(VERIFY, read_json(here.settings))
    verdict, text = verdicts.verdict(asked, here.settings.search_budget)
    if here.settings.metrics:
        tally.judged(verdict)
    return json_response(here.seal(text))
