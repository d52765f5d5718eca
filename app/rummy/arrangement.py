"""From the core's numbers to melds that a person can read.

The search says which natural cards a meld holds, which wild cards lie in their own place, and how many jokers it spends.
Here the jokers are named, those left over are put where they fit, and every meld is read as a player's group would be:
so what a meld is called and what its jokers stand for is decided in one place (:mod:`.melds`).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.rummy.best import Best
from app.rummy.game import Game
from app.rummy.melds import MAX_RUN, MIN_MELD, order_cards, read_group
from app.rummy.results import Kind, PlacedCard

_KIND_ORDER: Final = {Kind.PURE_SEQUENCE: 0, Kind.IMPURE_SEQUENCE: 1, Kind.SET: 2}


class LaidMeld(NamedTuple):
    """A meld whose cards are placed: ``(kind, cards)``."""

    kind: Kind
    cards: tuple[PlacedCard, ...]


class _Draft(NamedTuple):
    """A meld before its jokers are named: the cards it surely holds, how many jokers it spends and could still take."""

    codes: tuple[int, ...]
    jokers: int
    room: int
    takes_spare: bool


def arrange(best: Best, hand: Sequence[int], positions: Sequence[int], game: Game) -> tuple[
    tuple[LaidMeld, ...], tuple[PlacedCard, ...]
]:
    """The melds of ``best`` and the loose cards, each with its position.

    ``positions`` are those of ``hand``'s cards, ascending. Identical cards take theirs ascending in the order told:
    melds first (pure sequences, impure ones, sets), then loose cards, which come in order of position.
    """
    places: dict[int, list[int]] = {}
    for code, position in zip(reversed(hand), reversed(positions), strict=True):
        places.setdefault(code, []).append(position)
    laid = [_lay(codes, game) for codes in _named(_drafts(best, game), places, game)]
    laid.sort(key=_by_kind)
    melds = tuple(
        LaidMeld(kind, tuple([PlacedCard(code, places[code].pop(), stands) for code, stands in cards]))
        for kind, cards in laid
    )
    loose = sorted((position, code) for code, free in places.items() for position in free)
    return melds, tuple([PlacedCard(code, position) for position, code in loose])


def _by_kind(laid: tuple[Kind, tuple[tuple[int, int], ...]]) -> int:
    return _KIND_ORDER[laid[0]]


@lru_cache(maxsize=1 << 14)
def _lay(codes: tuple[int, ...], game: Game) -> tuple[Kind, tuple[tuple[int, int], ...]]:
    """The kind of a meld of these cards, and ``(code, stands for)`` of each in the order people lay them."""
    kind, stands, _ = read_group(codes, game.rules, game.pack)
    if kind is None:  # pragma: no cover - the search only makes melds; a wrong answer must not leave the house
        message = f"the search made a group that is no meld: {codes}"
        raise AssertionError(message)
    return kind, tuple((codes[i], stands[i]) for i in order_cards(kind, codes, stands))


@lru_cache(maxsize=1 << 14)
def _run_draft(suit: int, run: int) -> _Draft:
    places = run & 16383 | run >> 14 & 16383
    codes = tuple(suit * 13 + place % 13 for place in range(14) if places >> place & 1)
    jokers = run >> 28
    return _Draft(codes, jokers, MAX_RUN - len(codes) - jokers, takes_spare=jokers > 0)


@lru_cache(maxsize=1 << 12)
def _set_draft(chosen: int, set_max: int) -> _Draft:
    rank, suits, jokers = chosen & 15, chosen >> 4 & 15, chosen >> 8
    codes = tuple(suit * 13 + rank for suit in range(4) if suits >> suit & 1)
    return _Draft(codes, jokers, set_max - len(codes) - jokers, takes_spare=True)


def _drafts(best: Best, game: Game) -> list[_Draft]:
    """The melds of the layout, with the spare jokers given to those that have room, runs before sets."""
    layout = best.search.rebuild(best.state)
    runs = [_run_draft(suit, run) for suit, laid in enumerate(layout.runs) for run in laid]
    groups = [_Draft((), MIN_MELD, MAX_RUN - MIN_MELD, takes_spare=True)] * layout.groups
    sets = [_set_draft(chosen, game.rules.set_max) for chosen in layout.sets]
    spare = layout.spare
    if not spare:
        return runs + groups + sets
    drafts = [*runs, *groups, *sets]
    for index, draft in enumerate(drafts):
        impure_by_rule = not game.rules.wild_in_place_is_pure and any(game.pack.wild[code] for code in draft.codes)
        if spare and (draft.takes_spare or impure_by_rule):
            more = min(spare, draft.room)
            drafts[index] = draft._replace(jokers=draft.jokers + more, room=draft.room - more)
            spare -= more
    return drafts


def _named(drafts: list[_Draft], places: dict[int, list[int]], game: Game) -> list[tuple[int, ...]]:
    """The cards of each draft: its own, and jokers in a fixed order, the printed ones first."""
    if not any(draft.jokers for draft in drafts):
        return [draft.codes for draft in drafts]
    in_place = [code for draft in drafts for code in draft.codes]
    free = [code for code in game.jokers for _ in range(len(places.get(code, ())) - in_place.count(code))]
    named = []
    start = 0
    for draft in drafts:
        named.append(tuple(sorted((*draft.codes, *free[start : start + draft.jokers]))))
        start += draft.jokers
    return named
