"""Items that tests share."""

import json
from functools import cache
from pathlib import Path

HAND = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()
"""Declarable with wild twos."""
GROUPS = [["5H", "6H", "7H"], ["9S", "JK", "JS"], ["2C", "2D", "2S"], ["KH", "KS", "KD", "KC"]]
"""Valid with wild sixes."""
WRONG = [["5H", "6S", "7H"], *GROUPS[1:]]
"""No pure sequence: 80 as a declaration, 77 as a loser's groups."""

_CASES = Path(__file__).resolve().parents[1] / "cases"


@cache
def records(protection="both_lives"):
    """The 2,000 hands whose points are known, as items."""
    rows = [json.loads(line) for line in (_CASES / "bulk.jsonl").read_text("utf-8").splitlines()]
    return [
        {
            "id": row["id"],
            "hand": row["hand"],
            "wild_joker": row["wild_joker"],
            "recorded": {"valid": row["declarable"], "points": row["points"][protection]},
        }
        for row in rows
    ]


@cache
def declarations():
    """Declarations whose verdict is known, once as declared and once as a loser's."""
    rows = [json.loads(line) for line in (_CASES / "declarations.jsonl").read_text("utf-8").splitlines()]
    items = []
    for row in rows:
        item = {"id": row["id"], "groups": row["groups"], "wild_joker": row["wild_joker"]}
        items.append({**item, "recorded": {"valid": row["valid"]}})
        points = row["points_as_loser"]["both_lives"]
        items.append({**item, "as": "loser", "recorded": {"points": min(points, 80)}})
    return items


def lines(items, end="\n"):
    """Items as lines."""
    return "".join(json.dumps(item) + end for item in items).encode()
