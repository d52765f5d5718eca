"""The digest of a verdict: what docs/proof.md says, the same however the cards lie, another for any other answer."""

import copy
import hashlib
import json
import re
from pathlib import Path
from random import Random

import pytest

from app.rummy.digest import ENGINE
from tests.proof import recompute
from tests.proof.questions import deals, path, published, seeded, shuffled

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "proof.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
FOLLOWS = r"(.*[.])?(position([.]\d)?|counts|requirements[.].*|missing[.].*|penalty[.]cap|rules[.](name|customised))"
"""Members of answers that say nothing which does not follow from the others,"""
OF_ANALYSES = r"points"
"""... and those of only analyses"""
OF_VERDICTS = r"best[.]points|best[.]rules[.].*|violations[.]\d+[.](detail|pointer)"
"""... or verdicts."""


@pytest.fixture(scope="module")
def ask(app):
    client = app.test_client()

    def answer(asked):
        response = client.post(path(asked), json=asked)
        assert response.status_code == 200, response.text
        return response.get_json()

    return answer


def readme_questions():
    """The README's questions about single hands and declarations; a whole deal has digests only in its parts."""
    asked = [json.loads(body) for body in re.findall(r"-d '\s*(\{.*?\})'", README, re.DOTALL)]
    return [one for one in asked if "players" not in one]


def test_the_examples_of_the_page_are_those_of_the_readme_and_hash_as_printed(ask):
    texts = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    printed = re.findall(r"^ {4}([0-9a-f]{64})$", PAGE, re.MULTILINE)
    assert len(texts) == len(printed) == len(readme_questions()) == 2
    for asked, text, digest in zip(readme_questions(), texts, printed, strict=True):
        answer = ask(asked)
        assert recompute.text(asked, answer) == text
        assert hashlib.sha256(text.encode()).hexdigest() == digest == answer["digest"]


TUNNELAS = {
    "hand": "7S 7S 7S KH KH KH JK JK JK 2C 3C 5D 8H 9H JH QS AD 4C 6H 10C 8C KC".split(),
    "wild_joker": "9D",
    "rules": "club-21",
}
DUBLEES = {
    "groups": [[card] * 2 for card in ("7S", "KH", "JK", "9D", "2C", "3H", "QC", "AS")] + ["4D 5S 8C JH 6D".split()],
    "wild_joker": "9D",
    "rules": "club-21",
}


@pytest.mark.parametrize("asked", [*published(every=25), *seeded(1, 150), TUNNELAS, DUBLEES], ids=str)
def test_others_can_make_it_from_the_question_and_the_answer(ask, asked):
    answer = ask(asked)
    assert answer["engine"] == ENGINE
    assert answer["digest"] == recompute.digest(asked, answer)


def test_the_order_of_cards_and_of_groups_does_not_matter(ask):
    rng = Random(7)
    for asked in [*published(every=25), *seeded(2, 150)]:
        assert ask(shuffled(rng, asked))["digest"] == ask(asked)["digest"], asked


def test_the_spelling_of_cards_does_not_matter(ask):
    plain = {"hand": "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split(), "wild_joker": "2D"}
    spelled = {"hand": "4s 5♠ 6S 8♥ joker Th 7C 7D 7H KS KH KD 🃞".split(), "wild_joker": "2♦"}
    assert ask(spelled)["digest"] == ask(plain)["digest"]


def test_the_name_of_the_rules_does_not_matter_but_what_they_say_does(ask):
    asked = readme_questions()[0]
    assert ask(asked | {"rules": {"preset": "indian-13", "cap": 80}})["digest"] == ask(asked)["digest"]
    assert ask(asked | {"rules": {"cap": 79}})["digest"] != ask(asked)["digest"]


def test_a_cut_card_is_another_question_than_its_rank(ask):
    asked = readme_questions()[0]
    assert ask(asked | {"wild_joker": "2D"})["digest"] != ask(asked)["digest"]


def test_whether_all_protections_are_told_is_part_of_the_answer(ask):
    asked = readme_questions()[0]
    assert ask(asked | {"compare": True})["digest"] != ask(asked)["digest"]


def changed(value, at=""):
    """Every way to change one value somewhere in a JSON value: where it is, and the whole changed."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        other = copy.copy(value)
        if isinstance(part, dict | list):
            for where, new in changed(part, f"{at}{key}."):
                other[key] = new
                yield where, copy.copy(other)
        else:
            card = {"card": "10D"} if key == "discard" else "10D"
            other[key] = not part if isinstance(part, bool) else part + 1 if isinstance(part, int) else card
            yield f"{at}{key}", other


FOURTEEN = {
    "hand": "3D 4D 5D 9S JK JS 7H 7S QC QD QH 2C 8H KD".split(),
    "wild_joker": "7C",
    "compare": True,
}
WRONG = {
    "groups": [["5H", "6S", "7H"], ["9S", "JK", "JS"], ["2C", "2D", "2S"], ["KH", "KS", "KD"], ["3C"]],
    "wild_joker": "6",
}


@pytest.mark.parametrize(
    ("asked", "schema", "also", "elsewhere"),
    [
        (FOURTEEN, "Analysis", OF_ANALYSES, {"show", "ungrouped"}),
        (WRONG, "Verdict", OF_VERDICTS, {"show", "ungrouped"}),
        (TUNNELAS, "Analysis", OF_ANALYSES, {"comparison"}),
        (DUBLEES, "Verdict", OF_VERDICTS, {"violations"}),
    ],
)
def test_no_member_of_an_answer_can_be_changed_unnoticed(ask, document, asked, schema, also, elsewhere):
    answer = ask(asked)
    own = answer.pop("digest")
    tried = set()
    for where, other in changed(answer):
        tried |= set(where.split("."))
        same = recompute.digest(asked, other) == own
        assert same == bool(re.fullmatch(f"{FOLLOWS}|{also}", where)), where
    members = document["components"]["schemas"][schema]["properties"].keys() - {"digest", "signature", "loose"}
    assert members <= tried | {"missing", *elsewhere}


def test_the_page_says_what_follows_from_the_rest():
    told = re.search(r"^What is left out follows from what is in it: (.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)[1]
    assert set(re.findall(r"`(\w+)`", told)) == {"points", "missing", "counts", "detail"}


def test_a_full_audit_has_the_digests_of_single_answers(client, ask):
    asked = [asked for asked in published(every=200) if "hand" in asked] + readme_questions()
    results = client.post("/v1/audit", json={"items": asked, "detail": "full"}).get_json()["results"]
    for one, result in zip(asked, results, strict=True):
        assert (result.get("analysis") or result["verdict"])["digest"] == ask(one)["digest"]


def test_another_answer_anywhere_needs_another_engine(ask):
    """One digest of all verdicts on the published cases, and of many under rules of their own, for this engine."""
    every = hashlib.sha256()
    for asked in [*published(), *seeded(3, 300), *deals()]:
        every.update(ask(asked)["digest"].encode())
    pinned = json.loads((ROOT / "tests" / "cases" / "engine.json").read_text("utf-8"))
    assert (ENGINE, every.hexdigest()) == (pinned["engine"], pinned["verdicts"]), (
        "some verdicts, or their digests, are others than they were: raise ENGINE in app/rummy/digest.py, unless no "
        "release had these, and write the new values into tests/cases/engine.json"
    )
