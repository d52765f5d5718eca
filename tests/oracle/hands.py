"""Seeded hands, wild jokers and switches to ask about: legal ones, many of them awkward.

Every generator takes a ``random.Random``, so that a seed is all it takes to see a hand again.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .cards import JOKER, PRINTED_JOKER, RANKS, SUITS, Card, Rules, is_joker, parse, show, wild_cards, wild_rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from random import Random

Switches = dict[str, Any]

_INDIAN: Switches = {
    "hand_size": 13,
    "decks": 2,
    "printed_jokers": 2,
    "min_sequences": 2,
    "min_pure": 1,
    "protection": "both_lives",
    "no_pure": "sum",
    "cap": 80,
    "ace_points": 10,
    "ace_high": True,
    "printed_cut": "aces",
    "wild_in_place_is_pure": True,
    "set_max": 4,
    "joker_only": "sequence",
    "finish_with_picked_up": False,
}

#: The presets of the usual 13-card games that differ in no more than the oracle knows.
PRESETS: dict[str, Switches] = {
    "indian-13": _INDIAN,
    "pool-101": _INDIAN,
    "pool-201": _INDIAN,
    "pool-61": _INDIAN | {"cap": 60},
    "deals": _INDIAN,
    "pagat": _INDIAN | {"protection": "pure_exempt"},
    "first-life": _INDIAN | {"protection": "first_life"},
    "open": _INDIAN | {"protection": "none"},
}

_TWENTY_ONE: Switches = _INDIAN | {
    "hand_size": 21,
    "decks": 3,
    "printed_jokers": 3,
    "min_sequences": 3,
    "min_pure": 3,
    "protection": "pure_exempt",
    "cap": 120,
    "tunnela": "meld",
    "dublee": "meld",
}
_PAPLU: Switches = _INDIAN | {"min_pure": 2, "protection": "pure_exempt", "cap": None, "set_max": 3}

#: Games with other hands, packs or melds: how a request asks for each, and what that means.
VARIANTS: dict[str, tuple[str | Switches, Switches]] = {
    "paplu": ("paplu", _PAPLU),
    "paplu of three packs": (
        {"preset": "paplu", "decks": 3},
        _PAPLU | {"decks": 3, "printed_jokers": 3, "tunnela": "meld"},
    ),
    "indian-10": ("indian-10", _INDIAN | {"hand_size": 10, "cap": 60}),
    "gin-10": (
        "gin-10",
        _INDIAN
        | {"hand_size": 10, "decks": 1, "printed_jokers": 0, "min_sequences": 0, "min_pure": 0}
        | {"protection": "none", "cap": None, "ace_points": 1, "ace_high": False},
    ),
    "indian-21": ("indian-21", _TWENTY_ONE),
    "club-21": (
        "club-21",
        _TWENTY_ONE | {"tunnela": "pure_sequence", "dublee": "off", "neighbours_wild": True, "special_shows": True},
    ),
}

#: What each switch of these games can be turned to.
VARIANT_TURNS: dict[str, tuple[Any, ...]] = {
    "tunnela": ("off", "meld", "pure_sequence"),
    "dublee": ("off", "meld"),
    "neighbours_wild": (False, True),
}

#: What each switch can be turned to.
TURNS: dict[str, tuple[Any, ...]] = {
    "decks": (1, 2, 3),
    "printed_jokers": (0, 1, 3, 6),
    "min_sequences": (0, 1, 2, 3),
    "min_pure": (0, 1, 2, 3),
    "protection": ("both_lives", "pure_exempt", "first_life", "none"),
    "no_pure": ("sum", "flat_cap"),
    "cap": (None, 10, 25, 40, 60, 120),
    "ace_points": (1, 10),
    "ace_high": (False, True),
    "printed_cut": ("aces", "none"),
    "wild_in_place_is_pure": (False, True),
    "set_max": (3, 4, 5, 6),
    "joker_only": ("sequence", "invalid"),
    "finish_with_picked_up": (False, True),
}


def random_switches(rng: Random, hand_size: int = 13) -> Switches:
    """Turn one to five switches away from the default rules; what is senseless together is put right."""
    switches = _INDIAN | {"hand_size": hand_size}
    for name in rng.sample(sorted(TURNS), rng.choice((1, 1, 2, 3, 5))):
        switches[name] = rng.choice(TURNS[name])
    if switches["no_pure"] == "flat_cap" and switches["cap"] is None:
        switches["cap"] = 80
    return switches


def variant_switches(rng: Random, hand_size: int) -> Switches:
    """Turn the switches of three packs, and up to three others."""
    switches = _INDIAN | {"hand_size": hand_size, "decks": 3, "printed_jokers": 3}
    for name, values in VARIANT_TURNS.items():
        switches[name] = rng.choice(values)
    switches["special_shows"] = hand_size >= 16 and rng.random() < 0.5
    for name in rng.sample(sorted(TURNS.keys() - {"decks"}), rng.choice((0, 1, 2, 3))):
        switches[name] = rng.choice(TURNS[name])
    if switches["no_pure"] == "flat_cap" and switches["cap"] is None:
        switches["cap"] = 80
    return switches


def random_cut(rng: Random, switches: Mapping[str, Any]) -> str | None:
    """Cut a wild joker as ``random_wild`` does, but a card where its neighbours matter."""
    wild = random_wild(rng, switches)
    if switches.get("neighbours_wild") and (wild is None or wild in RANKS):
        return rng.choice(RANKS) + rng.choice(SUITS)
    return wild


def random_wild(rng: Random, switches: Mapping[str, Any]) -> str | None:
    """Cut a wild joker: a card or a rank as a rule, now and then a printed joker or none."""
    kind = rng.random()
    if kind < 0.1 or (kind < 0.2 and not switches.get("printed_jokers", 2)):
        return None
    if kind < 0.2:
        return PRINTED_JOKER
    rank = rng.choice(RANKS)
    return rank if kind < 0.6 else rank + rng.choice(SUITS)


def pack(switches: Mapping[str, Any], wild: str | None) -> Counter[Card]:
    """Lay out the pack that hands are dealt from: a cut card lies on the table, a bare rank removes none."""
    rules = Rules.of(switches)
    cards = Counter({Card(rank, suit): rules.decks for rank in range(1, 14) for suit in SUITS})
    cards[JOKER] = rules.printed_jokers
    if wild is not None and wild not in RANKS:
        cards[parse(wild)] -= 1
    if min(cards.values()) < 0:
        raise ValueError(f"there is no {wild} to cut")
    return cards


def legal(hand: Iterable[str], switches: Mapping[str, Any], wild: str | None) -> bool:
    """Tell whether the cards can be held together."""
    return Counter(parse(text) for text in hand) <= pack(switches, wild)


def _size(switches: Mapping[str, Any], size: int | None) -> int:
    return Rules.of(switches).hand_size if size is None else size


def _deal(rng: Random, wanted: Iterable[Card], left: Counter[Card], size: int) -> list[str]:
    """Take the wanted cards as far as there are any, fill up from the rest of the pack, and shuffle."""
    hand: list[Card] = []
    for card in wanted:
        if len(hand) < size and left[card] > 0:
            left[card] -= 1
            hand.append(card)
    hand += rng.sample(sorted(left.elements()), size - len(hand))
    rng.shuffle(hand)
    return [show(card) for card in hand]


def random_hand(rng: Random, switches: Mapping[str, Any], wild: str | None, size: int | None = None) -> list[str]:
    """Deal from a shuffled pack."""
    return _deal(rng, (), pack(switches, wild), _size(switches, size))


def _run(rng: Random, length: int) -> list[Card]:
    low, suit = rng.randint(1, 15 - length), rng.choice(SUITS)
    return [Card((place - 1) % 13 + 1, suit) for place in range(low, low + length)]


def _set(rng: Random, length: int) -> list[Card]:
    rank = rng.randint(1, 13)
    return [Card(rank, suit) for suit in rng.sample(SUITS, min(length, 4))]


def _jokers(switches: Mapping[str, Any], wild: str | None) -> list[Card]:
    wilds = wild_cards(wild, Rules.of(switches))
    return sorted(card for card in pack(switches, wild).elements() if is_joker(card, wilds))


def near_complete_hand(
    rng: Random, switches: Mapping[str, Any], wild: str | None, size: int | None = None
) -> list[str]:
    """Lay out melds, then swap up to three of their cards for jokers or for any cards."""
    wanted: list[Card] = []
    full = _size(switches, size)
    identical = [n for n, name in ((3, "tunnela"), (2, "dublee")) if switches.get(name, "off") != "off"]
    while len(wanted) < full:
        if identical and rng.random() < 0.3:
            wanted += [Card(rng.randint(1, 13), rng.choice(SUITS))] * rng.choice(identical)
            continue
        length = rng.choice((3, 3, 4, 5))
        wanted += _run(rng, length) if rng.random() < 0.6 else _set(rng, length)
    wanted = wanted[:full]
    jokers = _jokers(switches, wild)
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(full)
        anything = Card(rng.randint(1, 13), rng.choice(SUITS))
        wanted[place] = rng.choice(jokers) if jokers and rng.random() < 0.6 else anything
    return _deal(rng, wanted, pack(switches, wild), full)


def joker_heavy_hand(rng: Random, switches: Mapping[str, Any], wild: str | None, size: int | None = None) -> list[str]:
    """Hold a third to two thirds of the hand in jokers, as far as the pack has them."""
    full = _size(switches, size)
    jokers = _jokers(switches, wild)
    wanted = rng.sample(jokers, min(len(jokers), rng.randint(full // 3, 2 * full // 3)))
    if rng.random() < 0.5:
        wanted += _run(rng, 3)
    return _deal(rng, wanted, pack(switches, wild), full)


def adversarial_hand(rng: Random, switches: Mapping[str, Any], wild: str | None, size: int | None = None) -> list[str]:
    """Hold what confuses a search: few ranks in all suits twice, one long suit, an ace at both ends, wild twins."""
    cards = pack(switches, wild)
    full = _size(switches, size)
    rank = wild_rank(wild, Rules.of(switches)) or rng.randint(1, 13)
    suit = rng.choice(SUITS)
    near = {(rank - 1 + step) % 13 + 1 for step in (-2, -1, 1, 2)}
    first = rng.randint(1, 12)
    few = {first, first + 1, rng.randint(1, 13)}
    shapes: list[Callable[[Card], bool]] = [
        lambda card: card.rank in few,
        lambda card: card.suit == suit,
        lambda card: card.suit == suit and card.rank in {12, 13, 1, 2, 3},
        lambda card: card == JOKER or card.rank == rank or (card.suit == suit and card.rank in near),
        lambda card: card.rank in few or card.suit == suit,
    ]
    shape = rng.choice(shapes)
    wanted = [card for card in sorted(cards.elements()) if shape(card)]
    rng.shuffle(wanted)
    return _deal(rng, wanted[: full - rng.choice((0, 0, 1, 3))], cards, full)


def show_hand(rng: Random, switches: Mapping[str, Any], wild: str | None, size: int | None = None) -> list[str]:
    """Hold a special show, or all of one but a card."""
    deck = pack(switches, wild)
    alike = rng.choice((0, 2, 3))
    if alike:
        cards = [card for card in sorted(deck) if deck[card] >= alike]
        groups = {2: 8, 3: 3}[alike]
        wanted = [card for card in rng.sample(cards, groups) for _ in range(alike)]
    else:
        jokers = _jokers(switches, wild)
        wanted = rng.sample(jokers, min(8, len(jokers)))
    return _deal(rng, wanted[rng.randint(0, 1) :], deck, _size(switches, size))


#: All the generators, by name.
MAKERS = {
    "random": random_hand,
    "near_complete": near_complete_hand,
    "joker_heavy": joker_heavy_hand,
    "adversarial": adversarial_hand,
}
