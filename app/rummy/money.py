"""Points turned into money, to the last paisa: nothing is lost, nothing appears, and no float is ever involved.

Every amount that one player owes another is rounded by itself, to the nearest hundredth, halves up. What a player
collects is the sum of those amounts, so losers pay exactly what the winner and the house get. Amounts are whole
hundredths here (paise, cents), and decimal texts outside.

>>> terms = read_stakes("0.50", "12.5")
>>> amount_text(amount_of(115, terms)), amount_text(fee_on(5750, terms)), amount_text(-5)
('57.50', '7.19', '-0.05')
"""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

from app.rummy.bonuses import Transfer

POINT_VALUE: Final = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?", re.ASCII)
"""How the value of a point is written: at most nine digits before the decimal point and six behind it."""
FEE_PERCENT: Final = re.compile(r"(?:100(?:\.0{1,4})?|[1-9]?[0-9](?:\.[0-9]{1,4})?)", re.ASCII)
"""How a fee is written: 0 to 100, at most four digits behind the decimal point."""


class Stakes(NamedTuple):
    """What the players play for.

    Attributes:
        point_value: what a point is worth, in money.
        fee_percent: what the house keeps of the points that a winner collects, 0 to 100.
    """

    point_value: Decimal
    fee_percent: Decimal = Decimal(0)


class Share(NamedTuple):
    """What a deal brought a player in money, in hundredths; below 0 the player pays.

    Attributes:
        points: for the points of the deal.
        bonuses: for bonus cards.
        fee: what the house kept, never above 0.
    """

    points: int
    bonuses: int
    fee: int

    @property
    def net(self) -> int:
        """All together: what to book."""
        return self.points + self.bonuses + self.fee


class Money(NamedTuple):
    """A deal in money, in hundredths.

    Attributes:
        stakes: what was played for.
        collected: what all losers pay for points.
        fee: what the house keeps of it.
        shares: one for each player; they and the fee add up to nothing.
    """

    stakes: Stakes
    collected: int
    fee: int
    shares: tuple[Share, ...]


def read_stakes(point_value: str, fee_percent: str = "0") -> Stakes:
    """The stakes that two decimal texts name.

    Raises:
        ValueError: a text is not as :data:`POINT_VALUE` or :data:`FEE_PERCENT` says.
    """
    if not POINT_VALUE.fullmatch(point_value):
        message = "the value of a point is a decimal text of at most six decimals, for example '0.50'"
        raise ValueError(message)
    if not FEE_PERCENT.fullmatch(fee_percent):
        message = "a fee is a decimal text from 0 to 100 of at most four decimals, for example '12.5'"
        raise ValueError(message)
    return Stakes(Decimal(point_value), Decimal(fee_percent))


def in_money(points: Sequence[int], winner: int, bonuses: Sequence[Transfer], stakes: Stakes) -> Money:
    """A deal in money.

    Args:
        points: each player's points, the winner's 0.
        winner: the winner's place.
        bonuses: what players owe each other for bonus cards; the house takes nothing of that.
        stakes: what they play for.
    """
    places = range(len(points))
    paid = [amount_of(number, stakes) for number in points]
    collected = sum(paid)
    fee = fee_on(collected, stakes)
    owed = [(amount_of(t.points, stakes), t) for t in bonuses]
    for_bonuses = [sum(a * ((t.collector == p) - (t.payer == p)) for a, t in owed) for p in places]
    shares = tuple(
        Share(collected, for_bonuses[p], -fee) if p == winner else Share(-paid[p], for_bonuses[p], 0) for p in places
    )
    return Money(stakes, collected, fee, shares)


def amount_of(points: int, stakes: Stakes) -> int:
    """What so many points are worth, in hundredths."""
    return _whole(points * stakes.point_value * 100)


def fee_on(collected: int, stakes: Stakes) -> int:
    """The fee on so many hundredths, in hundredths."""
    return _whole((collected * stakes.fee_percent).scaleb(-2))


def amount_text(hundredths: int) -> str:
    """An amount as a decimal text with two decimals."""
    units, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{units}.{rest:02}"


def _whole(amount: Decimal) -> int:
    return int(amount.to_integral_value(ROUND_HALF_UP))
