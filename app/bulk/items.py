"""One item of an audit: a hand, or groups as they were laid, and what was recorded of it.

Items come by the million and nearly all are plain, so :func:`plain_item` reads those without ceremony and leaves
everything else, faults included, to :func:`app.api.items.read_item`.
"""

from enum import StrEnum
from typing import Any, Final, NamedTuple

from app.rummy.cards import CARD_CODES, RANK_CODES
from app.rummy.pack import WildJoker, parse_wild_joker
from app.rummy.rules import NAMED_PRESETS, NamedRules


class Detail(StrEnum):
    """How much an answer says."""

    POINTS = "points"
    MELDS = "melds"
    FULL = "full"


class Role(StrEnum):
    """Whose groups they are: those of the player who declared, or of one who lost."""

    DECLARED = "declared"
    LOSER = "loser"


class Shared(NamedTuple):
    """What holds for all items that do not say otherwise.

    Attributes:
        wild_joker: theirs, or None where each item must name its own.
        rules: the rules.
        detail: how much the answers say.
        expect_rules: the fingerprint that the rules of every item must have, or None.
    """

    wild_joker: WildJoker | None
    rules: NamedRules
    detail: Detail = Detail.POINTS
    expect_rules: str | None = None


class Item(NamedTuple):
    """An item, read.

    Attributes:
        id: the client's own name for it.
        hand: the cards of a hand, or None.
        groups: the groups as laid, or None.
        role: whose groups they are.
        wild_joker: its own or the shared one.
        rules: its own or the shared ones.
        own_rules: whether they are its own.
        put_down: of a hand the card picked up, of groups the card put down.
        valid: the verdict on record, if any.
        points: the points on record, if any.
    """

    id: str | int | None
    hand: tuple[int, ...] | None
    groups: tuple[tuple[int, ...], ...] | None
    role: Role
    wild_joker: WildJoker
    rules: NamedRules
    own_rules: bool
    put_down: int | None
    valid: bool | None
    points: int | None


MOST_ID_CHARACTERS: Final = 128
"""Longest ``id`` that is a text."""
MOST_NUMBER: Final = (1 << 63) - 1
"""The largest whole number in an item; the least is one further below zero."""
_FEW: Final = 63
"""So many cards or groups are read without being counted."""
_PLAIN: Final = frozenset({"id", "hand", "groups", "as", "wild_joker", "rules", "recorded", "picked_up", "discard"})
_OF_GROUPS: Final = frozenset({"groups", "as", "discard"})
_RECORDED: Final = frozenset({"valid", "points"})
_WILD_JOKERS: Final[dict[str | None, WildJoker]] = {
    text: parse_wild_joker(text) for text in (None, *CARD_CODES, *RANK_CODES)
}
_ROLES: Final = {str(role): role for role in Role}


def plain_item(raw: dict[str, Any], shared: Shared) -> Item | None:
    """The item that ``raw`` is, or None where that takes a closer look: it is faulty, or asks for something unusual."""
    try:
        return _plain_item(raw, shared)
    except (KeyError, TypeError, AttributeError):
        return None


def _plain_item(raw: dict[str, Any], shared: Shared) -> Item | None:  # noqa: PLR0911 - out as soon as it is not plain
    if not raw.keys() <= _PLAIN:
        return None
    name = raw.get("id")
    if not is_id(name):
        return None
    wild_joker = _WILD_JOKERS[raw["wild_joker"]] if "wild_joker" in raw else shared.wild_joker
    if wild_joker is None:
        return None
    rules, own_rules = (NAMED_PRESETS[raw["rules"]], True) if "rules" in raw else (shared.rules, False)
    valid = points = None
    recorded = raw.get("recorded")
    if recorded is not None:
        valid, points = recorded.get("valid"), recorded.get("points")
        if not (recorded.keys() <= _RECORDED and is_verdict(valid) and is_number(points)):
            return None
    if "hand" in raw:
        hand = raw["hand"]
        if type(hand) is not list or len(hand) > _FEW or not raw.keys().isdisjoint(_OF_GROUPS):
            return None
        put_down = None if raw.get("picked_up") is None else CARD_CODES[raw["picked_up"]]
        codes = tuple([CARD_CODES[text] for text in hand])
        return Item(name, codes, None, Role.DECLARED, wild_joker, rules, own_rules, put_down, valid, points)
    groups = _plain_groups(raw["groups"])
    if groups is None or "picked_up" in raw:
        return None
    put_down = None if raw.get("discard") is None else CARD_CODES[raw["discard"]]
    role = _ROLES[raw["as"]] if "as" in raw else Role.DECLARED
    return Item(name, None, groups, role, wild_joker, rules, own_rules, put_down, valid, points)


def _plain_groups(raw: object) -> tuple[tuple[int, ...], ...] | None:
    if type(raw) is not list or len(raw) > _FEW or not all(type(group) is list and len(group) <= _FEW for group in raw):
        return None
    return tuple([tuple([CARD_CODES[text] for text in group]) for group in raw])


def is_id(value: object) -> bool:
    """Whether a client may name an item so."""
    return value is None or (type(value) is str and len(value) <= MOST_ID_CHARACTERS) or is_number(value)


def is_number(value: object) -> bool:
    """Whether it is a whole number of 64 bits, or None."""
    return value is None or (type(value) is int and -MOST_NUMBER - 1 <= value <= MOST_NUMBER)


def is_verdict(value: object) -> bool:
    """Whether it is true, false or None."""
    return value is None or value is True or value is False
