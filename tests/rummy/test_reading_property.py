"""Every group reads as a brute force over all ways to lay it reads it, whatever the rules and the wild cards."""

from collections import Counter
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.rummy.cards import JOKER
from app.rummy.melds import order_cards, read_group
from app.rummy.pack import Pack
from app.rummy.results import AS_ITSELF, FOR_NOTHING, Kind
from app.rummy.rules import Dublee, JokerOnly, Rules, Tunnela
from tests.rummy.brute_reading import best_reading, plain_reasons

ANY_RULES = st.builds(
    Rules,
    decks=st.just(3),
    set_max=st.integers(3, 6),
    ace_high=st.booleans(),
    wild_in_place_is_pure=st.booleans(),
    joker_only=st.sampled_from(JokerOnly),
    tunnela=st.sampled_from(Tunnela),
    dublee=st.sampled_from(Dublee),
)
ONE_RANK_WILD = st.integers(0, 12).map(lambda rank: frozenset(range(rank, 52, 13)))
NEIGHBOURS_WILD = st.builds(
    lambda suit, rank: frozenset(suit * 13 + (rank + step) % 13 for step in (-1, 0, 1)),
    st.integers(0, 3),
    st.integers(0, 12),
)
ANY_WILD = st.one_of(st.just(frozenset()), ONE_RANK_WILD, NEIGHBOURS_WILD, st.frozensets(st.integers(0, 51)))


def pack_with(wild: frozenset[int]) -> Pack:
    return Pack(tuple(code == JOKER or code in wild for code in range(53)), (1,) * 53, (3,) * 53)


@st.composite
def groups(draw: st.DrawFn) -> tuple[list[int], Pack]:
    """A group with a chance of being a meld: cards of one suit, of one rank, or any; some replaced by jokers."""
    wild = draw(ANY_WILD)
    sources = [
        st.integers(0, 12),  # one suit will do for runs: the reading knows no better suit
        st.builds(lambda start, step: (start + step) % 13, st.just(draw(st.integers(0, 12))), st.integers(0, 5)),
        st.builds(lambda rank, suit: suit * 13 + rank, st.just(draw(st.integers(0, 12))), st.integers(0, 3)),
        st.integers(0, 51),
        st.just(draw(st.integers(0, 52))),
    ]
    cards = draw(st.lists(draw(st.sampled_from(sources)), min_size=1, max_size=8))
    if len(set(cards)) > 1 and draw(st.booleans()):
        cards = sorted(set(cards))
    pool = st.sampled_from([JOKER, *sorted(wild)])
    cards += draw(st.lists(pool, max_size=4))
    kept: list[int] = []
    for code in cards:  # at most five jokers, so that the brute force ends, and no more copies than there are
        most = 6 if code == JOKER else 3
        if kept.count(code) < most and (code not in wild | {JOKER} or sum(c in wild or c == JOKER for c in kept) < 5):
            kept.append(code)
    return draw(st.permutations(kept)), pack_with(wild)


@settings(max_examples=400, deadline=None)
@given(groups(), ANY_RULES)
@example(([6, 6, 7], pack_with(frozenset({6}))), Rules())
@example(([0, 12, 52], pack_with(frozenset())), Rules())
@example(([0, 1, 12], pack_with(frozenset({0}))), Rules())
@example(([*range(1, 13), 52], pack_with(frozenset())), Rules())
@example(([0, *range(1, 12), 52], pack_with(frozenset())), Rules())
@example(([3, 4, 5, 6, 0, 52], pack_with(frozenset({0, 6}))), Rules())
@example(([6, 19, 32], pack_with(frozenset({32}))), Rules())
@example(([5, 5, 6, 18], pack_with(frozenset({5, 18}))), Rules(wild_in_place_is_pure=False))
@example(([6, 19, 32, 45, 52, 52], pack_with(frozenset())), Rules(set_max=6))
@example(([6, 6, 6], pack_with(frozenset({6}))), Rules(tunnela=Tunnela.MELD))
@example(([6, 6, 6], pack_with(frozenset({6}))), Rules(tunnela=Tunnela.PURE_SEQUENCE))
@example(([52, 52, 52], pack_with(frozenset())), Rules(tunnela=Tunnela.MELD, joker_only=JokerOnly.INVALID))
@example(([52, 52], pack_with(frozenset())), Rules(dublee=Dublee.MELD))
def test_a_group_reads_as_a_brute_force_over_every_way_to_lay_it(group, rules):
    cards, pack = group
    reading = read_group(cards, rules, pack)
    expected = best_reading(cards, rules, pack)
    assert (reading.kind, reading.stands) == (expected or (None, (AS_ITSELF,) * len(cards)))
    if reading.kind is None:
        assert list(reading.reasons) == sorted(plain_reasons(cards, rules, pack))
        assert reading.reasons
    else:
        assert reading.reasons == ()


@settings(max_examples=300, deadline=None)
@given(groups(), ANY_RULES, st.randoms(use_true_random=False))
def test_the_order_in_which_a_group_is_laid_does_not_matter(group, rules, random: Random):
    cards, pack = group
    shuffled = random.sample(cards, len(cards))
    first, second = read_group(cards, rules, pack), read_group(shuffled, rules, pack)
    assert (first.kind, first.reasons) == (second.kind, second.reasons)
    assert Counter(zip(cards, first.stands, strict=True)) == Counter(zip(shuffled, second.stands, strict=True))


@settings(max_examples=300, deadline=None)
@given(groups(), ANY_RULES)
def test_a_meld_in_display_order_is_consecutive_or_goes_by_suit(group, rules):
    cards, pack = group
    reading = read_group(cards, rules, pack)
    if reading.kind is None:
        return
    order = order_cards(reading.kind, cards, reading.stands)
    assert sorted(order) == list(range(len(cards)))
    shown = [reading.stands[i] if reading.stands[i] != AS_ITSELF else cards[i] for i in order]
    if reading.kind is Kind.SET:
        suits = [code for code in shown if code != FOR_NOTHING]
        assert suits == sorted(suits)
        assert shown[len(suits) :] == [FOR_NOTHING] * (len(shown) - len(suits))
    elif reading.kind in {Kind.TUNNELA, Kind.DUBLEE}:
        assert len(set(shown)) == 1
    else:
        assert [code % 13 for code in shown] == [(shown[0] + step) % 13 for step in range(len(shown))]
        assert 0 not in [code % 13 for code in shown[1:-1]]  # the ace is at an end
        assert len({code // 13 for code in shown}) == 1
