"""A core for each worker, where the operator asks for it.

Only one thread of a worker computes at a time. Left alone, the system spreads its threads over all cores, and they wake
and wait for one another across them: several times for each request, which costs a third of all its CPU time. On a
machine that is there for the service it is better to keep each worker on a core. On one that is shared with others it
is not, since a worker cannot get out of the way of what else runs on its core; so this is not done unasked.
"""

import os
from collections.abc import Collection


def core_of(number: int, allowed: Collection[int]) -> int:
    """The core for the worker of this number, of those that are ``allowed``: all in turn.

    >>> [core_of(number, {0, 2, 5}) for number in range(1, 6)]
    [2, 5, 0, 2, 5]
    """
    return sorted(allowed)[number % len(allowed)]


def pin(number: int) -> bool:
    """Keep this process, and the threads that it starts from now on, on its core; whether the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, {core_of(number, os.sched_getaffinity(0))})
    return True
