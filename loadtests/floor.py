"""The floor: what the same request costs when nothing is computed.

A bare Flask application with the service's route and response headers. It does not read the body and always returns
the answer of the README's example, as a dict that Flask turns into JSON. Served by the service's own gunicorn settings
(``gunicorn -c gunicorn.conf.py loadtests.floor:app``), it tells what the server and the framework cost alone.
"""

from os import urandom
from typing import Any, Final

from flask import Flask


def _card(card: str, position: int, stands_for: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {"card": card, "position": position}
    return told if stands_for is None else told | {"stands_for": stands_for}


def _meld(kind: str, *cards: dict[str, Any]) -> dict[str, Any]:
    return {"kind": kind, "counts": True, "cards": list(cards)}


EXAMPLE: Final = {
    "hand": ["4S", "5S", "6S", "8H", "JK", "10H", "7C", "7D", "7H", "KS", "KH", "KD", "KC"],
    "wild_joker": "2",
}
"""The README's question ..."""
ANSWER: Final[dict[str, Any]] = {
    "declarable": True,
    "points": 0,
    "penalty": {"points": 0, "before_cap": 0, "cap": 80, "counted": "loose_cards"},
    "melds": [
        _meld("pure_sequence", _card("4S", 0), _card("5S", 1), _card("6S", 2)),
        _meld("impure_sequence", _card("8H", 3), _card("JK", 4, "9H"), _card("10H", 5)),
        _meld("set", _card("KS", 9), _card("KH", 10), _card("KD", 11), _card("KC", 12)),
        _meld("set", _card("7H", 8), _card("7D", 7), _card("7C", 6)),
    ],
    "loose": [],
    "requirements": {"sequences": {"needed": 2, "found": 2}, "pure_sequences": {"needed": 1, "found": 1}},
    "missing": [],
    "discard": None,
    "rules": {"name": "indian-13", "fingerprint": "495f77fd4fbcf389", "customised": False},
    "engine": 1,
    "digest": "c8a7cb12bd0c553558a37ce6a1ab0e4830b1a27deef59e68b78e079f25492647",
}
"""... and its answer."""


def create_floor() -> Flask:
    """The application."""
    floor = Flask("floor", static_folder=None)

    @floor.post("/v1/analyze")
    def analyze() -> tuple[dict[str, Any], dict[str, str]]:
        return ANSWER, {"X-Request-Id": urandom(8).hex(), "X-Content-Type-Options": "nosniff"}

    @floor.get("/readyz")
    def readyz() -> dict[str, str]:
        return {"status": "ready"}

    return floor


app = create_floor()
