"""Python's garbage collector, told what is not worth its time."""

import gc
from typing import Final

_YOUNG_PER_FULL_COLLECTION: Final = 1000


def spare_memory() -> None:
    """Put what is loaded by now out of the collector's sight, and :func:`collect_rarely`.

    What is loaded stays, and where workers are forked from this process they go on sharing its memory.
    """
    gc.collect()
    gc.freeze()
    collect_rarely()


def collect_rarely() -> None:
    """Have the collector look through all that there is only now and then.

    The memo of suits holds no cycles, and to look through all of it takes a tenth of a second each time, with every
    request waiting. What requests leave behind is found among what is young.
    """
    gc.set_threshold(*gc.get_threshold()[:2], _YOUNG_PER_FULL_COLLECTION)
