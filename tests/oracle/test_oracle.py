"""The oracle is itself tested: against known cases, and against a brute force on tiny hands."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("ortools")

from tests.oracle import (
    best_discard,
    brute,
    discards,
    discards_all_protections,
    hands,
    pick_discard,
    solve,
    solve_all_protections,
)
from tests.oracle.cards import JOKER, Card, Rules, show, wild_cards

pytestmark = pytest.mark.oracle

CASES = Path(__file__).parent.parent / "cases"


def read(name: str) -> list[dict[str, Any]]:
    with (CASES / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def some(name: str, how_many: int, kind: str | None = None) -> list[dict[str, Any]]:
    cases = [case for case in read(name) if kind in {None, case.get("kind")}]
    return sorted(Random(name).sample(cases, min(how_many, len(cases))), key=lambda case: case["id"])


ORDINARY = [
    *some("hands.jsonl", 40),
    *some("bulk.jsonl", 60),
    *(case for case in some("more-hands.jsonl", 60) if len(case["hand"]) == 13),
]


@pytest.mark.parametrize("case", ORDINARY, ids=lambda case: case["id"])
def test_known_hands_are_worth_what_is_known(case):
    answers = solve_all_protections(case["hand"], case["wild_joker"], case.get("rules", {}))
    assert {name: best.points for name, best in answers.items()} == case["points"]
    assert {best.declarable for best in answers.values()} == {case["declarable"]}


@pytest.mark.parametrize("case", some("more-hands.jsonl", 4, "14 cards"), ids=lambda case: case["id"])
def test_with_fourteen_cards_the_best_discard_is_worth_what_is_known(case):
    hand, cut = case["hand"], case["wild_joker"]
    for protection, left in discards_all_protections(hand, cut, {}).items():
        _, best = pick_discard(left, hand, cut, {})
        assert (best.points, best.declarable) == (case["points"][protection], case["declarable"])


def agree(hand: list[str], wild: str | None, switches: dict[str, Any]) -> None:
    assert asdict(solve(hand, wild, switches)) == brute.solve(hand, wild, switches), (hand, wild, switches)


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in hands.TURNS.items() for value in values],
)
def test_each_switch_means_the_same_to_a_brute_force_on_tiny_hands(name, value):
    rng = Random(f"{name}={value}")
    for make in hands.MAKERS.values():
        switches = hands.PRESETS["indian-13"] | {"hand_size": rng.randint(5, 7), name: value}
        wild = hands.random_wild(rng, switches)
        agree(make(rng, switches, wild), wild, switches)


@pytest.mark.parametrize("seed", range(40))
def test_a_brute_force_agrees_on_tiny_hands_under_any_switches(seed):
    rng = Random(seed)
    switches = hands.random_switches(rng, hand_size=rng.randint(5, 8))
    wild = hands.random_wild(rng, switches)
    agree(rng.choice(list(hands.MAKERS.values()))(rng, switches, wild), wild, switches)


def identical_cards(seed: int) -> None:
    """Compare where tunnelas, dublees and neighbours of the cut matter: few different cards, three packs."""
    rng = Random(f"identical {seed}")
    switches = hands.variant_switches(rng, hand_size=rng.randint(4, 7))
    wild = hands.random_cut(rng, switches)
    deck = hands.pack(switches, wild)
    wilds = sorted(wild_cards(wild, Rules.of(switches)))
    suit, low = rng.choice(hands.SUITS), rng.randint(1, 11)
    near = [Card(low + step, suit) for step in range(3)]
    few = [*near, *rng.sample(wilds, min(2, len(wilds))), JOKER, Card(low, rng.choice(hands.SUITS))]
    while (size := sum(min(deck[card], 3) for card in set(few))) < switches["hand_size"]:
        few.append(Card(rng.randint(1, 13), suit))
    pool = sorted(card for card in set(few) for _ in range(min(deck[card], 3)))
    hand = [show(card) for card in rng.sample(pool, min(size, switches["hand_size"]))]
    agree(hand, wild, switches)


@pytest.mark.parametrize("seed", range(60))
def test_a_brute_force_agrees_on_tunnelas_dublees_and_neighbours_of_the_cut(seed):
    identical_cards(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 4000))
def test_a_brute_force_agrees_on_thousands_of_hands_of_identical_cards(seed):
    identical_cards(seed)


def many_printed_jokers(seed: int) -> None:
    """Compare where groups of jokers only matter: most of the pack's six printed jokers, few other cards."""
    rng = Random(f"jokers {seed}")
    switches = hands.random_switches(rng, hand_size=rng.randint(5, 8)) | {
        "printed_jokers": 6,
        "joker_only": rng.choice(("invalid", "invalid", "sequence")),
        "min_sequences": rng.choice((0, 1, 2)),
        "min_pure": rng.choice((0, 0, 1)),
        "set_max": rng.choice((3, 4, 5, 6)),
    }
    wild = hands.random_wild(rng, switches)
    full = switches["hand_size"]
    jokers = ["JK"] * rng.randint(3, min(5, full - 1))
    others = [card for card in hands.joker_heavy_hand(rng, switches, wild, full) if card != "JK"]
    agree((jokers + others)[:full], wild, switches | {"hand_size": min(full, len(jokers + others))})


@pytest.mark.parametrize("seed", range(80))
def test_a_brute_force_agrees_on_hands_of_many_printed_jokers(seed):
    many_printed_jokers(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 3000))
def test_a_brute_force_agrees_on_thousands_of_hands_of_many_printed_jokers(seed):
    many_printed_jokers(seed)


def test_printed_jokers_alone_are_no_meld_where_the_switch_says_so():
    hand = ["JK", "JK", "JK", "9D"]
    switches = {"hand_size": 4, "printed_jokers": 3, "min_sequences": 0, "min_pure": 0, "set_max": 3}
    assert solve(hand[:3], None, switches).loose_cards == 0
    assert solve(hand[:3], None, switches | {"joker_only": "invalid"}).loose_cards == 3
    # The nine may be in no group of three jokers, but in one with two of them, or three (a run).
    assert solve(hand, None, switches | {"joker_only": "invalid"}).loose_cards == 0


def test_one_wild_card_is_not_in_its_own_place_twice():
    # 6S 7S 8S takes the seven: what is left are three printed jokers, and no card to make them a sequence.
    hand = ["6S", "7S", "8S", "JK", "JK", "JK", "6S", "8S"]
    switches = {"hand_size": 8, "printed_jokers": 3, "joker_only": "invalid", "min_pure": 2}
    agree(hand, "7", switches)
    agree(hand[:6], "7", switches | {"hand_size": 6})


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 4000))
def test_a_brute_force_agrees_on_thousands_of_tiny_hands(seed):
    test_a_brute_force_agrees_on_tiny_hands_under_any_switches(seed)


@pytest.mark.long
@pytest.mark.parametrize(
    "case", [*read("hands.jsonl"), *read("bulk.jsonl"), *read("more-hands.jsonl")], ids=lambda case: case["id"]
)
def test_every_known_hand_is_worth_what_is_known(case):
    if len(case["hand"]) == 14:
        test_with_fourteen_cards_the_best_discard_is_worth_what_is_known(case)
    else:
        test_known_hands_are_worth_what_is_known(case)


def test_the_table_is_not_lexicographic():
    hand = ["9S", "10S", "JS", "QS", "KS", "2D", "3D", "7D", "4H", "8H", "5C", "AC", "KH"]
    answers = solve_all_protections(hand, "Q", {})
    assert {name: best.points for name, best in answers.items()} == {
        "both_lives": 54,
        "pure_exempt": 49,
        "first_life": 39,
        "none": 39,
    }


def test_a_wild_card_with_its_twin_stands_as_itself_once():
    best = solve(["7S", "7H", "JK"], "7", {"hand_size": 3})
    assert (best.standing, best.loose_cards, best.sequences) == (2, 0, 1)


def test_the_flat_cap_takes_the_place_of_the_sum_even_where_it_is_more():
    best = solve(["2S", "4H", "5D"], None, {"hand_size": 3, "no_pure": "flat_cap"})
    assert (best.points, best.counted) == (80, "flat_cap")


def test_the_card_picked_up_is_put_down_only_to_finish_and_only_where_allowed():
    hand, cut = ["4S", "5S", "6S", "8H", "9H", "10H", "7C", "7D", "7H", "KS", "KH", "KD", "KC", "2D"], "3"
    left = discards(hand, cut, {})
    assert best_discard(hand, cut, {}) == ("2D", left["2D"])
    assert pick_discard(left, hand, cut, {}, "2D")[0] != "2D"
    assert pick_discard(left, hand, cut, {"finish_with_picked_up": True}, "2D")[0] == "2D"


@pytest.mark.parametrize("make", hands.MAKERS.values(), ids=hands.MAKERS)
def test_generated_hands_can_exist_and_come_again_with_their_seed(make):
    for seed, size in product(range(60), (None, 6, 14)):
        rng, again = Random(seed), Random(seed)
        switches = hands.random_switches(rng)
        wild = hands.random_wild(rng, switches)
        hand = make(rng, switches, wild, size)
        assert hands.legal(hand, switches, wild)
        assert len(hand) == (size or 13)
        assert make(again, hands.random_switches(again), hands.random_wild(again, switches), size) == hand


@pytest.mark.parametrize(("set_max", "loose"), [(3, (1, 2)), (4, (0, 1)), (5, (0, 0)), (6, (0, 0))])
def test_a_set_has_no_more_cards_than_it_may_have(set_max, loose):
    switches = {"printed_jokers": 3, "min_sequences": 0, "min_pure": 0, "set_max": set_max, "joker_only": "invalid"}
    kings, nines = "KS KH KD KC".split(), "9S 9H JK JK JK".split()
    agree(kings, None, switches | {"hand_size": 4})
    agree(nines, None, switches | {"hand_size": 5})
    assert solve(kings, None, switches | {"hand_size": 4}).loose_cards == loose[0]
    assert solve(nines, None, switches | {"hand_size": 5}).loose_cards == loose[1]
