r"""How far a long command has come: one line that changes on a terminal, a line now and then in a log.

>>> clock = iter([0.0, 10.0])
>>> import io
>>> stream = io.StringIO()
>>> Progress(stream, 1000, lambda: next(clock)).tell(50_000, 250)
>>> stream.getvalue()
'50,000 items, 5,000/s, 25 %, 0:30 left\n'
"""

import time
from collections.abc import Callable
from typing import Final, TextIO

_ON_TERMINAL: Final = 0.2
_IN_LOG: Final = 10.0


class Progress:
    """Tells how many items are done, how fast, and how long the rest takes."""

    def __init__(self, stream: TextIO | None, size: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        """Start the clock.

        Args:
            stream: where to tell; None for nowhere.
            size: what there is to read, in bytes, where it is known.
            clock: tells the seconds.
        """
        self._stream = stream
        self._size = size
        self._clock = clock
        self._start = self._told = clock()
        self._terminal = stream is not None and stream.isatty()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return self._clock() - self._start

    def tell(self, items: int, position: int) -> None:
        """Say so, if it is time again, when ``items`` are done and the input is read up to ``position``."""
        if self._stream is None:
            return
        now = self._clock()
        if now - self._told < (_ON_TERMINAL if self._terminal else _IN_LOG):
            return
        self._told = now
        text = self._text(items, position, now - self._start)
        self._stream.write(f"\r{text}\x1b[K" if self._terminal else f"{text}\n")
        self._stream.flush()

    def clear(self) -> None:
        """Take the line away from a terminal."""
        if self._stream is not None and self._terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _text(self, items: int, position: int, seconds: float) -> str:
        told = f"{items:,} items, {items / seconds:,.0f}/s"
        if not self._size or not position:
            return told
        left = round(seconds * (self._size - position) / position)
        return f"{told}, {100 * position // self._size} %, {left // 60}:{left % 60:02} left"
