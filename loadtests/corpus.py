"""The requests of a load test: an endless, seeded stream of legal hands, declarations and mistakes, none sent twice."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, Final

from app.rummy.cards import CARD_TEXT
from loadtests.hands import Deal, Kind, deal, finished, pack, some_wild_joker, without

ANALYZE: Final = "/v1/analyze"
VERIFY: Final = "/v1/verify"
AUDIT: Final = "/v1/audit"
JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
DECLARATION: Final = "declaration"
INVALID: Final = "invalid"

USUAL: Final[Mapping[str, float]] = {Kind.RANDOM: 0.5, Kind.NEAR_COMPLETE: 0.5}
"""Hands of 13 cards, as most tables hold them."""
REALISTIC: Final[Mapping[str, float]] = {
    Kind.RANDOM: 0.38,
    Kind.NEAR_COMPLETE: 0.32,
    Kind.JOKER_HEAVY: 0.08,
    Kind.FOURTEEN: 0.10,
    DECLARATION: 0.10,
    INVALID: 0.02,
}
"""What a platform's servers might ask."""
OTHER_RULES: Final = ("pool-101", "pool-201", "pool-61", "deals", "pagat", "first-life", "open")


@dataclass(frozen=True, slots=True)
class Case:
    """One request.

    Attributes:
        kind: a :class:`~loadtests.hands.Kind`, ``declaration``, ``invalid``, or what :mod:`loadtests.traffic` names.
        path: where it is posted, with its query if any.
        body: what is posted.
        members: what the body says (that of an audit in lines: what one body would say); None where it is no JSON.
        status: the status that it deserves.
        content_type: of the body.
    """

    kind: str
    path: str
    body: bytes
    members: dict[str, Any] | None
    status: int = 200
    content_type: str = JSON

    @property
    def name(self) -> str:
        """What it is called in statistics."""
        return f"{self.path.partition('?')[0]} ({self.kind})"

    def again(self, kind: str) -> "Case":
        """The same request under another kind."""
        return replace(self, kind=kind)


def cases(seed: int | str, mix: Mapping[str, float] = REALISTIC, *, other_rules: float = 0.0) -> Iterator[Case]:
    """Requests without end, the same for the same arguments; no two ask the same question.

    Args:
        seed: where to begin.
        mix: how much of each kind.
        other_rules: the share of valid requests that name a preset other than the default.
    """
    rng = Random(f"meldwise {seed}")
    kinds, weights = list(mix), list(mix.values())
    asked: set[int] = set()
    while True:
        case = _case(rng.choices(kinds, weights)[0], rng, other_rules)
        question = hash(_question(case))
        if question not in asked:
            asked.add(question)
            yield case


def some(count: int, seed: int | str, mix: Mapping[str, float] = REALISTIC, *, other_rules: float = 0.0) -> list[Case]:
    """The first ``count`` of :func:`cases`."""
    return list(islice(cases(seed, mix, other_rules=other_rules), count))


def _question(case: Case) -> tuple[object, ...]:
    """What is asked, whatever the order of the cards."""
    if case.kind == INVALID or case.members is None:
        return (case.path, case.body)
    members = case.members
    cards = members.get("hand") or [card for group in members["groups"] for card in group]
    return (case.path, tuple(sorted(cards)), members["wild_joker"], members.get("rules"))


def _case(kind: str, rng: Random, other_rules: float) -> Case:
    if kind == INVALID:
        return mistake(rng)
    if kind == DECLARATION:
        path, members = VERIFY, _declaration(rng)
    else:
        path, members = ANALYZE, _question_of(deal(Kind(kind), rng))
    if rng.random() < other_rules:
        members["rules"] = rng.choice(OTHER_RULES)
    return Case(kind, path, encoded_json(members), members)


def _question_of(dealt: Deal) -> dict[str, Any]:
    return {"hand": [CARD_TEXT[code] for code in dealt.hand], "wild_joker": dealt.wild_joker}


def _declaration(rng: Random) -> dict[str, Any]:
    """A declaration; two in five are wrong, by a card that does not belong or one that is loose."""
    wild = some_wild_joker(rng)
    groups = finished(rng, wild)
    if rng.random() < 0.4:
        group = rng.choice(groups)
        group[rng.randrange(len(group))] = rng.choice(without(pack(wild), [code for other in groups for code in other]))
    if rng.random() < 0.2:
        groups.append([groups[-1].pop()])
    return {"groups": [[CARD_TEXT[code] for code in group] for group in groups], "wild_joker": wild}


def mistake(rng: Random) -> Case:
    """A mistake that clients make: each is refused for one reason."""
    members = _question_of(deal(Kind.RANDOM, rng))
    hand: list[Any] = members["hand"]
    mistake = rng.randrange(7)
    if mistake == 0:
        hand[rng.randrange(13)] = rng.choice(("1S", "11H", "ZZ", "S10", "", "10 H"))
    elif mistake == 1:
        members["wild_joker"] = "2"
        hand[:3] = [rng.choice(("5S", "9H", "KD"))] * 3
    elif mistake == 2:
        del hand[rng.randrange(3, 13) :]
    elif mistake == 3:
        del members["wild_joker"]
    elif mistake == 4:
        members["hand"] = " ".join(hand)
    elif mistake == 5:
        members["players"] = 2
    else:
        return Case(INVALID, ANALYZE, encoded_json(members)[:-2], None, 400)
    return Case(INVALID, ANALYZE, encoded_json(members), members, 422)


def encoded_json(members: dict[str, Any]) -> bytes:
    """A body in JSON."""
    return json.dumps(members, separators=(",", ":")).encode()
