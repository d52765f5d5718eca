"""What is told of an input that is refused, word for word: what was got, what is allowed, an example."""

import pytest

from app.rummy import InputError, analyze
from app.rummy.faults import FaultCode
from app.rummy.rules import PRESETS
from app.rummy.switches import SWITCHES, resolve

HAND = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()
PACK = "more copies of 5S than can be dealt: "
JOKERS = "more printed jokers than can be dealt: "
NAMES = ", ".join(PRESETS)
PROTECTIONS = '"both_lives" or "pure_exempt" or "first_life" or "none"'
NEIGHBOURS = (
    "under these rules the neighbours of the cut card in its suit are jokers too, so wild_joker is the cut card with "
    'its suit, for example "7D", or "JK", not {}; or give neighbours_wild false'
)


def refused(ask, *words, **options):
    with pytest.raises(InputError) as refusal:
        ask(*words, **options)
    return [(*fault.path, fault.detail) for fault in refusal.value.faults]


@pytest.mark.parametrize(
    ("cards", "wild_joker", "rules", "told"),
    [
        (
            "",
            "2",
            {},
            ("hand", "a hand has 13 cards, or 14 with the card drawn and not yet discarded; this one has 10"),
        ),
        ("5S 5S 5S", "2", {}, ("hand", 2, f"{PACK}2 decks have 2 of it")),
        (
            "8H 5S 5S",
            "5S",
            {},
            ("hand", 2, f"{PACK}2 decks have 2 of it, and one of them is the cut card on the table"),
        ),
        (
            "5S 8H 9C",
            "5S",
            {"decks": 1},
            ("hand", 0, f"{PACK}one deck has one of it, and that is the cut card on the table"),
        ),
        ("5S 5S 9C", "2", {"decks": 1}, ("hand", 1, f"{PACK}one deck has one of it")),
        ("JK JK JK", "2", {}, ("hand", 2, f"{JOKERS}printed_jokers is 2")),
        (
            "JK JK 9C",
            "JK",
            {},
            ("hand", 1, f"{JOKERS}printed_jokers is 2, and one of them is the cut card on the table"),
        ),
        (
            "JK 5S 9C",
            "JK",
            {"printed_jokers": 1},
            ("hand", 0, f"{JOKERS}printed_jokers is 1, and that is the cut card on the table"),
        ),
        (
            "5S 8H 9C",
            "JK",
            {"printed_jokers": 0},
            ("wild_joker", "a printed joker cannot be the cut card where printed_jokers is 0"),
        ),
        ("5S 8H 9C", "7", {"neighbours_wild": True}, ("wild_joker", NEIGHBOURS.format("the rank 7"))),
        ("5S 8H 9C", None, {"neighbours_wild": True}, ("wild_joker", NEIGHBOURS.format("null"))),
    ],
)
def test_what_is_told_of_cards_that_cannot_be(cards, wild_joker, rules, told):
    hand = [*cards.split(), *"AH 2H 3H 4H 6D 7D 8D 9D JC QC".split()]
    assert refused(analyze, hand, wild_joker, rules=rules)[0] == told


def test_what_is_told_of_a_card_picked_up():
    absent = ("picked_up", "9C was picked up but is not in the hand")
    assert refused(analyze, [*HAND, "AS"], "2", picked_up="9C") == [absent]
    useless = "picked_up matters where a card is to be put down, with 14 cards; this hand has 13"
    assert refused(analyze, HAND, "2", picked_up="KS") == [("picked_up", useless)]


def test_what_is_told_of_rules_that_are_none():
    example = 'for example {"preset": "pagat", "cap": null}'
    assert refused(resolve, 5) == [(f"rules is a preset's name or an object, not a number; {example}",)]
    assert refused(resolve, []) == [(f"rules is a preset's name or an object, not an array; {example}",)]
    assert refused(resolve, "x") == [(f"'x' is no preset; one of {NAMES}",)]
    assert refused(resolve, {"preset": "x"}) == [("preset", f"'x' is no preset; one of {NAMES}")]
    assert refused(resolve, {"preset": None}) == [("preset", f"preset is a name, not null; one of {NAMES}")]
    switches = ", ".join(SWITCHES)
    assert refused(resolve, {"foo": 1}) == [("foo", f"'foo' is no switch of the rules; one of preset, {switches}")]


def test_what_programs_read_is_the_name_of_a_fault_and_nothing_else():
    assert [code.value for code in FaultCode] == [code.name.lower() for code in FaultCode]
    assert [str(code) for code in FaultCode][:2] == ["unknown_card", "unknown_wild_joker"]


CAP = "an integer from 1 to 10000, or null"
WRITTEN = "a whole number is written without a point"


@pytest.mark.parametrize(
    ("switch", "value", "told"),
    [
        ("cap", 0, f"{CAP}, not 0; for example 80"),
        ("cap", 10_001, f"{CAP}, not 10001; for example 80"),
        ("cap", 10**60, f"{CAP}, not 1{'0' * 47}; for example 80"),
        ("cap", "80", f"{CAP}, not '80'; for example 80"),
        ("cap", 80.0, f"{CAP}, not 80.0; {WRITTEN}, 80"),
        ("cap", -999999.0, f"{CAP}, not -999999.0; {WRITTEN}, -999999"),
        ("cap", 1000000.0, f"{CAP}, not a number; for example 80"),
        ("cap", 1.5, f"{CAP}, not a number; for example 80"),
        ("cap", True, f"{CAP}, not a boolean; for example 80"),
        ("cap", {}, f"{CAP}, not an object; for example 80"),
        ("decks", None, "an integer from 1 to 3, not null; for example 2"),
        ("decks", [2], "an integer from 1 to 3, not an array; for example 2"),
        ("ace_points", 5, "1 or 10, not 5; for example 10"),
        ("ace_points", 11, "1 or 10, not 11; for example 10"),
        ("protection", "x", f"{PROTECTIONS}, not 'x'; for example \"both_lives\""),
        ("protection", 5, f'{PROTECTIONS}, not 5; for example "both_lives"'),
        ("ace_high", 1, "true or false, not 1; for example true"),
        ("ace_high", None, "true or false, not null; for example true"),
        ("special_shows", "no", "true or false, not 'no'; for example false"),
        ("pool_limit", "x", "an integer from 1 to 10000, or null, not 'x'; for example 101"),
        ("rejoin_max", -1, "an integer from 0 to 10000, or null, not -1; for example 79"),
        ("split_min", -1, "an integer from 0 to 10000, or null, not -1; for example 80"),
        ("deals_winner", "x", '"lowest_total" or "chips", or null, not \'x\'; for example "lowest_total"'),
    ],
)
def test_what_is_told_of_a_value_that_a_switch_does_not_take(switch, value, told):
    assert refused(resolve, {switch: value}) == [(switch, f"{switch} is {told}")]


SHOWS = "one of the special shows is three tunnelas, of three identical cards each, which 2 packs cannot deal"
EIGHT = "one of the special shows is eight dublees, of 16 cards, and a hand has 15"
TUNNELA = 'a tunnela is three identical cards, which 2 packs cannot deal; give decks 3, or tunnela "off"'
HIGHEST = "who rejoins starts one above the highest total, and nobody is in with more than 100"
SEQUENCES = "sequences need at least {} cards, a hand has {}; lower min_sequences and min_pure or raise hand_size"
NO_POOL = "belongs to a pool, and pool_limit is null; give a pool_limit, for example 101"
BOTH = "a game is a pool or a fixed number of deals, not both; give pool_limit null or deals_winner null"
NO_CAP = 'no_pure "flat_cap" charges the cap, and there is none; give a cap, for example 80'
SENSELESS = [
    ({"hand_size": 3}, "hand_size", "2 " + SEQUENCES.format(6, 3)),
    ({"preset": "gin-10", "min_pure": 3, "hand_size": 8}, "hand_size", "3 " + SEQUENCES.format(9, 8)),
    ({"preset": "gin-10", "no_pure": "flat_cap"}, "no_pure", NO_CAP),
    ({"tunnela": "meld"}, "tunnela", TUNNELA),
    ({"preset": "indian-21", "decks": 2, "dublee": "off"}, "decks", TUNNELA),
    (
        {"dublee": "meld", "decks": 1},
        "dublee",
        'a dublee is two identical cards, which one pack cannot deal; give decks 2, or dublee "off"',
    ),
    (
        {"preset": "club-21", "decks": 2, "tunnela": "off"},
        "decks",
        f"{SHOWS}; give decks 3, or special_shows false",
    ),
    (
        {"preset": "club-21", "hand_size": 15},
        "hand_size",
        f"{EIGHT}; give hand_size 21, or special_shows false",
    ),
    ({"rejoin_max": 5}, "rejoin_max", f"rejoin_max {NO_POOL}"),
    ({"split_min": 5}, "split_min", f"split_min {NO_POOL}"),
    ({"out_at": "exceed"}, "out_at", f"out_at {NO_POOL}"),
    (
        {"preset": "pool-101", "rejoin_max": 100},
        "rejoin_max",
        f"rejoin_max is below 100 with this pool_limit, not 100: {HIGHEST}; give both, or rejoin_max null",
    ),
    (
        {"preset": "pool-101", "split_min": 101},
        "split_min",
        "split_min is at most 100 with this pool_limit, not 101: nobody is in with more; give both, or split_min null",
    ),
    ({"preset": "pool-101", "deals_winner": "chips"}, "deals_winner", BOTH),
]


@pytest.mark.parametrize(("rules", "place", "told"), SENSELESS)
def test_what_is_told_of_switches_that_make_no_sense_together(rules, place, told):
    assert refused(resolve, rules) == [(place, told)]


@pytest.mark.parametrize(
    "rules",
    [
        {"hand_size": 6},
        {"preset": "gin-10", "min_pure": 3, "hand_size": 9},
        {"tunnela": "meld", "decks": 3},
        {"dublee": "meld", "decks": 2},
        {"preset": "club-21", "hand_size": 16},
        {"preset": "pool-101", "rejoin_max": 99},
        {"preset": "pool-101", "out_at": "exceed", "rejoin_max": 100},
        {"preset": "pool-101", "split_min": 100},
        {"preset": "pool-101", "out_at": "exceed", "split_min": 101},
        {"preset": "pool-101", "pool_limit": None, "deals_winner": "chips"},
    ],
)
def test_what_is_just_sensible_is_taken(rules):
    assert resolve(rules).customised
