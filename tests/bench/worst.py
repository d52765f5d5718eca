"""A seeded climb towards the slowest hands: change a card or what was cut, keep the change if it costs more.

Time itself is climbed on, the least of a few repetitions, so that it works whatever the search looks like inside.
"""

from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import NamedTuple

from app.rummy import InputError
from app.rummy.cards import CARD_TEXT, JOKER, RANKS
from app.rummy.pack import pack_of, parse_wild_joker
from app.rummy.rules import NAMED_PRESETS, NamedRules
from app.rummy.switches import resolve
from loadtests.hands import near_complete
from loadtests.report import table
from tests.bench.subject import Question, analyze, forget, microseconds

_WILD_JOKERS = (*RANKS, *CARD_TEXT, None)
_PATIENCE = 60
"""A climb ends after so many changes in a row that did not help."""
_KEPT = 12
_EVERY_SECONDS = 5.0
WIDE = {"decks": 3, "printed_jokers": 6}
"""More of every card than any preset has."""


class Found(NamedTuple):
    """A slow hand."""

    ms: float
    temperature: str
    family: str
    asked: Question


class Family(NamedTuple):
    """Rules to climb under, and how many cards are held."""

    name: str
    rules: NamedRules
    size: int


def families() -> list[Family]:
    """The presets that differ for a hand, and some with their switches turned far; a card more asks for a discard."""
    found = {name: NAMED_PRESETS[name] for name in ("indian-13", "pagat", "first-life", "open")}
    found["indian-13, 3 decks, 6 JK"] = resolve(WIDE)
    found["pagat, 3 decks, 6 JK, set_max 6, 3 pure"] = resolve(
        {"preset": "pagat", **WIDE, "set_max": 6, "min_sequences": 3, "min_pure": 3}
    )
    found["indian-13, flat_cap, 3 pure"] = resolve({"no_pure": "flat_cap", "min_sequences": 3, "min_pure": 3})
    found["pagat, jokers alone invalid, wild impure"] = resolve(
        {"preset": "pagat", "joker_only": "invalid", "wild_in_place_is_pure": False}
    )
    ours = [Family(name, rules, size) for name, rules in found.items() for size in (14, 13)]
    return ours + [Family(name, NAMED_PRESETS[name], 21) for name in ("indian-21", "club-21")]


def search_worst(seconds: float, seed: str, family: str) -> Iterator[str]:
    """Climb for so long, over rules, sizes, warm and cold in turn; the table of the worst found comes last."""
    rng = Random(f"meldwise worst {seed}")
    turns = [(one, cold) for one in families() if family in one.name for cold in (True, False)]
    begun = told = monotonic()
    worst: list[Found] = []
    number = 0
    while monotonic() - begun < seconds:
        climbed, cold = turns[number % len(turns)]
        number += 1
        found = _climb(climbed, cold, rng, until=begun + seconds)
        worst = sorted([*worst, found], key=lambda one: -one.ms)[:200]
        if monotonic() - told > _EVERY_SECONDS:
            told = monotonic()
            yield f"  {number} climbs, worst {worst[0].ms:.1f} ms, {seconds - (told - begun):.0f} s left"
    yield told_worst(_again(worst), number, seconds)


def told_worst(worst: list[Found], climbs: int, seconds: float) -> str:
    rows = [(f"{f.temperature}, {len(f.asked[0])} cards, {f.family}", f"{f.ms:.2f}", _text(f.asked)) for f in worst]
    return (
        table(("CPU milliseconds", "ms", "wild joker: hand"), rows) + f"\n\n{climbs} climbs in {seconds:.0f} seconds."
    )


def _again(worst: list[Found]) -> list[Found]:
    """The worst of each temperature and size, measured once more: the least of five."""
    kept: list[Found] = []
    for temperature in ("warm", "cold"):
        for size in (13, 14, 21):
            group = [f for f in worst if f.temperature == temperature and len(f.asked[0]) == size][:_KEPT]
            again = [f._replace(ms=_cost(f.asked, temperature == "cold", 5)) for f in group]
            kept += sorted(again, key=lambda one: -one.ms)[: _KEPT // 4]
    return kept


def _climb(family: Family, cold: bool, rng: Random, until: float) -> Found:
    asked = _start(family, rng)
    cost = _cost(asked, cold, 2)
    failures = 0
    while failures < _PATIENCE and monotonic() < until:
        other = _changed(asked, rng)
        try:
            higher = _cost(other, cold, 1)
        except InputError:  # cards that cannot exist together
            continue
        if higher > cost and (higher := min(higher, _cost(other, cold, 2))) > cost:
            asked, cost, failures = other, higher, 0
        else:
            failures += 1
    return Found(cost, "cold" if cold else "warm", family.name, asked)


def _cost(asked: Question, cold: bool, times: int) -> float:
    """Milliseconds, the least of so many; warm: after one more that does not count."""
    if not cold:
        analyze(asked)
    taken = []
    for _ in range(times):
        if cold:
            forget()
        taken.append(microseconds(analyze, asked))
    return min(taken) / 1e3


def _start(family: Family, rng: Random) -> Question:
    """A finished, joker-heavy, random or crowded hand to climb from."""
    name, rules, size = family
    cut = parse_wild_joker(rng.choice(CARD_TEXT if name == "club-21" else RANKS))  # neighbours are those of a card
    pack = pack_of(rules.rules, cut)
    cards = [code for code, copies in enumerate(pack.copies) for _ in range(copies)]
    luck = rng.randrange(4)
    low = rng.randrange(10)
    if luck == 0 and size < 21:
        hand = list(near_complete(rng, RANKS[cut.rank or 0]))
    elif luck == 1:  # a third of it jokers
        jokers = [code for code in cards if code == JOKER or pack.wild[code]]
        hand = rng.sample(jokers, size // 3)
    elif luck == 2:
        hand = []
    else:  # few ranks, all suits, every copy
        near = [code for code in cards if code == JOKER or low <= code % 13 < low + 4]
        hand = rng.sample(near, size)
    for code in hand:
        cards.remove(code)
    return (*hand, *rng.sample(cards, size - len(hand))), cut, rules


def _changed(asked: Question, rng: Random) -> Question:
    hand, wild_joker, rules = list(asked[0]), asked[1], asked[2]
    luck = rng.random()
    if luck < 0.1:
        wild_joker = parse_wild_joker(rng.choice(CARD_TEXT if rules.rules.neighbours_wild else _WILD_JOKERS))
    for _ in range(1 if luck < 0.7 else 2):
        hand[rng.randrange(len(hand))] = _near(rng.choice(hand), rng)
    return tuple(hand), wild_joker, rules


def _near(code: int, rng: Random) -> int:
    """A card like another: its twin, its neighbour, its rank in another suit; or any card."""
    luck = rng.randrange(5)
    if code == JOKER or luck == 0:
        return rng.randrange(JOKER + 1)
    if luck == 1:
        return code
    if luck == 2:
        return (code + 13 * rng.randrange(1, 4)) % JOKER
    if luck == 3:
        return code // 13 * 13 + (code % 13 + rng.choice((-2, -1, 1, 2))) % 13
    return JOKER


def _text(asked: Question) -> str:
    hand, wild_joker, _ = asked
    if wild_joker.cut is not None:
        wild = CARD_TEXT[wild_joker.cut]
    else:
        wild = "none" if wild_joker.rank is None else RANKS[wild_joker.rank]
    return f"{wild}: {' '.join(CARD_TEXT[code] for code in sorted(hand))}"
