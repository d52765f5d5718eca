"""Audits on several cores: blocks of lines go out to processes, and their answers come back in order."""

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final, NamedTuple

from app.bulk.answers import Summary
from app.bulk.audit import Auditor, Found
from app.bulk.items import Role, Shared
from app.bulk.lines import Line

_AHEAD: Final = 4
"""Blocks that are under way, a process: enough that none waits, few enough to keep memory small."""

Row = tuple[int, str | int | None, str, bool | None, bool, int | None, int]
"""A record that is wrong: index, id, kind of item, and verdict and points as recorded and as found."""
COLUMNS: Final = ("index", "id", "kind", "recorded_valid", "valid", "recorded_points", "points")


class Plan(NamedTuple):
    """What every process must know: what holds for all items, what a search may cost, how deep a line may be nested."""

    shared: Shared
    nodes: int
    max_depth: int


class Done(NamedTuple):
    """The answers to a block: a line each, how it went, and the records that are wrong."""

    answers: bytes
    summary: Summary
    rows: list[Row]


def audit_blocks(plan: Plan, blocks: Iterable[Sequence[Line]], processes: int) -> Iterator[Done]:
    """The answers to ``blocks``, in their order.

    Raises:
        BrokenProcessPool: a process died.
    """
    if processes == 1:
        first = 0
        for lines in blocks:
            yield _audit(plan, first, lines)
            first += len(lines)
        return
    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=(plan,))
    try:
        yield from _in_order(pool, blocks, processes * _AHEAD)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, blocks: Iterable[Sequence[Line]], ahead: int) -> Iterator[Done]:
    under_way: deque[Future[Done]] = deque()
    first = 0
    for lines in blocks:
        under_way.append(pool.submit(_work, first, lines))
        first += len(lines)
        if len(under_way) >= ahead:
            yield under_way.popleft().result()
    while under_way:
        yield under_way.popleft().result()


_plans: list[Plan] = []
"""In a process of the pool: its plan."""


def _begin(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started us stops us
    _plans[:] = [plan]


def _work(first: int, lines: Sequence[Line]) -> Done:
    return _audit(_plans[0], first, lines)


def _audit(plan: Plan, first: int, lines: Sequence[Line]) -> Done:
    auditor = Auditor(*plan, first=first, keep_disagreements=True)
    answers = "".join([auditor.line(line) + "\n" for line in lines])
    return Done(answers.encode("ascii"), auditor.summary, [_row(found) for found in auditor.disagreements or ()])


def _row(found: Found) -> Row:
    item = found.item
    kind = "hand" if item.groups is None else "loser" if item.role is Role.LOSER else "declared"
    return found.number, item.id, kind, item.valid, found.valid, item.points, found.points
