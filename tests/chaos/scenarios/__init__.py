"""The scenarios: each a function that takes a plan and a finding, and fills the finding."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """How long and how hard.

    Attributes:
        seconds: how long a part of a scenario lasts.
        seed: what healthy clients ask, and who is hit.
        slow: how many misbehaving clients there are of a kind.
        short: whether this is the run of a few seconds, which looks at less and at no times.
    """

    seconds: float = 6.0
    seed: int = 0
    slow: int = 64
    short: bool = False


SHORT = Plan(seconds=1.0, slow=40, short=True)
