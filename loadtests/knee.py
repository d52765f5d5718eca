"""Where a rising load stops being answered in time: the search for the knee, apart from how a load is put on."""

from collections.abc import Callable, Generator, Iterator, Sequence
from statistics import median
from typing import Final, NamedTuple

from loadtests.report import table

KEPT: Final = 0.95
"""The least part of a step's planned time to the time it took, in which it counts as kept up with."""
SLOW: Final = 5.0
"""How many times the unloaded 99th percentile a step may show."""
_BUSY: Final = 0.85
"""The part of what it can use from which on a process counts as saturated."""
_LATE_SECONDS: Final = 0.02
_UNLOADED: Final = (0.1, 0.15, 0.2)
_SHARES: Final = tuple(tenths / 10 for tenths in range(3, 16))
"""The rates that are tried, in that of a closed loop."""
_HALVINGS: Final = 2


class Step(NamedTuple):
    """What one rate has shown.

    Attributes:
        rate: requests a second that were due.
        answered: requests a second that were answered.
        kept: planned time to time taken.
        p50: median of the times from when requests were due, in seconds.
        p99: the 99th percentile of them.
        server: cores that the server's workers used.
        client: cores that the busiest process of the generator used.
        others: cores that everything else on the machine used, the generator's other processes included.
        late: how late the generator was with requests that could have gone out, in seconds.
        faults: errors and wrong answers, in words.
    """

    rate: float
    answered: float
    kept: float
    p50: float
    p99: float
    server: float
    client: float
    others: float
    late: float
    faults: tuple[str, ...]


class Knee(NamedTuple):
    """Where the load stopped being answered in time.

    Attributes:
        rate: the highest rate that was kept up with, requests a second.
        unloaded: the 99th percentile of times at a fraction of it, in seconds.
        limit: the 99th percentile from which on a step counts as not kept up with.
        at: the step at that rate.
        beyond: the lowest step that was not kept up with; None if there was none.
        steps: all steps in order of their rates.
    """

    rate: float
    unloaded: float
    limit: float
    at: Step
    beyond: Step | None
    steps: tuple[Step, ...]


def held(step: Step, limit: float) -> bool:
    """Whether a step was kept up with: no fault, in time, and with a 99th percentile of at most ``limit``."""
    return not step.faults and step.kept >= KEPT and step.p99 <= limit


def find(measure: Callable[[float], Step], guess: float) -> Iterator[Step | Knee]:
    """Climb from a tenth of ``guess`` until the load is too much, then halve what lies between; the last is the knee.

    A step that was not kept up with is tried again before it counts: others use machines too.

    Raises:
        ValueError: not even the lightest load is answered in time.
    """
    steps = []
    for share in _UNLOADED:
        steps.append(measure(guess * share))
        yield steps[-1]
    unloaded = median(step.p99 for step in steps)
    limit = SLOW * unloaded
    best = max((step for step in steps if held(step, limit)), default=None)
    if best is None:
        message = f"not even {steps[0].rate:.0f} requests a second are answered in time: {steps[0].faults or steps[0]}"
        raise ValueError(message)
    beyond = None
    for share in _SHARES:
        best, beyond = yield from _try(measure, guess * share, limit, best, steps)
        if beyond is not None:
            break
    for _ in range(_HALVINGS if beyond is not None else 0):
        assert beyond is not None
        best, worse = yield from _try(measure, (best.rate + beyond.rate) / 2, limit, best, steps)
        beyond = worse or beyond
    yield Knee(best.rate, unloaded, limit, best, beyond, tuple(sorted(steps)))


def _try(
    measure: Callable[[float], Step], rate: float, limit: float, best: Step, steps: list[Step]
) -> Generator[Step, None, tuple[Step, Step | None]]:
    """Measure a rate, twice where it was not kept up with; the result is what is the best and the least too high."""
    step = measure(rate)
    steps.append(step)
    yield step
    if not held(step, limit):
        step = measure(rate)
        steps.append(step)
        yield step
    return (step, None) if held(step, limit) else (best, step)


def saturated(knee: Knee, workers: int, cores: int) -> str:
    """What was at its end beyond the knee, in words."""
    step = knee.beyond
    if step is None:
        return f"nothing: {knee.rate:,.0f} requests a second, the highest rate tried, were kept up with"
    usable = min(workers, cores)
    told = f"server {step.server:.2f} of {usable} cores, generator {step.client:.2f} of 1, others {step.others:.2f}"
    if step.faults:
        return f"errors ({len(step.faults)}, as {step.faults[0]:.100}); {told}"
    if step.server >= _BUSY * usable:
        return f"the server's CPU; {told}"
    if step.client >= _BUSY or step.late > _LATE_SECONDS:
        return f"the generator, {step.late * 1e3:.0f} ms late: give it more processes; {told}"
    if step.server + step.client + step.others >= 0.95 * cores:
        return f"the machine, which others use too; {told}"
    return f"no CPU: requests waited for connections, threads or locks; {told}"


def told(steps: Sequence[Step], limit: float) -> str:
    """Steps for people."""
    head = ("due, requests/s", "answered", "p50 ms", "p99 ms", "server cores", "generator", "others", "kept up")
    rows = [
        (
            f"{step.rate:,.0f}",
            f"{step.answered:,.0f}",
            f"{step.p50 * 1e3:.1f}",
            f"{step.p99 * 1e3:.1f}",
            f"{step.server:.2f}",
            f"{step.client:.2f}",
            f"{step.others:.2f}",
            "yes" if held(step, limit) else f"no, {len(step.faults)} faults" if step.faults else "no",
        )
        for step in steps
    ]
    return table(head, rows)
