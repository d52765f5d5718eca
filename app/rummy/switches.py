"""What every switch of the rules means, what it may be, and how a request's rules are resolved.

>>> resolve({"preset": "pagat", "cap": None}).customised
True
>>> resolve({"decks": 3}).rules.printed_jokers
3
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.rules import (
    DEFAULT_PRESET,
    NAMED_PRESETS,
    DealsWinner,
    Dublee,
    JokerOnly,
    NamedRules,
    NoPure,
    OutAt,
    PrintedCut,
    Protection,
    Rules,
    Tunnela,
)
from app.rummy.senseless import DECKS_FOR_TUNNELA, contradictions


class Switch(NamedTuple):
    """One switch of the rules.

    Attributes:
        meaning: a sentence for people.
        allowed: the values it takes: an enum, ``bool``, or the lowest and highest int.
        nullable: whether ``null`` is allowed too.
        example: a value that is allowed, where the default is null.
    """

    meaning: str
    allowed: type[StrEnum] | type[bool] | tuple[int, int]
    nullable: bool = False
    example: object = None

    @property
    def allowed_text(self) -> str:
        """What is allowed, for a message."""
        if self.allowed is bool:
            text = "true or false"
        elif isinstance(self.allowed, tuple):
            text = f"an integer from {self.allowed[0]} to {self.allowed[1]}"
        else:
            text = " or ".join(f'"{value}"' for value in self.allowed)
        return text + (", or null" if self.nullable else "")

    def fault(self, value: object) -> FaultCode | None:
        """Why ``value`` is not allowed, or None."""
        if value is None:
            return None if self.nullable else FaultCode.WRONG_TYPE
        if self.allowed is bool:
            return None if isinstance(value, bool) else FaultCode.WRONG_TYPE
        if isinstance(self.allowed, tuple):
            if isinstance(value, bool) or not isinstance(value, int):
                return FaultCode.WRONG_TYPE
            return None if self.allowed[0] <= value <= self.allowed[1] else FaultCode.OUT_OF_RANGE
        if not isinstance(value, str):
            return FaultCode.WRONG_TYPE
        return None if value in list(self.allowed) else FaultCode.OUT_OF_RANGE


_MOST_POINTS: Final = 10_000
"""The highest cap or fixed penalty accepted, in points: far above any hand, low enough for every number type."""

SWITCHES: Final[dict[str, Switch]] = {
    "hand_size": Switch("Cards in a hand; one more means that a card was drawn and not yet discarded.", (3, 21)),
    "decks": Switch("Packs of 52 cards in play; given alone it brings one printed joker a pack.", (1, 3)),
    "printed_jokers": Switch("Printed jokers in play, all packs together.", (0, 6)),
    "printed_cut": Switch(
        'What is wild when the cut card is a printed joker ("JK"): the aces, or printed jokers only.', PrintedCut
    ),
    "min_sequences": Switch("Sequences a declaration needs, pure ones included.", (0, 3)),
    "min_pure": Switch("Pure sequences a declaration needs.", (0, 3)),
    "wild_in_place_is_pure": Switch(
        "Whether a wild card standing as itself in a run leaves the run pure; if not, the run is impure.", bool
    ),
    "set_max": Switch(
        "Most cards in a set; above four, jokers beyond the four suits stand for nothing.",
        (3, 6),
    ),
    "joker_only": Switch(
        "How a group of printed jokers alone is read: as an impure sequence, or as no meld. "
        "With a wild card in it, a group of jokers is always a sequence.",
        JokerOnly,
    ),
    "ace_high": Switch("Whether Q-K-A is a run; A-2-3 always is, K-A-2 never.", bool),
    "ace_points": Switch("Points of an ace, 10 or 1.", (1, 10)),
    "protection": Switch(
        "What a loser's melds protect. both_lives: everything counts until the required sequences are there. "
        "pure_exempt: pure sequences are exempt even so. first_life: with one pure sequence only loose cards count. "
        "none: only loose cards ever count.",
        Protection,
    ),
    "no_pure": Switch(
        "What a loser without a pure sequence pays: the sum of all cards, or the cap. No effect under protection none.",
        NoPure,
    ),
    "cap": Switch("The most points a hand costs; null for no limit.", (1, _MOST_POINTS), nullable=True),
    "first_drop": Switch(
        "Points for dropping before the first turn; null: not allowed.", (0, _MOST_POINTS), nullable=True
    ),
    "middle_drop": Switch("Points for dropping later; null: not allowed.", (0, _MOST_POINTS), nullable=True),
    "wrong_declaration": Switch(
        "Points for a wrong declaration; null: none fixed, the groups count as a loser's.",
        (0, _MOST_POINTS),
        nullable=True,
    ),
    "full_count": Switch("Points of a full count; where a cap is given and this is not, the cap.", (0, _MOST_POINTS)),
    "finish_with_picked_up": Switch(
        "Whether the card just taken from the open pile may be the card that finishes the game.", bool
    ),
    "tunnela": Switch(
        "What three identical cards are: no meld, a meld of their own kind, or one that counts as a pure sequence. "
        "Jokers stand for nothing in it. Needs three packs.",
        Tunnela,
    ),
    "dublee": Switch(
        "What two identical cards are: no meld, or a meld of their own kind. Jokers stand for nothing in it.", Dublee
    ),
    "neighbours_wild": Switch(
        "Whether the next card above the cut card and the next below, in its suit, are jokers too. "
        "The cut card must be known with its suit; a printed joker counts as AS, unless printed_cut is none.",
        bool,
    ),
    "special_shows": Switch(
        "Whether three tunnelas, eight dublees or a group of eight jokers end the game, the other cards unarranged.",
        bool,
    ),
    "paplu_bonus": Switch(
        "Points that every opponent pays a valid declarer for each paplu held, the card above the cut card in its "
        "suit; 0: none.",
        (0, _MOST_POINTS),
    ),
    "value_cards": Switch(
        "Whether the cut card's twins and its neighbours collect points from every player who did not drop: 10, 30 or "
        "50 for one, two or three of a kind, 100, 300 or 500 for all three kinds together.",
        bool,
    ),
    "pool_limit": Switch(
        "In a pool, the running total that puts a player out; null: no pool.",
        (1, _MOST_POINTS),
        nullable=True,
        example=101,
    ),
    "out_at": Switch("Whether a player is out of a pool on reaching its limit or on exceeding it.", OutAt),
    "rejoin_max": Switch(
        "In a pool, the highest total among those still in up to which others may rejoin; null: nobody may.",
        (0, _MOST_POINTS),
        nullable=True,
        example=79,
    ),
    "split_min": Switch(
        "In a pool, the total from which on the two or three who are left may split the prize; null: they may not.",
        (0, _MOST_POINTS),
        nullable=True,
        example=80,
    ),
    "deals_winner": Switch(
        "In a game of a fixed number of deals, what decides it: the lowest total or the most chips; null: no such "
        "game.",
        DealsWinner,
        nullable=True,
        example="lowest_total",
    ),
}
"""Every switch by name, in the order in which they are told."""

_WHOLE: Final = 1_000_000
"""Below this, a number with a point is told how it is written without."""
_EXAMPLE: Final = '{"preset": "pagat", "cap": null}'


def resolve(spec: object = None) -> NamedRules:
    """The rules that ``spec`` asks for: a preset's name, or ``{"preset": name, switch: value, ...}``; None the default.

    Raises:
        InputError: an unknown preset or switch, a value of the wrong type or out of range, or switches that make no
            sense together. The faults' paths start at the rules object.
    """
    if spec is None:
        return NAMED_PRESETS[DEFAULT_PRESET]
    if isinstance(spec, str):
        return _preset(spec, ())
    if not isinstance(spec, Mapping):
        message = f"rules is a preset's name or an object, not {type_name(spec)}; for example {_EXAMPLE}"
        raise InputError([Fault((), FaultCode.WRONG_TYPE, message)])
    overrides = dict(spec)
    name = overrides.pop("preset", DEFAULT_PRESET)
    faults = [fault for switch, value in overrides.items() if (fault := _switch_fault(switch, value))]
    try:
        base = _preset(name, ("preset",))
    except InputError as error:
        raise InputError([*error.faults, *faults]) from None
    if faults:
        raise InputError(faults)
    rules = _override(base, overrides)
    faults = contradictions(rules, overrides)
    if faults:
        raise InputError(faults)
    return NamedRules(base.name, rules, customised=rules != base.rules)


def canonical(rules: Rules) -> dict[str, Any]:
    """Every switch and its value, as plain strings, numbers, booleans and None."""
    return {name: str(v) if isinstance(v, StrEnum) else v for name in SWITCHES for v in (asdict(rules)[name],)}


def type_name(value: object) -> str:
    """What kind of JSON value ``value`` is, in words."""
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "an array"}
    return "null" if value is None else names.get(type(value), "an object")


def _preset(name: object, path: tuple[str, ...]) -> NamedRules:
    if not isinstance(name, str):
        message = f"preset is a name, not {type_name(name)}; one of {', '.join(NAMED_PRESETS)}"
        raise InputError([Fault(path, FaultCode.WRONG_TYPE, message)])
    if name not in NAMED_PRESETS:
        message = f"{quote(name)} is no preset; one of {', '.join(NAMED_PRESETS)}"
        raise InputError([Fault(path, FaultCode.UNKNOWN_PRESET, message)])
    return NAMED_PRESETS[name]


def _switch_fault(name: str, value: object) -> Fault | None:
    switch = SWITCHES.get(name)
    if switch is None:
        message = f"{quote(name)} is no switch of the rules; one of preset, {', '.join(SWITCHES)}"
        return Fault((name,), FaultCode.UNKNOWN_MEMBER, message)
    code = switch.fault(value)
    if code is None and name == "ace_points" and value not in {1, 10}:
        code = FaultCode.OUT_OF_RANGE
    if code is None:
        return None
    got = quote(value) if isinstance(value, str) else str(value) if type(value) is int else type_name(value)
    allowed = "1 or 10" if name == "ace_points" else switch.allowed_text
    hint = f"for example {example_of(name)}"
    if isinstance(switch.allowed, tuple) and isinstance(value, float) and value.is_integer() and abs(value) < _WHOLE:
        got, hint = str(value), f"a whole number is written without a point, {int(value)}"
    return Fault((name,), code, f"{name} is {allowed}, not {got[:48]}; {hint}")


def example_of(name: str) -> str:
    """A JSON text of a value that the switch ``name`` takes: the default preset's, where that is not null."""
    value = getattr(NAMED_PRESETS[DEFAULT_PRESET].rules, name)
    if value is None:
        value = SWITCHES[name].example
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _override(base: NamedRules, overrides: dict[str, Any]) -> Rules:
    values: dict[str, Any] = {
        name: allowed(value) if isinstance(allowed := SWITCHES[name].allowed, type) and value is not None else value
        for name, value in overrides.items()
    }
    if "decks" in values:
        values.setdefault("printed_jokers", values["decks"])
        if base.name == "paplu" and values["decks"] == DECKS_FOR_TUNNELA:
            values.setdefault("tunnela", Tunnela.MELD)
    if "cap" in values:
        values.setdefault("full_count", 80 if values["cap"] is None else values["cap"])
    if "pool_limit" in values and values["pool_limit"] is None:
        values.setdefault("rejoin_max", None)
        values.setdefault("split_min", None)
    return replace(base.rules, **values)
