"""Deals that cannot have gone as they are told are refused, with every reason at once."""

import pytest

from app.rummy import InputError, resolve, score
from app.rummy.cards import parse_card
from app.rummy.deal import MOST_PLAYERS, Outcome, Told
from app.rummy.pack import WildJoker
from app.rummy.story import story_faults
from tests.rummy.seats import ASHA, BELA, CHAND, CHEAP, DEAR, DEV, GROUPS, HAND, LAID, WILD, WRONG, seat


def faults(players, wild_joker=WILD, rules=None, **game):
    with pytest.raises(InputError) as refusal:
        score(players, wild_joker, rules, **game)
    return [("/".join(map(str, fault.path)), str(fault.code)) for fault in refusal.value.faults]


def test_only_one_can_declare():
    other = seat("bela", "declared", groups=LAID)
    assert faults([ASHA, other, seat("chand", "declared", groups=[DEAR])]) == [
        ("players/1/outcome", "impossible"),
        ("players/2/outcome", "impossible"),
    ]


@pytest.mark.parametrize("outcome", ["first_drop", "middle_drop", "left"])
def test_who_dropped_or_left_has_laid_out_nothing(outcome):
    assert faults([ASHA, seat("bela", outcome, groups=LAID)]) == [("players/1/groups", "impossible")]
    assert faults([ASHA, seat("bela", outcome, groups=[])]) == [("players/1/groups", "impossible")]
    assert score([ASHA, seat("bela", outcome, hand=CHEAP)], WILD).winner == 0


@pytest.mark.parametrize(
    "players",
    [
        [BELA, seat("chand", "hand", hand=HAND)],
        [seat("bela", "hand"), seat("chand", "groups"), CHAND | {"id": "dev"}],
        [seat("bela", "wrong_declaration"), BELA | {"id": "eve"}, seat("chand", "groups", groups=[HAND])],
    ],
)
def test_a_deal_without_a_declaration_goes_on_while_several_are_left(players):
    assert ("players", "impossible") in faults(players)


@pytest.mark.parametrize(
    "outcomes", [["first_drop", "middle_drop"], ["left", "left"], ["full_count", "wrong_declaration"]]
)
def test_somebody_is_left_to_win(outcomes):
    assert faults([seat(str(place), outcome) for place, outcome in enumerate(outcomes)]) == [("players", "impossible")]


@pytest.mark.parametrize(
    ("rules", "outcome", "allowed"),
    [
        ({"first_drop": None}, "first_drop", False),
        ({"first_drop": None}, "middle_drop", True),
        ({"first_drop": None}, "left", True),
        ({"middle_drop": None}, "first_drop", True),
        ({"middle_drop": None}, "middle_drop", False),
        ({"middle_drop": None}, "left", False),
        ({"first_drop": 0, "middle_drop": 0}, "middle_drop", True),
    ],
)
def test_a_drop_that_the_rules_do_not_know_cannot_be(rules, outcome, allowed):
    players = [ASHA, seat("bela", outcome)]
    if allowed:
        assert score(players, WILD, rules).winner == 0
    else:
        assert faults(players, WILD, rules) == [("players/1/outcome", "impossible")]


def test_a_deal_has_two_players_or_more_and_each_an_id_of_its_own():
    assert faults([]) == [("players", "out_of_range")]
    assert faults([ASHA]) == [("players", "out_of_range")]
    crowd = [ASHA, *(seat(str(place), "first_drop") for place in range(MOST_PLAYERS))]
    assert faults(crowd) == [("players", "out_of_range")]
    assert faults([ASHA, CHAND, seat("asha", "left"), seat("chand", "left")]) == [
        ("players/2/id", "repeated"),
        ("players/3/id", "repeated"),
    ]


@pytest.mark.parametrize(("decks", "players"), [(1, 4), (2, 8), (3, 12)])
def test_the_pack_is_large_enough_for_all_hands_and_a_card_to_draw(decks, players):
    rules = {"decks": decks, "printed_jokers": 2, "wrong_declaration": 80}
    crowd = [seat("w", "hand"), *(seat(str(place), "first_drop") for place in range(1, players))]
    assert score(crowd, None, rules).winner == 0
    assert faults([*crowd, seat("late", "left")], None, rules) == [("players", "out_of_range")]


def test_the_cards_of_all_players_are_in_one_pack_and_the_cut_card_in_nobodys_hand():
    twice = ["KH", *CHEAP[1:]]
    assert score([ASHA, seat("bela", "hand", hand=twice)], WILD).winner == 0
    assert faults([ASHA, seat("bela", "hand", hand=twice), seat("chand", "left", hand=["KH", *DEAR[1:]])]) == [
        ("players/2/hand/0", "too_many_copies")
    ]
    assert faults([ASHA, seat("bela", "hand", hand=twice)], "KH") == [("players/1/hand/0", "too_many_copies")]
    assert faults([ASHA | {"discard": "KH"}, seat("bela", "hand", hand=twice)]) == [
        ("players/1/hand/0", "too_many_copies")
    ]
    three = seat("chand", "full_count", groups=[["JK", "JK"]])
    assert faults([ASHA, BELA, three]) == [
        ("players/2/groups/0/0", "too_many_jokers"),
        ("players/2/groups/0/1", "too_many_jokers"),
    ]


def test_the_card_that_an_earlier_wrong_declaration_put_down_may_have_been_drawn_again():
    wrong = seat("bela", "wrong_declaration", groups=[HAND], discard="2H")
    players = [ASHA | {"discard": "2H"}, wrong, seat("chand", "hand", hand=CHEAP)]
    assert CHEAP.count("2H") == 1
    assert score(players, WILD).winner == 0
    wrong = wrong | {"groups": [["KS", "KS"], HAND[5:]], "discard": "KS"}
    assert faults([seat("asha", "hand"), wrong]) == [("players/1/discard", "too_many_copies")]


@pytest.mark.parametrize(
    ("outcome", "exact"),
    [("hand", True), ("first_drop", True), ("middle_drop", True), ("left", False), ("full_count", False)],
)
def test_everybody_holds_as_many_cards_as_the_game_deals_or_one_more_just_after_drawing(outcome, exact):
    def held(number):
        return [ASHA, seat("bela", outcome, hand=[*CHEAP, "8D", "10D"][:number])]

    assert score(held(13), WILD).winner == 0
    wrong = [("players/1/hand", "wrong_card_count")]
    assert faults(held(12)) == faults(held(15)) == faults(held(0)) == wrong
    if exact:
        assert faults(held(14)) == wrong
    else:
        assert score(held(14), WILD).winner == 0


def test_what_could_not_be_read_hides_no_other_fault_and_is_none_itself():
    rules = resolve(None).rules
    hand = [None, *map(parse_card, CHEAP[1:])]
    unread = Told(None, None, hand=hand)
    declared = Told("asha", Outcome.DECLARED, groups=[[None, *map(parse_card, group[1:])] for group in GROUPS])

    def told(*players):
        faults = story_faults(players, WildJoker(5, None), rules)
        return [("/".join(map(str, fault.path)), str(fault.code)) for fault in faults]

    assert told(declared, unread) == []
    assert told(declared, unread._replace(hand=[*hand, None, None])) == []  # nobody knows how many it may hold
    assert told(declared, unread, unread._replace(hand=[None, *hand[1:]])) == [
        ("players/2/hand/1", "too_many_copies"),
        ("players/2/hand/5", "too_many_jokers"),
    ]
    late = declared._replace(id="bela", groups=[])
    assert told(declared, unread, late) == [("players/2/outcome", "impossible")]


def test_a_losers_groups_hold_the_whole_hand():
    assert faults([ASHA, seat("bela", "groups", groups=LAID[:-1])]) == [("players/1/groups", "wrong_card_count")]
    assert faults([ASHA, seat("bela", "groups", groups=[*LAID, ["8D"]])]) == [("players/1/groups", "wrong_card_count")]
    assert faults([ASHA, seat("bela", "groups", groups=[])]) == [("players/1/groups", "wrong_card_count")]


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        (seat("bela", "hand"), [("players/1/hand", "missing")]),
        (seat("bela", "groups"), [("players/1/groups", "missing")]),
        (seat("bela", "groups", hand=CHEAP), [("players/1/hand", "senseless"), ("players/1/groups", "missing")]),
        (seat("bela", "hand", groups=LAID), [("players/1/groups", "impossible"), ("players/1/hand", "missing")]),
        (seat("bela", "full_count", hand=DEAR, groups=[CHEAP]), [("players/1/hand", "senseless")]),
        (seat("bela", "hand", hand=CHEAP, discard="8D"), [("players/1/discard", "senseless")]),
        (seat("bela", "left", discard="8D"), [("players/1/discard", "senseless")]),
    ],
)
def test_members_go_with_the_outcome(player, expected):
    assert faults([ASHA, player]) == expected


def test_a_declaration_has_groups():
    assert faults([seat("asha", "declared"), CHAND]) == [("players/0/groups", "missing")]
    assert faults([seat("asha", "wrong_declaration"), BELA], WILD, {"wrong_declaration": None}) == [
        ("players/0/groups", "missing")
    ]


def test_everything_that_is_wrong_is_told_at_once():
    players = [ASHA, seat("asha", "declared", groups=WRONG), seat("bela", "first_drop", groups=[["7D"]] * 3)]
    assert faults(players, "JK", {"first_drop": None, "printed_jokers": 0}, point_value="1") == [
        ("wild_joker", "too_many_jokers"),
        ("players/1/id", "repeated"),
        ("players/2/outcome", "impossible"),
        ("players/2/groups", "impossible"),
        ("players/1/outcome", "impossible"),
        ("players/0/groups/1/1", "too_many_jokers"),
        ("players/1/groups/1/1", "too_many_jokers"),
        ("players/2/groups/2/0", "too_many_copies"),
    ]


def test_totals_are_those_of_the_players():
    totals = {"asha": 10, "bela": 20, "eve": 5}
    assert faults([ASHA, CHAND], WILD, "pool-101", totals=totals) == [
        ("pool/totals/chand", "missing"),
        ("pool/totals/bela", "unknown_player"),
        ("pool/totals/eve", "unknown_player"),
    ]
    assert faults([ASHA, CHAND], WILD, "deals", totals=totals, deal=2, of=3) == [
        ("deals/totals/chand", "missing"),
        ("deals/totals/bela", "unknown_player"),
        ("deals/totals/eve", "unknown_player"),
    ]


@pytest.mark.parametrize(
    ("out_at", "total", "is_out"), [("reach", 101, True), ("exceed", 101, False), ("exceed", 102, True)]
)
def test_who_is_out_of_a_pool_takes_no_part_in_a_deal(out_at, total, is_out):
    rules = {"preset": "pool-101", "out_at": out_at}
    totals = {"asha": 0, "chand": total}
    if is_out:
        assert faults([ASHA, CHAND], WILD, rules, totals=totals) == [("pool/totals/chand", "impossible")]
    else:
        assert score([ASHA, CHAND], WILD, rules, totals=totals).pool.out == ("chand",)


def test_a_deal_is_told_of_the_game_that_the_rules_are_of():
    totals = {"asha": 0, "chand": 0}
    assert faults([ASHA, CHAND], totals=totals) == [("pool", "senseless")]
    assert faults([ASHA, CHAND], WILD, "deals", totals=totals) == [("pool", "senseless")]
    assert faults([ASHA, CHAND], WILD, "pool-61", deal=1, of=2) == [("deals", "senseless")]
    for rules in ("pool-201", "deals"):
        assert faults([ASHA, CHAND], WILD, rules, point_value="1") == [("money", "senseless")]


def test_totals_of_a_game_of_deals_are_needed_from_the_second_deal_on_and_points_are_never_below_zero():
    assert faults([ASHA, CHAND], WILD, "deals", deal=2, of=3) == [("deals/totals", "missing")]
    below = {"asha": -1, "chand": 5}
    assert faults([ASHA, CHAND], WILD, "deals", deal=2, of=3, totals=below) == [("deals/totals/asha", "out_of_range")]
    chips = {"preset": "deals", "deals_winner": "chips"}
    assert score([ASHA, CHAND], WILD, chips, deal=2, of=3, totals=below).deals.totals == {"asha": 19, "chand": -15}


@pytest.mark.parametrize("rules", [{"paplu_bonus": 10}, {"preset": "club-21", "neighbours_wild": False}])
@pytest.mark.parametrize("wild_joker", ["7", None])
def test_bonus_cards_are_known_only_by_the_cut_card(rules, wild_joker):
    players = [
        seat("asha", "hand", hand=(DEAR + GROUPS[0] + GROUPS[2] + ["9C", "4D"])[: 21 if "preset" in rules else 13]),
        DEV,
    ]
    assert ("wild_joker", "senseless") in faults(players, wild_joker, rules)
    assert score(players, "7D", rules).winner == 0


def test_value_cards_are_counted_in_every_hand_that_was_not_dropped():
    rules = {"preset": "club-21"}
    players = [seat("asha", "hand"), seat("bela", "wrong_declaration"), seat("chand", "full_count"), DEV]
    assert faults(players, "7D", rules) == [
        ("players/0/hand", "missing"),
        ("players/1/hand", "missing"),
        ("players/2/hand", "missing"),
    ]
