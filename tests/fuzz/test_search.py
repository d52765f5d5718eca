"""The search against the oracle, on hands, rules and wild jokers that nobody chose."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.fuzz.share import examples
from tests.oracle.compare import differences, differences_with_a_card_too_many
from tests.oracle.hands import MAKERS, random_switches, random_wild
from tests.oracle.test_search import sensible


@st.composite
def questions(draw, more=0):
    """A hand with its wild joker and switches; a seed decides the cards, so that no smaller hand hides the first."""
    rng = Random(draw(st.integers(0, 2**64)))
    switches = random_switches(rng, draw(st.sampled_from([13, 13, 13, 10, 7, 16])))
    assume(sensible(switches))
    wild_joker = random_wild(rng, switches)
    make = MAKERS[draw(st.sampled_from(sorted(MAKERS)))]
    return make(rng, switches, wild_joker, switches["hand_size"] + more), wild_joker, switches


@examples(30)
@given(questions())
def test_the_search_and_the_oracle_agree(question):
    assert not differences(*question)


@examples(5)
@given(questions(more=1), st.data())
def test_they_agree_on_what_to_put_down(question, data):
    hand, wild_joker, switches = question
    picked_up = data.draw(st.none() | st.sampled_from(sorted(set(hand))))
    assert not differences_with_a_card_too_many(hand, wild_joker, switches, picked_up)
