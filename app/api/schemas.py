"""The requests, member by member. Made once; what they refuse leaves as the game's :class:`InputError`."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError

from app.api.fields import (
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
from app.rummy.rules import DEFAULT_PRESET, NAMED_PRESETS
from app.rummy.switches import type_name

_DEFAULT_RULES: Final = NAMED_PRESETS[DEFAULT_PRESET]
_MOST_MEMBERS: Final = 100
"""An object of more members than this is refused without a look at each."""


class _Request(Schema):
    """What every question about cards says."""

    class Meta:
        """Members that are not named here are refused."""

        unknown = RAISE

    wild_joker = WildJokerField(required=True)
    rules = RulesField(load_default=_DEFAULT_RULES)
    expect_rules = FingerprintField(load_default=None, allow_none=False)


class AnalyzeRequest(_Request):
    """``/v1/analyze``."""

    hand = CardsField(required=True)
    compare = FlagField(load_default=False)
    picked_up = CardField(load_default=None, allow_none=True)


class VerifyRequest(_Request):
    """``/v1/verify``."""

    groups = GroupsField(required=True)
    discard = CardField(load_default=None, allow_none=True)


ANALYZE: Final = AnalyzeRequest()
VERIFY: Final = VerifyRequest()


def load(schema: Schema, data: object, found: Sequence[Fault] = ()) -> dict[str, Any]:
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
        loaded: dict[str, Any] = schema.load(data)
    except ValidationError as error:
        raise InputError([*found, *_faults(schema, data, error)]) from error
    if found:
        raise InputError(found)
    return loaded


def _faults(schema: Schema, data: dict[str, Any], error: ValidationError) -> Iterable[Fault]:
    """The library's messages, in the order of the schema's members and then of the request's unknown ones."""
    messages = error.messages_dict
    for member in schema.fields:
        for fault in messages.get(member, ()):
            yield fault._replace(path=(member, *fault.path))
    for member in data:
        if member not in schema.fields:
            message = f"{quote(member)} is no member here; there are {', '.join(schema.fields)}"
            yield Fault((member,), FaultCode.UNKNOWN_MEMBER, message)
