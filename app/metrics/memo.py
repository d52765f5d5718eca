"""What the searches' memo holds, and how often it helps: read from the core now and then, which counts in plain ints.

Every worker's loop does so once a second, and so does the worker that answers ``/metrics``.
"""

from threading import Lock
from typing import Final

from app.metrics.names import MEMO, MEMO_LOOKUPS
from app.rummy.suit_memo import memo_size, memo_use

_OUTCOMES: Final = ("hit", "miss")
for _outcome in _OUTCOMES:
    MEMO_LOOKUPS.has(_outcome)


class MemoWatch:
    """Brings what is told of this process's memo up to date."""

    def __init__(self) -> None:
        """From now on."""
        self.begin()

    def begin(self) -> None:
        """Count from now on: what was looked up before, to make tables that all workers share, nobody has asked for."""
        self._lock = Lock()
        self._first = memo_use()
        self._told = (0, 0)

    def tell(self) -> None:
        """Count what was looked up since it was last told."""
        with self._lock:
            asked, made = (now - first for now, first in zip(memo_use(), self._first, strict=True))
            before = self._told
            # What a search makes is known at once, what it has asked for when it ends: hits can only seem to fall.
            now = self._told = max(before[0], asked - made), made
        for outcome, earlier, later in zip(_OUTCOMES, before, now, strict=True):
            MEMO_LOOKUPS.add(outcome, amount=float(later - earlier))
        MEMO.put(amount=memo_size())


MEMO_WATCH: Final = MemoWatch()
