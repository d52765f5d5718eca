"""What a platform's servers send: the requests that simulated deals give rise to, seeded and without end.

Players have their cards arranged and ask for hints, declarations are verified, deals are scored or their losers' hands
counted one by one, and every so many deals are audited with what was recorded of them. Clients that lost patience send
a request again, and some requests are mistakes.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from app.rummy.analysis import analyze_codes
from app.rummy.cards import CARD_TEXT
from app.rummy.declaration import verify_codes
from app.rummy.pack import parse_wild_joker
from app.rummy.rules import DEFAULT_PRESET
from loadtests.bots import Groups
from loadtests.corpus import ANALYZE, AUDIT, NDJSON, VERIFY, Case, encoded_json, mistake
from loadtests.deals import Outcome, PlayedDeal, Seat, deals
from loadtests.settlements import settlement

ARRANGE: Final = "arrange"
"""A hand just dealt, to be sorted on the player's screen."""
HINT: Final = "hint"
"""A hand with the card just drawn: what to put down?"""
LOSER: Final = "loser"
"""A loser's hand at the end, counted at its best."""
SHOW: Final = "show"
"""A declaration, right or wrong."""
LAID: Final = "laid"
"""A loser's hand at the end, counted as laid."""
SETTLED: Final = "settled"
"""An audit of deals that are over."""
RETRY: Final = "retry"
"""One of the others, sent again."""
Item = dict[str, Any]


class Habits(NamedTuple):
    """What clients do, as shares between 0 and 1 where nothing else is said.

    Attributes:
        arranged: of the players who have a hand arranged when it was dealt.
        hinted: of the turns at which a hint is asked for.
        scored: of the deals that are scored as a whole; of the others the losers' hands are counted one by one.
        laid: of the deals in which losers' cards are counted as they lie.
        retried: of the requests that are sent once more.
        mistaken: of the requests that are mistakes.
        deals_an_audit: deals that are audited together.
        wrong_records: of the audited items whose record is wrong.
        broken_items: of the audited items that are no items.
        lines: of the audits that are sent one item a line.
    """

    arranged: float = 0.8
    hinted: float = 0.3
    scored: float = 0.5
    laid: float = 0.4
    retried: float = 0.01
    mistaken: float = 0.01
    deals_an_audit: int = 25
    wrong_records: float = 0.005
    broken_items: float = 0.002
    lines: float = 0.5


USUAL_HABITS: Final = Habits()


def platform(seed: int | str, habits: Habits = USUAL_HABITS) -> Iterator[Case]:
    """All that a platform sends, in the order in which the deals bring it about."""
    rng = Random(f"meldwise platform {seed}")
    again: deque[tuple[int, Case]] = deque()
    for number, case in enumerate(_first_sent(seed, rng, habits)):
        yield case
        if rng.random() < habits.mistaken:
            yield mistake(rng)
        if rng.random() < habits.retried:
            again.append((number + 20, case))
        while again and again[0][0] <= number:
            yield again.popleft()[1].again(RETRY)


def _first_sent(seed: int | str, rng: Random, habits: Habits) -> Iterator[Case]:
    over: list[PlayedDeal] = []
    for number, deal in enumerate(deals(seed)):
        yield from of_deal(deal, rng, habits)
        over.append(deal)
        if len(over) == habits.deals_an_audit:
            first = number + 1 - len(over)
            items = [item for place, one in enumerate(over) for item in items_of(one, str(first + place), rng, habits)]
            yield audit(SETTLED, items, lines=rng.random() < habits.lines)
            over.clear()


def of_deal(deal: PlayedDeal, rng: Random, habits: Habits) -> Iterator[Case]:
    """What one deal gives rise to, in order."""
    scored, laid = rng.random() < habits.scored, rng.random() < habits.laid
    for seat in deal.seats:
        if rng.random() < habits.arranged:
            yield _analyze(ARRANGE, deal, seat.dealt)
    for turn in deal.turns:
        if rng.random() < habits.hinted:
            yield _analyze(HINT, deal, turn.hand, turn.picked_up)
    for seat in deal.seats:
        if seat.outcome in {Outcome.DECLARED, Outcome.WRONG_DECLARATION}:
            yield _verify(SHOW, deal, seat)
        elif seat.outcome is Outcome.HAND and not scored:
            yield _verify(LAID, deal, seat) if laid else _analyze(LOSER, deal, seat.hand)
    if scored:
        yield settlement(deal, rng)


def hands(seed: int | str) -> Iterator[Case]:
    """Only what is asked of ``analyze``."""
    return (case for case in platform(seed, Habits(retried=0, scored=0, laid=0)) if case.path == ANALYZE)


def declarations(seed: int | str) -> Iterator[Case]:
    """Only what is asked of ``verify``: two groups of losers as laid for each declaration, roughly."""
    return (case for case in platform(seed, Habits(retried=0, scored=0, laid=1)) if case.path == VERIFY)


def audits(seed: int | str, size: int, detail: str = "points", pool: Sequence[Item] = ()) -> Iterator[Case]:
    """Audits of so many items each, by turns in one body and in lines.

    Args:
        seed: where to begin.
        size: items of an audit.
        detail: how much the answers say.
        pool: where given, all items are taken from there and come again; otherwise none comes twice.
    """
    rng = Random(f"meldwise audits {seed}")
    stream = items(seed, rng)
    while True:
        for lines in (False, True):
            chosen = rng.sample(pool, min(size, len(pool))) if pool else list(islice(stream, size))
            yield audit("audit", chosen, lines=lines, detail=detail)


def items(seed: int | str, rng: Random, habits: Habits = USUAL_HABITS) -> Iterator[Item]:
    """The items of all deals, for an audit."""
    for number, deal in enumerate(deals(seed)):
        yield from items_of(deal, str(number), rng, habits)


def items_of(deal: PlayedDeal, name: str, rng: Random, habits: Habits = USUAL_HABITS) -> Iterator[Item]:
    """What is on record of a deal that is over: its declarations, and what its losers paid."""
    wild_joker, rules = parse_wild_joker(deal.wild_joker), deal.rules
    laid = rng.random() < habits.laid
    for place, seat in enumerate(deal.seats):
        item: Item = {"id": f"{name}/{place}"}
        if seat.outcome in {Outcome.DECLARED, Outcome.WRONG_DECLARATION}:
            verdict = verify_codes(seat.groups, wild_joker, rules, discard=seat.discard, with_best=False)
            item |= {"groups": _texts(seat.groups), "recorded": {"valid": verdict.valid, "points": verdict.points}}
            if seat.discard is not None:
                item["discard"] = CARD_TEXT[seat.discard]
        elif seat.outcome is not Outcome.HAND:
            continue
        elif laid:
            verdict = verify_codes(seat.groups, wild_joker, rules, with_best=False)
            item |= {"groups": _texts(seat.groups), "as": "loser", "recorded": {"points": verdict.points_as_loser}}
        else:
            analysis = analyze_codes(seat.hand, wild_joker, rules)
            item |= {"hand": [CARD_TEXT[code] for code in seat.hand], "recorded": {"points": analysis.points}}
        if rng.random() < habits.wrong_records:
            item["recorded"]["points"] += rng.choice((-10, -5, 2, 10))
        if rng.random() < habits.broken_items:
            item["hand"] = item.pop("hand", None) or "lost"
        yield item | _table_of(deal)


def audit(kind: str, chosen: list[Item], *, lines: bool, detail: str = "points") -> Case:
    """A request that audits these items, in one body or in lines."""
    members = {"items": chosen, "detail": detail}
    if not lines:
        return Case(kind, AUDIT, encoded_json(members), members)
    body = b"".join(encoded_json(item) + b"\n" for item in chosen)
    return Case(kind, f"{AUDIT}?detail={detail}", body, members, content_type=NDJSON)


def _table_of(deal: PlayedDeal) -> Item:
    """What the question names besides the cards."""
    named: Item = {"wild_joker": deal.wild_joker}
    return named if deal.rules.name == DEFAULT_PRESET else named | {"rules": deal.rules.name}


def _analyze(kind: str, deal: PlayedDeal, hand: tuple[int, ...], picked_up: int | None = None) -> Case:
    members: Item = {"hand": [CARD_TEXT[code] for code in hand]} | _table_of(deal)
    if picked_up is not None:
        members["picked_up"] = CARD_TEXT[picked_up]
    return Case(kind, ANALYZE, encoded_json(members), members)


def _verify(kind: str, deal: PlayedDeal, seat: Seat) -> Case:
    members: Item = {"groups": _texts(seat.groups)} | _table_of(deal)
    if seat.discard is not None:
        members["discard"] = CARD_TEXT[seat.discard]
    return Case(kind, VERIFY, encoded_json(members), members)


def _texts(groups: Groups) -> list[list[str]]:
    return [[CARD_TEXT[code] for code in group] for group in groups]
