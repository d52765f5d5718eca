"""``/v1/rules``: the presets, and what every switch means."""

from enum import StrEnum
from functools import cache
from typing import Any

from flask import Blueprint, Response, request

from app.api.kinds import Problem
from app.api.query import refuse_query
from app.api.respond import JSON, Tagged, cacheable, json_text, tagged
from app.api.settings import settings
from app.rummy.cards import quote
from app.rummy.rules import DEFAULT_PRESET, NAMED_PRESETS, NamedRules
from app.rummy.sources import PRESETS_TOLD, SOURCES
from app.rummy.switches import SWITCHES, Switch, canonical

blueprint = Blueprint("rules", __name__)


@blueprint.get("/v1/rules")
def list_rules() -> Response:
    """Every preset and every switch."""
    refuse_query(request.environ)
    return cacheable(_all_rules(), JSON, settings().cache_seconds)


@blueprint.get("/v1/rules/<name>")
def show_rules(name: str) -> Response:
    """One preset."""
    refuse_query(request.environ)
    if name not in NAMED_PRESETS:
        raise Problem("not-found", f"{quote(name)} is no preset; one of {', '.join(NAMED_PRESETS)}")
    return cacheable(tagged(json_text(_preset(NAMED_PRESETS[name]))), JSON, settings().cache_seconds)


@cache
def _all_rules() -> Tagged:
    presets = [_preset(rules) for rules in NAMED_PRESETS.values()]
    switches = [_switch(name, switch) for name, switch in SWITCHES.items()]
    return tagged(json_text({"default": DEFAULT_PRESET, "presets": presets, "switches": switches}))


def _preset(rules: NamedRules) -> dict[str, Any]:
    told = {"name": rules.name, **PRESETS_TOLD[rules.name]._asdict()}
    return told | {"fingerprint": rules.fingerprint, "switches": canonical(rules.rules)}


def _switch(name: str, switch: Switch) -> dict[str, Any]:
    """A switch with the same members whatever its type: what does not apply is null."""
    told = {"name": name, "meaning": switch.meaning, "source": SOURCES[name], "type": "", "nullable": switch.nullable}
    lowest: int | None = None
    highest: int | None = None
    values: list[Any] | None = None
    if isinstance(switch.allowed, tuple):
        told["type"] = "integer"
        lowest, highest = switch.allowed
        values = [1, 10] if name == "ace_points" else None
    elif issubclass(switch.allowed, StrEnum):
        told["type"] = "string"
        values = [str(value) for value in switch.allowed]
    else:
        told["type"] = "boolean"
    return told | {"minimum": lowest, "maximum": highest, "values": values}
