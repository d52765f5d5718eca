"""An exact second opinion on Indian Rummy hands, for tests only.

Nothing here is shared with ``app``: the arrangement of a hand is written down as an integer
programme and handed to a general solver (OR-tools CP-SAT), so that an error in the hand-written search
and an error here are unlikely to be the same error. ``brute`` is a third opinion for tiny hands.
"""

from .cards import Rules, UnsupportedRulesError
from .penalty import Best
from .solver import (
    PROTECTIONS,
    best_discard,
    discards,
    discards_all_protections,
    pick_discard,
    solve,
    solve_all_protections,
)

__all__ = [
    "PROTECTIONS",
    "Best",
    "Rules",
    "UnsupportedRulesError",
    "best_discard",
    "discards",
    "discards_all_protections",
    "pick_discard",
    "solve",
    "solve_all_protections",
]
