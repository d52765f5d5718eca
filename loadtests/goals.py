"""What the service is meant to reach, each goal beside a yardstick that is measured in the same run."""

from collections.abc import Sequence
from statistics import median
from typing import Final, NamedTuple

from loadtests.report import spread


class Goal(NamedTuple):
    """A bound for the median of some values; what they are is said where they are printed."""

    bound: float
    at_most: bool
    digits: int = 2

    def reached(self, values: Sequence[float]) -> bool:
        """Whether the median, as it is printed, keeps the bound."""
        middle = round(median(values), self.digits)
        return middle <= self.bound if self.at_most else middle >= self.bound

    def told(self, values: Sequence[float]) -> str:
        """The median with its spread, the bound, and whether it is kept.

        >>> Goal(1.2, at_most=True).told([1.1, 1.3, 1.25])
        '**1.25 (1.10-1.30)**, goal: at most 1.2: not reached'
        """
        which = "most" if self.at_most else "least"
        verdict = "reached" if self.reached(values) else "not reached"
        return f"**{spread(values, self.digits)}**, goal: at {which} {self.bound:g}: {verdict}"


REQUEST_CPU: Final = Goal(1.0, at_most=True)
"""CPU time of a request to ``analyze``, in that of one to the floor; neither logs nor counts."""
OBSERVED_REQUEST_CPU: Final = Goal(1.1, at_most=True)
"""The same where the service logs every request and counts for ``/metrics``; the floor does neither."""
P99: Final = Goal(1.2, at_most=True)
"""The 99th percentile of times at half the knee's load, in that of the floor at the same load."""
POINTS_ITEMS: Final = Goal(18, at_most=False, digits=1)
"""Items of an audit with ``detail`` points in the CPU time of one request to the floor."""
MELDS_ITEMS: Final = Goal(9.1, at_most=False, digits=1)
"""The same with ``detail`` melds: 20,000 items where the floor makes 2,200 requests."""
TWO_PROCESSES: Final = Goal(1.8, at_most=False)
"""How many times as fast two processes of the command-line audit are as one."""
GROWTH: Final = Goal(1.1, at_most=True)
"""CPU time of an item among the most, in that of one among the fewest."""
