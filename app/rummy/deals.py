"""A game of a fixed number of deals: by the lowest total, or by chips that the winner of each deal collects.

>>> from app.rummy.rules import PRESETS
>>> game = DealsSoFar(2, 2, {"asha": 30, "bela": 0})
>>> after = deals_after(game, {"asha": 0, "bela": 30}, "asha", PRESETS["deals"])
>>> after.leaders, after.tie_break, after.deals_left
(('asha', 'bela'), True, 1)
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from app.rummy.faults import Fault, FaultCode
from app.rummy.pool import names_faults
from app.rummy.rules import DealsWinner, Rules

MOST_DEALS: Final = 100
"""Most deals of a game, those that break ties included."""


class DealsSoFar(NamedTuple):
    """A game of deals before one of them.

    Attributes:
        deal: the number of this deal, from 1. One above ``of`` is there to break a tie.
        of: how many deals were agreed.
        totals: points, or chips, before this deal; None in the first one, which everybody begins alike.
    """

    deal: int
    of: int
    totals: Mapping[str, int] | None = None


class Deals(NamedTuple):
    """A game of deals after one of them. Players are in the order in which the deal told them.

    Attributes:
        game: it before this deal.
        before: points, or chips, before it.
        totals: the same after it.
        ranks: each player's place in the order of totals, from 1; equal totals share one.
        leaders: who is ahead.
        tie_break: whether the agreed deals are over and several are ahead.
        deals_left: how many are still to come, one where a tie is to be broken.
        winner: who has won the game, once it is over.
    """

    game: DealsSoFar
    before: dict[str, int]
    totals: dict[str, int]
    ranks: dict[str, int]
    leaders: tuple[str, ...]
    tie_break: bool
    deals_left: int
    winner: str | None


def deals_after(game: DealsSoFar, points: Mapping[str, int], winner: str, rules: Rules) -> Deals:
    """The game after a deal that ``winner`` won and that cost each player ``points``.

    By chips, the winner collects from each loser as many as the points; who loses more than they have owes the rest,
    so that no chip is lost.
    """
    chips = rules.deals_winner is DealsWinner.CHIPS
    start = game.of * rules.full_count if chips else 0
    before = {name: start if game.totals is None else game.totals[name] for name in points}
    if chips:
        won = sum(points.values())
        totals = {name: before[name] + (won if name == winner else -cost) for name, cost in points.items()}
    else:
        totals = {name: before[name] + cost for name, cost in points.items()}
    order = {name: -total if chips else total for name, total in totals.items()}
    ranks = {name: 1 + sum(other < own for other in order.values()) for name, own in order.items()}
    leaders = tuple(name for name, rank in ranks.items() if rank == 1)
    last = game.deal >= game.of
    tied = last and len(leaders) > 1
    return Deals(
        game=game,
        before=before,
        totals=totals,
        ranks=ranks,
        leaders=leaders,
        tie_break=tied,
        deals_left=int(tied) if last else game.of - game.deal,
        winner=leaders[0] if last and not tied else None,
    )


def deals_faults(
    deal: int | None,
    of: int | None,
    totals: Mapping[str, int | None] | None,
    names: Sequence[str | None],
    rules: Rules,
) -> list[Fault]:
    """Why this cannot be a game of deals before one of them; None is what was not told or could not be read."""
    if rules.deals_winner is None:
        message = 'these rules are no game of deals; give rules with deals_winner, for example "deals"'
        return [Fault(("deals",), FaultCode.SENSELESS, message)]
    if totals is None:
        if deal is None or of is None or deal == 1:
            return []
        message = f"totals is missing: the points, or chips, of each player before deal {deal}"
        return [Fault(("deals", "totals"), FaultCode.MISSING, message)]
    faults = list(names_faults(("deals", "totals"), totals, names))
    if rules.deals_winner is DealsWinner.LOWEST_TOTAL:
        faults += [
            Fault(("deals", "totals", name), FaultCode.OUT_OF_RANGE, f"a total of points is at least 0, not {total}")
            for name, total in totals.items()
            if total is not None and total < 0
        ]
    return faults
