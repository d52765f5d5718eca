"""A whole deal scored: everybody's points and why, bonuses, money, and where the game stands after it."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rummy.best import Budget
from app.rummy.bonuses import Bonuses, card_bonuses
from app.rummy.deal import Player, Told
from app.rummy.deals import Deals, DealsSoFar, deals_after, deals_faults
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.money import Money, Stakes, in_money
from app.rummy.pack import WildJoker
from app.rummy.pool import Pool, PoolSoFar, pool_after, pool_faults
from app.rummy.rules import NamedRules, Rules
from app.rummy.settle import Line, settle
from app.rummy.story import story_faults


class Score(NamedTuple):
    """A deal, scored. As long as it goes on there are neither bonuses nor money nor totals.

    Attributes:
        lines: what it brought each player, in the order in which they were told.
        winner: the winner's place among them, or None as long as the deal goes on.
        points_won: the points of all others together, or None likewise.
        bonuses: what bonus cards brought, or None where the rules have none.
        money: the deal in money, or None where no stakes were told.
        pool: the pool after the deal, or None where no totals were told.
        deals: the game of deals after it, or None where none was told.
        wild_joker: what was cut.
        rules: the rules it was scored by.
    """

    lines: tuple[Line, ...]
    winner: int | None
    points_won: int | None
    bonuses: Bonuses | None
    money: Money | None
    pool: Pool | None
    deals: Deals | None
    wild_joker: WildJoker
    rules: NamedRules


def score_codes(  # noqa: PLR0913 - all that a deal can be told with
    players: Sequence[Player],
    wild_joker: WildJoker,
    rules: NamedRules,
    *,
    stakes: Stakes | None = None,
    pool: PoolSoFar | None = None,
    deals: DealsSoFar | None = None,
    budget: Budget | None = None,
) -> Score:
    """Score a whole deal.

    Args:
        players: everybody who took part.
        wild_joker: what the cut of the pack says.
        rules: the rules to score by.
        stakes: in points rummy, what a point is worth and what the house keeps.
        pool: in a pool, where it stands before this deal.
        deals: in a game of deals, where it stands before this one.
        budget: what all searches together may cost; without limit unless told.

    Raises:
        InputError: the deal cannot have gone so, or the rules are of another game.
        BudgetError: the budget is used up.
    """
    faults = [
        *story_faults([Told(*player) for player in players], wild_joker, rules.rules),
        *stakes_faults(stakes, rules.rules),
    ]
    names = [player.id for player in players]
    if pool:
        faults += pool_faults(pool.totals, names, rules.rules)
    if deals:
        faults += deals_faults(deals.deal, deals.of, deals.totals, names, rules.rules)
    if faults:
        raise InputError(faults)
    settled = settle(players, wild_joker, rules, Budget() if budget is None else budget)
    lines, winner = settled
    if winner is None:
        return Score(lines, None, None, None, None, None, None, wild_joker, rules)
    points = {line.player.id: line.points or 0 for line in lines}
    bonuses = card_bonuses(settled, wild_joker, rules.rules)
    transfers = bonuses.transfers if bonuses else ()
    return Score(
        lines=lines,
        winner=winner,
        points_won=settled.points_won,
        bonuses=bonuses,
        money=in_money(list(points.values()), winner, transfers, stakes) if stakes else None,
        pool=pool_after(pool, points, rules.rules) if pool else None,
        deals=deals_after(deals, points, lines[winner].player.id, rules.rules) if deals else None,
        wild_joker=wild_joker,
        rules=rules,
    )


def stakes_faults(stakes: object, rules: Rules) -> list[Fault]:
    """Why these rules are not played for money by the point; None are no stakes."""
    if stakes is None or (rules.pool_limit is None and rules.deals_winner is None):
        return []
    game, members = ("a pool", "pool") if rules.pool_limit is not None else ("a game of deals", "deals")
    message = f"by these rules the deal belongs to {game}, which no points are paid for; give {members}, or other rules"
    return [Fault(("money",), FaultCode.SENSELESS, message)]
