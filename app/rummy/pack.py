"""The pack a hand was dealt from: what is wild, what lies face up, and which cards can exist together.

>>> parse_wild_joker("7D").cut == 32
True
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.rummy.cards import CARD_CODES, CARD_TEXT, JOKER, RANK_CODES, RANKS, CardError, card_points, quote
from app.rummy.faults import Fault, FaultCode
from app.rummy.rules import PrintedCut, Rules

_ACE: Final = 0


class WildJoker(NamedTuple):
    """What the cut of the pack says.

    Attributes:
        rank: the rank that is wild, 0 (ace) to 12 (king), or None; what a printed cut makes wild is for the rules.
        cut: the code of the card that lies on the table and so is in nobody's hand, or None when only a rank is known.
    """

    rank: int | None
    cut: int | None


class Pack(NamedTuple):
    """Rules and a cut together, as tables over card codes.

    Attributes:
        wild: per card code, whether it is a joker (printed or wild).
        points: per card code, its points: 0 for every joker.
        copies: per card code, how many can be in players' hands.
    """

    wild: tuple[bool, ...]
    points: tuple[int, ...]
    copies: tuple[int, ...]


def parse_wild_joker(text: str | None) -> WildJoker:
    """The wild joker that ``text`` names: a rank (``7``), a card (``7D``), ``JK``, or None for no wild rank.

    Raises:
        CardError: it is none of these.
    """
    if text is None:
        return _NO_RANK
    known = _NAMED.get(text)
    if known is None:
        message = (
            f"{quote(text)} is no wild joker; it is a rank A 2-10 J Q K, the cut card like 7D, JK when a printed "
            f"joker was cut, or null for a game without a wild rank"
        )
        raise CardError(message)
    return known


_NO_RANK: Final = WildJoker(None, None)
_NAMED: Final = {
    **{text: WildJoker(None if code == JOKER else code % 13, code) for text, code in CARD_CODES.items()},
    **{text: WildJoker(rank, None) for text, rank in RANK_CODES.items()},
}
"""Every wild joker by each of its names."""


def neighbours(wild_joker: WildJoker) -> tuple[int, ...]:
    """The next cards above and below the cut card in its suit; of a printed joker those of AS; none of a bare rank.

    >>> [CARD_TEXT[code] for text in ("7D", "AH", "KC", "JK") for code in neighbours(parse_wild_joker(text))]
    ['8D', '6D', '2H', 'KH', 'AC', 'QC', '2S', 'KS']
    """
    cut = wild_joker.cut
    if cut is None:
        return ()
    suit, rank = (0, _ACE) if cut == JOKER else divmod(cut, 13)
    return suit * 13 + (rank + 1) % 13, suit * 13 + (rank - 1) % 13


@lru_cache(maxsize=1024)
def pack_of(rules: Rules, wild_joker: WildJoker) -> Pack:
    """The pack under ``rules`` with the cut ``wild_joker``."""
    rank = wild_joker.rank
    if wild_joker.cut == JOKER and rules.printed_cut is PrintedCut.ACES:
        rank = _ACE
    beside = neighbours(wild_joker) if rules.neighbours_wild and rank is not None else ()
    wild = tuple(code == JOKER or code % 13 == rank or code in beside for code in range(53))
    points = tuple(0 if is_wild else p for is_wild, p in zip(wild, card_points(rules.ace_points), strict=True))
    copies = [rules.decks] * 52 + [rules.printed_jokers]
    if wild_joker.cut is not None:
        copies[wild_joker.cut] -= 1
    return Pack(wild, points, tuple(copies))


def cut_fault(rules: Rules, wild_joker: WildJoker) -> Fault | None:
    """Why this cut cannot be: a printed joker of a pack without any, or no card where its neighbours matter."""
    if wild_joker.cut == JOKER and rules.printed_jokers == 0:
        message = "a printed joker cannot be the cut card where printed_jokers is 0"
        return Fault(("wild_joker",), FaultCode.TOO_MANY_JOKERS, message)
    if wild_joker.cut is None and rules.neighbours_wild:
        got = "null" if wild_joker.rank is None else f"the rank {RANKS[wild_joker.rank]}"
        message = (
            f"under these rules the neighbours of the cut card in its suit are jokers too, so wild_joker is the cut "
            f'card with its suit, for example "7D", or "JK", not {got}; or give neighbours_wild false'
        )
        return Fault(("wild_joker",), FaultCode.SENSELESS, message)
    return None


def copy_faults(cards: Iterable[tuple[int, tuple[str | int, ...]]], rules: Rules, wild_joker: WildJoker) -> list[Fault]:
    """The cards that cannot exist together in this pack; ``cards`` are (code, path in the input)."""
    pack = pack_of(rules, wild_joker)
    seen = [0] * 53
    faults = []
    for code, path in cards:
        seen[code] += 1
        if seen[code] > pack.copies[code]:
            faults.append(_copy_fault(code, path, rules, wild_joker))
    return faults


def hand_faults(
    hand: Sequence[int | None], wild_joker: WildJoker, rules: Rules, picked_up: int | None = None
) -> list[Fault]:
    """Why this hand cannot be. A card that could not be read is None: what depends on it goes unsaid."""
    size = rules.hand_size
    faults: list[Fault] = []
    if len(hand) not in {size, size + 1}:
        drawn = f"or {size + 1} with the card drawn and not yet discarded"
        message = f"a hand has {size} cards, {drawn}; this one has {len(hand)}"
        faults.append(Fault(("hand",), FaultCode.WRONG_CARD_COUNT, message))
    places: list[tuple[int, tuple[str | int, ...]]] = [
        (code, ("hand", place)) for place, code in enumerate(hand) if code is not None
    ]
    faults += _pack_faults(places, rules, wild_joker)
    if picked_up is None:
        return faults
    if picked_up not in hand and None not in hand:
        message = f"{CARD_TEXT[picked_up]} was picked up but is not in the hand"
        faults.append(Fault(("picked_up",), FaultCode.NOT_IN_HAND, message))
    elif len(hand) == size:
        message = f"picked_up matters where a card is to be put down, with {size + 1} cards; this hand has {size}"
        faults.append(Fault(("picked_up",), FaultCode.NOTHING_TO_DISCARD, message))
    return faults


def declaration_faults(
    groups: Sequence[Sequence[int | None]], wild_joker: WildJoker, rules: Rules, discard: int | None = None
) -> list[Fault]:
    """Why the cards of these groups, and the one put down, cannot exist together. None is as in :func:`hand_faults`."""
    cards: list[tuple[int, tuple[str | int, ...]]] = [
        (code, ("groups", i, j)) for i, group in enumerate(groups) for j, code in enumerate(group) if code is not None
    ]
    if discard is not None:
        cards.append((discard, ("discard",)))
    return _pack_faults(cards, rules, wild_joker)


def _pack_faults(
    cards: Iterable[tuple[int, tuple[str | int, ...]]], rules: Rules, wild_joker: WildJoker
) -> list[Fault]:
    """The cut that cannot be and the cards that cannot; those are judged even so, as if there were no cut card."""
    cut = cut_fault(rules, wild_joker)
    if cut is None:
        return copy_faults(cards, rules, wild_joker)
    return [cut, *copy_faults(cards, rules, WildJoker(None, None))]


def _copy_fault(code: int, path: tuple[str | int, ...], rules: Rules, wild_joker: WildJoker) -> Fault:
    there = rules.printed_jokers if code == JOKER else rules.decks
    cut = f", and {'that' if there == 1 else 'one of them'} is the cut card on the table"
    out = cut if wild_joker.cut == code else ""
    if code == JOKER:
        message = f"more printed jokers than can be dealt: printed_jokers is {there}{out}"
        return Fault(path, FaultCode.TOO_MANY_JOKERS, message)
    packs = "one deck has one of it" if there == 1 else f"{there} decks have {there} of it"
    message = f"more copies of {CARD_TEXT[code]} than can be dealt: {packs}{out}"
    return Fault(path, FaultCode.TOO_MANY_COPIES, message)
