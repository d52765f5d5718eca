"""From the core's numbers to melds that a person can read.

The search says which natural cards a meld holds, which wild cards lie in their own place, and how many jokers it
spends. Here the jokers are named, those left over are put where they fit, and every meld is told as a player's group
would be read: what it is called and what its jokers stand for is decided in one place (:mod:`.melds`). What that says
of melds of one shape is remembered, so that most hands need not ask.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from app.rummy.best import Best
from app.rummy.cards import JOKER
from app.rummy.game import Game
from app.rummy.melds import MAX_RUN, MIN_MELD, lay_run, order_cards, order_run, read_group
from app.rummy.results import AS_ITSELF, FOR_NOTHING, Kind
from app.rummy.search import Search

# Members of an enum are slow to look up, and every answer asks for these.
_PURE: Final = Kind.PURE_SEQUENCE
_IMPURE: Final = Kind.IMPURE_SEQUENCE
_SET: Final = Kind.SET
_TUNNELA: Final = Kind.TUNNELA
_DUBLEE: Final = Kind.DUBLEE
# A tunnela that counts as a pure sequence is told where this leaves room: second.
_KIND_ORDER: Final = {_PURE: 0, _IMPURE: 2, _TUNNELA: 3, _SET: 4, _DUBLEE: 5}
_SET_ORDER: Final = 4
_ITSELF: Final = tuple((AS_ITSELF,) * size for size in range(MAX_RUN + 1))
_ORDER: Final = itemgetter(0)

Laid = tuple[int, Kind, tuple[int, ...], tuple[int, ...]]
"""A meld without positions: (rank of its kind, kind, its cards in the order laid, what each stands for)."""
_SHAPES_KEPT: Final = 1 << 15


class _Draft:
    """A meld before its jokers are named.

    Attributes:
        codes: the cards that it surely holds, ascending.
        jokers: how many jokers it spends.
        room: how many more it could take.
        ranks: the ranks of a run's natural cards, as a mask; 0 where it is no run.
        own: the ranks of its wild cards in their own place.
        base: the code of its suit's ace, or of a set the rank.
        suits: of a set, the suits of its naturals as a mask.
        whole: the meld where no joker has to be named, or None.
    """

    def __init__(self, codes: tuple[int, ...], jokers: int, room: int) -> None:
        """Hold these cards."""
        self.codes, self.jokers, self.room = codes, jokers, room
        self.ranks = self.own = self.base = self.suits = 0
        self.whole: Laid | None = None


class _Positions:
    """Where the cards of a hand lie; those of identical ones are taken ascending."""

    def __init__(self) -> None:
        # One more than where the first copy of a card lies, and one more than where the next one does; 0 is none.
        self.first = [0] * 53
        self.after = [0] * 64
        self.size = 0

    def read(self, hand: Sequence[int]) -> None:
        """Look at the cards of a hand."""
        first, after, size = self.first, self.after, len(hand)
        self.size = size
        for index in range(size - 1, -1, -1):
            code = hand[index]
            after[index] = first[code]
            first[code] = index + 1

    def take(self, codes: Sequence[int], positions: Sequence[int]) -> tuple[int, ...]:
        """The positions of these cards, which are there no more after that."""
        first, after = self.first, self.after
        taken = []
        for code in codes:
            index = first[code] - 1
            first[code] = after[index]
            taken.append(positions[index])
        return tuple(taken)


def arrange(
    best: Best, hand: Sequence[int], positions: Sequence[int], game: Game
) -> tuple[list[tuple[Kind, tuple[int, ...], tuple[int, ...], tuple[int, ...]]], tuple[int, ...], tuple[int, ...]]:
    """The melds of ``best`` (kind, codes, positions, stands), best kinds first; the loose cards' codes and positions.

    ``positions`` are those of ``hand``'s cards, ascending. Identical cards take theirs ascending in the order told:
    melds first, then the loose cards, which come in order of position.
    """
    search = best.search
    search.lay_out(best.state)
    drafts = _drafts(search, game)
    laid: list[Laid] = _with_jokers(drafts, search.spare, hand, game) if search.jokers else _as_drafted(drafts)
    if len(laid) > 1:
        laid.sort(key=_ORDER)
    lying = _Positions()
    lying.read(hand)
    melds = []
    for _, kind, codes, stands in laid:
        melds.append((kind, codes, lying.take(codes, positions), stands))
    loose = []
    places = []
    first, after = lying.first, lying.after
    for index in range(lying.size):
        code = hand[index]
        if first[code] == index + 1:
            first[code] = after[index]
            loose.append(code)
            places.append(positions[index])
    return melds, tuple(loose), tuple(places)


def _drafts(search: Search, game: Game) -> list[_Draft]:
    """The melds in a fixed order: runs by suit, what jokers make alone, sets."""
    flags = game.wild_is_pure | game.ace_high << 1
    drafts = []
    for suit in range(4):
        for run in search.runs[suit]:
            draft = _run_drafts.get((run << 2 | suit) << 2 | flags) or _run_draft(suit, run, flags, game)
            drafts.append(draft)
    alone = search.alone
    if alone:
        drafts += [_Draft((), MIN_MELD, MAX_RUN - MIN_MELD)] * (alone & 255)
        for copies, times in ((3, alone >> 8 & 255), (2, alone >> 16)):
            for _ in range(times):
                drafts.append(_copies_draft(JOKER, copies, game))
    for index in range(search.set_count):
        key = search.sets[index] << 3 | game.set_max
        drafts.append(_set_drafts.get(key) or _set_draft(search.sets[index], game.set_max))
    return drafts


def _as_drafted(drafts: list[_Draft]) -> list[Laid]:
    """The melds of a hand without jokers, which leave nothing open."""
    return [draft.whole for draft in drafts if draft.whole is not None]


def _with_jokers(drafts: list[_Draft], spare: int, hand: Sequence[int], game: Game) -> list[Laid]:
    """Lay the melds, their jokers named in a fixed order, the printed ones first."""
    wild = game.wild
    free = [code for code in hand if wild[code]]
    free.sort()
    printed = free.count(JOKER)
    if printed:
        free = [JOKER] * printed + free[: len(free) - printed]
    for draft in drafts:
        if draft.ranks and not draft.own:  # a run of natural cards and jokers to be named
            continue
        for code in draft.codes:
            if wild[code]:
                free.remove(code)
    laid: list[Laid] = []
    start = 0
    for draft in drafts:
        jokers = draft.jokers
        if spare and draft.room and _takes_jokers(draft, game):
            more = min(spare, draft.room)
            jokers += more
            spare -= more
        if jokers:
            laid.append(_name_jokers(draft, free[start : start + jokers], game))
            start += jokers
        else:
            laid.append(draft.whole or _lay(draft.codes, game.reader()))
    return laid


def _takes_jokers(draft: _Draft, game: Game) -> bool:
    """Whether a joker more leaves the meld what it is: all but pure sequences and identical cards."""
    if draft.jokers or draft.suits:
        return True
    return not game.wild_is_pure and draft.own != 0


def _name_jokers(draft: _Draft, jokers: list[int], game: Game) -> Laid:
    """The meld with these jokers beside the cards that it surely holds."""
    if draft.ranks:
        return _name_in_run(draft, jokers, game)
    if draft.suits:
        for code in jokers:
            if code % 13 == draft.base and code != JOKER:
                break
        else:
            return _name_in_set(draft, jokers)
    return _lay(tuple(sorted((*draft.codes, *jokers))), game.reader())


def _name_in_run(draft: _Draft, jokers: list[int], game: Game) -> Laid:
    """The same where there are natural cards of one suit: what the shape of the run leaves open is filled in."""
    base, own = draft.base, draft.own
    fillers = []
    for code in jokers:
        place = code - base
        if 0 <= place < 13 and code != JOKER and not own >> place & 1:
            own |= 1 << place
        else:
            fillers.append(code)
    size = len(draft.codes) + len(jokers)
    key = draft.ranks | own << 13
    key = key << 6 | size << 2 | game.ace_high << 1 | game.wild_is_pure
    shape = _shapes.get(key) or _shape(draft.ranks, own, size, game, key)
    if shape[1]:  # wild cards of the suit not in their own place after all
        fillers += [base + place for place in shape[1]]
    if len(fillers) > 1:
        fillers.sort()
    codes = []
    stands = []
    for slot in shape[2]:
        place = slot & 15
        filler = (slot >> 4) - 2
        if filler >= 0:
            codes.append(fillers[filler])
            stands.append(base + place)
        else:
            codes.append(base + place)
            stands.append(base + place if filler == -1 else AS_ITSELF)
    kind = shape[0]
    return 0 if kind is _PURE else 2, kind, tuple(codes), tuple(stands)


_shapes: dict[int, tuple[Kind, tuple[int, ...], tuple[int, ...]]] = {}


def _shape(ranks: int, own: int, size: int, game: Game, key: int) -> tuple[Kind, tuple[int, ...], tuple[int, ...]]:
    """A run of natural ``ranks`` and wild cards of ``own`` ranks, in the suit of code 0.

    Returns its kind, the wild ranks that fill other places, and its cards in the order laid as ``rank | filler << 4``:
    2 is the first joker that stands for another card, 3 the second; 1 a wild card that says its own place, 0 a card
    that is itself.
    """
    layout = lay_run(0, ranks, own, size, bool(game.ace_high))
    wild_is_pure = game.wild_is_pure
    if layout is None:  # pragma: no cover - the search only makes melds; a wrong answer must not leave the house
        message = f"the search made a group that is no run: {ranks:b} {own:b} {size}"
        raise AssertionError(message)
    impure = len(layout.fill) > 0 or not wild_is_pure
    slots = {rank: 1 if impure and not wild_is_pure else 0 for rank in range(13) if layout.in_place >> rank & 1}
    slots |= {rank: 0 for rank in range(13) if ranks >> rank & 1}
    slots |= {rank: 2 + number for number, rank in enumerate(layout.fill)}
    cards = [rank | slots[rank] << 4 for rank in order_run(list(slots))]
    elsewhere = tuple(rank for rank in range(13) if (own & ~layout.in_place) >> rank & 1)
    if len(_shapes) >= _SHAPES_KEPT:
        _shapes.clear()
    shape = _shapes[key] = (_IMPURE if impure else _PURE, elsewhere, tuple(cards))
    return shape


def _name_in_set(draft: _Draft, jokers: list[int]) -> Laid:
    """A set whose jokers are of other ranks: they stand for the missing suits in the order S H D C."""
    codes = []
    stands = []
    jokers.sort()
    named = 0
    for suit in range(4):
        code = suit * 13 + draft.base
        if draft.suits >> suit & 1:
            codes.append(code)
            stands.append(AS_ITSELF)
        elif named < len(jokers):
            codes.append(jokers[named])
            stands.append(code)
            named += 1
    while named < len(jokers):
        codes.append(jokers[named])
        stands.append(FOR_NOTHING)
        named += 1
    return _SET_ORDER, _SET, tuple(codes), tuple(stands)


@lru_cache(maxsize=1 << 15)
def _lay(codes: tuple[int, ...], game: Game) -> Laid:
    """A meld of these cards as a ``Game.reader`` reads it."""
    kind, stands, _ = read_group(codes, game.rules, game.pack)
    if kind is None:  # pragma: no cover - the search only makes melds; a wrong answer must not leave the house
        message = f"the search made a group that is no meld: {codes}"
        raise AssertionError(message)
    order = order_cards(kind, codes, stands)
    return _KIND_ORDER[kind], kind, tuple([codes[i] for i in order]), tuple([stands[i] for i in order])


_run_drafts: dict[int, _Draft] = {}
_set_drafts: dict[int, _Draft] = {}


def _run_draft(suit: int, run: int, flags: int, game: Game) -> _Draft:
    """What a suit's table calls a run, as a draft; remembered, as there are not many."""
    places, wild_places = run & 16383, run >> 14 & 16383
    copies = run >> 33
    if copies:
        place = (places | wild_places).bit_length() - 1
        return _copies_draft(suit * 13 + place % 13, copies, game)
    held = places | wild_places
    codes = tuple(sorted(suit * 13 + place % 13 for place in range(14) if held >> place & 1))
    jokers = run >> 28 & 31
    draft = _Draft(codes, jokers, MAX_RUN - len(codes) - jokers)
    draft.ranks = (places | places >> 13) & 8191
    draft.own = (wild_places | wild_places >> 13) & 8191
    draft.base = suit * 13
    if not jokers and (game.wild_is_pure or not wild_places):
        ordered = tuple(suit * 13 + place % 13 for place in range(14) if held >> place & 1)
        draft.whole = (0, _PURE, ordered, _ITSELF[len(ordered)])
    if len(_run_drafts) >= _SHAPES_KEPT:
        _run_drafts.clear()
    _run_drafts[(run << 2 | suit) << 2 | flags] = draft
    return draft


def _copies_draft(code: int, copies: int, game: Game) -> _Draft:
    """A tunnela or a dublee."""
    draft = _Draft((code,) * copies, 0, 0)
    kind = _TUNNELA if copies == 3 else _DUBLEE
    order = 1 if copies == 3 and game.tunnela == 2 else _KIND_ORDER[kind]
    draft.whole = (order, kind, draft.codes, _ITSELF[copies])
    return draft


def _set_draft(chosen: int, set_max: int) -> _Draft:
    rank, suits, own = chosen & 15, (chosen >> 4 | chosen >> 12) & 15, chosen >> 12
    jokers = (chosen >> 8 & 15) - own.bit_count()
    codes = tuple(suit * 13 + rank for suit in range(4) if suits >> suit & 1)
    draft = _Draft(codes, jokers, set_max - len(codes) - jokers)
    draft.base, draft.suits = rank, suits
    if not jokers:
        draft.whole = (_SET_ORDER, _SET, codes, _ITSELF[len(codes)])
    _set_drafts[chosen << 3 | set_max] = draft
    return draft
