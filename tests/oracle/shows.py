"""Special shows of the 21-card game, found by counting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import Card, is_joker

if TYPE_CHECKING:
    from collections.abc import Mapping


def special_show(hand: Mapping[Card, int], wild: frozenset[Card]) -> str | None:
    """Tell the first special show that cards hold, whatever else they are."""
    if sum(held // 3 for held in hand.values()) >= 3:
        return "three_tunnelas"
    if sum(held // 2 for held in hand.values()) >= 8:
        return "eight_dublees"
    if sum(held for card, held in hand.items() if is_joker(card, wild)) >= 8:
        return "eight_jokers"
    return None
