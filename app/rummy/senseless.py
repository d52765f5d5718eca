"""Switches that make no sense together, and why."""

from collections.abc import Iterator, Mapping
from typing import Final

from app.rummy.faults import Fault, FaultCode
from app.rummy.rules import Dublee, NoPure, OutAt, Rules, Tunnela

DECKS_FOR_TUNNELA: Final = 3
_DECKS_FOR_DUBLEE: Final = 2
_CARDS_FOR_SHOWS: Final = 16
"""Cards of eight dublees, the largest special show."""


def contradictions(rules: Rules, overrides: Mapping[str, object]) -> list[Fault]:
    """Why ``rules`` make no sense together; each fault lies where the request, ``overrides``, asked for it."""
    return [
        Fault((next((name for name in names if name in overrides), names[0]),), FaultCode.SENSELESS, message)
        for names, message in (*_of_the_deal(rules), *_of_the_cards(rules), *_of_the_pool(rules))
    ]


Contradiction = tuple[tuple[str, ...], str]
"""The switches that contradict each other, the first the one to name where none was asked for, and a sentence."""


def _of_the_deal(rules: Rules) -> Iterator[Contradiction]:
    """What a hand and its penalties cannot be."""
    sequences = max(rules.min_sequences, rules.min_pure)
    if 3 * sequences > rules.hand_size:
        what = f"{sequences} sequences need at least {3 * sequences} cards, a hand has {rules.hand_size}"
        yield (
            ("hand_size", "min_sequences", "min_pure"),
            f"{what}; lower min_sequences and min_pure or raise hand_size",
        )
    if rules.no_pure is NoPure.FLAT_CAP and rules.cap is None:
        yield ("no_pure",), 'no_pure "flat_cap" charges the cap, and there is none; give a cap, for example 80'


def _of_the_cards(rules: Rules) -> Iterator[Contradiction]:
    """Melds and shows that these packs and hands cannot hold."""
    packs = "one pack" if rules.decks == 1 else f"{rules.decks} packs"
    if rules.tunnela is not Tunnela.OFF and rules.decks < DECKS_FOR_TUNNELA:
        what = f"a tunnela is three identical cards, which {packs} cannot deal"
        yield ("tunnela", "decks"), f'{what}; give decks 3, or tunnela "off"'
    if rules.dublee is not Dublee.OFF and rules.decks < _DECKS_FOR_DUBLEE:
        what = f"a dublee is two identical cards, which {packs} cannot deal"
        yield ("dublee", "decks"), f'{what}; give decks 2, or dublee "off"'
    if rules.special_shows and rules.decks < DECKS_FOR_TUNNELA:
        what = f"one of the special shows is three tunnelas, of three identical cards each, which {packs} cannot deal"
        yield ("special_shows", "decks"), f"{what}; give decks 3, or special_shows false"
    if rules.special_shows and rules.hand_size < _CARDS_FOR_SHOWS:
        what = f"one of the special shows is eight dublees, of {_CARDS_FOR_SHOWS} cards"
        yield (
            ("special_shows", "hand_size"),
            f"{what}, and a hand has {rules.hand_size}; give hand_size 21, or special_shows false",
        )


def _of_the_pool(rules: Rules) -> Iterator[Contradiction]:
    """What needs a pool, and totals that no player of it can have."""
    limit, rejoin, split = rules.pool_limit, rules.rejoin_max, rules.split_min
    if limit is None:
        told = {
            "rejoin_max": rejoin is not None,
            "split_min": split is not None,
            "out_at": rules.out_at is OutAt.EXCEED,
        }
        for name in (name for name, there in told.items() if there):
            yield (name,), f"{name} belongs to a pool, and pool_limit is null; give a pool_limit, for example 101"
        return
    highest = limit - (rules.out_at is OutAt.REACH)
    if rejoin is not None and rejoin >= highest:
        why = f"who rejoins starts one above the highest total, and nobody is in with more than {highest}"
        yield (
            ("rejoin_max", "pool_limit"),
            f"rejoin_max is below {highest} with this pool_limit, not {rejoin}: {why}; give both, or rejoin_max null",
        )
    if split is not None and split > highest:
        what = f"split_min is at most {highest} with this pool_limit, not {split}: nobody is in with more"
        yield ("split_min", "pool_limit"), f"{what}; give both, or split_min null"
    if rules.deals_winner is not None:
        what = "a game is a pool or a fixed number of deals, not both"
        yield ("deals_winner", "pool_limit"), f"{what}; give pool_limit null or deals_winner null"
