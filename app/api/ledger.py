"""The request to score a deal: its players, and what the deal belongs to - stakes, a pool or a game of deals."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from marshmallow import ValidationError

from app.api.fields import Path, RequestField
from app.api.members import read_whole, unknown_members
from app.api.schemas import Question
from app.api.table import MOST_READ, PlayersField
from app.rummy.cards import quote
from app.rummy.deal import Told
from app.rummy.deals import MOST_DEALS, DealsSoFar, deals_faults
from app.rummy.faults import Fault, FaultCode
from app.rummy.money import FEE_PERCENT, POINT_VALUE, Stakes, read_stakes
from app.rummy.pack import WildJoker
from app.rummy.pool import PoolSoFar, pool_faults
from app.rummy.rules import Rules
from app.rummy.scoring import stakes_faults
from app.rummy.story import story_faults
from app.rummy.switches import type_name

MOST_TOTAL: Final = 1_000_000
"""The highest total read; one of chips may be as far below zero."""
_POINT_VALUE: Final = 'a decimal text of at most nine digits before the point and six behind it, like "0.50"'
_FEE: Final = 'a decimal text from 0 to 100 with at most four decimals, like "12.5"'
_TOTALS: Final = 'an object of the total of every player before this deal, like {"asha": 40, "bela": 0}'
_NUMBERS: Final = {"deal": "deal, the number of this deal,", "of": "of, the number of deals agreed,"}


class PartlyDeals(NamedTuple):
    """A :class:`.DealsSoFar` as far as could be read; without a number, nothing is said about missing totals."""

    deal: int | None
    of: int | None
    totals: Mapping[str, int | None] | None


class MoneyField(RequestField[Stakes]):
    """What a point is worth, and what the house keeps."""

    allowed = 'an object like {"point_value": "0.50", "fee_percent": "12.5"}'

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Stakes:  # noqa: ANN401, ARG002
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        faults = [*unknown_members(value, ("point_value", "fee_percent"), ())]
        if "point_value" in value:
            _check_decimal(value["point_value"], "point_value", POINT_VALUE, _POINT_VALUE, faults)
        else:
            faults.append(Fault(("point_value",), FaultCode.MISSING, f"point_value is missing; it is {_POINT_VALUE}"))
        fee = value.get("fee_percent", "0")
        _check_decimal(fee, "fee_percent", FEE_PERCENT, _FEE, faults)
        if faults:  # the rules may be at odds with stakes of any kind
            raise ValidationError(faults, valid_data=(value,))  # type: ignore[arg-type]
        return read_stakes(value["point_value"], fee)


class PoolField(RequestField[PoolSoFar]):
    """Where a pool stands before the deal."""

    allowed = 'an object like {"totals": {"asha": 40, "bela": 0}}'

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> PoolSoFar:  # noqa: ANN401, ARG002
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        faults = [*unknown_members(value, ("totals",), ())]
        totals = None
        if "totals" in value:
            totals = _read_totals(value["totals"], 0, faults)
        else:
            faults.append(Fault(("totals",), FaultCode.MISSING, f"totals is missing; it is {_TOTALS}"))
        so_far = None if totals is None else PoolSoFar(totals)  # type: ignore[arg-type]  # without faults no holes
        if faults or so_far is None:
            raise ValidationError(faults, valid_data=so_far)  # type: ignore[arg-type]
        return so_far


class DealsField(RequestField[DealsSoFar]):
    """Where a game of deals stands before the deal."""

    allowed = 'an object like {"deal": 2, "of": 3, "totals": {"asha": 40, "bela": 0}}'

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> DealsSoFar:  # noqa: ANN401, ARG002
        if not isinstance(value, dict):
            raise self.wrong_type(value)
        faults = [*unknown_members(value, ("deal", "of", "totals"), ())]
        numbers = {}
        for name, what in _NUMBERS.items():
            if name in value:
                numbers[name] = read_whole(value[name], what, (1, MOST_DEALS), (name,), faults)
            else:
                message = f"{name} is missing; {what} is a whole number from 1 to {MOST_DEALS}"
                faults.append(Fault((name,), FaultCode.MISSING, message))
        told = value.get("totals")
        totals = None if told is None else _read_totals(told, -MOST_TOTAL, faults)
        if faults:
            unread = told is not None and totals is None
            part = PartlyDeals(None if unread else numbers.get("deal"), numbers.get("of"), totals)
            raise ValidationError(faults, valid_data=part)  # type: ignore[arg-type]
        return DealsSoFar(numbers["deal"], numbers["of"], totals)  # type: ignore[arg-type]


class ScoreRequest(Question):
    """``/v1/score``."""

    players = PlayersField(required=True)
    money = MoneyField(load_default=None, allow_none=True)
    pool = PoolField(load_default=None, allow_none=True)
    deals = DealsField(load_default=None, allow_none=True)

    def _judged(self, read: dict[str, Any], wild_joker: WildJoker, rules: Rules) -> list[Fault]:
        players = [Told(*player) for player in read.get("players", ())]
        # Players that could not be read may be those whose totals are told.
        names = [player.id for player in players] or [None]
        faults = story_faults(players, wild_joker, rules) if "players" in read else []
        faults += stakes_faults(read.get("money"), rules)
        if pool := read.get("pool"):
            faults += pool_faults(pool.totals, names, rules)
        if deals := read.get("deals"):
            faults += deals_faults(deals.deal, deals.of, deals.totals, names, rules)
        return faults


SCORE: Final = ScoreRequest()


def _check_decimal(value: object, name: str, pattern: re.Pattern[str], allowed: str, faults: list[Fault]) -> None:
    if not isinstance(value, str):
        message = f"{name} is {allowed}, not {type_name(value)}; a number would be rounded before it is read"
        faults.append(Fault((name,), FaultCode.WRONG_TYPE, message))
    elif not pattern.fullmatch(value):
        faults.append(Fault((name,), FaultCode.OUT_OF_RANGE, f"{name} is {allowed}, not {quote(value)}"))


def _read_totals(value: object, lowest: int, faults: list[Fault]) -> dict[str, int | None] | None:
    """The totals, with None for what is no total; None where they cannot be read at all."""
    path: Path = ("totals",)
    if not isinstance(value, dict):
        faults.append(Fault(path, FaultCode.WRONG_TYPE, f"totals is {_TOTALS}, not {type_name(value)}"))
        return None
    if len(value) > MOST_READ:
        message = f"{len(value)} totals are too many; they are of those who take part in the deal"
        faults.append(Fault(path, FaultCode.OUT_OF_RANGE, message))
        return None
    limits = (lowest, MOST_TOTAL)
    return {
        name: read_whole(total, f"the total of {quote(name)}", limits, (*path, name), faults)
        for name, total in value.items()
    }
