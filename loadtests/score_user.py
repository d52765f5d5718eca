"""A kind of client, for Locust: it has deals scored."""

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from loadtests.corpus import Case
from loadtests.deals import PlayedDeal, deals
from loadtests.settlements import settlements
from loadtests.users import Asking, Plan

POOL_OF_DEALS = 300
"""Deals that one process has scored, with other stakes and totals each time: playing them takes longer than scoring."""


class ScoreUser(Asking):
    """Has deals scored that are over: points, money, pools and games of deals."""

    pool: ClassVar[list[PlayedDeal]]

    @classmethod
    def prepare(cls, plan: Plan) -> None:
        """Play the deals that are scored."""
        cls.pool = list(islice(deals(plan.seed), POOL_OF_DEALS))

    @classmethod
    def requests(cls, plan: Plan) -> Iterator[Case]:
        """See :func:`loadtests.settlements.settlements`."""
        return settlements(plan.seed, cls.pool)
