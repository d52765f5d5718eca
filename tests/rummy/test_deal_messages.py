"""What is told of a deal that is refused, and of why a player pays, word for word."""

import pytest

from app.rummy import InputError, score
from tests.rummy.seats import ASHA, BELA, CHAND, CHEAP, DEAR, DEV, GROUPS, HAND, LAID, WILD, WRONG, seat

JUDGED = 'is judged as laid, like [["5H", "6H", "7H"], ["KS", "KD", "JK"]]'
PAID = "these rules pay for cards next to the cut card in its suit"
CARD = 'so wild_joker is the cut card with its suit, for example "7D", or "JK", not'
ALLOWED = 'give the cards as hand, or the outcome "groups" for groups that count as laid'
EARLIER = 'one declaration ends a deal; an earlier one that did not stand is a "wrong_declaration"'


def told(players, wild_joker=WILD, rules=None, **game):
    with pytest.raises(InputError) as refusal:
        score(players, wild_joker, rules, **game)
    return [("/".join(map(str, fault.path)), fault.detail) for fault in refusal.value.faults]


@pytest.mark.parametrize(
    ("players", "rules", "place", "detail"),
    [
        ([ASHA], None, "players", "a deal has 2 to 16 players, not 1"),
        (
            [ASHA, *(seat(str(place), "first_drop") for place in range(4))],
            {"decks": 1},
            "players",
            (
                "5 hands of 13 are 65 cards, and the pack has 53, of which one at least is left to draw; give fewer "
                "players, or decks"
            ),
        ),
        (
            [ASHA, seat("asha", "left")],
            None,
            "players/1/id",
            "'asha' is the id of another player already; each has one of their own",
        ),
        (
            [ASHA, CHAND],
            {"first_drop": None},
            "players/1/outcome",
            "under these rules first_drop cannot be, since first_drop is null: not allowed",
        ),
        (
            [ASHA, seat("dev", "left")],
            {"middle_drop": None},
            "players/1/outcome",
            (
                "under these rules left cannot be, since middle_drop is null: not allowed; who left may be charged a "
                '"full_count"'
            ),
        ),
        (
            [ASHA, DEV | {"groups": LAID}],
            None,
            "players/1/groups",
            f"who dropped or left has laid out no groups; {ALLOWED}",
        ),
        ([ASHA, BELA | {"groups": LAID}], None, "players/1/groups", f"a hand has no groups; {ALLOWED}"),
        (
            [ASHA, seat("bela", "groups", groups=LAID, hand=CHEAP)],
            None,
            "players/1/hand",
            "the cards of this player (groups) are told as groups, so there is no hand beside them",
        ),
        (
            [ASHA, BELA | {"discard": "8D"}],
            None,
            "players/1/discard",
            "only who declares puts down a card to finish, so hand has no discard",
        ),
        ([seat("asha", "declared"), BELA], None, "players/0/groups", f"groups is missing: declared {JUDGED}"),
        ([ASHA, seat("bela", "groups")], None, "players/1/groups", f"groups is missing: groups {JUDGED}"),
        (
            [ASHA, seat("bela", "hand")],
            None,
            "players/1/hand",
            'hand is missing: the cards of a loser, like ["4S", "10H", "JK"]',
        ),
        (
            [ASHA, seat("bela", "wrong_declaration")],
            {"wrong_declaration": None},
            "players/1/groups",
            (
                "groups is missing: these rules fix no penalty (wrong_declaration is null), so the groups of a wrong "
                "declaration count as a loser's"
            ),
        ),
        (
            [ASHA, seat("bela", "full_count")],
            {"value_cards": True},
            "players/1/hand",
            "hand is missing: value cards are counted in every hand that was not dropped",
        ),
        (
            [ASHA, BELA | {"hand": CHEAP[1:]}],
            None,
            "players/1/hand",
            "this player holds 13 cards; this hand has 12",
        ),
        (
            [ASHA, seat("bela", "left", hand=CHEAP[1:])],
            None,
            "players/1/hand",
            "this player holds 13 cards, or 14 just after drawing; this hand has 12",
        ),
        (
            [ASHA, seat("bela", "groups", groups=LAID[:-1])],
            None,
            "players/1/groups",
            "a loser's groups hold all 13 cards, single ones in groups of their own; these hold 9",
        ),
        (
            [ASHA, seat("bela", "declared", groups=LAID)],
            None,
            "players/1/outcome",
            f"'asha' has declared, and {EARLIER}",
        ),
        (
            [CHAND, DEV],
            None,
            "players",
            "nobody is left to win: a deal ends when all but one are out, and that one wins",
        ),
        (
            [BELA, seat("chand", "hand", hand=HAND)],
            None,
            "players",
            'nobody has declared and 2 players are left, so the deal goes on; who won is "declared"',
        ),
        (
            [seat("asha", "declared", groups=WRONG), CHAND],
            None,
            "players/0/groups",
            (
                "this declaration does not stand, but everybody else is out, so this player had won before it and had "
                'nothing to declare: then the outcome is "hand"'
            ),
        ),
        (
            [seat("asha", "wrong_declaration", groups=GROUPS), BELA],
            None,
            "players/0/groups",
            (
                "these groups are a valid declaration; if it was wrong for another reason, as out of turn, leave the "
                "groups out"
            ),
        ),
    ],
)
def test_what_is_told_of_a_deal_that_cannot_have_been(players, rules, place, detail):
    assert (place, detail) in told(players, WILD, rules)


@pytest.mark.parametrize(("wild_joker", "got"), [("6", "the rank 6"), (None, "null")])
@pytest.mark.parametrize(
    ("rules", "which"),
    [
        ({"paplu_bonus": 10}, "paplu_bonus"),
        ({"value_cards": True}, "value_cards"),
        ({"paplu_bonus": 10, "value_cards": True}, "paplu_bonus"),
    ],
)
def test_what_is_told_of_a_cut_without_neighbours(wild_joker, got, rules, which):
    assert ("wild_joker", f"{PAID} ({which}), {CARD} {got}") in told([ASHA, BELA], wild_joker, rules)


OTHERS = "so takes no part in a deal; who has rejoined has a new total"


@pytest.mark.parametrize(
    ("rules", "game", "place", "detail"),
    [
        (
            None,
            {"totals": {"asha": 0, "bela": 0}},
            "pool",
            'these rules are no pool; give rules with a pool_limit, for example "pool-101"',
        ),
        (
            "pool-101",
            {"totals": {"asha": 0}},
            "pool/totals/bela",
            "the total of 'bela' is missing: the points before this deal, 0 in the first one",
        ),
        (
            "pool-101",
            {"totals": {"asha": 0, "bela": 0, "dev": 0}},
            "pool/totals/dev",
            "'dev' is no player of this deal; totals are of those who take part in it",
        ),
        (
            "pool-101",
            {"totals": {"asha": 0, "bela": 101}},
            "pool/totals/bela",
            f"'bela' has 101 and is out on reaching 101, {OTHERS}",
        ),
        (
            {"preset": "pool-101", "out_at": "exceed"},
            {"totals": {"asha": 0, "bela": 102}},
            "pool/totals/bela",
            f"'bela' has 102 and is out above 101, {OTHERS}",
        ),
        (
            None,
            {"deal": 1, "of": 2},
            "deals",
            'these rules are no game of deals; give rules with deals_winner, for example "deals"',
        ),
        (
            "deals",
            {"deal": 2, "of": 2},
            "deals/totals",
            "totals is missing: the points, or chips, of each player before deal 2",
        ),
        (
            "deals",
            {"deal": 2, "of": 2, "totals": {"asha": -1, "bela": 0}},
            "deals/totals/asha",
            "a total of points is at least 0, not -1",
        ),
        (
            "pool-101",
            {"point_value": "1"},
            "money",
            "by these rules the deal belongs to a pool, which no points are paid for; give pool, or other rules",
        ),
        (
            "deals",
            {"point_value": "1"},
            "money",
            (
                "by these rules the deal belongs to a game of deals, which no points are paid for; give deals, "
                "or other rules"
            ),
        ),
    ],
)
def test_what_is_told_of_a_game_that_the_deal_cannot_belong_to(rules, game, place, detail):
    assert told([ASHA, BELA], WILD, rules, **game) == [(place, detail)]


def test_what_is_told_of_stakes_and_deals_that_are_none():
    for stakes, words in (
        ({"point_value": "1,50"}, "the value of a point is a decimal text of at most six decimals, for example '0.50'"),
        (
            {"point_value": "1", "fee_percent": "101"},
            "a fee is a decimal text from 0 to 100 of at most four decimals, for example '12.5'",
        ),
        ({"deal": 1}, "deal and of go together: the number of this deal, and how many were agreed"),
        ({"of": 2}, "deal and of go together: the number of this deal, and how many were agreed"),
    ):
        with pytest.raises(ValueError, match=r"^[a-z]") as refusal:
            score([ASHA, BELA], WILD, **stakes)
        assert str(refusal.value) == words


@pytest.mark.parametrize(
    ("player", "rules", "detail"),
    [
        (CHAND, None, "a first drop costs 20 points"),
        (CHAND, {"first_drop": 1}, "a first drop costs 1 point"),
        (DEV, None, "a middle drop costs 40 points"),
        (seat("dev", "left"), None, "leaving, as a middle drop, costs 40 points"),
        (seat("dev", "full_count"), None, "a full count costs 80 points"),
        (seat("dev", "wrong_declaration"), None, "a wrong declaration costs 80 points"),
        (BELA, None, "16 points of loose cards"),
        (seat("dev", "groups", groups=LAID), None, "16 points for these groups, counted as laid"),
        (
            seat("dev", "hand", hand=HAND),
            {"cap": 60},
            "98 points of all cards, since no meld protects any, but at most 60",
        ),
    ],
)
def test_why_a_player_pays_is_told(player, rules, detail):
    assert score([ASHA, player], None, rules).lines[1].detail == detail


def test_why_the_others_pay_nothing_is_told():
    assert score([ASHA, BELA], WILD).lines[0].detail == "a valid declaration wins"
    assert score([seat("asha", "hand"), CHAND], WILD).lines[0].detail == (
        "everybody else is out, and the last one wins"
    )
    going_on = score(
        [seat("asha", "declared", groups=WRONG), BELA, seat("chand", "hand", hand=["8D", *DEAR[1:]])], WILD
    ).lines
    assert [line.points for line in going_on] == [80, None, None]
