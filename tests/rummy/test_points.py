"""Points alone, for those who ask about millions of hands."""

import pytest

from app.rummy import InputError, analyze, resolve
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.cards import parse_card
from app.rummy.pack import parse_wild_joker
from app.rummy.points import points_of
from tests.rummy.table import cases


def test_points_alone_are_those_of_an_analysis():
    for case in cases("hands") + cases("more-hands"):
        rules = case.get("rules", {})
        found = analyze(case["hand"], case["wild_joker"], rules)
        codes = [parse_card(card) for card in case["hand"]]
        asked = codes, parse_wild_joker(case["wild_joker"]), resolve(rules)
        assert points_of(*asked, Budget()) == (found.declarable, found.points)


@pytest.mark.parametrize(
    ("hand", "picked_up"),
    [
        ("AS AS AS 2S 3S 9H 6H 7H 9H QD KD 2D 5C", None),  # three of one card in two packs
        ("AS 2S 3S 9S 6H 7H 9H QD KD 2D 5C 8C JC", "AS"),  # nothing is to be put down
    ],
)
def test_points_alone_are_refused_where_an_analysis_is(hand, picked_up):
    codes = [parse_card(card) for card in hand.split()]
    picked = None if picked_up is None else parse_card(picked_up)
    asked = codes, parse_wild_joker("4"), resolve("indian-13")
    with pytest.raises(InputError) as refused:
        analyze_codes(*asked, picked_up=picked)
    with pytest.raises(InputError) as also_refused:
        points_of(*asked, Budget(), picked_up=picked)
    assert also_refused.value.faults == refused.value.faults
