"""Who has had time enough, and who must make room for others: decided from what connections are, nothing else."""

from collections.abc import Iterable
from heapq import nsmallest
from typing import Final

from app.gate.connection import RATE, Connection, State

_GRACE: Final = 0.25
"""Seconds in which a new connection, or a request that has begun, is left in peace."""
_SLOW_AFTER: Final = 5.0
"""A stream whose client was waited for longer than this, and moved less than ``RATE`` meanwhile, yields to others."""
_NEVER: Final = 1e18


def is_late(connection: Connection, now: float) -> bool:
    """Whether the connection's time is up. Bodies and answers that move win time by moving."""
    if now < connection.deadline:
        return False
    if connection.state is State.READING and connection.framing.head:
        return now >= connection.deadline + len(connection.framing.buffer) / RATE
    if connection.state is State.WRITING:
        return now >= connection.deadline + connection.moved / RATE
    return True


def to_make_room(connections: Iterable[Connection], now: float, most: int) -> list[Connection]:
    """Those that lose least by being closed, at most so many: who is closing anyway, then the longest unfinished, ...

    ... then the longest idle. Nobody who waits for an answer.
    """
    losing = nsmallest(most, ((_loss(connection, now), id(connection), connection) for connection in connections))
    return [connection for loss, _, connection in losing if loss < _NEVER]


def _loss(connection: Connection, now: float) -> float:
    state, age = connection.state, now - connection.since
    if state is State.CLOSING:
        return -3e9 - age
    if age < _GRACE:
        return _NEVER
    if state is State.READING or (state is State.IDLE and not connection.served):
        return -2e9 - age
    if state is State.WRITING:
        return -1e9 - age
    return -age if state is State.IDLE else _NEVER


def longest_unfinished(connections: Iterable[Connection]) -> Connection | None:
    """Of those that hold memory while their clients are slow, the one that has done so for longest."""
    slow = (c for c in connections if c.counted and c.state in {State.READING, State.WRITING})
    return min(slow, key=lambda connection: connection.since, default=None)


def slow_streams(streams: Iterable[Connection]) -> list[Connection]:
    """Those whose clients are slow, however long it takes to answer them; the slowest first."""
    slow = [
        (c.moved / c.waited, id(c), c)
        for c in streams
        if c.told is None and c.waited > _SLOW_AFTER and c.moved < c.waited * RATE
    ]
    return [stream for _, _, stream in sorted(slow)]
