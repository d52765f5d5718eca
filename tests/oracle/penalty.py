"""The protection table: what an arrangement costs, and which of two arrangements is the better.

Used with the integer programme, which looks for the best arrangement of every row by itself; the brute
force has its own reading of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cards import Rules

LOOSE = "loose_cards"
ALL_BUT_PURE = "all_but_pure"
ALL = "all_cards"
FLAT = "flat_cap"


@dataclass(frozen=True)
class Best:
    """What the best arrangement of a hand comes to: everything the tie-breaks look at."""

    declarable: bool
    points: int
    before_cap: int
    counted: str
    loose_points: int
    loose_cards: int
    standing: int
    pure: int
    sequences: int
    show: str | None = None


@dataclass(frozen=True)
class Arrangement:
    """The totals of one arrangement, its sequences counted in full."""

    loose_points: int
    loose_cards: int
    standing: int
    pure: int
    sequences: int
    pure_points: int

    def meets(self, rules: Rules) -> bool:
        """Tell whether it shows the sequences that the rules ask for."""
        return self.sequences >= rules.min_sequences and self.pure >= rules.min_pure


@dataclass(frozen=True)
class Row:
    """One row of the table: what an arrangement must show to be counted so, and what then counts."""

    min_pure: int
    min_sequences: int
    counted: str


def rows(rules: Rules) -> list[Row]:
    """List the rows of the table in reading order.

    The rows are cumulative: an arrangement that shows more may be counted by a row that asks for less.
    It never gains by it, except under ``flat_cap``, where that is meant (a pure run one need not show).
    """
    kinder = {"both_lives": ALL, "pure_exempt": ALL_BUT_PURE, "first_life": LOOSE, "none": LOOSE}
    nothing = FLAT if rules.no_pure == "flat_cap" else ALL
    if rules.protection == "none":
        nothing = LOOSE
    return [
        Row(rules.min_pure, rules.min_sequences, LOOSE),
        Row(1, 0, kinder[rules.protection]),
        Row(0, 0, nothing),
    ]


def cost(counted: str, found: Arrangement, all_points: int, rules: Rules) -> int:
    """Tell the penalty before the cap of an arrangement counted one way."""
    if counted == FLAT:
        if rules.cap is None:
            message = "flat_cap without a cap"
            raise ValueError(message)
        return rules.cap
    if counted == ALL:
        return all_points
    return all_points - found.pure_points if counted == ALL_BUT_PURE else found.loose_points


def judge(counted: str, found: Arrangement, all_points: int, rules: Rules) -> Best:
    """State what an arrangement comes to when it is counted one way."""
    before_cap = cost(counted, found, all_points, rules)
    return Best(
        declarable=found.meets(rules) and found.loose_cards == 0,
        points=before_cap if rules.cap is None else min(before_cap, rules.cap),
        before_cap=before_cap,
        counted=counted,
        loose_points=found.loose_points,
        loose_cards=found.loose_cards,
        standing=found.standing,
        pure=min(found.pure, rules.min_pure),
        sequences=min(found.sequences, rules.min_sequences),
    )


def order(best: Best) -> tuple[int, ...]:
    """Tie-breaks between arrangements as a key: the least is the best."""
    return (
        best.before_cap,
        not best.declarable,
        best.loose_points,
        best.loose_cards,
        best.standing,
        -best.pure,
        -best.sequences,
    )
