"""The search against the oracle: every answer again by an independent integer programme, tie-breaks included.

The default run judges over 2,000 hands; ``-m long`` judges 20,000 under every preset and 5,000 with switches turned.
Seeds are fixed, so that a difference can be seen again: its message has the hand, the wild joker and the switches.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.oracle.compare import differences, differences_with_a_card_too_many, preset_differences
from tests.oracle.hands import MAKERS, PRESETS, TURNS, random_switches, random_wild

pytestmark = pytest.mark.oracle

SWITCH_TURNS = [(name, value) for name, values in TURNS.items() for value in values]
BATCHES = 20
LONG_BATCHES = 100


def sensible(switches: dict[str, Any]) -> bool:
    """The service refuses rules whose sequences need more cards than a hand has."""
    return 3 * max(switches["min_sequences"], switches["min_pure"]) <= switches["hand_size"]


def judge_turned(seed: int, how_many: int) -> list[str]:
    """Differences over hands of every kind, each with switches of its own."""
    rng = Random(seed)
    wrong: list[str] = []
    for index in range(how_many):
        switches = random_switches(rng)
        wild_joker = random_wild(rng, switches)
        make = list(MAKERS.values())[index % len(MAKERS)]
        if sensible(switches):
            wrong += differences(make(rng, switches, wild_joker), wild_joker, switches)
    return wrong


def judge_presets(seed: int, how_many: int) -> list[str]:
    """Differences over hands of every kind, each under every preset."""
    rng = Random(seed)
    wrong: list[str] = []
    for index in range(how_many):
        wild_joker = random_wild(rng, {})
        make = list(MAKERS.values())[index % len(MAKERS)]
        wrong += preset_differences(make(rng, {}, wild_joker), wild_joker, PRESETS)
    return wrong


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", range(5))
def test_hands_of_every_kind_are_judged_alike_under_every_preset(kind, seed):
    rng = Random(f"{kind} {seed}")
    wrong = []
    for _ in range(20):
        wild_joker = random_wild(rng, {})
        wrong += preset_differences(MAKERS[kind](rng, {}, wild_joker), wild_joker, PRESETS)
    assert not wrong


@pytest.mark.parametrize(("name", "value"), SWITCH_TURNS)
def test_each_switch_turned_alone_is_judged_alike(name, value):
    rng = Random(f"{name} {value}")
    switches = PRESETS["indian-13"] | {name: value}
    if switches["no_pure"] == "flat_cap" and switches["cap"] is None:
        switches["cap"] = 80
    wrong = []
    for make in MAKERS.values():
        for _ in range(4):
            wild_joker = random_wild(rng, switches)
            wrong += differences(make(rng, switches, wild_joker), wild_joker, switches)
    assert not wrong


@pytest.mark.parametrize("seed", range(BATCHES))
def test_switches_turned_together_are_judged_alike(seed):
    assert not judge_turned(seed, 55)


@pytest.mark.parametrize("kind", MAKERS)
def test_the_best_discard_is_the_same(kind):
    rng = Random(f"discard {kind}")
    wrong = []
    for _ in range(6):
        switches = random_switches(rng)
        if not sensible(switches):
            continue
        wild_joker = random_wild(rng, switches)
        hand = MAKERS[kind](rng, switches, wild_joker, switches["hand_size"] + 1)
        picked_up = rng.choice([None, *hand])
        wrong += differences_with_a_card_too_many(hand, wild_joker, switches, picked_up)
    assert not wrong


@pytest.mark.parametrize("hand_size", [3, 4, 7, 10, 16, 21])
def test_hands_of_other_sizes_are_judged_alike(hand_size):
    rng = Random(f"size {hand_size}")
    wrong = []
    for make in MAKERS.values():
        for _ in range(5):
            switches = random_switches(rng, hand_size)
            if sensible(switches):
                wild_joker = random_wild(rng, switches)
                wrong += differences(make(rng, switches, wild_joker), wild_joker, switches)
    assert not wrong


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_BATCHES))
def test_twenty_thousand_hands_are_judged_alike_under_every_preset(batch):
    assert not judge_presets(1000 + batch, 20_000 // LONG_BATCHES)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_BATCHES))
def test_five_thousand_hands_are_judged_alike_with_switches_turned(batch):
    assert not judge_turned(2000 + batch, 5_000 // LONG_BATCHES)
