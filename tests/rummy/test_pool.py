"""A pool: who is out, who may rejoin, who may split, who has won."""

import pytest

from app.rummy import resolve, score
from app.rummy.pool import PoolSoFar, pool_after, pool_faults
from tests.rummy.seats import ASHA, BELA, CHAND, WILD, WRONG, seat


def after(totals, points, rules="pool-101"):
    """The pool of players a, b, c ... with these totals and points; the first 0 is the winner's."""
    names = "abcdefgh"
    pool = PoolSoFar(dict(zip(names, totals, strict=False)))
    return pool_after(pool, dict(zip(names, points, strict=False)), resolve(rules).rules)


def test_points_are_added_to_the_totals():
    scored = score([ASHA, BELA, CHAND], WILD, "pool-101", totals={"asha": 30, "bela": 0, "chand": 80})
    assert scored.pool.before == {"asha": 30, "bela": 0, "chand": 80}
    assert scored.pool.totals == {"asha": 30, "bela": 16, "chand": 100}
    assert scored.pool.still_in == ("asha", "bela", "chand")
    assert scored.pool.out == ()


@pytest.mark.parametrize("limit", [61, 101, 201, 320])
def test_a_player_is_out_on_reaching_the_limit_or_above_it_as_the_rules_say(limit):
    reach = {"preset": "pool-101", "pool_limit": limit, "rejoin_max": None, "split_min": None}
    exceed = reach | {"out_at": "exceed"}
    for total, out_at_reach, out_at_exceed in ((limit - 1, (), ()), (limit, ("b",), ()), (limit + 1, ("b",), ("b",))):
        points = (0, 20, 20)
        assert after((0, total - 20, 0), points, reach).out == out_at_reach
        assert after((0, total - 20, 0), points, exceed).out == out_at_exceed


def test_those_put_out_may_rejoin_one_above_the_highest_total_of_those_still_in():
    pool = after((10, 95, 79, 90), (0, 40, 0, 20))
    assert pool.out == pool.may_rejoin == ("b", "d")
    assert pool.rejoin_total == 80
    assert after((10, 95, 39), (0, 40, 41)).may_rejoin == ()  # one still in has 80
    assert after((80, 95, 0), (0, 40, 0)).may_rejoin == ()


@pytest.mark.parametrize(("rules", "highest"), [("pool-101", 79), ("pool-201", 174), ("pool-61", 44)])
def test_rejoining_ends_at_the_total_of_each_pool(rules, highest):
    limit = resolve(rules).rules.pool_limit
    assert after((highest, limit - 1, 0), (0, 1, 0), rules).rejoin_total == highest + 1
    assert after((highest + 1, limit - 1, 0), (0, 1, 0), rules).rejoin_total is None


def test_nobody_rejoins_where_the_rules_do_not_know_it_or_nobody_is_out():
    assert after((0, 100, 0), (0, 1, 0), {"preset": "pool-101", "rejoin_max": None}).may_rejoin == ()
    pool = after((0, 50, 0), (0, 1, 0))
    assert (pool.may_rejoin, pool.rejoin_total) == ((), None)


def test_the_last_one_in_has_won_the_pool_and_nobody_rejoins():
    pool = after((50, 90, 60), (0, 40, 80))
    assert (pool.winner, pool.still_in, pool.out) == ("a", ("a",), ("b", "c"))
    assert (pool.may_rejoin, pool.rejoin_total, pool.may_split) == ((), None, ())
    assert after((50, 90, 60), (0, 40, 0)).winner is None


@pytest.mark.parametrize(
    ("totals", "points", "expected"),
    [
        ((80, 60), (0, 20), "ab"),
        ((80, 59), (0, 20), ""),
        ((80, 80, 80), (0, 20, 0), "abc"),
        ((80, 80, 79), (0, 20, 0), ""),
        ((80, 80, 80, 80), (0, 0, 0, 0), ""),
        ((80, 80, 80, 80), (0, 20, 20, 80), "abc"),
        ((80, 100), (0, 20), ""),
    ],
)
def test_two_or_three_who_are_left_may_split_when_all_have_enough(totals, points, expected):
    assert after(totals, points).may_split == tuple(expected)


def test_nobody_splits_where_the_rules_do_not_know_it():
    assert after((50, 50), (0, 5), "pool-61").may_split == ()


def test_without_totals_only_the_points_are_told():
    assert score([ASHA, BELA], WILD, "pool-101").pool is None


def test_as_long_as_a_deal_goes_on_totals_stay():
    players = [
        seat("asha", "declared", groups=WRONG),
        BELA,
        seat("chand", "hand", hand=["8D", *"AH 3H 5D 7S 9C JD QH 2H 4C 6D 8S 10H".split()]),
    ]
    assert score(players, WILD, "pool-101", totals={"asha": 50, "bela": 0, "chand": 0}).pool is None


def test_a_total_is_of_a_player_of_the_deal_and_every_player_has_one():
    def told(totals, names):
        return [(fault.path[-1], str(fault.code)) for fault in pool_faults(totals, names, resolve("pool-101").rules)]

    assert told({"a": 0, "b": 0}, ["a", "b"]) == []
    assert told({"a": 0, "c": 0}, ["a", "b"]) == [("b", "missing"), ("c", "unknown_player")]
    assert told({"a": 0, "c": 0}, ["a", None, None]) == []  # c may be the name that could not be read
    assert told({"c": 0}, ["a", None]) == [("a", "missing")]
