"""The game's answers as clients see them: JSON, written from fragments. No other module knows their form.

Serialising libraries cost several times what the search does, and everything in an answer comes from closed lists. So
the texts of all cards and positions are made once, and an answer is their concatenation.
"""

import json
from functools import lru_cache
from typing import Final

from app.rummy.cards import CARD_TEXT
from app.rummy.digest import ENGINE
from app.rummy.results import (
    AS_ITSELF,
    SPOT_SHIFT,
    Analysis,
    Complaint,
    JudgedGroup,
    Kind,
    Meld,
    PlacedCard,
    Verdict,
)
from app.rummy.rules import NamedRules

_MOST_POSITIONS: Final = 64
_MOST_RULES: Final = 512
"""Rules of which is kept how answers tell them."""
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

_ITSELF: Final = (AS_ITSELF,) * _MOST_POSITIONS
_DECLARABLE: Final = {value: f'{{"declarable":{_BOOLS[value]},"points":' for value in (False, True)}


def analysis_json(analysis: Analysis, digest: str) -> str:
    """The answer of ``analyze``; positions are indexes into the hand."""
    parts: list[str] = []
    _put_analysis(parts, analysis, grouped=0)
    parts.append(_PROOF)
    parts.append(digest)
    parts.append('"}')
    return "".join(parts)


def verdict_json(verdict: Verdict, digest: str) -> str:
    """The answer of ``verify``; positions are pairs of group and index."""
    violations = ",".join(map(_complaint, verdict.violations))
    best = ["null"]
    if verdict.best is not None:
        best = []
        _put_analysis(best, verdict.best, grouped=1)
        best.append("}")
    return (
        f'{{"valid":{_BOOLS[verdict.valid]},"points":{verdict.points},"points_as_loser":{verdict.points_as_loser},'
        f'"violations":[{violations}],"groups":{groups_json(verdict)},"best":{"".join(best)},'
        f'"rules":{rules_json(verdict.rules)}{_PROOF}{digest}"}}'
    )


def arrangement_json(analysis: Analysis) -> str:
    """The members of an answer of ``analyze`` that say how the cards lie, without the braces around them."""
    parts: list[str] = []
    _put_arrangement(parts, analysis.melds, analysis.loose_codes, analysis.loose_positions, 0)
    parts.append('],"discard":')
    _put_placed(parts, analysis.discard, 0)
    _put_show(parts, analysis, 0)
    return "".join(parts)


def groups_json(verdict: Verdict) -> str:
    """The groups in an answer of ``verify``, and the special show among them."""
    parts = ["[", ",".join(map(_group, verdict.groups)), "]"]
    _put_show(parts, verdict, 1)
    return "".join(parts)


def rules_json(rules: NamedRules) -> str:
    """The rules that an answer was made under."""
    return f'{{"name":"{rules.name}","fingerprint":"{rules.fingerprint}","customised":{_BOOLS[rules.customised]}}}'


_of_rules: dict[int, tuple[NamedRules, str, str, str]] = {}
"""By the address of rules: the rules, and what answers say of them. They are slower to look up by what they are."""


def _told_of(rules: NamedRules) -> tuple[NamedRules, str, str, str]:
    """The rules; what they ask for, up to the sequences that are found, and on to the pure ones; and their names."""
    told = _of_rules.get(id(rules))
    if told is None or told[0] is not rules:
        asked = rules.rules
        sequences = f'],"requirements":{{"sequences":{{"needed":{asked.min_sequences},"found":'
        pure = f'}},"pure_sequences":{{"needed":{asked.min_pure},"found":'
        if len(_of_rules) >= _MOST_RULES:
            _of_rules.clear()
        told = _of_rules[id(rules)] = rules, sequences, pure, f',"rules":{rules_json(rules)}'
    return told


# What follows puts texts behind one another into ``parts``; ``grouped`` tells that positions are spots.


def _put_analysis(parts: list[str], analysis: Analysis, grouped: int) -> None:
    declarable, penalty, melds, codes, places, sequences, pure, missing, discard, rules, comparison, _, _ = analysis
    points, before_cap, cap, counted = penalty
    text = str(points)
    parts.append(_DECLARABLE[declarable])
    parts.append(text)
    parts.append(',"penalty":{"points":')
    parts.append(text)
    parts.append(',"before_cap":')
    parts.append(str(before_cap))
    parts.append(',"cap":')
    parts.append("null" if cap is None else str(cap))
    parts.append(',"counted":"')
    parts.append(counted)
    parts.append('"},')
    _put_arrangement(parts, melds, codes, places, grouped)
    told = _told_of(rules)
    parts.append(told[1])
    parts.append(str(sequences))
    parts.append(told[2])
    parts.append(str(pure))
    parts.append('}},"missing":[')
    parts.append(_names(missing))
    parts.append('],"discard":')
    _put_placed(parts, discard, grouped)
    _put_show(parts, analysis, grouped)
    parts.append(told[3])
    if comparison is not None:
        between = ',"comparison":{"'
        for name, row in comparison.items():
            parts.append(f'{between}{name}":{{"points":{row.points},"discard":')
            _put_placed(parts, row.discard, grouped)
            parts.append("}")
            between = ',"'
        parts.append("}")


def _put_arrangement(
    parts: list[str], melds: tuple[Meld, ...], loose: tuple[int, ...], places: tuple[int, ...], grouped: int
) -> None:
    """The melds and the loose cards, up to the bracket after them."""
    parts.append('"melds":[')
    between = ""
    for kind, counts, codes, positions, stands in melds:
        parts.append(between)
        parts.append(_MELD_HEADS[kind, counts])
        _put_cards(parts, codes, positions, stands, grouped)
        parts.append("]}")
        between = ","
    parts.append('],"loose":[')
    _put_cards(parts, loose, places, _ITSELF, grouped)


def _put_cards(
    parts: list[str], codes: tuple[int, ...], positions: tuple[int, ...], stands: tuple[int, ...], grouped: int
) -> None:
    """Cards with commas between them; there may be more ``stands`` than cards."""
    for index in range(len(codes)):
        if index:
            parts.append(",")
        code, position, as_ = codes[index], positions[index], stands[index]
        if grouped:
            parts.append(_HEADS[code])
            parts.append(_SPOTS[position])
        else:
            parts.append(_IN_HAND[position][code])
        parts.append(_STANDS[as_])


def _put_placed(parts: list[str], placed: PlacedCard | None, grouped: int) -> None:
    if placed is None:
        parts.append("null")
    else:
        _put_cards(parts, (placed.code,), (placed.position,), _ITSELF, grouped)


def _put_show(parts: list[str], answer: Analysis | Verdict, grouped: int) -> None:
    """The members about special shows, under rules that have them."""
    if answer.rules.rules.special_shows:
        show = "null" if answer.show is None else f'"{answer.show}"'
        parts.append(f',"show":{show},"ungrouped":[')
        codes, positions = [card.code for card in answer.ungrouped], [card.position for card in answer.ungrouped]
        _put_cards(parts, tuple(codes), tuple(positions), _ITSELF, grouped)
        parts.append("]")


def _group(group: JudgedGroup) -> str:
    kind = "null" if group.kind is None else f'"{group.kind}"'
    cards = ",".join([_HEADS[code] + _SPOTS[position] + _STANDS[stands] for code, position, stands in group.cards])
    return f'{{"kind":{kind},"cards":[{cards}],"reasons":[{_names(group.reasons)}]}}'


def _complaint(complaint: Complaint) -> str:
    place = "" if complaint.group is None else f"/{complaint.group}"
    return f'{{"code":"{complaint.code}","detail":{_text(complaint.detail)},"pointer":"#/groups{place}"}}'


def _names(names: tuple[str, ...]) -> str:
    return '"' + '","'.join(names) + '"' if names else ""


@lru_cache(maxsize=256)
def _text(text: str) -> str:
    return json.dumps(text)
