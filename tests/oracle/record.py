"""Judges hands of every game and writes the answers down: ``python -m tests.oracle.record tests/cases/games.jsonl``.

An integer programme takes a second for a hand of 21 cards, so that the default run holds the search against answers
that the oracle has given before, and has the oracle give a few of them again; the long run has it give them all.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from . import Best, best_discard, solve
from .hands import MAKERS, VARIANTS, random_cut, show_hand, variant_switches

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = 200
"""Hands of each game,"""
DISCARDS = 8
"""... those among them with a card too many,"""
TURNED = 100
"""... and hands of each size with switches of their own."""
SIZES = (7, 10, 13, 17, 21)

Question = dict[str, Any]


def questions() -> Iterator[Question]:
    """Ask about hands of every kind, under every game and under many other rules."""
    for name, (asked, switches) in VARIANTS.items():
        for index in range(GAMES):
            rng = Random(f"{name} {index}")
            one_more = index % (GAMES // DISCARDS) == 1
            yield _question(rng, f"{name} {index}", asked, switches, one_more=one_more)
    for size in SIZES:
        for index in range(TURNED):
            rng = Random(f"turned {size} {index}")
            switches = variant_switches(rng, size)
            if 3 * max(switches["min_sequences"], switches["min_pure"]) > size:
                switches |= {"min_sequences": size // 6, "min_pure": size // 6}
            yield _question(rng, f"turned {size} {index}", switches, switches)


def _question(rng: Random, name: str, asked: Any, switches: dict[str, Any], *, one_more: bool = False) -> Question:
    cut = random_cut(rng, switches)
    make = rng.choice([*MAKERS.values(), *([show_hand] * 2 if switches.get("special_shows") else [])])
    hand = make(rng, switches, cut, switches["hand_size"] + one_more)
    picked_up = rng.choice([None, *hand]) if one_more else None
    return {"id": name, "hand": hand, "wild_joker": cut, "picked_up": picked_up, "rules": asked}


def switches_of(question: Question) -> dict[str, Any]:
    """Tell what the rules of a question mean to the oracle."""
    asked = question["rules"]
    known = {json.dumps(rules): switches for rules, switches in VARIANTS.values()}
    return known.get(json.dumps(asked), asked)


def judged(question: Question) -> tuple[str | None, Best]:
    """Have the oracle answer: the card to put down, if any, and what the hand then comes to."""
    hand, cut, switches = question["hand"], question["wild_joker"], switches_of(question)
    if len(hand) > switches["hand_size"]:
        return best_discard(hand, cut, switches, question["picked_up"])
    return None, solve(hand, cut, switches)


def record(path: Path) -> None:
    """Write every question with its answer, a line each."""
    with path.open("w", encoding="utf-8") as lines:
        for question in questions():
            discard, best = judged(question)
            told = question | {"hand": " ".join(question["hand"]), "discard": discard, "best": asdict(best)}
            lines.write(json.dumps(told, separators=(",", ":")) + "\n")
            lines.flush()


def recorded(path: Path) -> list[tuple[Question, tuple[str | None, Best]]]:
    """Read what was written."""
    read = []
    for line in path.read_text("utf-8").splitlines():
        told = json.loads(line)
        told["hand"] = told["hand"].split()
        read.append((told, (told.pop("discard"), Best(**told.pop("best")))))
    return read


if __name__ == "__main__":
    record(Path(sys.argv[1]))
