"""When a load test has failed. Errors and wrong answers always count; time counts only where a limit is given."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

WRONG: Final = "wrong answer: "
"""How the message of a wrong answer begins among a run's failures."""
NO_ANSWER: Final = "no answer: "
"""... and that of a connection that broke, or could not be made, or stayed silent."""


class Thresholds(NamedTuple):
    """What a run may show at most, or at least.

    Attributes:
        error_ratio: failed requests to all, at most.
        wrong: wrong answers among those that were checked, at most.
        p95_ms: the 95th percentile of response times, at most; None: not looked at.
        p99_ms: the 99th, likewise.
        rate: requests a second, at least; None: not looked at.
    """

    error_ratio: float = 0.0
    wrong: int = 0
    p95_ms: float | None = None
    p99_ms: float | None = None
    rate: float | None = None

    @classmethod
    def given(
        cls, *, max_error_ratio: float, max_wrong: int, max_p95_ms: float, max_p99_ms: float, min_rate: float
    ) -> "Thresholds":
        """As the options say, where 0 means that times and rate are not looked at."""
        return cls(max_error_ratio, max_wrong, max_p95_ms or None, max_p99_ms or None, min_rate or None)


class Outcome(NamedTuple):
    """What a run has shown."""

    requests: int
    failures: int
    wrong: int
    p95_ms: float
    p99_ms: float
    rate: float


def broken(outcome: Outcome, limits: Thresholds) -> list[str]:
    """The thresholds that ``outcome`` breaks, in words; a run without any request breaks one."""
    if not outcome.requests:
        return ["no request was answered"]
    told = []
    ratio = outcome.failures / outcome.requests
    if ratio > limits.error_ratio:
        told.append(f"{outcome.failures} of {outcome.requests} requests failed; allowed: {limits.error_ratio:.2%}")
    if outcome.wrong > limits.wrong:
        told.append(f"{outcome.wrong} answers were wrong; allowed: {limits.wrong}")
    for percent, taken, limit in ((95, outcome.p95_ms, limits.p95_ms), (99, outcome.p99_ms, limits.p99_ms)):
        if limit is not None and taken > limit:
            told.append(f"{percent} % of answers took up to {taken:.0f} ms; allowed: {limit:.0f}")
    if limits.rate is not None and outcome.rate < limits.rate:
        told.append(f"{outcome.rate:.0f} requests a second; wanted: {limits.rate:.0f}")
    return told


def outcome_of(stats: Any) -> Outcome:  # noqa: ANN401 - locust's statistics; importing locust would patch this process
    """The outcome in locust's statistics, also those that a master has gathered from its workers."""
    total = stats.total
    errors: Mapping[Any, Any] = stats.errors
    wrong = sum(error.occurrences for error in errors.values() if WRONG in str(error.error))
    p95, p99 = (total.get_response_time_percentile(share) or 0.0 for share in (0.95, 0.99))
    return Outcome(total.num_requests, total.num_failures, wrong, p95, p99, total.total_rps)


def judge(environment: Any, limits: Thresholds, say: Callable[[str], object]) -> None:  # noqa: ANN401 - as above
    """Set the exit code of a locust run: 1 where a threshold is broken, each told by ``say``; else 0."""
    faults = broken(outcome_of(environment.stats), limits)
    for fault in faults:
        say(fault)
    environment.process_exit_code = 1 if faults else 0
