"""What holds for the score of any deal: it adds up, obeys the cap and cares for no order."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rummy import InputError, analyze, resolve, score, verify
from app.rummy.best import Budget
from app.rummy.cards import CARD_TEXT, parse_card
from app.rummy.deal import Outcome, Player
from app.rummy.faults import BudgetError
from app.rummy.pack import parse_wild_joker
from app.rummy.scoring import score_codes
from tests.rummy.seats import DEAR, GROUPS, HAND, LAID, WRONG, seat

some = settings(max_examples=200, deadline=None)
FIXED = ("first_drop", "middle_drop", "left", "wrong_declaration", "full_count")
RULES = ["indian-13", "pagat", "open", {"cap": 30}, {"cap": None}, {"paplu_bonus": 25}]


def dealt(rng, number, without=()):
    """So many hands out of two packs, from which other cards have been taken."""
    pack = Counter([*CARD_TEXT[:52], *CARD_TEXT[:52], "JK", "JK"]) - Counter(without)
    cards = rng.sample(sorted(pack.elements()), 13 * number)
    return [cards[13 * place : 13 * place + 13] for place in range(number)]


@st.composite
def tables(draw):
    """Players of a deal that can have been, and its cut card."""
    rng = Random(draw(st.integers(0, 2**32)))
    number = draw(st.integers(2, 6))
    cut = draw(st.sampled_from(["7D", "8C", "JK", "QS", "3H"]))
    declared = draw(st.sampled_from([GROUPS, WRONG, None]))
    without = [cut, *(card for group in declared or () for card in group)]
    others = []
    for place, hand in enumerate(dealt(rng, number - 1, without)):
        outcome = draw(st.sampled_from(["hand", "hand", "groups", *FIXED]))
        cards = {"hand": hand} if outcome == "hand" else {}
        if outcome == "groups":
            cut_at = sorted(rng.sample(range(1, 13), 3))
            cards = {"groups": [hand[a:b] for a, b in zip([0, *cut_at], [*cut_at, 13], strict=True)]}
        others.append(seat(f"p{place}", outcome, **cards))
    if declared is None:  # so all others are out
        others = [seat(f"p{place}", draw(st.sampled_from(FIXED))) for place in range(number - 1)]
        first = seat("asha", "hand")
    else:
        first = seat("asha", "declared", groups=declared)
        if declared is WRONG and not any(player["outcome"] in {"hand", "groups"} for player in others):
            others[0] = seat("p0", "hand", hand=dealt(rng, 1, without)[0])
    return [first, *others], cut


def told(scored):
    """Everything but the order of the players, by id."""
    names = [line.player.id for line in scored.lines]
    return {
        name: (
            scored.lines[place],
            scored.bonuses and scored.bonuses.shares[place],
            scored.money and scored.money.shares[place],
            scored.pool and (scored.pool.totals[name], name in scored.pool.out, name in scored.pool.may_rejoin),
            scored.deals and (scored.deals.totals[name], scored.deals.ranks[name]),
            place == scored.winner,
        )
        for place, name in enumerate(names)
    }


@some
@given(
    tables(), st.sampled_from(RULES), st.sampled_from(["0.05", "0.333", "80"]), st.sampled_from(["0", "12.5", "99.9"])
)
def test_points_add_up_money_is_conserved_and_no_hand_exceeds_the_cap(table, rules, value, fee):
    players, cut = table
    scored = score(players, cut, rules, point_value=value, fee_percent=fee)
    cap = resolve(rules).rules.cap
    for line in scored.lines:
        if line.why in {"best_arrangement", "as_laid"} and cap is not None:
            assert line.points <= cap
    if scored.winner is None:
        assert any(line.points is None for line in scored.lines)
        return
    assert scored.lines[scored.winner].points == 0
    assert scored.points_won == sum(line.points for line in scored.lines)
    assert sum(share.net for share in scored.money.shares) + scored.money.fee == 0
    if scored.bonuses is not None:
        assert sum(share.points for share in scored.bonuses.shares) == 0


@some
@given(tables(), st.data())
def test_the_order_of_the_players_never_matters(table, data):
    players, cut = table
    turned = data.draw(st.permutations(players))
    totals = {player["id"]: data.draw(st.integers(0, 100)) for player in players}
    for rules, game in (
        ({"paplu_bonus": 5}, {"point_value": "0.125", "fee_percent": "10"}),
        ("pool-101", {"totals": totals}),
        ({"preset": "deals", "deals_winner": "chips"}, {"totals": totals, "deal": 2, "of": 3}),
    ):
        first, second = score(players, cut, rules, **game), score(turned, cut, rules, **game)
        assert told(first) == told(second)
        assert first.points_won == second.points_won


@some
@given(tables())
def test_a_loser_pays_what_analyze_or_verify_say_of_the_same_cards(table):
    players, cut = table
    for player, line in zip(players, score(players, cut).lines, strict=True):
        if line.why == "best_arrangement":
            assert (line.points, line.analysis) == (line.analysis.points, analyze(player["hand"], cut))
        elif line.why == "as_laid":
            assert line.verdict == verify(player["groups"], cut)
            assert line.points == line.verdict.points_as_loser


@some
@given(tables(), st.data())
def test_a_pool_moves_on_by_the_points_and_somebody_is_always_left(table, data):
    players, cut = table
    totals = {player["id"]: data.draw(st.integers(0, 100)) for player in players}
    scored = score(players, cut, "pool-101", totals=totals)
    if scored.pool is None:
        assert scored.winner is None
        return
    pool = scored.pool
    assert pool.still_in
    assert set(pool.still_in) | set(pool.out) == set(totals)
    for line in scored.lines:
        assert pool.totals[line.player.id] == totals[line.player.id] + line.points
    if pool.may_rejoin:
        assert all(pool.rejoin_total > pool.totals[name] for name in pool.still_in)
        assert pool.rejoin_total <= 80


@some
@given(tables(), st.data())
def test_chips_only_change_hands(table, data):
    players, cut = table
    totals = {player["id"]: data.draw(st.integers(-50, 500)) for player in players}
    rules = {"preset": "deals", "deals_winner": "chips"}
    scored = score(players, cut, rules, totals=totals, deal=2, of=3)
    if scored.deals is not None:
        assert sum(scored.deals.totals.values()) == sum(totals.values())


def coded(name, outcome, hand=None, groups=None):
    codes = None if hand is None else tuple(map(parse_card, hand))
    laid = None if groups is None else tuple(tuple(map(parse_card, group)) for group in groups)
    return Player(name, Outcome(outcome), codes, laid)


def test_all_searches_of_a_deal_share_one_budget_in_any_order():
    players = [
        coded("a", "declared", groups=GROUPS),
        coded("b", "hand", hand=HAND),
        coded("c", "hand", hand=DEAR),
        coded("d", "groups", groups=LAID),
    ]
    asked = (parse_wild_joker("6C"), resolve())
    ample = Budget(10**6)
    score_codes(players, *asked, budget=ample)
    needed = 10**6 - ample.left
    assert needed > 3
    for order in (players, players[::-1]):
        score_codes(order, *asked, budget=Budget(needed))
        with pytest.raises(BudgetError):
            score_codes(order, *asked, budget=Budget(needed - 1))


def test_a_text_that_is_no_outcome_or_no_member_is_an_error():
    with pytest.raises(ValueError, match="dropped"):
        score([seat("a", "dropped"), seat("b", "hand")], None)
    with pytest.raises(ValueError, match="go together"):
        score([seat("a", "left"), seat("b", "hand")], None, "deals", deal=1)
    with pytest.raises(TypeError):
        score([seat("a", "left", points=3), seat("b", "hand")], None)
    with pytest.raises(InputError):
        score([seat("a", "left"), seat("a", "hand")], None)
