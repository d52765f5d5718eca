"""Players of a deal, for tests: a valid declaration, a wrong one and losers, whose cards are all of one pack."""

from typing import Any

WILD = "6C"
GROUPS = [g.split() for g in ("5H 6H 7H", "9S JK JS", "2C 2D 2S", "KH KS KD KC")]
"""A valid declaration with wild sixes, and with no wild rank too."""
WRONG = [g.split() for g in ("5H 8H 7H", "9S JK JS", "2C 2D 2S", "KH KS KD KC")]
"""No pure sequence, and a group that is no meld."""
HAND = "9S 10S JS QS KS 2D 3D 7D 4H 8H 5C AC KH".split()
"""A pure sequence and no other."""
CHEAP = "AS 2S 3S 4D 5D JK 9H 9D 9C 3C 4C 7C 2H".split()
"""Two sequences and a set: 16 points of loose cards."""
LAID = [g.split() for g in ("AS 2S 3S", "4D 5D JK", "9H 9D 9C", "3C 4C 7C 2H")]
"""The same, laid out with the loose cards in a group of their own."""
DEAR = "AH 3H 5D 7S 9C JD QH 2C 4C 6D 8S 10H KD".split()
"""No meld at all."""


def seat(name: str, outcome: str, **cards: Any) -> dict[str, Any]:
    return {"id": name, "outcome": outcome, **cards}


ASHA = seat("asha", "declared", groups=GROUPS)
BELA = seat("bela", "hand", hand=CHEAP)
CHAND = seat("chand", "first_drop")
DEV = seat("dev", "middle_drop")


def lines(score: Any) -> dict[str, tuple[int | None, str]]:
    """Points and reason of every player."""
    return {line.player.id: (line.points, str(line.why)) for line in score.lines}
