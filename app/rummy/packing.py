"""How the search packs what it knows into plain integers: values, states, the suits' keys and what they depend on."""

from typing import Final

CARD: Final = 1 << 5
"""Value of covering one card; a joker standing for another card takes 1 off."""
POINT: Final = 1 << 10
"""Value of covering one point."""
PURE_POINT: Final = 1 << 20
"""Value of covering one point by a pure run, where that is what the objective looks at first."""
STATES: Final = 32
"""States are below this; without their ``room`` bit they are even."""


MOST_JOKERS: Final = 22
"""Jokers in a hand at most: all of the largest, where the neighbours of the cut card are wild in three decks."""
SPAN: Final = STATES * (MOST_JOKERS + 1)
"""Room for a number by ``jokers spent << 5 | state``."""


def blank(size: int, value: int = 0) -> list[int]:
    """Room for ``size`` numbers. Where the core is compiled it becomes an array."""
    return [value] * size


def variant(
    most_pure: int,
    most_runs: int,
    wild_is_pure: bool,
    ace_high: bool,
    ace_points: int,
    weigh_pure: bool,
    tunnela: int = 0,
    dublee: int = 0,
) -> int:
    """A number for all that a suit's table depends on beside cards and jokers.

    ``most_pure`` (1-3) and ``most_runs`` (0-3) are where counting stops; ``weigh_pure`` puts points in pure runs first;
    ``tunnela`` is 0 where three identical cards are no meld, 1 where they are one, 2 where they are a pure sequence.
    """
    flags = wild_is_pure | ace_high << 1 | (ace_points == 1) << 2 | weigh_pure << 3
    return flags | most_pure << 4 | most_runs << 6 | tunnela << 8 | dublee << 10


def caps(kind: int) -> int:
    """Where counting stops under a :func:`variant`, as an index into :data:`ADD`."""
    return (kind >> 4 & 3) << 2 | kind >> 6 & 3


def top_state(kind: int) -> int:
    """The state with all the pure sequences and sequences that a :func:`variant` counts."""
    return (kind >> 4 & 3) << 3 | (kind >> 6 & 3) << 1


def _add_tables() -> list[list[int]]:
    """Saturating sums of states by ``most_pure * 4 + most_runs``, flat: ``[state * 32 + state]``."""
    tables = []
    for caps in range(16):
        most_pure, most_runs = caps >> 2, caps & 3
        table = [0] * 1024
        for a in range(32):
            for b in range(32):
                pure = min(most_pure, (a >> 3) + (b >> 3))
                runs = min(most_runs, (a >> 1 & 3) + (b >> 1 & 3))
                table[a * 32 + b] = pure << 3 | runs << 1 | (a | b) & 1
        tables.append(table)
    return tables


ADD: Final[list[list[int]]] = _add_tables()
"""A state is ``pure runs << 3 | runs << 1 | room``: both counts stop at what the rules need, and room tells whether an
impure run exists that jokers left over can join. This is what two states are together, by :func:`caps`."""


def _covers(a: int, b: int) -> int:
    return int(a >> 3 >= b >> 3 and a >> 1 & 3 >= b >> 1 & 3 and a & 1 >= b & 1)


COVERS: Final[list[int]] = [_covers(a, b) for a in range(32) for b in range(32)]
"""Whether state a is at least state b in every part: ``[a * 32 + b]``."""
