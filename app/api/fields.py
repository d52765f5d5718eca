"""What the members of a request may be, one field a member: a whole hand is one field, not one a card.

Fields collect everything that is wrong as the game's own :class:`~app.rummy.faults.Fault`, with paths relative to the
member; :mod:`app.api.schemas` puts the members' names before them. Cards that cannot be read leave holes, so that the
game can judge the others.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from marshmallow import ValidationError, missing
from marshmallow.fields import Field

from app.rummy.cards import CARD_CODES, CardError, parse_card, quote
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.pack import WildJoker, parse_wild_joker
from app.rummy.rules import NamedRules
from app.rummy.switches import SWITCHES, resolve, type_name

MOST_CARDS: Final = 63
"""Most cards read of a hand or a group: above any that can be dealt, low enough to refuse the absurd at once."""
MOST_GROUPS: Final = 64
"""Most groups read."""
GROUPS: Final = 'an array of groups, each an array of cards, like [["5H", "6H", "7H"], ["KS", "KD", "JK"]]'
"""What groups are, for messages."""
_FINGERPRINT: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)
NO_WILD_RANK: Final = parse_wild_joker(None)

Path = tuple[str | int, ...]
Loaded = TypeVar("Loaded")


class RequestField(Field[Loaded]):
    """A field whose every complaint is a fault. :attr:`allowed` says what it may be, for the messages."""

    allowed = "a value"

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:  # noqa: ANN401 - as the library's own
        """The library's steps but for those that no field here has: validators and functions before and after."""
        if value is missing:
            if self.required:
                raise self.make_error("required")
            return self.load_default
        if value is None:
            if not self.allow_none:
                raise self.make_error("null")
            return None
        return self._deserialize(value, attr, data, **kwargs)

    def make_error(self, key: str, **_: Any) -> ValidationError:  # noqa: ANN401 - as the library's own
        """The complaint ``key`` of the library ("required", "null") as a fault."""
        if key == "required":
            return _refusal(Fault((), FaultCode.MISSING, f"{self.name} is missing; it is {self.allowed}"))
        return self.wrong_type(None)

    def wrong_type(self, value: object) -> ValidationError:
        """The complaint about a value of a type that the member does not take."""
        message = f"{self.name} is {self.allowed}, not {type_name(value)}"
        return _refusal(Fault((), FaultCode.WRONG_TYPE, message))


class CardsField(RequestField[tuple[int, ...]]):
    """The cards of a hand: an array of texts in, a tuple of card codes out."""

    allowed = 'an array of cards like ["4S", "10H", "JK"]'

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> tuple[int, ...]:  # noqa: ANN401, ARG002
        if not isinstance(value, list):
            raise self.wrong_type(value)
        faults: list[Fault] = []
        codes = read_cards(value, (), faults)
        if faults:
            raise ValidationError(faults, valid_data=codes)  # type: ignore[arg-type]  # its own fields do the same
        return codes  # type: ignore[return-value]  # without faults there are no holes


class GroupsField(RequestField[tuple[tuple[int, ...], ...]]):
    """The groups of a declaration: an array of arrays of texts in, card codes out."""

    allowed = GROUPS

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> tuple[tuple[int, ...], ...]:  # noqa: ANN401, ARG002
        faults: list[Fault] = []
        groups = read_groups(value, str(self.name), (), faults)
        if faults:
            raise ValidationError(faults, valid_data=groups)  # type: ignore[arg-type]
        return groups  # type: ignore[return-value]


class CardField(RequestField[int]):
    """One card, or null for none."""

    allowed = 'a card like "10H" or "JK", or null for none'

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> int:  # noqa: ANN401, ARG002
        if not isinstance(value, str):
            raise self.wrong_type(value)
        try:
            return parse_card(value)
        except CardError as error:
            raise _refusal(self.unknown(error)) from error

    def unknown(self, error: CardError) -> Fault:
        """The complaint about a text that names no card."""
        return Fault((), FaultCode.UNKNOWN_CARD, f"{error}, or null for none")


class WildJokerField(RequestField[WildJoker]):
    """The wild joker: a rank, the cut card, ``JK`` or null. It must be given, since a game without one is rare."""

    allowed = 'a rank like "7", the cut card like "7D", "JK" when a printed joker was cut, or null for no wild rank'

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the library's own
        """Null has a meaning here, which the library would keep from the field."""
        return NO_WILD_RANK if value is None else super().deserialize(value, *args, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> WildJoker:  # noqa: ANN401, ARG002
        if not isinstance(value, str):
            raise self.wrong_type(value)
        try:
            return parse_wild_joker(value)
        except CardError as error:
            raise _refusal(self.unknown(value, error)) from error

    def unknown(self, value: str, error: CardError) -> Fault:  # noqa: ARG002 - a link tells it in its own words
        """The complaint about a text that names no wild joker."""
        return Fault((), FaultCode.UNKNOWN_WILD_JOKER, str(error))


class RulesField(RequestField[NamedRules]):
    """The rules: a preset's name, or an object of a preset and switches."""

    allowed = 'a preset\'s name like "indian-13", or an object like {"preset": "pagat", "cap": null}'

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> NamedRules:  # noqa: ANN401, ARG002
        if not isinstance(value, str | Mapping):
            raise self.wrong_type(value)
        if isinstance(value, Mapping) and len(value) > len(SWITCHES) + MOST_CARDS:
            message = f"{len(value)} members are too many; rules have a preset and {len(SWITCHES)} switches"
            raise _refusal(Fault((), FaultCode.OUT_OF_RANGE, message))
        try:
            return resolve(value)
        except InputError as error:
            raise ValidationError(list(error.faults)) from error


class FlagField(RequestField[bool]):
    """True or false and nothing else: no 0, no "yes"."""

    allowed = "true or false"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:  # noqa: ANN401, ARG002
        if not isinstance(value, bool):
            raise self.wrong_type(value)
        return value


class FingerprintField(RequestField[str]):
    """The fingerprint of rules."""

    allowed = "the fingerprint of rules, 16 digits of 0-9 a-f as every answer names it"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> str:  # noqa: ANN401, ARG002
        if not isinstance(value, str):
            raise self.wrong_type(value)
        if not _FINGERPRINT.fullmatch(value):
            message = f"{self.name} is {self.allowed}, not {quote(value)}"
            raise _refusal(Fault((), FaultCode.OUT_OF_RANGE, message))
        return value


def _refusal(fault: Fault) -> ValidationError:
    return ValidationError([fault])


def read_groups(value: Any, name: str, path: Path, faults: list[Fault]) -> tuple[tuple[int | None, ...], ...] | None:  # noqa: ANN401 - any JSON value
    """The codes of the groups at ``path``, None where there are none; what is wrong with them goes to ``faults``."""
    if not isinstance(value, list):
        fault = Fault(path, FaultCode.WRONG_TYPE, f"{name} is {GROUPS}, not {type_name(value)}")
    elif len(value) > MOST_GROUPS:
        message = f"{len(value)} groups are too many; at most {MOST_GROUPS} are read"
        fault = Fault(path, FaultCode.OUT_OF_RANGE, message)
    elif value and not any(isinstance(group, list) for group in value):
        fault = Fault(path, FaultCode.WRONG_TYPE, f"{name} is {GROUPS}; here nothing is in a group")
    else:
        return tuple(read_cards(group, (*path, index), faults) for index, group in enumerate(value))
    faults.append(fault)
    return None


def read_cards(texts: Any, path: Path, faults: list[Fault]) -> tuple[int | None, ...]:  # noqa: ANN401 - any JSON value
    """The codes of ``texts``, None for what is no card; what is wrong with them goes to ``faults``."""
    if not isinstance(texts, list):
        faults.append(Fault(path, FaultCode.WRONG_TYPE, f"a group is an array of cards, not {type_name(texts)}"))
        return ()
    if len(texts) > MOST_CARDS:
        message = f"{len(texts)} cards are too many; at most {MOST_CARDS} are read"
        faults.append(Fault(path, FaultCode.OUT_OF_RANGE, message))
        return (None,) * len(texts)
    try:
        return tuple([CARD_CODES[text] for text in texts])
    except (KeyError, TypeError):  # something is no card: look again, one by one
        faults.extend(fault for index, text in enumerate(texts) if (fault := _card_fault(text, (*path, index))))
    return tuple([CARD_CODES.get(text) if isinstance(text, str) else None for text in texts])


def _card_fault(text: object, path: Path) -> Fault | None:
    if not isinstance(text, str):
        return Fault(path, FaultCode.WRONG_TYPE, f'a card is a text like "10H" or "JK", not {type_name(text)}')
    try:
        parse_card(text)
    except CardError as error:
        return Fault(path, FaultCode.UNKNOWN_CARD, str(error))
    return None
