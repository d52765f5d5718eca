"""``python -m loadtests.play``: plays simulated deals and tells what they are like, or writes their items for an audit.

The file has an item a line, as ``POST /v1/audit`` and ``python -m app audit`` read them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple

from app.rummy.analysis import analyze_codes
from app.rummy.pack import WildJoker, pack_of, parse_wild_joker
from app.rummy.rules import NamedRules
from loadtests.corpus import encoded_json
from loadtests.deals import Outcome, PlayedDeal, deals
from loadtests.report import table
from loadtests.traffic import items_of

_NEARLY: Final = 2
"""Loose cards of a hand that is nearly complete, at most."""
_STEPS: Final = (0, 20, 40, 60, 80)


class Portrait(NamedTuple):
    """What deals are like, as counts.

    Attributes:
        deals: deals.
        tables: deals by players.
        turns: turns.
        outcomes: players by how the deal ended for them.
        jokers: hands dealt by jokers in them.
        near: hands at a turn with at most two loose cards.
        penalties: losers by what they pay, as the largest of 0, 20, 40, 60 and 80 that is not more.
    """

    deals: int
    tables: Counter[int]
    turns: int
    outcomes: Counter[Outcome]
    jokers: Counter[int]
    near: int
    penalties: Counter[int]


def portrait(played: Sequence[PlayedDeal]) -> Portrait:
    """What these deals are like."""
    seats = [(deal, seat) for deal in played for seat in deal.seats]
    wild = {id(deal): pack_of(deal.rules.rules, parse_wild_joker(deal.wild_joker)).wild for deal in played}
    lost = [
        analyze_codes(seat.hand, parse_wild_joker(deal.wild_joker), deal.rules).points
        for deal, seat in seats
        if seat.outcome is Outcome.HAND
    ]
    return Portrait(
        deals=len(played),
        tables=Counter(len(deal.seats) for deal in played),
        turns=sum(len(deal.turns) for deal in played),
        outcomes=Counter(seat.outcome for _, seat in seats),
        jokers=Counter(sum(wild[id(deal)][code] for code in seat.dealt) for deal, seat in seats),
        near=sum(
            _nearly(deal.rules, parse_wild_joker(deal.wild_joker), turn.hand) for deal in played for turn in deal.turns
        ),
        penalties=Counter(max(step for step in _STEPS if step <= points) for points in lost),
    )


def _nearly(rules: NamedRules, wild_joker: WildJoker, hand: tuple[int, ...]) -> bool:
    return len(analyze_codes(hand, wild_joker, rules).loose) <= _NEARLY


def told(seen: Portrait) -> str:
    """A portrait for people."""

    def shares(counted: Counter[int] | Counter[Outcome], unit: str) -> Iterator[tuple[str, str]]:
        total = counted.total() or 1
        for key, count in sorted(counted.items()):
            yield f"{key} {unit}".strip(), f"{count / total:.1%}"

    rows = [
        ("deals", f"{seen.deals:,}"),
        ("turns a deal", f"{seen.turns / seen.deals:.1f}"),
        *shares(seen.tables, "players"),
        *shares(seen.outcomes, ""),
        *shares(seen.jokers, "jokers dealt"),
        (f"turns with at most {_NEARLY} loose cards", f"{seen.near / max(1, seen.turns):.1%}"),
        *shares(seen.penalties, "points or more, of losers"),
    ]
    return table(("simulated", "share"), rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and tell."""
    asked = _parser().parse_args(arguments)
    begun = process_time()
    played = list(islice(deals(asked.seed), asked.deals))
    seconds = process_time() - begun
    print(told(portrait(played)))
    print(f"{asked.deals / seconds:,.0f} deals a second of CPU time", file=sys.stderr)
    if asked.items is not None:
        rng = Random(f"meldwise items {asked.seed}")
        with asked.items.open("wb") as file:
            for number, deal in enumerate(played):
                file.writelines(encoded_json(item) + b"\n" for item in items_of(deal, str(number), rng))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtests.play", description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="how many (%(default)s)")
    parser.add_argument("--seed", default="play", help="where they begin (%(default)s)")
    parser.add_argument("--items", type=Path, metavar="FILE", help="write the items of their audit, one a line")
    return parser


if __name__ == "__main__":
    sys.exit(main())
