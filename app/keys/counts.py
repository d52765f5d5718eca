"""How often clients have asked lately, in memory that all workers of a server share: a limit holds for them together.

This is a storage for the library ``limits``, whose own are of one process, or in a database. Needs the extra ``limit``.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_UN, lockf
from hashlib import blake2b
from math import floor
from mmap import mmap
from struct import Struct
from tempfile import TemporaryFile
from threading import Lock
from typing import Final
from weakref import finalize

from limits.storage import SlidingWindowCounterSupport, Storage
from limits.storage.base import TimestampedSlidingWindow

_SLOT: Final = Struct("16sqd")
"""A number: the hash of its key, what it has come to, and until when it counts."""
_BUCKET: Final = 16
"""Slots that a key may be in: its own, else the one whose time is over, or will be first."""
_BUCKETS: Final = 1 << 12
"""Enough for as many clients as a file can name, with two numbers each, to fill no more than half of the slots."""


class SharedCounts(Storage, SlidingWindowCounterSupport, TimestampedSlidingWindow):
    """Numbers by key, shared by all processes that are forked after they were made.

    The time is that of day when they were made, and goes on from there as nobody can set it: by the monotonic clock,
    which all processes have in common.
    """

    STORAGE_SCHEME = None

    def __init__(self) -> None:
        """Nobody has asked yet. Memory that is never written to costs nothing."""
        super().__init__()
        self._slots = mmap(-1, _BUCKETS * _BUCKET * _SLOT.size)
        # A file to lock, nothing else: the kernel takes such a lock back from a process that is killed.
        self._file = _empty_file()
        finalize(self, os.close, self._file)
        self._threads = Lock()
        self._epoch = time.time() - time.monotonic()

    @property
    def base_exceptions(self) -> type[Exception]:
        """What goes wrong where something does."""
        return OSError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """What ``key`` comes to with so much more; if it is a new one, it lasts for so many seconds."""
        with self._alone() as now:
            return self._add(key, expiry, amount, now)

    def get(self, key: str) -> int:
        """What ``key`` has come to."""
        with self._alone() as now:
            return self._find(key, now)[1]

    def get_expiry(self, key: str) -> float:
        """When ``key`` is forgotten; now, if it is already."""
        with self._alone() as now:
            return self._find(key, now)[2]

    def clear(self, key: str) -> None:
        """Forget ``key``."""
        with self._alone() as now:
            place, count, _ = self._find(key, now)
            if count:
                _SLOT.pack_into(self._slots, place, b"", 0, 0.0)

    def reset(self) -> None:
        """Forget all."""
        with self._alone():
            self._slots[:] = bytes(len(self._slots))

    def check(self) -> bool:
        """Whether it works."""
        return True

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Whether so much more is within the limit for any ``expiry`` seconds; if so, it counts."""
        with self._alone() as now:
            before, its_seconds, count, _ = self._windows(key, expiry, now)
            within = floor(before * its_seconds / expiry + count) + amount <= limit
            if within:
                self._add(self.sliding_window_keys(key, expiry, now)[1], 2 * expiry, amount, now)
            return within

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """The count of the window before this one, and for how long it matters; and the same of this one."""
        with self._alone() as now:
            return self._windows(key, expiry, now)

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        """Forget what was counted in both."""
        for name in self.sliding_window_keys(key, expiry, self._epoch + time.monotonic()):
            self.clear(name)

    @contextmanager
    def _alone(self) -> Iterator[float]:
        """Keep the other threads and processes off; gives the time."""
        with self._threads:
            lockf(self._file, LOCK_EX)
            try:
                yield self._epoch + time.monotonic()
            finally:
                lockf(self._file, LOCK_UN)

    def _windows(self, key: str, expiry: int, now: float) -> tuple[int, float, int, float]:
        left = expiry - now % expiry
        before, current = (self._find(name, now)[1] for name in self.sliding_window_keys(key, expiry, now))
        return before, left if before else 0.0, current, left + expiry

    def _add(self, key: str, expiry: float, amount: int, now: float) -> int:
        place, count, until = self._find(key, now)
        _SLOT.pack_into(self._slots, place, _hash(key), count + amount, until if count else now + expiry)
        return count + amount

    def _find(self, key: str, now: float) -> tuple[int, int, float]:
        """Where ``key`` is, or may be put; what it has come to; until when that counts."""
        digest = _hash(key)
        first = int.from_bytes(digest[:4]) % _BUCKETS * _BUCKET * _SLOT.size
        oldest, soonest = first, float("inf")
        for place in range(first, first + _BUCKET * _SLOT.size, _SLOT.size):
            holder, count, until = _SLOT.unpack_from(self._slots, place)
            if holder == digest and until > now:
                return place, count, until
            if until < soonest:
                oldest, soonest = place, until
        return oldest, 0, now


def _empty_file() -> int:
    """A file without a name: in memory, where the system has such."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("limits")
    with TemporaryFile() as file:
        return os.dup(file.fileno())


def _hash(key: str) -> bytes:
    return blake2b(key.encode(), digest_size=16).digest()
