"""The players of a deal as a request tells them: one field for all of them, every fault at once and in its place."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from marshmallow import ValidationError

from app.api.fields import Path, RequestField, read_cards, read_groups
from app.api.members import unknown_members
from app.bulk.items import MOST_ID_CHARACTERS
from app.rummy.cards import CardError, parse_card, quote
from app.rummy.deal import MOST_PLAYERS, Outcome, Player, Told
from app.rummy.faults import Fault, FaultCode
from app.rummy.switches import type_name

MOST_READ: Final = 4 * MOST_PLAYERS
"""So many players, or totals, are looked at one by one; more are refused as a whole."""
_HALF: Final = re.compile("[\ud800-\udfff]")
_ID: Final = f"a text of 1 to {MOST_ID_CHARACTERS} characters"
_OUTCOME: Final = f"one of {', '.join(Outcome)}"
_PLAYER: Final = 'an object like {"id": "asha", "outcome": "first_drop"}'
_HAND: Final = 'an array of cards like ["4S", "10H", "JK"]'
_DISCARD: Final = 'a card like "10H" or "JK", or null for none'


class PlayersField(RequestField[tuple[Player, ...]]):
    """Everybody who took part in a deal."""

    allowed = f"an array of 2 to {MOST_PLAYERS} players, each {_PLAYER}"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> tuple[Player, ...]:  # noqa: ANN401, ARG002
        if not isinstance(value, list):
            raise self.wrong_type(value)
        if len(value) > MOST_READ:
            message = f"a deal has 2 to {MOST_PLAYERS} players, not {len(value)}"
            raise ValidationError([Fault((), FaultCode.OUT_OF_RANGE, message)])
        faults: list[Fault] = []
        told = [_read_player(player, (index,), faults) for index, player in enumerate(value)]
        if faults:
            raise ValidationError(faults, valid_data=told)
        return tuple(Player(*player[:5]) for player in told)  # type: ignore[arg-type]  # without faults all is there


def _read_player(value: object, path: Path, faults: list[Fault]) -> Told:
    """A player; what is wrong with it goes to ``faults``."""
    if not isinstance(value, dict):
        faults.append(Fault(path, FaultCode.WRONG_TYPE, f"a player is {_PLAYER}, not {type_name(value)}"))
        return Told(None, None)
    faults.extend(unknown_members(value, _READERS, path))
    read: dict[str, Any] = {}
    for name, reader in _READERS.items():
        if name in _NEEDED and name not in value:
            faults.append(Fault((*path, name), FaultCode.MISSING, f"{name} is missing; it is {_NEEDED[name]}"))
        elif name in _NEEDED or value.get(name) is not None:
            read[name] = reader(value[name], (*path, name), faults)
    unread = frozenset(name for name, found in read.items() if found is None)
    return Told(**{"id": None, "outcome": None, **read}, unread=unread)


def _read_id(value: object, path: Path, faults: list[Fault]) -> str | None:
    # Half a character (a lone surrogate) is no text that a signature, or a database, could keep.
    if isinstance(value, str) and 1 <= len(value) <= MOST_ID_CHARACTERS and not _HALF.search(value):
        return value
    faults.append(_misfit(value, path, f"id is {_ID}"))
    return None


def _read_outcome(value: object, path: Path, faults: list[Fault]) -> Outcome | None:
    if isinstance(value, str) and value in list(Outcome):
        return Outcome(value)
    faults.append(_misfit(value, path, f"outcome is {_OUTCOME}"))
    return None


def _misfit(value: object, path: Path, allowed: str) -> Fault:
    if isinstance(value, str):
        return Fault(path, FaultCode.OUT_OF_RANGE, f"{allowed}, not {quote(value)}")
    return Fault(path, FaultCode.WRONG_TYPE, f"{allowed}, not {type_name(value)}")


def _read_hand(value: object, path: Path, faults: list[Fault]) -> tuple[int | None, ...] | None:
    if isinstance(value, list):
        return read_cards(value, path, faults)
    faults.append(Fault(path, FaultCode.WRONG_TYPE, f"hand is {_HAND}, not {type_name(value)}"))
    return None


def _read_groups(value: object, path: Path, faults: list[Fault]) -> tuple[tuple[int | None, ...], ...] | None:
    groups = read_groups(value, "groups", path, faults)
    if groups and isinstance(value, list) and not all(isinstance(group, list) for group in value):
        return None  # how many cards there are, nobody knows
    return groups


def _read_discard(value: object, path: Path, faults: list[Fault]) -> int | None:
    if not isinstance(value, str):
        faults.append(Fault(path, FaultCode.WRONG_TYPE, f"discard is {_DISCARD}, not {type_name(value)}"))
        return None
    try:
        return parse_card(value)
    except CardError as error:
        faults.append(Fault(path, FaultCode.UNKNOWN_CARD, f"{error}, or null for none"))
        return None


_READERS: Final[Mapping[str, Callable[[Any, Path, list[Fault]], Any]]] = {
    "id": _read_id,
    "outcome": _read_outcome,
    "hand": _read_hand,
    "groups": _read_groups,
    "discard": _read_discard,
}
"""What reads each member of a player."""
_NEEDED: Final[Mapping[str, str]] = {"id": _ID, "outcome": _OUTCOME}
"""The members that must be there, and what they are."""
