"""A pool: totals that run on until all but one are out.

>>> from app.rummy.rules import PRESETS
>>> pool = PoolSoFar({"asha": 40, "bela": 62, "chand": 85})
>>> after = pool_after(pool, {"asha": 0, "bela": 10, "chand": 33}, PRESETS["pool-101"])
>>> after.out, after.may_rejoin, after.rejoin_total
(('chand',), ('chand',), 73)
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode
from app.rummy.rules import OutAt, Rules

_FEWEST_TO_SPLIT: Final = 2
_MOST_TO_SPLIT: Final = 3


class PoolSoFar(NamedTuple):
    """A pool before a deal: the total of each player who takes part in it."""

    totals: Mapping[str, int]


class Pool(NamedTuple):
    """A pool after a deal. Players are in the order in which the deal told them.

    Attributes:
        before: the totals before the deal.
        totals: the totals after it.
        still_in: who is still in.
        out: whom the deal has put out.
        may_rejoin: those of them who may come back.
        rejoin_total: the total with which they would, the same for all, or None where nobody may.
        may_split: those who may share the prize, or nobody.
        winner: the last one in, who has won the pool; None as long as there are others.
    """

    before: dict[str, int]
    totals: dict[str, int]
    still_in: tuple[str, ...]
    out: tuple[str, ...]
    may_rejoin: tuple[str, ...]
    rejoin_total: int | None
    may_split: tuple[str, ...]
    winner: str | None


def is_out(total: int, rules: Rules) -> bool:
    """Whether a player with this total is out."""
    limit = rules.pool_limit
    return limit is not None and (total > limit or (total == limit and rules.out_at is OutAt.REACH))


def pool_after(pool: PoolSoFar, points: Mapping[str, int], rules: Rules) -> Pool:
    """The pool after a deal.

    Args:
        pool: it before; all players are in.
        points: the points that the deal cost each.
        rules: the rules, with a pool's limit.
    """
    before = pool.totals
    totals = {name: before[name] + cost for name, cost in points.items()}
    still_in = tuple(name for name, total in totals.items() if not is_out(total, rules))
    out = tuple(name for name in totals if name not in still_in)
    highest = max(totals[name] for name in still_in)  # the winner of the deal, at least, is in
    # One who is alone has won, so there is nothing left to rejoin or to split.
    winner = still_in[0] if len(still_in) == 1 else None
    rejoin = winner is None and rules.rejoin_max is not None and highest <= rules.rejoin_max and bool(out)
    split = (
        rules.split_min is not None
        and _FEWEST_TO_SPLIT <= len(still_in) <= _MOST_TO_SPLIT
        and all(totals[name] >= rules.split_min for name in still_in)
    )
    return Pool(
        before=dict(before),
        totals=totals,
        still_in=still_in,
        out=out,
        may_rejoin=out if rejoin else (),
        rejoin_total=highest + 1 if rejoin else None,
        may_split=still_in if split else (),
        winner=winner,
    )


def pool_faults(totals: Mapping[str, int | None], names: Sequence[str | None], rules: Rules) -> list[Fault]:
    """Why these cannot be the totals before a deal of ``names``; None is what could not be read."""
    if rules.pool_limit is None:
        message = 'these rules are no pool; give rules with a pool_limit, for example "pool-101"'
        return [Fault(("pool",), FaultCode.SENSELESS, message)]
    return [
        *names_faults(("pool", "totals"), totals, names),
        *(
            Fault(("pool", "totals", name), FaultCode.IMPOSSIBLE, _out_already(name, total, rules))
            for name, total in totals.items()
            if total is not None and is_out(total, rules) and name in names
        ),
    ]


def names_faults(
    path: tuple[str, ...], totals: Mapping[str, int | None], names: Sequence[str | None]
) -> Iterator[Fault]:
    """Players without a total, and totals without a player; says nothing of players where not all have a name."""
    for name in dict.fromkeys(names):
        if name is not None and name not in totals:
            message = f"the total of {quote(name)} is missing: the points before this deal, 0 in the first one"
            yield Fault((*path, name), FaultCode.MISSING, message)
    if None in names:
        return
    for name in totals:
        if name not in names:
            message = f"{quote(name)} is no player of this deal; totals are of those who take part in it"
            yield Fault((*path, name), FaultCode.UNKNOWN_PLAYER, message)


def _out_already(name: str, total: int, rules: Rules) -> str:
    reached = "on reaching" if rules.out_at is OutAt.REACH else "above"
    return (
        f"{quote(name)} has {total} and is out {reached} {rules.pool_limit}, so takes no part in a deal; who has "
        f"rejoined has a new total"
    )
