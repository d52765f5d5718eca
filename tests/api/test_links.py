"""``GET /v1/analyze``: the same answers, in a URL that can be linked to and cached."""

import pytest

from app.rummy.rules import PRESETS
from tests.api.requests_for_tests import BODY, HAND, faults, post, problem

LINK = "/v1/analyze?hand=" + ",".join(HAND) + "&wild_joker=2"


def test_a_link_has_the_answer_of_the_body(client):
    assert client.get(LINK).data == post(client, BODY).data


@pytest.mark.parametrize(
    ("query", "member"),
    [
        ("&rules=pagat", {"rules": "pagat"}),
        ("&compare=true", {"compare": True}),
        ("&compare=false", {}),
        ("&picked_up=none", {}),
        ("&expect_rules=" + PRESETS["indian-13"].fingerprint, {}),
    ],
)
def test_every_member_is_a_parameter(client, query, member):
    assert client.get(LINK + query).data == post(client, {**BODY, **member}).data


def test_none_means_a_game_without_a_wild_rank(client):
    link = LINK.replace("wild_joker=2", "wild_joker=none")
    assert client.get(link).data == post(client, {**BODY, "wild_joker": None}).data


def test_suit_signs_may_be_percent_encoded_or_not(client):
    link = LINK.replace("4S", "4%E2%99%A0").replace("10H", "10♥")
    assert client.get(link).data == client.get(LINK).data


def test_all_faults_of_a_query_come_together_and_name_their_parameters(client):
    found = faults(client.get("/v1/analyze?hand=4S,5X,,6S&wild_joker=Z&q=1&q=2&compare=yes&compare=true&rules={}"))
    assert found == [
        ("q", "unknown_member"),
        ("compare", "repeated"),
        ("wild_joker", "unknown_wild_joker"),
        ("rules", "unknown_preset"),
        ("hand", "unknown_card"),
        ("hand", "unknown_card"),
        ("compare", "wrong_type"),
    ]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?hand=4S", "or none for no wild rank"),
        ("?wild_joker=2", "hand is missing; it is cards with commas between them, like hand=4S,10H,JK"),
        (LINK[11:] + "&compare=1", "compare is true or false, not '1'"),
        (LINK[11:] + "&compare=true" * 4, "compare is given 4 times; give it once"),
        (LINK[11:] + "&picked_up=null", "or JK, or none"),
        ("?wild_joker=null&hand=" + ",".join(HAND), "or none for no wild rank"),
        ("?wild_joker=2&hand=" + "%20".join(HAND), "no spaces between them, like hand=4S,10H,JK"),
        ("?wild_joker=2&hand=" + ",+".join(HAND), "no spaces between them, like hand=4S,10H,JK"),
        (LINK[11:] + '&rules={"preset":"pagat"}', "rules with switches of their own need POST"),
    ],
)
def test_messages_speak_of_links(client, query, words):
    told = problem(client.get("/v1/analyze" + query), 422)
    assert words in str([error["detail"] for error in told["errors"]])
    assert "or null" not in str(told)
    assert "array" not in str(told)


def test_a_bad_card_is_told_by_its_place_in_the_list(client):
    told = problem(client.get(LINK.replace("6S", "6X")), 422)
    assert told["errors"][0]["detail"].startswith("card 3: ")


@pytest.mark.parametrize("query", ["", "?", "?hand=", "?wild_joker", "?&&&=", "?hand=4S&wild_joker=2", "?%FF=%00"])
def test_wrong_queries_are_422(client, query):
    problem(client.get("/v1/analyze" + query), 422)


def test_impossible_hands_name_the_parameter(client):
    assert ("hand", "too_many_copies") in faults(client.get(LINK.replace("6S", "4S").replace("5S", "4S")))


def test_a_thousand_parameters_are_refused_at_once(client):
    assert faults(client.get(LINK + "&a=1" * 1000)) == [("", "out_of_range")]


@pytest.mark.parametrize("value", ["True", "1", "yes", "", "TRUE"])
def test_flags_are_true_or_false(client, value):
    assert faults(client.get(LINK + "&compare=" + value)) == [("compare", "wrong_type")]


def test_other_rules_than_expected_are_409(client):
    problem(client.get(LINK + "&expect_rules=" + "0" * 16), 409, "other-rules")


def test_an_answer_may_be_kept_and_asked_for_again(client):
    first = client.get(LINK)
    etag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    assert not etag.startswith("W/")
    for condition in (etag, f'"other", {etag}', "*", f"W/{etag}"):
        again = client.get(LINK, headers={"If-None-Match": condition})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == etag
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert "Content-Type" not in again.headers
    assert client.get(LINK, headers={"If-None-Match": '"other"'}).data == first.data


def test_other_answers_have_other_etags(client):
    assert client.get(LINK).headers["ETag"] != client.get(LINK + "&compare=true").headers["ETag"]


def test_head_has_the_headers_of_get(client):
    got, head = client.get(LINK), client.head(LINK)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Cache-Control", "Content-Length", "Content-Type"):
        assert head.headers[name] == got.headers[name]
