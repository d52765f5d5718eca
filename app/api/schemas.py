"""The requests, member by member. Made once; what they refuse leaves as the game's :class:`InputError`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError

from app.api import linked
from app.api.fields import (
    NO_WILD_RANK,
    CardField,
    CardsField,
    FingerprintField,
    FlagField,
    GroupsField,
    RulesField,
    WildJokerField,
)
from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.pack import WildJoker, declaration_faults, hand_faults
from app.rummy.rules import DEFAULT_PRESET, NAMED_PRESETS, Rules
from app.rummy.switches import type_name

DEFAULT_RULES: Final = NAMED_PRESETS[DEFAULT_PRESET]
"""What a question without rules is judged by."""
_MOST_MEMBERS: Final = 100
"""An object of more members than this is refused without a look at each."""
_MOST_WAYS: Final = 64
"""So many ways to name members are kept beside a schema: clients have few."""


class Question(Schema):
    """What every question about cards says."""

    class Meta:
        """Members that are not named here are refused."""

        unknown = RAISE

    wild_joker = WildJokerField(required=True)
    rules = RulesField(load_default=DEFAULT_RULES)
    expect_rules = FingerprintField(load_default=None, allow_none=False)

    def __init__(self) -> None:
        """Know which members may be missing, and what there is without them."""
        super().__init__()
        self.required = {name for name, field in self.fields.items() if field.required}
        self.defaults = {name: field.load_default for name, field in self.fields.items() if not field.required}
        self._ways: dict[tuple[str, ...], list[Callable[[Any], Any]]] = {}

    def read(self, data: dict[str, Any]) -> dict[str, Any]:
        """``data``, read: by the fields themselves where nothing is wrong, as the library looks for all that can be.

        Raises:
            ValidationError: it is not what is allowed.
        """
        way = self._ways.get(tuple(data)) or self._way(data)
        if way:
            read = self.defaults.copy()
            try:
                for readable, (name, value) in zip(way, data.items(), strict=True):
                    read[name] = readable(value)
            except ValidationError:  # there may be more that is wrong
                pass
            else:
                return read
        return {**self.defaults, **self.load(data)}

    def _way(self, data: dict[str, Any]) -> list[Callable[[Any], Any]]:
        """How to read the members of ``data`` one by one, where there are all that must be and no others."""
        if not self.required <= data.keys() <= self.fields.keys() or len(self._ways) >= _MOST_WAYS:
            return []
        way = self._ways[tuple(data)] = [self.fields[name].deserialize for name in data]
        return way

    def impossible(self, read: dict[str, Any]) -> list[Fault]:
        """What the game says about the members that could be ``read``, where others could not."""
        rules = read.get("rules")
        return self._judged(read, read.get("wild_joker", NO_WILD_RANK), rules.rules) if rules else []

    def _judged(self, read: dict[str, Any], wild_joker: WildJoker, rules: Rules) -> list[Fault]:
        raise NotImplementedError


class AnalyzeRequest(Question):
    """``/v1/analyze``."""

    hand = CardsField(required=True)
    compare = FlagField(load_default=False)
    picked_up = CardField(load_default=None, allow_none=True)

    def _judged(self, read: dict[str, Any], wild_joker: WildJoker, rules: Rules) -> list[Fault]:
        return hand_faults(read["hand"], wild_joker, rules, read.get("picked_up")) if "hand" in read else []


class LinkedAnalyzeRequest(AnalyzeRequest):
    """``/v1/analyze`` as a link: the same members, each a text."""

    hand = linked.CardsField(required=True)
    wild_joker = linked.WildJokerField(required=True)
    rules = linked.RulesField(load_default=DEFAULT_RULES)
    compare = linked.FlagField(load_default=False)
    picked_up = linked.CardField(load_default=None, allow_none=True)


class VerifyRequest(Question):
    """``/v1/verify``."""

    groups = GroupsField(required=True)
    discard = CardField(load_default=None, allow_none=True)

    def _judged(self, read: dict[str, Any], wild_joker: WildJoker, rules: Rules) -> list[Fault]:
        return declaration_faults(read["groups"], wild_joker, rules, read.get("discard")) if "groups" in read else []


ANALYZE: Final = AnalyzeRequest()
LINKED_ANALYZE: Final = LinkedAnalyzeRequest()
VERIFY: Final = VerifyRequest()


def load(schema: Question, data: object, found: Sequence[Fault] = ()) -> dict[str, Any]:
    """``data`` as ``schema`` reads it.

    Args:
        schema: one of the requests above.
        data: any JSON value.
        found: faults found before, to be told together with those of ``data``.

    Raises:
        InputError: it is not what the schema allows; all faults at once, the same for the same ``data``.
    """
    if not isinstance(data, dict):
        message = f"the body is an object with the members {', '.join(schema.fields)}, not {type_name(data)}"
        raise InputError([Fault((), FaultCode.WRONG_TYPE, message)])
    if len(data) > _MOST_MEMBERS:
        message = f"{len(data)} members are too many; there are {', '.join(schema.fields)}"
        raise InputError([Fault((), FaultCode.OUT_OF_RANGE, message)])
    try:
        loaded = schema.read(data)
    except ValidationError as error:
        read = error.valid_data if isinstance(error.valid_data, dict) else {}
        faults = [*_faults(schema, data, error), *schema.impossible(read)]
        raise InputError([*found, *_in_order(schema, faults)]) from error
    if found:
        raise InputError([*found, *schema.impossible(loaded)])
    return loaded


def _faults(schema: Question, data: dict[str, Any], error: ValidationError) -> Iterable[Fault]:
    """The library's messages, in the order of the schema's members and then of the request's unknown ones."""
    messages = error.messages_dict
    for member in schema.fields:
        for fault in messages.get(member, ()):
            yield fault._replace(path=(member, *fault.path))
    for member in data:
        if member not in schema.fields:
            message = f"{quote(member)} is no member here; there are {', '.join(schema.fields)}"
            yield Fault((member,), FaultCode.UNKNOWN_MEMBER, message)


def _in_order(schema: Question, faults: Iterable[Fault]) -> list[Fault]:
    """``faults`` of the library and of the game, in the order of the schema's members and of the cards in them."""
    places = {member: place for place, member in enumerate(schema.fields)}

    def place(fault: Fault) -> tuple[int, ...]:
        first, *rest = fault.path
        return (places.get(str(first), len(places)), *(step for step in rest if isinstance(step, int)))

    return sorted(faults, key=place)
