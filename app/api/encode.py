"""The game's answers as clients see them: JSON, written from fragments. No other module knows their form.

Serialising libraries cost several times what the search does, and everything in an answer comes from closed lists. So
the texts of all cards and positions are made once, and an answer is their concatenation.
"""

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from app.rummy.cards import CARD_TEXT
from app.rummy.digest import ENGINE
from app.rummy.results import (
    AS_ITSELF,
    SPOT_SHIFT,
    Analysis,
    Compared,
    Complaint,
    JudgedGroup,
    Kind,
    Meld,
    Penalty,
    PlacedCard,
    Verdict,
)
from app.rummy.rules import NamedRules

_MOST_POSITIONS: Final = 64
_HEADS: Final = tuple(f'{{"card":"{text}","position":' for text in CARD_TEXT)
_IN_HAND: Final = tuple(tuple(f"{head}{position}" for head in _HEADS) for position in range(_MOST_POSITIONS))
_SPOTS: Final = tuple(f"[{spot // SPOT_SHIFT},{spot % SPOT_SHIFT}]" for spot in range(SPOT_SHIFT * SPOT_SHIFT))
_STANDS: Final = (*(f',"stands_for":"{text}"}}' for text in CARD_TEXT), ',"stands_for":null}', "}")
"""How a card's text ends, by what it stands for: the two special values count from the end."""
_BOOLS: Final = {False: "false", True: "true"}
_MELD_HEADS: Final = {
    (kind, counts): f'{{"kind":"{kind}","counts":{_BOOLS[counts]},"cards":['
    for kind in Kind
    for counts in (False, True)
}

_PROOF: Final = f',"engine":{ENGINE},"digest":"'
"""What every whole verdict ends with, up to its digest."""

CardsWriter = Callable[[Iterable[int], Iterable[int], Iterable[int]], str]
"""Writes cards, told by their codes, positions and what they stand for (or more), with commas between them."""
_ITSELF: Final = (AS_ITSELF,) * _MOST_POSITIONS


def analysis_json(analysis: Analysis, digest: str) -> str:
    """The answer of ``analyze``; positions are indexes into the hand."""
    return _analysis(analysis, _in_hand, f'{_PROOF}{digest}"}}')


def verdict_json(verdict: Verdict, digest: str) -> str:
    """The answer of ``verify``; positions are pairs of group and index."""
    violations = ",".join(map(_complaint, verdict.violations))
    best = "null" if verdict.best is None else _analysis(verdict.best, _in_groups, "}")
    return (
        f'{{"valid":{_BOOLS[verdict.valid]},"points":{verdict.points},"points_as_loser":{verdict.points_as_loser},'
        f'"violations":[{violations}],"groups":{groups_json(verdict)},"best":{best},'
        f'"rules":{rules_json(verdict.rules)}{_PROOF}{digest}"}}'
    )


def arrangement_json(analysis: Analysis) -> str:
    """The members of an answer of ``analyze`` that say how the cards lie, without the braces around them."""
    melds = ",".join([_meld(meld, _in_hand) for meld in analysis.melds])
    discard = _maybe(analysis.discard, _in_hand)
    return f'"melds":[{melds}],"loose":[{_loose(analysis, _in_hand)}],"discard":{discard}{_show(analysis, _in_hand)}'


def groups_json(verdict: Verdict) -> str:
    """The groups in an answer of ``verify``, and the special show among them."""
    return f"[{','.join(map(_group, verdict.groups))}]{_show(verdict, _in_groups)}"


def rules_json(rules: NamedRules) -> str:
    """The rules that an answer was made under."""
    return f'{{"name":"{rules.name}","fingerprint":"{rules.fingerprint}","customised":{_BOOLS[rules.customised]}}}'


def _analysis(analysis: Analysis, cards: CardsWriter, end: str) -> str:
    rules = analysis.rules
    needed = rules.rules
    comparison = ""
    if analysis.comparison is not None:
        rows = ",".join(f'"{name}":{_compared(row, cards)}' for name, row in analysis.comparison.items())
        comparison = f',"comparison":{{{rows}}}'
    return (
        f'{{"declarable":{_BOOLS[analysis.declarable]},"points":{analysis.penalty.points},'
        f'"penalty":{_penalty(analysis.penalty)},'
        f'"melds":[{",".join([_meld(meld, cards) for meld in analysis.melds])}],'
        f'"loose":[{_loose(analysis, cards)}],'
        f'"requirements":{{"sequences":{{"needed":{needed.min_sequences},"found":{analysis.sequences}}},'
        f'"pure_sequences":{{"needed":{needed.min_pure},"found":{analysis.pure_sequences}}}}},'
        f'"missing":[{_names(analysis.missing)}],"discard":{_maybe(analysis.discard, cards)}'
        f"{_show(analysis, cards)},"
        f'"rules":{rules_json(rules)}{comparison}{end}'
    )


def _show(answer: Analysis | Verdict, cards: CardsWriter) -> str:
    """The members about special shows, under rules that have them."""
    if not answer.rules.rules.special_shows:
        return ""
    codes, positions = [card.code for card in answer.ungrouped], [card.position for card in answer.ungrouped]
    shown = cards(codes, positions, _ITSELF)
    show = "null" if answer.show is None else f'"{answer.show}"'
    return f',"show":{show},"ungrouped":[{shown}]'


def _in_hand(codes: Iterable[int], positions: Iterable[int], stands: Iterable[int]) -> str:
    cards = zip(codes, positions, stands, strict=False)  # there may be more stands than cards
    return ",".join([_IN_HAND[position][code] + _STANDS[as_] for code, position, as_ in cards])


def _in_groups(codes: Iterable[int], positions: Iterable[int], stands: Iterable[int]) -> str:
    cards = zip(codes, positions, stands, strict=False)
    return ",".join([_HEADS[code] + _SPOTS[position] + _STANDS[as_] for code, position, as_ in cards])


def _loose(analysis: Analysis, cards: CardsWriter) -> str:
    return cards(analysis.loose_codes, analysis.loose_positions, _ITSELF)


def _maybe(placed: PlacedCard | None, cards: CardsWriter) -> str:
    return "null" if placed is None else cards((placed.code,), (placed.position,), _ITSELF)


def _meld(meld: Meld, cards: CardsWriter) -> str:
    kind, counts, codes, positions, stands = meld
    return f"{_MELD_HEADS[kind, counts]}{cards(codes, positions, stands)}]}}"


def _group(group: JudgedGroup) -> str:
    kind = "null" if group.kind is None else f'"{group.kind}"'
    return f'{{"kind":{kind},"cards":[{_placed(group.cards)}],"reasons":[{_names(group.reasons)}]}}'


def _placed(cards: Iterable[PlacedCard]) -> str:
    return ",".join([_HEADS[code] + _SPOTS[position] + _STANDS[stands] for code, position, stands in cards])


def _complaint(complaint: Complaint) -> str:
    place = "" if complaint.group is None else f"/{complaint.group}"
    return f'{{"code":"{complaint.code}","detail":{_text(complaint.detail)},"pointer":"#/groups{place}"}}'


def _compared(row: Compared, cards: CardsWriter) -> str:
    return f'{{"points":{row.points},"discard":{_maybe(row.discard, cards)}}}'


def _penalty(penalty: Penalty) -> str:
    points, before_cap, cap, counted = penalty
    return (
        f'{{"points":{points},"before_cap":{before_cap},"cap":{"null" if cap is None else cap},"counted":"{counted}"}}'
    )


def _names(names: Iterable[str]) -> str:
    return ",".join([f'"{name}"' for name in names])


@lru_cache(maxsize=256)
def _text(text: str) -> str:
    return json.dumps(text)
