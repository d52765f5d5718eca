"""CPU time a hand, warm and cold, over seeded hands; every hand is a different one."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from app.rummy.cards import CARD_TEXT
from app.rummy.pack import pack_of, parse_wild_joker
from app.rummy.rules import NAMED_PRESETS
from app.rummy.suit_memo import memo_size
from loadtests.hands import HAND_SIZE, Kind, deal
from loadtests.report import percentile, spread, table
from tests.bench.adversarial import adversarial
from tests.bench.subject import Question, Subject, analyze, forget, microseconds, points_only, question

HEAD = ("CPU microseconds a hand", "mean", "median", "p90", "p99", "max")
COLD_SHARE = 10
"""One hand in so many is also measured cold."""
FOURTEEN_SHARE = 5
"""Fourteen cards are fourteen hands of thirteen, so fewer of them are measured; and of twenty-one."""
LARGE = ("indian-21", "club-21")
"""Presets of twenty-one cards."""
Row = list[list[float]]


def hands(kind: Kind, count: int, rng: Random, asked: set[Question]) -> list[Question]:
    """So many hands that are in ``asked`` in no order of their cards; they enter it."""
    fresh: list[Question] = []
    while len(fresh) < count:
        new = question(deal(kind, rng))
        key = (tuple(sorted(new[0])), *new[1:])
        if key not in asked:
            asked.add(key)
            fresh.append(new)
    return fresh


def _large(count: int, rng: Random) -> dict[str, list[Question]]:
    """Random hands of 21 cards, each under a cut card of its own. There are too many to deal one twice."""
    found: dict[str, list[Question]] = {name: [] for name in LARGE}
    for name, fresh in found.items():
        rules = NAMED_PRESETS[name]
        for _ in range(count // FOURTEEN_SHARE):
            cut = parse_wild_joker(rng.choice(CARD_TEXT))
            cards = [code for code, copies in enumerate(pack_of(rules.rules, cut).copies) for _ in range(copies)]
            fresh.append((tuple(rng.sample(cards, rules.rules.hand_size)), cut, rules))
    return found


def measure(passes: int, count: int, warm_up: int, seed: str) -> Iterator[str]:
    """Tables as far as they are known, pass by pass; the last is whole."""
    rows: dict[str, Row] = {}
    asked: set[Question] = set()
    rng = Random(f"meldwise {seed}")
    for group in (*(hands(kind, _share(kind, warm_up), rng, asked) for kind in Kind), *_large(warm_up, rng).values()):
        for warming in group:
            analyze(warming)
    for number in range(passes):
        together: list[float] = []
        for kind in Kind:
            fresh = hands(kind, _share(kind, count), rng, asked)
            taken = _enter(rows, f"{kind}, points and melds", [microseconds(analyze, one) for one in fresh])
            if len(fresh[0][0]) == HAND_SIZE:
                together += taken
                others = hands(kind, len(fresh), rng, asked)
                _enter(rows, f"{kind}, points alone", [microseconds(points_only, one) for one in others])
        _enter(rows, "thirteen cards, points and melds", together)
        for name, large in _large(count, rng).items():
            _enter(rows, f"{name}, points and melds", [microseconds(analyze, one) for one in large])
        _enter(rows, "adversarial, points and melds", _each_in_turn(analyze, list(adversarial())))
        yield f"pass {number + 1} of {passes}; {len(asked):,} hands so far, {memo_size():,} suits remembered"
    for _ in range(passes):
        for kind in Kind:
            fresh = hands(kind, _share(kind, count) // COLD_SHARE, rng, asked)
            _enter(rows, f"{kind}, cold", [_cold(analyze, one) for one in fresh])
        _enter(rows, "adversarial, cold", [_cold(analyze, one) for one in adversarial()])
    yield (
        table(HEAD, [(name, *(spread(column, 0) for column in zip(*row, strict=True))) for name, row in rows.items()])
        + f"\n\nMedians of {passes} passes, with the least and the greatest; {count:,} different hands of a kind in a "
        f"pass ({count // FOURTEEN_SHARE:,} of fourteen cards and of twenty-one; the same "
        f"{len(list(adversarial()))} adversarial ones in each), after the "
        f"warm-up of the service and {warm_up:,} other hands of a kind. Cold: nothing remembered before each hand."
    )


def _share(kind: Kind, count: int) -> int:
    return count // FOURTEEN_SHARE if kind is Kind.FOURTEEN else count


def _enter(rows: dict[str, Row], name: str, taken: Sequence[float]) -> Sequence[float]:
    ordered = sorted(taken)
    rows.setdefault(name, []).append(
        [fmean(taken), *(percentile(ordered, share) for share in (0.5, 0.9, 0.99)), ordered[-1]]
    )
    return taken


def _each_in_turn(subject: Subject, asked: Sequence[Question]) -> list[float]:
    """The few hands that there are, once for warmth and once for the clock."""
    for one in asked:
        subject(one)
    return [microseconds(subject, one) for one in asked]


def _cold(subject: Subject, asked: Question) -> float:
    forget()
    return microseconds(subject, asked)
