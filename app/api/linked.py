"""What the parameters of a link may be: the members of a request as texts, told about in a link's own words."""

from typing import Any, Final

from marshmallow import ValidationError

from app.api import fields
from app.rummy.cards import CardError, quote
from app.rummy.faults import Fault, FaultCode
from app.rummy.rules import NAMED_PRESETS, NamedRules

_NONE: Final = "none"
_FLAGS: Final = {"true": True, "false": False}


class CardsField(fields.CardsField):
    """The cards of a hand, with commas between them."""

    allowed = "cards with commas between them, like hand=4S,10H,JK"

    def _deserialize(self, value: str, attr: str | None, data: Any, **_: Any) -> tuple[int, ...]:  # noqa: ANN401
        texts = value.split(",") if value else []
        try:
            return super()._deserialize(texts, attr, data)
        except ValidationError as error:
            if " " in value:
                spaced = f"; cards have commas and no spaces between them, like {self.name}=4S,10H,JK"
                error.messages = [_with(fault, spaced) for fault in error.messages]  # type: ignore[arg-type]
            raise


class CardField(fields.CardField):
    """One card, or ``none``."""

    allowed = f"a card like 10H or JK, or {_NONE}"

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the library's own
        """``none`` is for a link what null is for a body."""
        return super().deserialize(None if value == _NONE else value, *args, **kwargs)

    def unknown(self, error: CardError) -> Fault:
        """The complaint about a text that names no card."""
        return Fault((), FaultCode.UNKNOWN_CARD, f"{error}, or {_NONE}")


class WildJokerField(fields.WildJokerField):
    """The wild joker: a rank, the cut card, ``JK`` or ``none``."""

    allowed = f"a rank like 7, the cut card like 7D, JK when a printed joker was cut, or {_NONE} for no wild rank"

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the library's own
        """``none`` is for a link what null is for a body."""
        return super().deserialize(None if value == _NONE else value, *args, **kwargs)

    def unknown(self, value: str, error: CardError) -> Fault:  # noqa: ARG002 - it says null
        """The complaint about a text that names no wild joker."""
        message = f"{quote(value)} is no wild joker; it is {self.allowed}"
        return Fault((), FaultCode.UNKNOWN_WILD_JOKER, message)


class RulesField(fields.RulesField):
    """The rules: a preset's name, as switches need a body."""

    allowed = "a preset's name like pagat"

    def _deserialize(self, value: str, attr: str | None, data: Any, **_: Any) -> NamedRules:  # noqa: ANN401
        if value.lstrip().startswith("{"):
            message = (
                f"rules in a link is a preset's name, one of {', '.join(NAMED_PRESETS)}; "
                f"rules with switches of their own need POST"
            )
            raise ValidationError([Fault((), FaultCode.UNKNOWN_PRESET, message)])
        return super()._deserialize(value, attr, data)


class FlagField(fields.FlagField):
    """``true`` or ``false``."""

    def _deserialize(self, value: str, attr: str | None, data: Any, **_: Any) -> bool:  # noqa: ANN401, ARG002
        if value not in _FLAGS:
            message = f"{self.name} is {self.allowed}, not {quote(value)}"
            raise ValidationError([Fault((), FaultCode.WRONG_TYPE, message)])
        return _FLAGS[value]


def _with(fault: Fault, hint: str) -> Fault:
    return fault._replace(detail=fault.detail + hint) if fault.code is FaultCode.UNKNOWN_CARD else fault
