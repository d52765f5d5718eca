"""Files of keys: read once, and again when they change, so that keys come and go without a restart."""

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

Held = TypeVar("Held")

LONGEST: Final = 1 << 20
"""Most bytes of such a file: thousands of keys."""
SECONDS: Final = 1.0
"""How often a file is looked at, at most."""
_log = logging.getLogger("meldwise")


class KeyFileError(ValueError):
    """A file of keys that cannot be used. The message quotes nothing of what the file holds."""


class Watched(Generic[Held]):
    """What a file of keys holds, as ``read`` makes it out; never older than :data:`SECONDS`.

    A change that cannot be read is logged, and what the file held before stays in force: a mistake in an editor must
    not lock all clients out.
    """

    def __init__(self, path: str, read: Callable[[bytes], Held], clock: Callable[[], float] = time.monotonic) -> None:
        """Read the file.

        Raises:
            KeyFileError: it cannot be read, or not made out.
        """
        self._path = Path(path)
        self._read = read
        self._clock = clock
        self._next = clock() + SECONDS
        self._stamp = self._stamp_now()
        self._held = self._load()

    def now(self) -> Held:
        """What the file holds now."""
        moment = self._clock()
        if moment >= self._next:
            self._next = moment + SECONDS
            self._look()
        return self._held

    def _look(self) -> None:
        try:
            stamp = self._stamp_now()
            if stamp == self._stamp:
                return
            self._stamp = stamp
            self._held = self._load()
        except KeyFileError as error:
            _log.error("%s: %s; what it held before stays in force", self._path, error)
        else:
            _log.warning("%s has changed and was read again", self._path)

    def _stamp_now(self) -> tuple[int, int, int]:
        try:
            told = self._path.stat()
        except OSError as error:
            raise KeyFileError(f"the file cannot be read: {error.strerror}") from error
        return told.st_mtime_ns, told.st_size, told.st_ino

    def _load(self) -> Held:
        return self._read(read_bytes(self._path))


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """All that the file holds.

    Raises:
        KeyFileError: it cannot be read, or is too long.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise KeyFileError(f"the file cannot be read: {error.strerror}") from error
    if len(data) > LONGEST:
        raise KeyFileError(f"the file is longer than {LONGEST} bytes")
    return data
