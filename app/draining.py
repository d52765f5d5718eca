"""Whether the service is about to stop: one flag, shared by the server and all its workers.

It is set before the first of them stops, so that ``/readyz`` can say so while requests are still answered.
"""

from mmap import mmap
from typing import Final

_flag: Final = mmap(-1, 1)  # anonymous memory, which forked processes share


def begin() -> None:
    """From now on the service is draining, in every process forked after this module was imported."""
    _flag[0] = 1


def end() -> None:
    """It is not, after all."""
    _flag[0] = 0


def begun() -> bool:
    """Whether it is."""
    return _flag[0] == 1
