"""Work on several cores: blocks of lines go out to processes, and what came of them comes back in order."""

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from app.bulk.lines import Line
from app.collector import collect_rarely, spare_memory

_AHEAD: Final = 4
"""Blocks that are under way, a process: enough that none waits, few enough to keep memory small."""

Done = TypeVar("Done", covariant=True)  # noqa: PLC0105 - named for what it is, like the others


class Work(Protocol[Done]):
    """What is done with a block; it goes to every process, so it can be pickled."""

    def __call__(self, first: int, lines: Sequence[Line]) -> Done:
        """What comes of ``lines``, of which the first is number ``first`` of all."""
        ...


def spread(work: Work[Done], blocks: Iterable[Sequence[Line]], processes: int) -> Iterator[Done]:
    """What comes of ``blocks``, in their order.

    Raises:
        BrokenProcessPool: a process died.
    """
    if processes == 1:
        collect_rarely()
        first = 0
        for lines in blocks:
            yield work(first, lines)
            first += len(lines)
        return
    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=(work,))
    try:
        yield from _in_order(pool, blocks, processes * _AHEAD)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, blocks: Iterable[Sequence[Line]], ahead: int) -> Iterator[Any]:
    under_way: deque[Future[Any]] = deque()
    first = 0
    for lines in blocks:
        under_way.append(pool.submit(_work, first, lines))
        first += len(lines)
        if len(under_way) >= ahead:
            yield under_way.popleft().result()
    while under_way:
        yield under_way.popleft().result()


_works: list[Work[Any]] = []
"""In a process of the pool: its work."""


def _begin(work: Work[Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started us stops us
    spare_memory()
    _works[:] = [work]


def _work(first: int, lines: Sequence[Line]) -> Any:  # noqa: ANN401 - whatever the work gives
    return _works[0](first, lines)
