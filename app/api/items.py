"""The members of an audit and of its items: the same fields as single requests have, and what only audits have."""

from enum import StrEnum
from typing import Any, ClassVar, Final

from marshmallow import ValidationError

from app.api import linked
from app.api.fields import RequestField, RulesField, WildJokerField
from app.api.schemas import DEFAULT_RULES, AnalyzeRequest, Question, VerifyRequest, load
from app.bulk.items import MOST_ID_CHARACTERS, Detail, Item, Role, Shared, is_id, is_number, is_verdict
from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.pack import WildJoker
from app.rummy.rules import NamedRules, Rules
from app.rummy.switches import type_name

_RECORDED: Final = {"valid": (is_verdict, "true or false"), "points": (is_number, "a whole number like 80")}


class ChoiceField(RequestField[StrEnum]):
    """One of a few words."""

    def __init__(self, choices: type[StrEnum], **options: Any) -> None:  # noqa: ANN401 - the library's own
        super().__init__(**options)
        self.choices = choices
        self.allowed = " or ".join(f'"{choice}"' for choice in choices)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> StrEnum:  # noqa: ANN401, ARG002
        if not isinstance(value, str):
            raise self.wrong_type(value)
        if value not in list(self.choices):
            message = f"{self.name} is {self.allowed}, not {quote(value)}"
            raise ValidationError([Fault((), FaultCode.OUT_OF_RANGE, message)])
        return self.choices(value)


class IdField(RequestField[str | int]):
    """A client's own name for an item."""

    allowed = f"a text of at most {MOST_ID_CHARACTERS} characters or a whole number of 64 bits"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> str | int:  # noqa: ANN401, ARG002
        if type(value) not in {str, int}:
            raise self.wrong_type(value)
        if not is_id(value):
            message = f"{self.name} is {self.allowed}, not a longer one"
            raise ValidationError([Fault((), FaultCode.OUT_OF_RANGE, message)])
        return value  # type: ignore[no-any-return]  # str or int, as just seen


class RecordedField(RequestField[tuple[bool | None, int | None]]):
    """The verdict and the points on record."""

    allowed = 'an object like {"valid": true, "points": 0}'

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> tuple[bool | None, int | None]:  # noqa: ANN401, ARG002
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        faults = []
        for name in value:
            if name not in _RECORDED:
                message = f"{quote(name)} is not recorded; there are {', '.join(_RECORDED)}"
                faults.append(Fault((name,), FaultCode.UNKNOWN_MEMBER, message))
            elif not _RECORDED[name][0](value[name]):
                message = f"{name} is {_RECORDED[name][1]}, or null, not {type_name(value[name])}"
                code = FaultCode.OUT_OF_RANGE if type(value[name]) is int and name == "points" else FaultCode.WRONG_TYPE
                faults.append(Fault((name,), code, message))
        if faults:
            raise ValidationError(faults)
        return value.get("valid"), value.get("points")


class ItemsField(RequestField[list[Any]]):
    """The items, which are looked at one by one and later."""

    allowed = "an array of hands and groups"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> list[Any]:  # noqa: ANN401, ARG002
        if not isinstance(value, list):
            raise self.wrong_type(value)
        return value


class _OwnWildJokerField(WildJokerField):
    """The wild joker of an item, or the shared one, which has been read already."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> WildJoker:  # noqa: ANN401
        return value if isinstance(value, WildJoker) else super()._deserialize(value, attr, data, **options)


class _OwnRulesField(RulesField):
    """The rules of an item, or the shared ones, which have been read already."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> NamedRules:  # noqa: ANN401
        return value if isinstance(value, NamedRules) else super()._deserialize(value, attr, data, **options)


class HandItem(AnalyzeRequest):
    """A hand in an audit."""

    class Meta(Question.Meta):
        """A single request has members that concern no item."""

        exclude = ("compare", "expect_rules")

    id = IdField(load_default=None, allow_none=True)
    wild_joker = _OwnWildJokerField(required=True)
    rules = _OwnRulesField(required=True)
    recorded = RecordedField(load_default=None, allow_none=True)


class GroupsItem(VerifyRequest):
    """Groups in an audit."""

    class Meta(Question.Meta):
        """A single request has a member that concerns no item; ``as`` is a word of the language."""

        exclude = ("expect_rules",)
        include: ClassVar = {"as": ChoiceField(Role, load_default=Role.DECLARED)}

    id = IdField(load_default=None, allow_none=True)
    wild_joker = _OwnWildJokerField(required=True)
    rules = _OwnRulesField(required=True)
    recorded = RecordedField(load_default=None, allow_none=True)


class AuditRequest(Question):
    """``/v1/audit`` in one body: the items, and what holds for all of them."""

    items = ItemsField(required=True)
    wild_joker = WildJokerField(load_default=None)
    detail = ChoiceField(Detail, load_default=Detail.POINTS)

    def _judged(self, read: dict[str, Any], wild_joker: WildJoker, rules: Rules) -> list[Fault]:  # noqa: ARG002
        """Nothing: the items are judged one by one."""
        return []


class LinkedAuditRequest(Question):
    """The same as parameters, where the items are the lines of the body."""

    wild_joker = linked.WildJokerField(load_default=None)
    rules = linked.RulesField(load_default=DEFAULT_RULES)
    detail = ChoiceField(Detail, load_default=Detail.POINTS)
    stream = linked.FlagField(load_default=False)

    def _judged(self, read: dict[str, Any], wild_joker: WildJoker, rules: Rules) -> list[Fault]:  # noqa: ARG002
        """As there."""
        return []


AUDIT: Final = AuditRequest()
LINKED_AUDIT: Final = LinkedAuditRequest()
HAND_ITEM: Final = HandItem()
GROUPS_ITEM: Final = GroupsItem()


def shared_of(asked: dict[str, Any]) -> Shared:
    """What an audit says of all its items."""
    return Shared(asked["wild_joker"], asked["rules"], asked["detail"], asked["expect_rules"])


def read_item(raw: object, shared: Shared) -> Item:
    """The item that ``raw`` is, a JSON value.

    Raises:
        InputError: it is none; all faults at once, their paths starting at the item.
    """
    if not isinstance(raw, dict):
        message = f"an item is an object with a hand, or with groups, not {type_name(raw)}"
        raise InputError([Fault((), FaultCode.WRONG_TYPE, message)])
    if ("hand" in raw) == ("groups" in raw):
        both = "not with both" if "hand" in raw else "and this one has neither"
        message = f"an item is an object with a hand or with groups, {both}"
        raise InputError([Fault((), FaultCode.SENSELESS if "hand" in raw else FaultCode.MISSING, message)])
    own = {"rules": shared.rules, **raw}
    if shared.wild_joker is not None:
        own = {"wild_joker": shared.wild_joker, **own}
    read = load(HAND_ITEM if "hand" in raw else GROUPS_ITEM, own)
    valid, points = read["recorded"] or (None, None)
    return Item(
        read["id"],
        read.get("hand"),
        read.get("groups"),
        read.get("as", Role.DECLARED),
        read["wild_joker"],
        read["rules"],
        "rules" in raw,
        read.get("picked_up", read.get("discard")),
        valid,
        points,
    )
