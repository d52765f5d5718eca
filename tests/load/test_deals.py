"""Simulated deals are deals: every card is dealt once, nobody plays out of turn, and players differ."""

from collections import Counter
from itertools import islice, pairwise

import pytest

from app.rummy import analyze, verify
from app.rummy.cards import CARD_TEXT
from app.rummy.pack import pack_of, parse_wild_joker
from loadtests.deals import Outcome, deals
from loadtests.play import main, portrait

DECLARED = {Outcome.DECLARED, Outcome.WRONG_DECLARATION}


@pytest.fixture(scope="module")
def played():
    return list(islice(deals("tests"), 250))


def seats(played, *outcomes):
    return [(deal, seat) for deal in played for seat in deal.seats if seat.outcome in outcomes]


def texts(groups):
    return [[CARD_TEXT[code] for code in group] for group in groups]


def test_equal_seeds_play_equal_deals_and_others_play_others(played):
    assert list(islice(deals("tests"), 20)) == played[:20]
    assert list(islice(deals("others"), 20)) != played[:20]


def test_two_to_six_sit_at_a_table(played):
    assert {len(deal.seats) for deal in played} == {2, 3, 4, 5, 6}


def test_no_card_is_dealt_more_often_than_the_pack_has_it(played):
    for deal in played:
        copies = pack_of(deal.rules.rules, parse_wild_joker(deal.wild_joker)).copies
        for stage in ([seat.dealt for seat in deal.seats], [seat.hand for seat in deal.seats]):
            held = Counter(code for hand in stage for code in hand)
            assert all(count <= copies[code] for code, count in held.items())


def test_a_hand_changes_by_one_card_a_turn(played):
    for deal in played:
        for number, seat in enumerate(deal.seats):
            hands = [seat.dealt, *(turn.hand for turn in deal.turns if turn.seat == number)]
            for before, after in pairwise(hands):
                assert (Counter(after) - Counter(before)).total() <= 1
                assert len(after) == 14


def test_a_card_from_the_open_pile_is_no_joker_and_is_kept(played):
    for deal in played:
        wild = pack_of(deal.rules.rules, parse_wild_joker(deal.wild_joker)).wild
        for number, seat in enumerate(deal.seats):
            turns = [turn for turn in deal.turns if turn.seat == number]
            for turn, following in pairwise([*turns, seat]):
                if turn.picked_up is not None:
                    assert not wild[turn.picked_up]
                    assert turn.picked_up in following.hand


def test_a_deal_ends_with_a_declaration_that_stands_or_with_one_player_left(played):
    for deal in played:
        outcomes = Counter(seat.outcome for seat in deal.seats)
        assert outcomes[Outcome.DECLARED] + outcomes[Outcome.LAST] == 1
        assert outcomes[Outcome.HAND] == 0 or outcomes[Outcome.DECLARED] == 1


def test_the_outcome_of_a_declaration_is_the_verdict_on_it(played):
    for deal, seat in seats(played, *DECLARED):
        verdict = verify(texts(seat.groups), deal.wild_joker, deal.rules.name, discard=CARD_TEXT[seat.discard])
        assert verdict.valid is (seat.outcome is Outcome.DECLARED)


def test_wrong_declarations_come_and_are_the_fewer(played):
    right, wrong = len(seats(played, Outcome.DECLARED)), len(seats(played, Outcome.WRONG_DECLARATION))
    assert 0 < wrong < right / 3


def test_everybody_holds_thirteen_cards_at_the_end_and_they_lie_in_groups(played):
    for _, seat in seats(played, *Outcome):
        assert len(seat.hand) == 13
        assert sorted(code for group in seat.groups for code in group) == sorted(seat.hand)


def test_hopeless_hands_are_dropped_and_their_points_are_many(played):
    dropped = [analyze(texts([seat.hand])[0], deal.wild_joker) for deal, seat in seats(played, Outcome.FIRST_DROP)]
    assert dropped
    assert all(analysis.pure_sequences == 0 and analysis.points >= 50 for analysis in dropped)


def test_hands_get_better_as_the_deal_goes_on(played):
    first = [len(analyze(texts([seat.dealt])[0], deal.wild_joker).loose) for deal, seat in seats(played, Outcome.HAND)]
    last = [len(analyze(texts([seat.hand])[0], deal.wild_joker).loose) for deal, seat in seats(played, Outcome.HAND)]
    assert sum(last) < sum(first)


def test_a_portrait_counts_every_player_once(played):
    seen = portrait(played[:60])
    assert seen.outcomes.total() == seen.jokers.total() == sum(len(deal.seats) for deal in played[:60])
    assert seen.tables.total() == seen.deals == 60
    assert seen.penalties.total() == seen.outcomes[Outcome.HAND]
    assert 0.05 < seen.near / seen.turns < 0.6


def test_the_command_tells_shares_and_writes_items(tmp_path, capsys):
    file = tmp_path / "items.ndjson"
    assert main(["--deals", "20", "--items", str(file)]) == 0
    assert "| deals " in capsys.readouterr().out
    assert file.read_text("utf-8").count("\n") >= 20
