"""Canonical JSON (RFC 8785), and the digests that are made of it.

What the service says holds texts, whole numbers, booleans and null only, under names in ASCII; so canonical means no
more than this: members sorted, no white space, nothing escaped that need not be, UTF-8.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from app.rummy.digest import ENGINE, wild_joker_text
from app.rummy.pack import WildJoker

_NAMED_ABOVE: Final = frozenset({"rules", "engine", "digest", "signature"})


def canonical(value: Any) -> bytes:  # noqa: ANN401 - any JSON value
    r"""``value`` as canonical JSON.

    >>> canonical({"valid": True, "points": [0, "K♠"]})
    b'{"points":[0,"K\xe2\x99\xa0"],"valid":true}'
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "replace")


def score_digest(wild_joker: WildJoker, answer: Mapping[str, Any], engine: int = ENGINE) -> str:
    """The digest of a scored deal: 64 hex digits. What is in it of hands and groups is there by its own digest.

    Args:
        wild_joker: what was cut.
        answer: what the service says of the deal.
        engine: which engine said so.
    """
    told = {name: value for name, value in answer.items() if name not in _NAMED_ABOVE}
    told["players"] = [_player(player) for player in answer["players"]]
    head = (
        f"meldwise {engine} score\nrules {answer['rules']['fingerprint']}\nwild_joker {wild_joker_text(wild_joker)}\n"
    )
    return sha256(head.encode() + canonical(told) + b"\n").hexdigest()


def _player(player: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: value for name, value in player.items() if name != "detail"}
    for name in ("analysis", "verdict"):
        told[name] = None if player[name] is None else player[name]["digest"]
    return told
