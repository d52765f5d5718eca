"""Melds: one group of cards, read most kindly, or the reasons why it is none.

>>> from app.rummy.cards import parse_card
>>> from app.rummy.pack import pack_of, parse_wild_joker
>>> from app.rummy.rules import PRESETS
>>> rules = PRESETS["indian-13"]
>>> pack = pack_of(rules, parse_wild_joker("7"))
>>> def read(text):
...     return read_group([parse_card(card) for card in text.split()], rules, pack)

A wild card in its own place leaves a run pure; its twin can only stand for another card, here the 9S:

>>> read("6S 7S 8S").kind
<Kind.PURE_SEQUENCE: 'pure_sequence'>
>>> read("7S 7S 8S")
Reading(kind=<Kind.IMPURE_SEQUENCE: 'impure_sequence'>, stands=(-1, 8, -1), reasons=())

What is no meld comes with every reason, not the first one found:

>>> [str(reason) for reason in read("5S 6S 6S 9S").reasons]
['not_consecutive', 'repeated_card']

How jokers are placed is settled by the cards and the rules alone. As many wild cards as possible stand as themselves.
Where that leaves a choice, the cards in their own places lie as low as they can: an ace is low before it is high. Then
jokers fill the gaps from low to high, extend the run upward while there is room, and then downward; in a set they stand
for the missing suits in the order S H D C. Among the jokers, those with the lowest codes come first, printed ones last.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.rummy.cards import JOKER
from app.rummy.pack import Pack
from app.rummy.results import AS_ITSELF, FOR_NOTHING, Kind, Reason
from app.rummy.rules import Dublee, JokerOnly, Rules, Tunnela

MIN_MELD: Final = 3
"""Fewest cards in a run or a set; a tunnela has just as many."""
DUBLEE_SIZE: Final = 2
MAX_RUN: Final = 13
"""Most cards in a run: the ace stands at one end or at the other."""

_SUIT: Final = (1 << 13) - 1  # the 13 ranks of one suit; a group is kept as a mask of card codes
_PRINTED: Final = 1 << JOKER
_KING: Final = 12
_ACE_HIGH: Final = 13  # places in a run: 0 the low ace, 1 to 12 the ranks 2 to K, 13 the high ace


class Reading(NamedTuple):
    """A group, read.

    Attributes:
        kind: the kindest kind that the group can be, or None when it is no meld.
        stands: per card in the order laid, the code it stands for, ``AS_ITSELF`` or ``FOR_NOTHING``.
        reasons: why it is no meld, sorted by name; empty when it is one.
    """

    kind: Kind | None
    stands: tuple[int, ...]
    reasons: tuple[Reason, ...]


class _Layout(NamedTuple):
    """Where the jokers of a meld go: the codes, as a mask, that wild cards fill as themselves; the rest in order."""

    in_place: int
    fill: tuple[int, ...]


def _runs(*, ace_high: bool) -> frozenset[int]:
    """Every run of one suit as a mask of card codes."""
    runs: set[int] = set()
    for size in range(MIN_MELD, MAX_RUN + 1):
        for start in range(_starts(size, ace_high=ace_high)):
            places = _window(start, size)
            ranks = (places | places >> _ACE_HIGH) & _SUIT
            runs.update(ranks << 13 * suit for suit in range(4))
    return frozenset(runs)


def _window(start: int, size: int) -> int:
    return ((1 << size) - 1) << start


def _starts(size: int, *, ace_high: bool) -> int:
    """How many places a run of ``size`` cards can start at."""
    return 13 + ace_high - size + 1


def _sets() -> frozenset[int]:
    """Every set of natural cards as a mask of card codes."""
    of_aces = (sum((suits >> suit & 1) << 13 * suit for suit in range(4)) for suits in range(16))
    return frozenset(mask << rank for mask in of_aces if mask.bit_count() >= MIN_MELD for rank in range(13))


_RUNS: Final = {high: _runs(ace_high=high) for high in (False, True)}
_SETS: Final = _sets()
_ONE_RANK: Final = tuple(sum(1 << rank + 13 * suit for suit in range(4)) for rank in range(13))
_ITSELF: Final = tuple((AS_ITSELF,) * size for size in range(MAX_RUN + 1))
_PURE: Final = tuple(Reading(Kind.PURE_SEQUENCE, stands, ()) for stands in _ITSELF)
_SET: Final = tuple(Reading(Kind.SET, stands, ()) for stands in _ITSELF)
_TUNNELA: Final = Reading(Kind.TUNNELA, _ITSELF[MIN_MELD], ())
_DUBLEE: Final = Reading(Kind.DUBLEE, _ITSELF[DUBLEE_SIZE], ())


def read_group(cards: Sequence[int], rules: Rules, pack: Pack) -> Reading:
    """Read one group of card codes as its player laid it, most kindly.

    From the kindest kind down: a pure sequence, a tunnela where it counts as one, an impure sequence, a tunnela, a set,
    a dublee. Three equal wild cards are an impure sequence or a tunnela, in that order.

    The order in which the cards lie does not matter, but that ``stands`` follows it: the same cards in another order
    stand for the same. It is for :func:`app.rummy.pack.copy_faults` to say whether they can exist together.
    """
    wild = pack.wild
    naturals = held = jokers = 0
    for code in cards:
        if wild[code]:
            held |= 1 << code
            jokers += 1
        else:
            naturals |= 1 << code
    size = len(cards)
    identical = DUBLEE_SIZE <= size <= MIN_MELD and cards[0] == cards[-1] == cards[1]
    if identical and (reading := _read_identical(cards[0], size, naturals, rules)) is not None:
        return reading
    if MIN_MELD <= size <= MAX_RUN and naturals.bit_count() + jokers == size:  # so no natural card lies twice
        if not jokers:
            if naturals in _RUNS[rules.ace_high]:
                return _PURE[size]
            if naturals in _SETS and size <= rules.set_max:
                return _SET[size]
        elif (reading := _read_with_jokers(cards, naturals, held, rules, wild)) is not None:
            return reading
    return Reading(None, (AS_ITSELF,) * size, _reasons(size, naturals, jokers, held, rules))


def _read_identical(code: int, size: int, naturals: int, rules: Rules) -> Reading | None:
    """Read two or three identical cards; None where they are neither dublee nor tunnela, or something kinder."""
    if size == DUBLEE_SIZE:
        return _DUBLEE if rules.dublee is Dublee.MELD else None
    if rules.tunnela is Tunnela.OFF:
        return None
    barred = code == JOKER and rules.joker_only is JokerOnly.INVALID
    # Otherwise three jokers are an impure sequence.
    return _TUNNELA if naturals or barred or rules.tunnela is Tunnela.PURE_SEQUENCE else None


def _read_with_jokers(
    cards: Sequence[int], naturals: int, held: int, rules: Rules, wild: Sequence[bool]
) -> Reading | None:
    """Read a group of a fitting size, with jokers and no natural card twice; None when it is no meld."""
    size = len(cards)
    layout = _run_layout(naturals, held, size, rules)
    if layout is not None:
        if layout.fill or not rules.wild_in_place_is_pure:
            stands = _place(cards, wild, layout, say_own=not rules.wild_in_place_is_pure)
            return Reading(Kind.IMPURE_SEQUENCE, stands, ())
        return _PURE[size]
    layout = _set_layout(naturals, held, size) if naturals and size <= rules.set_max else None
    return None if layout is None else Reading(Kind.SET, _place(cards, wild, layout), ())


def order_cards(kind: Kind, cards: Sequence[int], stands: Sequence[int]) -> list[int]:
    """The indices of a meld's cards in the order in which people lay them out, by the place each card takes.

    A run goes from low to high, the ace last where it stands high (a run of 13 begins with its ace). A set goes by
    suit, S H D C, with the jokers that stand for nothing at the end. Identical cards stay as they are.

    >>> order_cards(Kind.PURE_SEQUENCE, [0, 12, 11], [AS_ITSELF] * 3)  # AS KS QS
    [2, 1, 0]
    """
    places = [stand if stand >= 0 else code for code, stand in zip(cards, stands, strict=True)]
    if kind is Kind.SET:
        if FOR_NOTHING in stands:
            places = [
                JOKER + code if stand == FOR_NOTHING else code for code, stand in zip(places, stands, strict=True)
            ]
    else:
        places = _run_places(places)
    return sorted(range(len(places)), key=places.__getitem__)


def order_run(ranks: Sequence[int]) -> list[int]:
    """The ranks of a run in the order in which people lay it out: likewise."""
    return [ranks[index] for index in sorted(range(len(ranks)), key=_run_places(ranks).__getitem__)]


def _run_places(codes: Sequence[int]) -> list[int]:
    """Numbers to sort a run's cards by: where there is a king, an ace can only stand high."""
    if max(codes) % 13 == _KING and len(codes) < MAX_RUN:
        return [code if code % 13 else code + _ACE_HIGH for code in codes]
    return list(codes)


def _place(cards: Sequence[int], wild: Sequence[bool], layout: _Layout, *, say_own: bool = False) -> tuple[int, ...]:
    """What each card stands for in ``layout``; a wild card in its own place says so by its code if ``say_own``."""
    stands = [AS_ITSELF] * len(cards)
    jokers = [index for index, code in enumerate(cards) if wild[code]]
    if len(jokers) > 1:
        jokers.sort(key=cards.__getitem__)  # stable: twins keep the order in which they were laid
    in_place, fill = layout
    filled = 0
    for index in jokers:
        code = cards[index]
        if in_place >> code & 1:
            in_place ^= 1 << code
            if say_own:
                stands[index] = code
        else:
            stands[index] = fill[filled]
            filled += 1
    return tuple(stands)


def _run_layout(naturals: int, held: int, size: int, rules: Rules) -> _Layout | None:
    """How the jokers of a group with no natural card twice make it a run, or None."""
    if naturals:
        suit = ((naturals & -naturals).bit_length() - 1) // 13
        ranks = naturals >> 13 * suit
        return lay_run(suit, ranks, held >> 13 * suit & _SUIT, size, rules.ace_high) if ranks <= _SUIT else None
    if held == _PRINTED:
        return None if rules.joker_only is JokerOnly.INVALID else _Layout(0, tuple(range(size)))
    return _lay_jokers(held & ~_PRINTED, size, rules.ace_high)


@lru_cache(maxsize=1 << 12)
def _lay_jokers(wilds: int, size: int, ace_high: bool) -> _Layout | None:  # noqa: FBT001 - a cache's key, by place
    """How jokers, wild cards among them but no natural card, make a run: in the suit with the most as themselves."""
    best = None
    for suit in range(4):
        layout = lay_run(suit, 0, wilds >> 13 * suit & _SUIT, size, ace_high)
        if layout and (best is None or layout.in_place.bit_count() > best.in_place.bit_count()):
            best = layout
    return best


@lru_cache(maxsize=1 << 14)
def lay_run(suit: int, ranks: int, wilds: int, size: int, ace_high: bool) -> _Layout | None:  # noqa: FBT001
    """How a run of ``size`` cards holds the natural ``ranks`` and as many of the ``wilds`` of its suit as possible.

    Both are masks of ranks, ``wilds`` those in the group. None where the naturals do not fit.
    """
    natural_places = ranks | (ranks & 1) << _ACE_HIGH
    places = natural_places | wilds | (wilds & 1) << _ACE_HIGH
    best = most = best_window = -1
    for start in range(_starts(size, ace_high=ace_high)):
        window = _window(start, size)
        if (natural_places & window).bit_count() < ranks.bit_count():
            continue
        own = places & window
        # The first window with the most has them lowest; later ones with the very same cards extend further upward.
        if own.bit_count() > most or own == best:
            best, most, best_window = own, own.bit_count(), window
    if most < 0:
        return None
    free = best_window & ~best
    lowest = best & -best
    upward = [place for place in range(_ACE_HIGH + 1) if free >> place & 1 and 1 << place > lowest]
    downward = [place for place in range(_ACE_HIGH, -1, -1) if free >> place & 1 and 1 << place < lowest]
    in_place = (best | best >> _ACE_HIGH) & wilds
    return _Layout(in_place << 13 * suit, tuple(suit * 13 + place % 13 for place in upward + downward))


@lru_cache(maxsize=1 << 14)
def _set_layout(naturals: int, held: int, size: int) -> _Layout | None:
    """How the jokers of a group make it a set with its natural cards, one at least, or None.

    A single natural card would do here too, but then the group has been read as a sequence.
    """
    rank = ((naturals & -naturals).bit_length() - 1) % 13
    same_rank = _ONE_RANK[rank]
    if naturals & ~same_rank:
        return None
    in_place = held & same_rank & ~naturals
    missing = [code for code in range(rank, JOKER, 13) if not (naturals | in_place) >> code & 1]
    left = size - (naturals | in_place).bit_count()
    return _Layout(in_place, (*missing[:left], *(FOR_NOTHING,) * (left - len(missing))))


def _reasons(size: int, naturals: int, jokers: int, held: int, rules: Rules) -> tuple[Reason, ...]:
    """Every reason why a group is no meld: those of a set, of a run, or of jokers, by its natural cards."""
    most = MAX_RUN
    if not naturals:
        barred = held == _PRINTED and size > 1 and rules.joker_only is JokerOnly.INVALID
        reasons = [Reason.JOKERS_ONLY] if barred else []
    else:
        lowest = (naturals & -naturals).bit_length() - 1
        ranks = naturals >> lowest // 13 * 13
        repeated = size - jokers > naturals.bit_count()
        if not naturals & ~_ONE_RANK[lowest % 13]:
            reasons = [Reason.REPEATED_SUIT] if repeated else []
            if size - jokers > 1:  # one natural card with jokers would be a run
                most = rules.set_max
        elif ranks <= _SUIT:
            reasons = [Reason.REPEATED_CARD] if repeated else []
            # Each card once, with the jokers at hand: a repeated card makes no room for others.
            room = min(naturals.bit_count() + jokers, MAX_RUN)
            if lay_run(0, ranks, 0, room, rules.ace_high) is None:
                reasons.append(Reason.ACE_WRAPS if _fits_around(ranks, room) else Reason.NOT_CONSECUTIVE)
        else:
            return (Reason.MIXED_RANKS, Reason.MIXED_SUITS)
    if size < MIN_MELD:
        reasons.append(Reason.TOO_FEW_CARDS)
    elif size > most:
        reasons.append(Reason.TOO_MANY_CARDS)
    return tuple(sorted(reasons))


def _fits_around(ranks: int, room: int) -> bool:
    """Whether the ranks lie within ``room`` neighbours on a circle, where the ace follows the king."""
    circle = ranks | ranks << 13
    return any((circle & _window(start, room)).bit_count() == ranks.bit_count() for start in range(13))
