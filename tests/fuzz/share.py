"""How many examples a property is tried with: its share of what the run as a whole can afford."""

import os

from hypothesis import HealthCheck, settings

SEEDED, LONG, QUICK = "seeded", "fuzz", "quick"
"""The profiles: the same few examples at every run of the tests; ever new ones, many more, for ``make fuzz``; and the
first few of the same ones where the tests run thousands of times (``make mutants``)."""
_PLAIN = 100

settings.register_profile(SEEDED, derandomize=True, deadline=None, database=None, max_examples=_PLAIN)
settings.register_profile(QUICK, derandomize=True, deadline=None, database=None, max_examples=_PLAIN // 5)
settings.register_profile(
    LONG, deadline=None, database=None, max_examples=int(os.environ.get("FUZZ_TIMES", "20")) * _PLAIN, print_blob=True
)


def examples(few):
    """As many examples as ``few`` where a plain property has 100, and in proportion where it has more."""
    return settings(
        max_examples=max(1, few * settings.default.max_examples // _PLAIN),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
    )
