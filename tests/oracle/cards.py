"""Cards as text and the switches of the rules: the little that every part of the oracle needs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
ACE = 1
HIGH_ACE = 14
PRINTED_JOKER = "JK"


class Card(NamedTuple):
    """A card: rank 1 (ace) to 13 (king) and one of ``SHDC``; the printed joker is ``(0, "")``."""

    rank: int
    suit: str


JOKER = Card(0, "")


class UnsupportedRulesError(ValueError):
    """The switches contradict each other."""


@dataclass(frozen=True)
class Rules:
    """The switches that decide what a hand is worth, with the defaults of ``indian-13``."""

    hand_size: int = 13
    decks: int = 2
    printed_jokers: int = 2
    min_sequences: int = 2
    min_pure: int = 1
    protection: str = "both_lives"
    no_pure: str = "sum"
    cap: int | None = 80
    ace_points: int = 10
    ace_high: bool = True
    printed_cut: str = "aces"
    wild_in_place_is_pure: bool = True
    set_max: int = 4
    joker_only: str = "sequence"
    finish_with_picked_up: bool = False
    tunnela: str = "off"
    dublee: str = "off"
    neighbours_wild: bool = False
    special_shows: bool = False

    @classmethod
    def of(cls, switches: Mapping[str, Any]) -> Rules:
        """Read plain switches; those that do not touch a hand's worth (drops, pools) are passed over."""
        known = {field.name for field in fields(cls)}
        rules = cls(**{name: value for name, value in switches.items() if name in known})
        if rules.no_pure == "flat_cap" and rules.cap is None and rules.protection != "none":
            message = "no_pure=flat_cap needs a cap"
            raise UnsupportedRulesError(message)
        return rules


def parse(text: str) -> Card:
    """Read one card: ``"10H"``, ``"TH"`` or ``"JK"``."""
    if text == PRINTED_JOKER:
        return JOKER
    rank, suit = text[:-1], text[-1:]
    if suit not in SUITS or not suit:
        message = f"not a card: {text!r}"
        raise ValueError(message)
    return Card(rank_of(rank), suit)


def rank_of(text: str) -> int:
    """Read a rank, 1 (ace) to 13 (king)."""
    return RANKS.index("10" if text == "T" else text) + 1


def show(card: Card) -> str:
    """Write a card the canonical way."""
    return PRINTED_JOKER if card == JOKER else RANKS[card.rank - 1] + card.suit


def wild_rank(wild_joker: str | None, rules: Rules) -> int | None:
    """Tell the rank that is wild in all four suits, if any."""
    if wild_joker is None:
        return None
    if wild_joker == PRINTED_JOKER:
        return ACE if rules.printed_cut == "aces" else None
    if wild_joker in RANKS or wild_joker == "T":
        return rank_of(wild_joker)
    return parse(wild_joker).rank


def wild_cards(wild_joker: str | None, rules: Rules) -> frozenset[Card]:
    """List the cards that are wild: those of the wild rank, and where the rules say so two beside the cut card."""
    rank = wild_rank(wild_joker, rules)
    if rank is None:
        return frozenset()
    wild = {Card(rank, suit) for suit in SUITS}
    if rules.neighbours_wild:
        cut = Card(ACE, "S") if wild_joker == PRINTED_JOKER else parse(str(wild_joker))
        above, below = cut.rank % 13 + 1, (cut.rank - 2) % 13 + 1
        wild |= {Card(above, cut.suit), Card(below, cut.suit)}
    return frozenset(wild)


def is_joker(card: Card, wild: frozenset[Card]) -> bool:
    """Tell whether a card may stand for another."""
    return card == JOKER or card in wild


def points(card: Card, wild: frozenset[Card], rules: Rules) -> int:
    """Tell what a card costs when it is loose; printed jokers and wild cards cost nothing."""
    if is_joker(card, wild):
        return 0
    if card.rank == ACE:
        return rules.ace_points
    return min(card.rank, 10)
