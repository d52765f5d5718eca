"""Digests: short names of verdicts, the same wherever and in whatever order the same cards are judged.

A digest is the SHA-256 of a text of lines that says what was asked (the cards, never their positions), by which rules,
by which engine, and what was answered. ``docs/proof.md`` defines the text, so that others can write and hash it too.

>>> from app.rummy import analyze
>>> from app.rummy.cards import parse_card
>>> from app.rummy.pack import parse_wild_joker
>>> hand = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()
>>> asked = ([parse_card(card) for card in hand], parse_wild_joker("2"), None)
>>> print(analysis_text(*asked, analyze(hand, "2")), end="")
meldwise 1 analyze
rules 495f77fd4fbcf389
wild_joker 2
picked_up none
hand 10H 4S 5S 6S 7C 7D 7H 8H JK KC KD KH KS
declarable true
penalty 0 0 loose_cards
pure_sequence 4S 5S 6S
impure_sequence 8H JK=9H 10H
set KS KH KD KC
set 7H 7D 7C
loose none
discard none
>>> analysis_digest(*asked, analyze(hand, "2"))
'c8a7cb12bd0c553558a37ce6a1ab0e4830b1a27deef59e68b78e079f25492647'
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from app.rummy.cards import CARD_TEXT, RANKS
from app.rummy.pack import WildJoker
from app.rummy.results import Analysis, JudgedGroup, PlacedCard, Verdict

ENGINE: Final = 1
"""The version of what the game answers: raised whenever any question may get another answer, or another digest."""

_NONE: Final = " none"
_DECLARABLE: Final = {False: "declarable false\npenalty ", True: "declarable true\npenalty "}
_BOOLS: Final = {False: "false", True: "true"}
_TEXT: Final = tuple(f" {text}" for text in CARD_TEXT)
_IN_ORDER: Final = tuple(sorted(_TEXT))
_PLACE: Final = tuple(map(_IN_ORDER.index, _TEXT))
"""Where a card's text is among all of them in order: numbers are sorted in less time."""
_TOLD: Final = tuple((*(f"{text}={stands}" for stands in CARD_TEXT), f"{text}=none", text) for text in _TEXT)
"""A card's text by its code and what it stands for: the two special values count from the end."""


def analysis_digest(hand: Sequence[int], wild_joker: WildJoker, picked_up: int | None, analysis: Analysis) -> str:
    """The digest of an analysis: 64 hex digits."""
    return sha256(analysis_text(hand, wild_joker, picked_up, analysis).encode("ascii")).hexdigest()


def verdict_digest(wild_joker: WildJoker, discard: int | None, verdict: Verdict) -> str:
    """The digest of a verdict on a declaration, likewise."""
    return sha256(verdict_text(wild_joker, discard, verdict).encode("ascii")).hexdigest()


def analysis_text(hand: Sequence[int], wild_joker: WildJoker, picked_up: int | None, analysis: Analysis) -> str:
    """What the digest of an analysis is made of."""
    head = _head("analyze", analysis.rules.rules.fingerprint, wild_joker)
    return f"{head}picked_up{_card(picked_up)}\nhand{_cards(hand)}\n{_result(analysis)}"


def verdict_text(wild_joker: WildJoker, discard: int | None, verdict: Verdict) -> str:
    """What the digest of a verdict on a declaration is made of; the order of groups, and of cards in them, is not."""
    violations = " ".join(sorted({complaint.code for complaint in verdict.violations})) or "none"
    best = "none\n" if verdict.best is None else f"follows\n{_result(verdict.best)}"
    return (
        f"{_head('verify', verdict.rules.fingerprint, wild_joker)}discard{_card(discard)}\n"
        f"valid {_BOOLS[verdict.valid]}\npoints {verdict.points} {verdict.points_as_loser}\nviolations {violations}\n"
        f"{''.join(sorted(map(_group, verdict.groups)))}{_show(verdict)}best {best}"
    )


@lru_cache(maxsize=1024)
def _head(call: str, fingerprint: str, wild_joker: WildJoker) -> str:
    return f"meldwise {ENGINE} {call}\nrules {fingerprint}\nwild_joker {wild_joker_text(wild_joker)}\n"


def wild_joker_text(wild_joker: WildJoker) -> str:
    """What was cut, canonically: a rank, a card, ``JK`` or ``none``."""
    rank, cut = wild_joker
    if cut is not None:
        return CARD_TEXT[cut]
    return "none" if rank is None else RANKS[rank]


def _result(analysis: Analysis) -> str:
    # Joined rather than formatted: to format a member of an enum takes ten times as long.
    declarable, (points, before_cap, _, counted), melds, loose, _, _, _, _, discard, _, comparison, _, _ = analysis
    parts = [_DECLARABLE[declarable], str(points), " ", str(before_cap), " ", counted]
    for kind, _, codes, _, stands in melds:
        parts.append("\n")
        parts.append(kind)
        for index in range(len(codes)):
            parts.append(_TOLD[codes[index]][stands[index]])  # noqa: PERF401 - this is compiled, and other is slower
    parts.append("\nloose")
    parts.append(_cards(loose))
    parts.append("\ndiscard")
    parts.append(_placed(discard))
    parts.append("\n")
    parts.append(_show(analysis))
    if comparison is not None:
        for name, row in comparison.items():
            parts.append(f"under {name} {row.points}{_placed(row.discard)}\n")
    return "".join(parts)


def _show(answer: Analysis | Verdict) -> str:
    """The special show and the cards outside it, under rules that have them."""
    if not answer.rules.rules.special_shows:
        return ""
    return f"show {answer.show or 'none'}{_cards([code for code, _, _ in answer.ungrouped])}\n"


def _group(group: JudgedGroup) -> str:
    what = "+".join(group.reasons) if group.kind is None else group.kind
    cards = "".join(sorted([_TOLD[code][stands] for code, _, stands in group.cards])) or _NONE
    return f"group {what}{cards}\n"


def _cards(codes: Iterable[int]) -> str:
    """Texts of cards in the order of ASCII, which is that of any program that sorts texts."""
    places = [_PLACE[code] for code in codes]
    places.sort()
    return "".join([_IN_ORDER[place] for place in places]) or _NONE


def _card(code: int | None) -> str:
    return _NONE if code is None else _TEXT[code]


def _placed(placed: PlacedCard | None) -> str:
    return _NONE if placed is None else _TEXT[placed.code]
