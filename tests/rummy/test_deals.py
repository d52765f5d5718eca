"""A game of a fixed number of deals: totals or chips, ranks, the winner after the last one, and ties."""

import pytest

from app.rummy import resolve, score
from app.rummy.deals import DealsSoFar, deals_after
from tests.rummy.seats import ASHA, BELA, CHAND, WILD

CHIPS = {"preset": "deals", "deals_winner": "chips"}


def after(points, rules="deals", *, deal=2, of=2, totals=None):
    return deals_after(DealsSoFar(deal, of, totals), points, "asha", resolve(rules).rules)


def test_by_totals_points_add_up_from_nothing_and_the_lowest_is_ahead():
    first = score([ASHA, BELA, CHAND], WILD, "deals", deal=1, of=2).deals
    assert first.before == {"asha": 0, "bela": 0, "chand": 0}
    assert first.totals == {"asha": 0, "bela": 16, "chand": 20}
    assert first.ranks == {"asha": 1, "bela": 2, "chand": 3}
    assert (first.leaders, first.deals_left, first.winner, first.tie_break) == (("asha",), 1, None, False)


@pytest.mark.parametrize("of", [2, 3, 6])
def test_by_chips_everybody_begins_with_a_full_count_a_deal_and_the_winner_collects_the_points(of):
    first = score([ASHA, BELA, CHAND], WILD, CHIPS, deal=1, of=of).deals
    assert first.before == {"asha": 80 * of, "bela": 80 * of, "chand": 80 * of}
    assert first.totals == {"asha": 80 * of + 36, "bela": 80 * of - 16, "chand": 80 * of - 20}
    assert first.ranks == {"asha": 1, "bela": 2, "chand": 3}


def test_after_the_last_deal_the_one_ahead_has_won():
    last = after({"asha": 0, "bela": 30}, totals={"asha": 20, "bela": 10})
    assert (last.winner, last.deals_left) == ("asha", 0)
    by_chips = after({"asha": 0, "bela": 30}, CHIPS, totals={"asha": 100, "bela": 220})
    assert (by_chips.totals, by_chips.winner) == ({"asha": 130, "bela": 190}, "bela")


@pytest.mark.parametrize(
    ("rules", "totals"), [("deals", {"asha": 40, "bela": 10}), (CHIPS, {"asha": 130, "bela": 190})]
)
def test_a_tie_needs_another_deal(rules, totals):
    tied = after({"asha": 0, "bela": 30}, rules, totals=totals)
    assert (tied.leaders, tied.tie_break, tied.deals_left, tied.winner) == (("asha", "bela"), True, 1, None)
    assert tied.ranks == {"asha": 1, "bela": 1}
    another = after({"asha": 0, "bela": 2}, rules, deal=3, totals=tied.totals)
    assert (another.winner, another.deals_left, another.tie_break) == ("asha", 0, False)
    again = after({"asha": 0, "bela": 0}, rules, deal=3, totals=tied.totals)
    assert (again.winner, again.deals_left, again.tie_break) == (None, 1, True)


def test_before_the_last_deal_a_tie_is_no_tie_break():
    early = after({"asha": 0, "bela": 0}, deal=1, of=3)
    assert (early.leaders, early.tie_break, early.deals_left) == (("asha", "bela"), False, 2)


def test_equal_totals_share_a_rank_and_the_next_one_is_left_out():
    assert after({"asha": 0, "bela": 5, "chand": 5, "dev": 9}, totals=None, deal=1).ranks == {
        "asha": 1,
        "bela": 2,
        "chand": 2,
        "dev": 4,
    }


def test_who_loses_more_chips_than_they_have_goes_below_zero_and_no_chip_is_lost():
    last = after({"asha": 0, "bela": 80}, CHIPS, totals={"asha": 150, "bela": 10})
    assert last.totals == {"asha": 230, "bela": -70}


def test_chips_to_begin_with_are_the_full_counts_of_the_rules():
    assert after({"asha": 0, "bela": 1}, {**CHIPS, "full_count": 60}, deal=1, of=3).before["asha"] == 180


def test_a_game_of_deals_is_scored_only_where_it_is_told():
    assert score([ASHA, BELA], WILD, "deals").deals is None
