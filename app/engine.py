"""Whether the search core runs compiled or interpreted: the same files and the same answers, at different speeds."""

from typing import Final

from app.api import encode
from app.rummy import (
    analysis,
    arrangement,
    best,
    bounds,
    digest,
    game,
    holding,
    join,
    melds,
    penalty,
    points,
    search,
    set_choices,
    suit_builder,
    suit_memo,
    suit_table,
)

_CORE: Final = (
    suit_builder,
    suit_memo,
    suit_table,
    set_choices,
    game,
    holding,
    join,
    search,
    best,
    bounds,
    arrangement,
    melds,
    penalty,
    analysis,
    points,
    digest,
    encode,
)


def core() -> str:
    """``compiled``, ``interpreted``, or ``partly compiled`` where a build went wrong half way."""
    compiled = sum(not str(module.__file__).endswith((".py", ".pyc")) for module in _CORE)
    if compiled == len(_CORE):
        return "compiled"
    return "partly compiled" if compiled else "interpreted"
