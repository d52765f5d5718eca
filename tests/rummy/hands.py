"""Hands out of a pack, for properties: any that can be dealt, with a liking for few ranks, few suits and jokers."""

from typing import Any

from hypothesis import strategies as st

from app.rummy import resolve
from app.rummy.cards import CARD_TEXT, RANKS

CUT_CARDS: list[str | None] = ["7D", "AS", "KC", "10H", "JK"]
WILD_JOKERS = [None, *RANKS, *CUT_CARDS]

SWITCHES: dict[str, st.SearchStrategy[Any]] = {
    "preset": st.sampled_from(["indian-13", "pool-61", "pagat", "first-life", "open"]),
    "decks": st.integers(1, 3),
    "printed_jokers": st.integers(0, 6),
    "printed_cut": st.sampled_from(["aces", "none"]),
    "min_sequences": st.integers(0, 3),
    "min_pure": st.integers(0, 3),
    "wild_in_place_is_pure": st.booleans(),
    "set_max": st.integers(3, 6),
    "joker_only": st.sampled_from(["sequence", "invalid"]),
    "ace_high": st.booleans(),
    "ace_points": st.sampled_from([1, 10]),
    "protection": st.sampled_from(["both_lives", "pure_exempt", "first_life", "none"]),
    "no_pure": st.sampled_from(["sum", "flat_cap"]),
    "cap": st.integers(5, 120),
    "tunnela": st.sampled_from(["meld", "pure_sequence"]),
    "dublee": st.just("meld"),
    "neighbours_wild": st.booleans(),
}
"""Every switch of the rules of a hand of 13 cards, any value; those of its end and the fixed penalties play no part."""


@st.composite
def rules_objects(draw: st.DrawFn) -> dict[str, Any]:
    """Rules with some switches turned."""
    turned = draw(st.lists(st.sampled_from(sorted(SWITCHES)), unique=True, max_size=4))
    rules = {name: draw(SWITCHES[name]) for name in turned}
    if "tunnela" in rules:
        rules["decks"] = 3
    elif "dublee" in rules:
        rules["decks"] = max(2, rules.get("decks", 2))
    return rules


@st.composite
def deals(draw: st.DrawFn, size: int = 13) -> tuple[list[str], str | None, dict[str, Any]]:
    """A hand of ``size`` cards (the hand size or one more), the wild joker and the rules it was dealt under."""
    rules = draw(rules_objects())
    told = resolve(rules).rules
    wild_joker = draw(st.sampled_from(CUT_CARDS if told.neighbours_wild else WILD_JOKERS))
    if wild_joker == "JK" and not told.printed_jokers:
        wild_joker = "2C"
    suits = draw(st.sampled_from([[0, 1, 2, 3]] * 3 + [[0], [1, 2], [0, 3]]))
    low = draw(st.integers(0, 9))
    ranks = draw(st.sampled_from([list(range(13))] * 3 + [list(range(low, low + 4)), [0, 1, 2, 11, 12]]))
    pack = [CARD_TEXT[suit * 13 + rank] for suit in suits for rank in ranks] * told.decks
    pack += ["JK"] * told.printed_jokers
    everything = [*CARD_TEXT[:52]] * told.decks
    for cards in (pack, everything):
        if wild_joker in cards:
            cards.remove(wild_joker)
    places = draw(st.lists(st.integers(0, len(pack) - 1), unique=True, min_size=min(size, len(pack)), max_size=size))
    hand = [pack[place] for place in places]
    for card in everything:  # a narrow pack may not fill a hand
        if len(hand) == size:
            break
        if hand.count(card) < everything.count(card):
            hand.append(card)
    return hand, wild_joker, rules
