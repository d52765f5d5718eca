"""From the core's numbers to melds that a person can read.

The search says which natural cards a meld holds, which wild cards lie in their own place, and how many jokers it
spends. Here the jokers are named, those left over are put where they fit, and every meld is read as a player's group
would be: so what a meld is called and what its jokers stand for is decided in one place (:mod:`.melds`).
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from app.rummy.best import Best
from app.rummy.game import Game
from app.rummy.melds import MAX_RUN, MIN_MELD, order_cards, read_group
from app.rummy.results import AS_ITSELF, Kind, PlacedCard, quick_placed
from app.rummy.search import Layout

_KIND_ORDER: Final = {Kind.PURE_SEQUENCE: 0, Kind.IMPURE_SEQUENCE: 1, Kind.SET: 2}

Laid = tuple[int, Kind, tuple[tuple[int, int], ...]]
"""A meld without positions: (rank of its kind, kind, its cards as (code, what it stands for) in the order laid)."""


class _Draft(NamedTuple):
    """A meld before its jokers are named: the cards it surely holds, how many jokers it spends and could still take."""

    codes: tuple[int, ...]
    jokers: int
    room: int


def arrange(
    best: Best, hand: Sequence[int], positions: Sequence[int], game: Game
) -> tuple[list[tuple[Kind, tuple[PlacedCard, ...]]], tuple[PlacedCard, ...]]:
    """The melds of ``best`` as (kind, cards), pure sequences first, then impure ones, then sets; and the loose cards.

    ``positions`` are those of ``hand``'s cards, ascending. Identical cards take theirs ascending in the order told:
    melds first, then the loose cards, which come in order of position.
    """
    places: dict[int, list[int]] = {}
    for index in range(len(hand) - 1, -1, -1):
        code = hand[index]
        if code in places:
            places[code].append(positions[index])
        else:
            places[code] = [positions[index]]
    layout = best.search.rebuild(best.state)
    laid = _with_jokers(layout, places, game) if best.search.jokers else _without_jokers(layout, game)
    if len(laid) > 1:
        laid.sort(key=itemgetter(0))
    melds = []
    for _, kind, cards in laid:
        melds.append((kind, tuple([quick_placed((code, places[code].pop(), stands)) for code, stands in cards])))
    loose = [(position, code) for code, free in places.items() for position in free]
    loose.sort()
    return melds, tuple([quick_placed((code, position, AS_ITSELF)) for position, code in loose])


def _without_jokers(layout: Layout, game: Game) -> list[Laid]:
    reader = game.reader
    laid = [_lay(_run_draft(suit, run).codes, reader) for suit in range(4) for run in layout.runs[suit]]
    laid += [_lay(_set_draft(chosen, 4).codes, reader) for chosen in layout.sets]
    return laid


def _with_jokers(layout: Layout, places: dict[int, list[int]], game: Game) -> list[Laid]:
    """Lay the melds with jokers in a fixed order, the printed ones first."""
    drafts = [_run_draft(suit, run) for suit in range(4) for run in layout.runs[suit]]
    drafts += [_Draft((), MIN_MELD, MAX_RUN - MIN_MELD)] * layout.groups
    drafts += [_set_draft(chosen, game.rules.set_max) for chosen in layout.sets]
    if layout.spare:
        drafts = _with_spare(drafts, layout.spare, game)
    free = [code for code in game.jokers if code in places for _ in places[code]]
    if game.wild_joker.rank is not None or len(game.jokers) > 1:
        wild = game.pack.wild
        for draft in drafts:
            for code in draft.codes:
                if wild[code]:
                    free.remove(code)
    laid = []
    start = 0
    reader = game.reader
    for codes, jokers, _ in drafts:
        if jokers:
            end = start + jokers
            laid.append(_lay(tuple(sorted((*codes, *free[start:end]))), reader))
            start = end
        else:
            laid.append(_lay(codes, reader))
    return laid


def _with_spare(drafts: list[_Draft], spare: int, game: Game) -> list[_Draft]:
    """Give the jokers left over to the melds that have room: impure runs first, they come first; then sets."""
    given = []
    for draft in drafts:
        more = min(spare, draft.room) if spare and _takes_jokers(draft, game) else 0
        given.append(_Draft(draft.codes, draft.jokers + more, draft.room - more) if more else draft)
        spare -= more
    return given


def _takes_jokers(draft: _Draft, game: Game) -> bool:
    """Whether a joker more leaves the meld what it is: all but pure sequences."""
    codes = draft.codes
    if draft.jokers or codes[0] % 13 == codes[-1] % 13:
        return True
    return not game.rules.wild_in_place_is_pure and any(game.pack.wild[code] for code in codes)


@lru_cache(maxsize=1 << 15)
def _lay(codes: tuple[int, ...], game: Game) -> Laid:
    """A meld of these cards as a ``Game.reader`` reads it."""
    kind, stands, _ = read_group(codes, game.rules, game.pack)
    if kind is None:  # pragma: no cover - the search only makes melds; a wrong answer must not leave the house
        message = f"the search made a group that is no meld: {codes}"
        raise AssertionError(message)
    return _KIND_ORDER[kind], kind, tuple([(codes[i], stands[i]) for i in order_cards(kind, codes, stands)])


@lru_cache(maxsize=1 << 14)
def _run_draft(suit: int, run: int) -> _Draft:
    places = run & 16383 | run >> 14 & 16383
    codes = tuple(sorted(suit * 13 + place % 13 for place in range(14) if places >> place & 1))
    jokers = run >> 28
    return _Draft(codes, jokers, MAX_RUN - len(codes) - jokers)


@lru_cache(maxsize=1 << 12)
def _set_draft(chosen: int, set_max: int) -> _Draft:
    rank, suits, jokers = chosen & 15, chosen >> 4 & 15, chosen >> 8
    codes = tuple(suit * 13 + rank for suit in range(4) if suits >> suit & 1)
    return _Draft(codes, jokers, set_max - len(codes) - jokers)
