"""Every game against the oracle: hands of 7 to 22 cards, tunnelas, dublees, neighbours of the cut, special shows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("ortools")

from app.rummy import analyze
from tests.oracle.compare import as_best, differences, differences_with_a_card_too_many
from tests.oracle.hands import MAKERS, VARIANTS, legal, random_cut, variant_switches
from tests.oracle.record import GAMES, SIZES, TURNED, judged, questions, recorded, switches_of

pytestmark = pytest.mark.oracle

RECORD = recorded(Path(__file__).parent.parent / "cases" / "games.jsonl")
GROUPS = [*VARIANTS, *(f"turned {size}" for size in SIZES)]
LONG_BATCHES = 100


def found(question):
    """What the search answers, in the oracle's terms."""
    asked = question["hand"], question["wild_joker"], question["rules"]
    analysis = analyze(*asked, picked_up=question["picked_up"])
    return analysis.discard and analysis.discard.card, as_best(analysis, question["wild_joker"])


def of(group):
    return [one for one in RECORD if one[0]["id"].rpartition(" ")[0] == group]


@pytest.mark.parametrize("group", GROUPS)
def test_every_game_is_judged_as_the_oracle_did(group):
    asked = of(group)
    assert len(asked) == (GAMES if group in VARIANTS else TURNED)
    wrong = [(question, answer, own) for question, answer in asked if (own := found(question)) != answer]
    assert not wrong


@pytest.mark.parametrize(
    ("hand", "cut", "rules"),
    [
        (  # a run that is pure nowhere, as its wild card may not stand as itself
            *("QS 6C 6S 6D 9H 5D 5C 4D JC AC 6S 3C JH", "5"),
            {"protection": "pure_exempt", "wild_in_place_is_pure": False},
        ),
        (  # a set of three cards of which one, next to the cut card, is wild as itself, and no run takes the others
            *("9S 10D 8C AC AH AS 8S 4C KS", "2H"),
            {"hand_size": 9, "neighbours_wild": True, "protection": "none", "min_sequences": 2, "min_pure": 0},
        ),
    ],
)
def test_hands_that_only_a_careless_short_cut_gets_wrong_are_judged_as_the_oracle_does(hand, cut, rules):
    assert not differences(hand.split(), cut, rules)


@pytest.mark.parametrize("more", ["JK JK JK JK", "JK JK JK JK JK", "JK 6H 7H 9D"])
def test_hands_of_hardly_anything_but_jokers_are_judged_as_the_oracle_does(more):
    hand = [*"AS AS AH AH AH AD AD AD AC AC AC 2S 2S 2S KS KS KS".split(), *more.split()]
    rules = VARIANTS["club-21"][1] | {"printed_jokers": 6}
    if len(hand) == rules["hand_size"]:
        assert not differences(hand, "AS", rules)
    else:
        assert not differences_with_a_card_too_many(hand, "AS", rules, None)


def test_the_record_is_of_the_questions_that_are_asked():
    assert [question for question, _ in RECORD] == list(questions())
    for question, _ in RECORD:
        assert legal(question["hand"], switches_of(question), question["wild_joker"])


def test_the_record_has_declarations_special_shows_and_hands_far_from_either():
    answers = [best for _, (_, best) in RECORD]
    assert {best.show for best in answers} >= {None, "three_tunnelas", "eight_dublees", "eight_jokers"}
    assert sum(best.declarable for best in answers) > 50
    assert sum(best.before_cap > 100 for best in answers) > 50


@pytest.mark.parametrize("group", GROUPS)
def test_the_oracle_still_says_so(group):
    for question, answer in Random(group).sample([one for one in of(group) if one[1][0] is None], 3):
        assert judged(question) == answer, question


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS)
def test_the_oracle_still_says_so_of_every_hand(group):
    for question, answer in of(group):
        assert judged(question) == answer, question


def question(rng, rules, switches):
    cut = random_cut(rng, switches)
    hand = rng.choice(list(MAKERS.values()))(rng, switches, cut)
    return {"hand": hand, "wild_joker": cut, "rules": rules, "picked_up": None}


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_BATCHES))
@pytest.mark.parametrize("name", VARIANTS)
def test_thousands_of_hands_of_every_game_are_judged_alike(name, batch):
    rng = Random(f"long {name} {batch}")
    rules, switches = VARIANTS[name]
    for _ in range(30):
        asked = question(rng, rules, switches)
        assert found(asked) == judged(asked), asked


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_BATCHES))
def test_thousands_of_hands_with_switches_turned_are_judged_alike(batch):
    rng = Random(f"long turned {batch}")
    for _ in range(30):
        size = rng.randint(7, 21)
        switches = variant_switches(rng, size)
        if 3 * max(switches["min_sequences"], switches["min_pure"]) <= size:
            asked = question(rng, switches, switches)
            assert found(asked) == judged(asked), asked
