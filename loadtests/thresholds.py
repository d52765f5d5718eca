"""When a load test has failed. Errors and wrong answers always count; time counts only where a limit is given."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

WRONG: Final = "wrong answer: "
"""How the message of a wrong answer begins among a run's failures."""


class Thresholds(NamedTuple):
    """What a run may show at most.

    Attributes:
        error_ratio: failed requests to all.
        wrong: wrong answers among those that were checked.
        p95_ms: the 95th percentile of response times; None: not looked at.
    """

    error_ratio: float = 0.0
    wrong: int = 0
    p95_ms: float | None = None


class Outcome(NamedTuple):
    """What a run has shown."""

    requests: int
    failures: int
    wrong: int
    p95_ms: float


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
    if limits.p95_ms is not None and outcome.p95_ms > limits.p95_ms:
        told.append(f"95 % of answers took up to {outcome.p95_ms:.0f} ms; allowed: {limits.p95_ms:.0f}")
    return told


def outcome_of(stats: Any) -> Outcome:  # noqa: ANN401 - locust's statistics; importing locust would patch this process
    """The outcome in locust's statistics, also those that a master has gathered from its workers."""
    total = stats.total
    errors: Mapping[Any, Any] = stats.errors
    wrong = sum(error.occurrences for error in errors.values() if WRONG in str(error.error))
    return Outcome(total.num_requests, total.num_failures, wrong, total.get_response_time_percentile(0.95) or 0.0)


def judge(environment: Any, limits: Thresholds, say: Callable[[str], object]) -> None:  # noqa: ANN401 - as above
    """Set the exit code of a locust run: 1 where a threshold is broken, each told by ``say``; else 0."""
    faults = broken(outcome_of(environment.stats), limits)
    for fault in faults:
        say(fault)
    environment.process_exit_code = 1 if faults else 0
