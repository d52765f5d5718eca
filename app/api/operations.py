"""What those who run the service ask: whether it lives, whether it is ready, which version it is."""

import logging
import platform
from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from app import __version__, draining
from app.api.kinds import Problem
from app.api.respond import json_response, json_text
from app.api.settings import settings
from app.engine import core
from app.rummy.analysis import analyze_codes
from app.rummy.cards import parse_card
from app.rummy.digest import ENGINE
from app.rummy.pack import parse_wild_joker
from app.rummy.rules import DEFAULT_PRESET, NAMED_PRESETS

blueprint = Blueprint("operations", __name__)

_KNOWN_HAND: Final = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC"
_RETRY_SECONDS: Final = "5"
_log = logging.getLogger("meldwise")


@blueprint.get("/livez")
def livez() -> Response:
    """The process answers."""
    return _uncached('{"status":"alive"}')


@blueprint.get("/readyz")
def readyz() -> Response:
    """The process can do its work and is not being drained."""
    if draining.begun() or _draining(settings().drain_file):
        raise Problem("not-ready", "the service is being drained", {"Retry-After": _RETRY_SECONDS})
    if not _plays_right():
        raise Problem("not-ready", "the service fails on a hand that it knows", {"Retry-After": _RETRY_SECONDS})
    return _uncached('{"status":"ready"}')


@blueprint.get("/version")
def version() -> Response:
    """Which program this is, and which rules it plays unless told otherwise."""
    return _uncached(_version())


def _uncached(text: str) -> Response:
    response = json_response(text)
    response.headers["Cache-Control"] = "no-store"
    return response


def _draining(drain_file: str) -> bool:
    return bool(drain_file) and Path(drain_file).exists()


def _plays_right() -> bool:
    """Whether a hand whose answer is known gets it. Cheap: the search remembers it."""
    hand = [parse_card(text) for text in _KNOWN_HAND.split()]
    try:
        return analyze_codes(hand, parse_wild_joker("2"), NAMED_PRESETS[DEFAULT_PRESET]).declarable
    except Exception:  # noqa: BLE001 - whatever it is, this process must get no requests
        _log.exception("the known hand failed")
        return False


@cache
def _version() -> str:
    default = NAMED_PRESETS[DEFAULT_PRESET]
    told = {
        "name": "meldwise",
        "version": __version__,
        "python": platform.python_version(),
        "core": core(),
        "engine": ENGINE,
        "rules": {"default": default.name, "fingerprint": default.fingerprint},
    }
    return json_text(told)
