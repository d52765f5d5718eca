"""Cards on the table, for tests: texts to codes, groups to readings, case files to dicts."""

import json
from pathlib import Path
from typing import Any

from app.rummy.cards import CARD_TEXT, parse_card
from app.rummy.melds import Reading, read_group
from app.rummy.pack import pack_of, parse_wild_joker
from app.rummy.results import AS_ITSELF, FOR_NOTHING
from app.rummy.switches import resolve

CASES = Path(__file__).resolve().parent.parent / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    """Every case of a file of cases."""
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def codes(text: str) -> list[int]:
    """The codes of cards written with spaces between them."""
    return [parse_card(card) for card in text.split()]


def read(text: str, wild_joker: str | None = None, **switches: object) -> Reading:
    """A group as the game reads it."""
    rules = resolve(switches).rules
    return read_group(codes(text), rules, pack_of(rules, parse_wild_joker(wild_joker)))


def kind(text: str, wild_joker: str | None = None, **switches: object) -> str | None:
    """The kind of a group, or None."""
    return read(text, wild_joker, **switches).kind


def stands(text: str, wild_joker: str | None = None, **switches: object) -> str:
    """What each card of a meld stands for: ``.`` is itself, ``-`` is nothing."""
    reading = read(text, wild_joker, **switches)
    assert reading.kind is not None
    signs = {AS_ITSELF: ".", FOR_NOTHING: "-"}
    return " ".join(signs.get(code) or CARD_TEXT[code] for code in reading.stands)


def reasons(text: str, wild_joker: str | None = None, **switches: object) -> list[str]:
    """Why a group is no meld."""
    reading = read(text, wild_joker, **switches)
    assert reading.kind is None
    assert reading.stands == (AS_ITSELF,) * len(text.split())
    return [str(reason) for reason in reading.reasons]
