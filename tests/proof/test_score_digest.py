"""The digest of a scored deal: what docs/proof.md says, over everybody's points, money and totals."""

from random import Random

import pytest

from tests.proof import questions, recompute
from tests.proof.questions import shuffled
from tests.proof.test_digest import changed


@pytest.fixture(scope="module")
def deals(app):
    """Deals and what the service says of them."""
    return [(asked, app.test_client().post("/v1/score", json=asked).get_json()) for asked in questions.deals()]


def test_others_can_make_it_from_the_question_and_the_answer(deals):
    assert len(deals) >= 5
    for asked, answer in deals:
        assert answer["digest"] == recompute.score_digest(asked, answer)


def test_everybodys_verdict_in_it_has_its_own(deals):
    for asked, answer in deals:
        for told, player in zip(asked["players"], answer["players"], strict=True):
            if player["analysis"]:
                assert player["analysis"]["digest"] == recompute.digest(
                    {**asked, "hand": told["hand"]}, player["analysis"]
                )
            if player["verdict"]:
                own = {**asked, "groups": told["groups"], "discard": told.get("discard")}
                assert player["verdict"]["digest"] == recompute.digest(own, player["verdict"])


def test_the_order_of_cards_does_not_matter(app, deals):
    rng = Random(3)
    for asked, answer in deals:
        players = [shuffled(rng, one) if one.keys() & {"hand", "groups"} else one for one in asked["players"]]
        again = app.test_client().post("/v1/score", json=asked | {"players": players}).get_json()
        assert again["digest"] == answer["digest"]


def test_no_member_of_a_scored_deal_can_be_changed_unnoticed(deals):
    for asked, answer in deals:
        own = answer["digest"]
        for where, other in changed({name: value for name, value in answer.items() if name != "digest"}):
            names = where.split(".")
            if {"analysis", "verdict"} & set(names):  # they have digests of their own
                continue
            same = recompute.score_digest(asked, other) == own
            assert same == (names[-1] == "detail" or where in {"rules.name", "rules.customised"}), where
