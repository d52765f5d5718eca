"""Seeded hands of the kinds that players hold and tests fear, as card codes. All are legal in the 13-card games.

The same random generator in the same state deals the same hand, on every machine and Python.
"""

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from app.rummy.cards import CARD_TEXT, JOKER, RANKS
from app.rummy.pack import parse_wild_joker

HAND_SIZE: Final = 13
Groups = list[list[int]]


class Kind(StrEnum):
    """Kinds of hand."""

    RANDOM = "random"
    NEAR_COMPLETE = "near_complete"
    JOKER_HEAVY = "joker_heavy"
    FOURTEEN = "fourteen"


class Deal(NamedTuple):
    """A hand and the wild joker it is held under."""

    kind: Kind
    hand: tuple[int, ...]
    wild_joker: str | None


_SHAPES: Final = ((4, 3, 3, 3), (3, 4, 3, 3), (3, 3, 4, 3), (5, 4, 4), (4, 5, 4), (3, 3, 3, 4))
"""Sizes of the groups of a finished hand; the first two are runs."""


def deal(kind: Kind, rng: Random) -> Deal:
    """A hand of this kind."""
    if kind is Kind.RANDOM:
        wild = some_wild_joker(rng)
        return Deal(kind, tuple(rng.sample(pack(wild), HAND_SIZE)), wild)
    if kind is Kind.NEAR_COMPLETE:
        wild = some_wild_joker(rng)
        return Deal(kind, near_complete(rng, wild), wild)
    if kind is Kind.JOKER_HEAVY:
        wild = rng.choice(RANKS) if rng.random() < 0.6 else CARD_TEXT[rng.randrange(JOKER)]
        return Deal(kind, joker_heavy(rng, wild), wild)
    base = deal(rng.choices((Kind.RANDOM, Kind.NEAR_COMPLETE, Kind.JOKER_HEAVY), (4, 4, 2))[0], rng)
    return Deal(kind, (*base.hand, rng.choice(without(pack(base.wild_joker), base.hand))), base.wild_joker)


def some_wild_joker(rng: Random) -> str | None:
    """A wild joker as tables name it: mostly a rank or the cut card, at times a printed joker or none."""
    luck = rng.random()
    if luck < 0.50:
        return rng.choice(RANKS)
    if luck < 0.90:
        return CARD_TEXT[rng.randrange(JOKER)]
    return "JK" if luck < 0.95 else None


def pack(wild_joker: str | None) -> list[int]:
    """Two packs and two printed jokers, without the card that was cut."""
    cards = [*range(JOKER), *range(JOKER), JOKER, JOKER]
    cut = parse_wild_joker(wild_joker).cut
    if cut is not None:
        cards.remove(cut)
    return cards


def jokers(wild_joker: str | None) -> frozenset[int]:
    """The cards that may stand for others: printed jokers, and the wild rank (the aces where a printed one was cut)."""
    rank = 0 if wild_joker == "JK" else parse_wild_joker(wild_joker).rank
    return frozenset(code for code in range(JOKER + 1) if code == JOKER or code % 13 == rank)


def without(cards: Sequence[int], taken: Sequence[int]) -> list[int]:
    """``cards`` less one for each of ``taken``."""
    left = list(cards)
    for code in taken:
        left.remove(code)
    return left


def finished(rng: Random, wild_joker: str | None) -> Groups:
    """The groups of a valid declaration: a pure run, another run, and sets or runs; some hold a joker."""
    wild = jokers(wild_joker)
    while True:
        left = pack(wild_joker)
        groups: Groups = []
        for number, size in enumerate(rng.choice(_SHAPES)):
            group = _run(rng, size) if number < 2 or size > 4 or rng.random() < 0.3 else _set(rng, size)
            spare = [code for code in left if code in wild]
            if number and spare and rng.random() < 0.25:
                group[rng.randrange(size)] = rng.choice(spare)
            groups.append(group)
            try:
                left = without(left, group)
            except ValueError:  # a card that is in no pack any more: begin again
                break
        else:
            return groups


def near_complete(rng: Random, wild_joker: str | None) -> tuple[int, ...]:
    """A finished hand of which up to three cards were changed for others of the pack."""
    hand = [code for group in finished(rng, wild_joker) for code in group]
    rng.shuffle(hand)
    changed = rng.choice((0, 1, 1, 2, 2, 3))
    return (*hand[changed:], *rng.sample(without(pack(wild_joker), hand), changed))


def joker_heavy(rng: Random, wild_joker: str) -> tuple[int, ...]:
    """A hand with three to six jokers."""
    wild = jokers(wild_joker)
    cards = pack(wild_joker)
    held = rng.choices((3, 4, 5, 6), (60, 28, 9, 3))[0]
    hand = rng.sample([code for code in cards if code in wild], held)
    hand += rng.sample([code for code in cards if code not in wild], HAND_SIZE - held)
    rng.shuffle(hand)
    return tuple(hand)


def _run(rng: Random, size: int) -> list[int]:
    suit, low = rng.randrange(4), rng.randrange(15 - size)  # the fourteenth place is the high ace
    return [suit * 13 + place % 13 for place in range(low, low + size)]


def _set(rng: Random, size: int) -> list[int]:
    rank = rng.randrange(13)
    return [suit * 13 + rank for suit in rng.sample(range(4), size)]
