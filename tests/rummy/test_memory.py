"""What is remembered is bounded, is shared by everybody who asks, and never changes an answer."""

import re
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random

import pytest

from app.engine import core
from app.rummy import analyze, arrangement, search, suit_memo
from app.rummy.game import warm_up
from app.rummy.packing import MOST_JOKERS, SPAN, STATES, variant
from app.rummy.suit_builder import Builder
from app.rummy.suit_table import clipped, runs_laid, table_for
from tests.oracle.hands import MAKERS, VARIANTS, random_cut

KIND = variant(1, 2, wild_is_pure=True, ace_high=True, ace_points=10, weigh_pure=False)


def suits(size):
    """The keys of all suits of so many different natural cards."""
    return [sum(1 << 2 * rank for rank in ranks) for ranks in combinations(range(13), size)]


def hands():
    """A few hands of every game."""
    for name, (rules, switches) in VARIANTS.items():
        rng = Random(name)
        for make in MAKERS.values():
            cut = random_cut(rng, switches)
            yield make(rng, switches, cut), cut, rules


def test_answers_are_the_same_when_all_is_forgotten_again_and_again(monkeypatch):
    suit_memo.forget()
    with monkeypatch.context() as little:
        little.setattr(suit_memo, "MEMO_LIMIT", 3)
        little.setattr(arrangement, "_SHAPES_KEPT", 0)
        forgetful = [analyze(*asked) for asked in hands()]
        assert suit_memo.memo_size() <= 2 * 3
    assert [analyze(*asked) for asked in hands()] == forgetful


def test_of_two_generations_of_suits_the_older_one_goes_but_for_what_is_still_asked_for(monkeypatch):
    suit_memo.forget()
    monkeypatch.setattr(suit_memo, "MEMO_LIMIT", 10)
    wanted, *others = suits(5)
    table = suit_memo.lookup(KIND, wanted, 2)
    for key in others[:100]:
        suit_memo.lookup(KIND, key, 2)
        assert suit_memo.lookup(KIND, wanted, 2) is table
        assert suit_memo.memo_size() <= 20
    assert others[0] not in suit_memo.recent(KIND)
    for key in others[100:130]:
        suit_memo.lookup(KIND, key, 2)
    assert suit_memo.lookup(KIND, wanted, 2) is not table


@pytest.mark.skipif(core() != "interpreted", reason="what a compiled memo holds only it can see")
def test_what_has_had_its_time_is_let_go_little_by_little_and_is_gone_before_more_goes(monkeypatch):
    suit_memo.forget()
    monkeypatch.setattr(suit_memo, "MEMO_LIMIT", 100)
    leaving = suit_memo._memo.leaving
    waiting = []
    for key in suits(6):
        suit_memo.lookup(KIND, key, 2)
        waiting.append(sum(map(len, leaving)))
    assert 90 < max(waiting) < 250
    assert min(now - before for before, now in pairwise(waiting)) > -60
    assert waiting.count(0) > 100


def test_a_suit_without_the_cards_that_no_run_can_take_is_the_same_suit():
    with_a_nine, with_a_ten, without = 0b10101 | 1 << 16, 0b10101 | 1 << 18, 0b10101
    for jokers in (0, 1):
        assert suit_memo.lookup(KIND, with_a_nine, jokers) is suit_memo.lookup(KIND, with_a_ten, jokers)
        assert told(suit_memo.lookup(KIND, with_a_nine, jokers)) == told(Builder(KIND, {}).suit(without, 0, jokers))
    assert suit_memo.lookup(KIND, with_a_nine, 2) is not suit_memo.lookup(KIND, with_a_ten, 2)


def test_a_suit_that_stands_for_another_is_not_taken_for_it_where_there_are_more_jokers():
    with_a_king, without = 0b10101 | 1 << 24, 0b10101
    suit_memo.forget()
    suit_memo.lookup(KIND, without, 5)
    for jokers in range(5):
        assert told(suit_memo.lookup(KIND, with_a_king, jokers)) == told(Builder(KIND, {}).suit(with_a_king, 0, jokers))


def told(table, jokers=18):
    """The ways to lay a suit that a table knows for up to so many jokers, in its order; and for how many it is made."""
    known = clipped(table, min(jokers, table.jokers))
    return [runs_laid(known, way) for way in range(known.size)], known.jokers


@pytest.mark.parametrize("seed", range(20))
def test_what_fewer_jokers_can_do_is_how_a_table_for_more_begins(seed):
    rng = Random(f"fewer jokers {seed}")
    for _ in range(20):
        flags = [rng.random() < 0.5 for _ in range(2)]
        kind = variant(
            rng.randint(1, 3), rng.randint(0, 3), *flags, 10, rng.random() < 0.3, rng.randrange(3), rng.randrange(2)
        )
        natural = wild = 0
        for _ in range(rng.randint(2, 8)):
            card = 1 << 2 * rng.randrange(13)
            if not (natural & card << 1 or wild & card):
                natural += card
        for _ in range(rng.randrange(3)):
            card = 1 << 2 * rng.randrange(13)
            if not (natural & card or natural & card << 1 or wild & card << 1):
                wild += card
        laid = {}
        most = rng.randint(1, 5)
        many = Builder(kind, laid).suit(natural, wild, most)
        for jokers in range(most + 1):
            few = Builder(kind, {}).suit(natural, wild, jokers)
            assert told(few) == told(many, jokers)
            assert told(Builder(kind, laid).suit(natural, wild, jokers), jokers) == told(few)


def test_what_was_made_beforehand_need_not_be_made_for_a_hand():
    suit_memo.forget()
    suit_memo.warm(KIND, 3, 1)
    warmed = suit_memo.memo_size()
    for key, jokers in product([key for size in range(4) for key in suits(size)], (0, 1)):
        suit_memo.lookup(KIND, key, jokers)
    for one, other in ((a, b) for a in suits(1) for b in suits(1) if a != b):
        for key in (2 * one, 2 * one + other, one + (other << 26), one + (2 * other << 26), 2 * other << 26):
            suit_memo.lookup(KIND, key, 1)
    assert suit_memo.memo_size() == warmed
    suit_memo.lookup(KIND, suits(4)[0], 1)
    assert suit_memo.memo_size() > warmed


def test_a_server_that_has_warmed_up_knows_the_usual_suits_of_every_preset(monkeypatch):
    suit_memo.forget()
    monkeypatch.setattr(suit_memo, "MEMO_LIMIT", 1 << 20)  # one generation holds them all, so each counts once
    warm_up()
    warmed = suit_memo.memo_size()
    for rules in ("indian-13", "pagat", "open"):
        analyze("AS 2S 3S 9S 6H 7H 9H QD KD 2D 5C 8C JC".split(), "4", rules)
    assert suit_memo.memo_size() == warmed


def test_a_search_that_has_done_its_work_serves_the_next_one_and_few_wait_for_work():
    taken = [search.take(KIND) for _ in range(40)]
    assert len(set(map(id, taken))) == 40
    for one in taken:
        search.give(one)
    again = [search.take(KIND) for _ in range(40)]
    known = set(map(id, taken))
    assert 0 < sum(id(one) in known for one in again) <= 16


@pytest.mark.skipif(core() != "interpreted", reason="no thread gets between two lines of a compiled function")
def test_a_suit_may_be_in_the_making_while_all_is_forgotten():
    builder = suit_memo._take(KIND)
    suit_memo.forget()
    suit_memo._give(KIND, builder)
    table = suit_memo.lookup(KIND, 0b10101, 0)
    assert [0b111] in [runs_laid(table, way) for way in range(table.size)]  # A-2-3


def test_of_the_ranks_of_a_suit_those_are_useful_that_some_run_could_take():
    both = 0b11

    def useful(held, jokers, wild=()):
        counts = [sum(1 << 2 * rank for rank in ranks) for ranks in (held, wild)]
        found = suit_memo.useful_ranks(*counts, jokers)
        return [rank for rank in range(13) if found >> 2 * rank & both]

    assert useful([0, 1, 2, 5, 6, 8, 12], jokers=0) == [0, 1, 2]
    assert useful([0, 11, 12], jokers=0) == [0, 11, 12]  # the ace is above the king too
    assert useful([1, 2], jokers=0, wild=[3]) == []  # a wild card is a joker, to be told with the others
    assert useful([0, 3, 5, 9, 10, 12], jokers=1) == [0, 3, 5, 9, 10, 12]
    assert useful([0, 3, 6, 9], jokers=1) == []
    assert useful([1, 8], jokers=1, wild=[3]) == [1, 3]
    assert useful([], jokers=2) == list(range(13))


def test_compiled_arrays_have_the_room_that_the_plain_files_say():
    folder = Path(suit_memo.__file__).parent
    declared = {path.stem: path.read_text("utf-8") for path in folder.glob("*.pxd")}

    def sizes(module, name):
        return {
            int(size) for size, names in re.findall(r"\[(\d+)\] (.*)", declared[module]) if name in names.split(", ")
        }

    assert sizes("join", "totals") == sizes("join", "places") == {2 * SPAN}
    assert sizes("join", "came_from") == {5 * SPAN}
    assert sizes("suit_builder", "run") == sizes("suit_builder", "best") == {25 * SPAN}
    assert sizes("suit_builder", "kept_at") == {SPAN}
    assert max(sizes("suit_table", "own_wheres")) == max(sizes("suit_table", "own_runs")) == SPAN
    assert max(sizes("suit_table", "own_most")) == MOST_JOKERS + 1
    assert max(sizes("search", "values")) == STATES


@pytest.mark.skipif(core() != "interpreted", reason="how large a compiled table is only the compiler knows")
def test_a_table_has_room_for_all_ways_to_lay_a_suit_and_all_jokers():
    for ways, jokers in product((1, 4, 5, 8, 9, 16, 17, 64, 65, SPAN), (0, 3, 4, 7, 8, MOST_JOKERS)):
        table = table_for(ways, jokers)
        assert (table.size, table.jokers) == (0, 0)
        of_ways = (table.wheres, table.values, table.runs, table.ways)
        of_jokers = (table.most, table.tops)
        assert min(map(len, of_ways)) >= ways
        assert min(map(len, of_jokers)) >= jokers + 1
        assert len(set(map(id, (*of_ways, *of_jokers)))) == 6
