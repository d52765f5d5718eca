"""What the members of a request may be: all that is wrong is told at once, each fault with its place and its name."""

import pytest

from app.rummy.rules import PRESETS
from tests.api.requests_for_tests import BODY, GROUPS, HAND, case, faults, post, problem


def test_faults_of_all_members_come_together(client):
    body = {"hand": ["5X", *HAND[1:12], 7], "rules": {"cap": 0, "decks": "2"}, "compare": 1, "foo": None}
    assert faults(post(client, body)) == [
        ("#/wild_joker", "missing"),
        ("#/rules/cap", "out_of_range"),
        ("#/rules/decks", "wrong_type"),
        ("#/hand/0", "unknown_card"),
        ("#/hand/12", "wrong_type"),
        ("#/compare", "wrong_type"),
        ("#/foo", "unknown_member"),
    ]


def test_faults_of_all_cards_come_together_in_verify_too(client):
    body = {"groups": [["5H", 6, "7H"], "KS", ["1S", None]], "wild_joker": "6", "discard": "0", "hand": []}
    assert faults(post(client, body, "/v1/verify")) == [
        ("#/groups/0/1", "wrong_type"),
        ("#/groups/1", "wrong_type"),
        ("#/groups/2/0", "unknown_card"),
        ("#/groups/2/1", "wrong_type"),
        ("#/discard", "unknown_card"),
        ("#/hand", "unknown_member"),
    ]


@pytest.mark.parametrize("name", ["r010", "r011", "r012", "r014", "r037", "r038"])
def test_strange_spellings_of_cards_are_each_refused(client, name):
    for text in case(name)["hand"]:
        assert faults(post(client, {**BODY, "hand": [text, *HAND[1:]]})) == [("#/hand/0", "unknown_card")], ascii(text)


@pytest.mark.parametrize("text", ["\0", "5S\0", "\ud800", "𝟓S", "<script>", "5S'", "", "JOKERS", "1S", "11S", "🂬"])
def test_nothing_else_is_a_card(client, text):
    response = post(client, {**BODY, "hand": [text, *HAND[1:]]})
    assert faults(response) == [("#/hand/0", "unknown_card")]
    assert "<script" not in response.text


def test_faults_do_not_come_in_stages(client):
    body = {**BODY, "hand": ["5S", "5X", "5S", None, "5S"], "picked_up": "9C", "compare": 1}
    assert faults(post(client, body)) == [
        ("#/hand", "wrong_card_count"),
        ("#/hand/1", "unknown_card"),
        ("#/hand/3", "wrong_type"),
        ("#/hand/4", "too_many_copies"),
        ("#/compare", "wrong_type"),
    ]
    body = {**BODY, "hand": list(HAND[1:]), "picked_up": "9C", "wild_joker": "2X", "foo": 1}
    assert faults(post(client, body)) == [
        ("#/wild_joker", "unknown_wild_joker"),
        ("#/hand", "wrong_card_count"),
        ("#/picked_up", "not_in_hand"),
        ("#/foo", "unknown_member"),
    ]
    body = {"groups": [["5H", "X"], ["5H", "5H"]], "wild_joker": "5H", "discard": "5H", "rules": {"decks": 3}}
    assert faults(post(client, body, "/v1/verify")) == [
        ("#/groups/0/1", "unknown_card"),
        ("#/groups/1/1", "too_many_copies"),
        ("#/discard", "too_many_copies"),
    ]


def test_nothing_is_said_of_a_hand_under_rules_that_cannot_be(client):
    body = {**BODY, "hand": ["5X"], "rules": {"hand_size": 99}}
    assert faults(post(client, body)) == [("#/rules/hand_size", "out_of_range"), ("#/hand/0", "unknown_card")]


def test_groups_that_are_a_flat_list_are_one_fault_with_an_example(client):
    response = post(client, {**GROUPS, "groups": list(HAND)}, "/v1/verify")
    assert faults(response) == [("#/groups", "wrong_type")]
    assert '[[\\"5H\\"' in response.text


@pytest.mark.parametrize("path", ["/v1/analyze", "/v1/verify"])
def test_a_body_takes_no_parameters_beside_it(client, path):
    body = BODY if path == "/v1/analyze" else GROUPS
    assert faults(post(client, body, path + "?compare=true&b=&b=2")) == [
        ("compare", "unknown_member"),
        ("b", "unknown_member"),
    ]
    assert post(client, body, path + "?").status_code == 200


def test_suit_signs_are_cards_and_white_hearts_are_not(client):
    signs = case("r013")["hand"]
    found = faults(post(client, {**BODY, "hand": [*signs, *HAND[5:]]}))
    assert [place for place, code in found if code == "unknown_card"] == ["#/hand/3", "#/hand/4"]


def test_look_alikes_are_named_by_their_code_points(client):
    told = problem(post(client, {**BODY, "hand": ["6С", *HAND[1:]]}), 422)
    assert "U+0421" in told["errors"][0]["detail"]


def test_answers_are_canonical_however_cards_are_spelled(client):
    spelled = ["4s", "5♠", "6♠\ufe0f", "8h", "joker", "tH", "7c", "7d", "7h", "🂮", "kh", "K♦", "kC"]
    assert post(client, {**BODY, "hand": spelled}).data == post(client, BODY).data


@pytest.mark.parametrize("hand", [case("r019")["hand"], None, {}, 5, True])
def test_a_hand_is_an_array(client, hand):
    assert faults(post(client, {**BODY, "hand": hand})) == [("#/hand", "wrong_type")]


@pytest.mark.parametrize("card", [["5S"], {}, 5, 5.0, None, True])
def test_a_card_is_a_text(client, card):
    assert faults(post(client, {**BODY, "hand": [card, *HAND[1:]]})) == [("#/hand/0", "wrong_type")]


def test_absurdly_long_hands_are_refused_before_a_look_at_the_cards(client):
    for number in (64, 100_000):
        response = post(client, {**BODY, "hand": ["JK"] * number})
        assert faults(response) == [("#/hand", "out_of_range"), ("#/hand", "wrong_card_count")]
        assert "a hand has 13 cards, or 14" in response.text


@pytest.mark.parametrize("groups", [[["JK"]] * 65, [["JK"]] * 90_000])
def test_absurdly_many_groups_are_refused(client, groups):
    assert faults(post(client, {**GROUPS, "groups": groups}, "/v1/verify")) == [("#/groups", "out_of_range")]


def test_absurdly_long_groups_are_refused(client):
    body = {**GROUPS, "groups": [["5H"], ["JK"] * 64]}
    assert faults(post(client, body, "/v1/verify")) == [("#/groups/1", "out_of_range")]


def test_as_many_cards_as_are_read_are_judged_by_the_game(client):
    found = faults(post(client, {**BODY, "hand": ["JK"] * 63}))
    assert {code for _, code in found} <= {"too_many_jokers", "wrong_card_count"}


def test_copies_beyond_the_packs_are_told_by_place(client):
    hand = ["5S", "5S", "5S", *HAND[3:]]
    assert ("#/hand/2", "too_many_copies") in faults(post(client, {**BODY, "hand": hand}))


def test_two_of_a_card_are_legal_in_two_packs(client):
    answer = post(client, case("r047"))
    assert answer.status_code == 200
    assert answer.get_json()["declarable"] is True


@pytest.mark.parametrize("wild_joker", [*case("r015")["wild_joker"], 5, 5.0, 5.9, ["7"], {}, 1])
def test_a_wild_joker_is_a_text_or_null(client, wild_joker):
    assert faults(post(client, {**BODY, "wild_joker": wild_joker})) == [("#/wild_joker", "wrong_type")]


@pytest.mark.parametrize("wild_joker", ["05", " 5", "5 ", "+5", "1_0", "", "none", "null", "1", "14", "７", "S"])
def test_a_wild_joker_is_one_of_the_documented_texts(client, wild_joker):
    assert faults(post(client, {**BODY, "wild_joker": wild_joker})) == [("#/wild_joker", "unknown_wild_joker")]


def test_a_missing_wild_joker_is_a_fault_and_null_is_a_game_without(client):
    assert faults(post(client, {"hand": list(HAND)})) == [("#/wild_joker", "missing")]
    assert post(client, {**BODY, "wild_joker": None}).status_code == 200


@pytest.mark.parametrize("value", [*case("r017")["rules"]["wild_in_place_is_pure"], "true", 1.0, [], {}])
def test_booleans_are_true_or_false(client, value):
    found = faults(post(client, {**BODY, "rules": {"wild_in_place_is_pure": value}}))
    assert found == [("#/rules/wild_in_place_is_pure", "wrong_type")]
    assert faults(post(client, {**BODY, "compare": value})) == [("#/compare", "wrong_type")]


@pytest.mark.parametrize("decks", [2147483648, 0, 4, -1, 10**30])
def test_numbers_have_ranges(client, decks):
    assert faults(post(client, {**BODY, "rules": {"decks": decks}})) == [("#/rules/decks", "out_of_range")]


@pytest.mark.parametrize("decks", [True, 2.0, "2", None, [2]])
def test_numbers_are_whole_numbers(client, decks):
    assert faults(post(client, {**BODY, "rules": {"decks": decks}})) == [("#/rules/decks", "wrong_type")]


@pytest.mark.parametrize("rules", [[{}], None, 5, True])
def test_rules_are_a_name_or_an_object(client, rules):
    assert faults(post(client, {**BODY, "rules": rules})) == [("#/rules", "wrong_type")]


@pytest.mark.parametrize(("rules", "place"), [("indian", "#/rules"), ({"preset": "x"}, "#/rules/preset")])
def test_presets_are_a_closed_list(client, rules, place):
    assert faults(post(client, {**BODY, "rules": rules})) == [(place, "unknown_preset")]


def test_unknown_members_are_refused(client):
    assert faults(post(client, {**BODY, "foo": 1})) == [("#/foo", "unknown_member")]
    assert faults(post(client, {**BODY, "rules": {"foo": 1}})) == [("#/rules/foo", "unknown_member")]
    assert faults(post(client, {**GROUPS, "compare": True}, "/v1/verify")) == [("#/compare", "unknown_member")]


def test_very_many_unknown_members_are_refused_at_once(client):
    many = {f"m{i}": 1 for i in range(50_000)}
    assert faults(post(client, {**BODY, **many})) == [("#", "out_of_range")]
    assert faults(post(client, {**BODY, "rules": many})) == [("#/rules", "out_of_range")]


@pytest.mark.parametrize("value", [None, 5, ["a"]])
def test_an_expected_fingerprint_is_a_text(client, value):
    assert faults(post(client, {**BODY, "expect_rules": value})) == [("#/expect_rules", "wrong_type")]


@pytest.mark.parametrize("value", ["", "indian-13", "E3B0C44298FC1C14", "495f77fd4fbcf389\n"])
def test_an_expected_fingerprint_looks_like_one(client, value):
    assert faults(post(client, {**BODY, "expect_rules": value})) == [("#/expect_rules", "out_of_range")]


def test_other_rules_than_expected_are_409_and_both_are_named(client):
    detail = problem(post(client, {**BODY, "expect_rules": "0" * 16}), 409, "other-rules")["detail"]
    assert "0" * 16 in detail
    assert PRESETS["indian-13"].fingerprint in detail
    problem(post(client, {**GROUPS, "rules": "pagat", "expect_rules": "0" * 16}, "/v1/verify"), 409)


def test_the_expected_rules_are_answered(client):
    fingerprint = PRESETS["pagat"].fingerprint
    for body, path in ((BODY, "/v1/analyze"), (GROUPS, "/v1/verify")):
        answer = post(client, {**body, "rules": "pagat", "expect_rules": fingerprint}, path).get_json()
        assert answer["rules"] == {"name": "pagat", "fingerprint": fingerprint, "customised": False}


def test_rules_are_judged_before_cards_that_depend_on_them(client):
    problem(post(client, {"hand": ["5S"] * 13, "wild_joker": "2", "expect_rules": "0" * 16}), 409)


@pytest.mark.parametrize("member", ["picked_up", "expect_rules", "rules", "compare"])
def test_optional_members_may_be_left_out(client, member):
    full = {**BODY, "rules": "indian-13", "compare": False, "picked_up": None}
    full["expect_rules"] = PRESETS["indian-13"].fingerprint
    without = {name: value for name, value in full.items() if name != member}
    assert post(client, without).data == post(client, full).data


def test_discard_and_picked_up_may_be_null(client):
    assert post(client, {**GROUPS, "discard": None}, "/v1/verify").status_code == 200
    assert post(client, {**BODY, "picked_up": None}).status_code == 200


def test_a_card_picked_up_is_in_the_hand(client):
    assert ("#/picked_up", "not_in_hand") in faults(post(client, {**BODY, "hand": [*HAND, "9C"], "picked_up": "3C"}))
