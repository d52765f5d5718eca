"""``python -m app replay``: stored questions and answers, asked again; what still holds, and what was changed."""

import gzip
import json
import sys

import pytest

from app import create_app
from app.bulk import replay
from app.cli import main
from app.config import Config
from app.rummy import digest
from tests.api.requests_for_tests import BODY, GROUPS
from tests.proof.keys_for_tests import KEYS, NEW, OLD, public_pem
from tests.proof.questions import deals, path, published, seeded

LINK = "/v1/analyze?hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC&wild_joker=2"
DEAL = {
    "players": [{"id": "asha", "outcome": "declared", "groups": [*GROUPS["groups"]]}, {"id": "bela", "outcome": "hand",
    "hand": "4S 5S 6S 9C 9D 10H 7C 7D 8H QS QD 3D AC".split()}],
    "wild_joker": "6",
}  # fmt: skip


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    path = tmp_path_factory.mktemp("keys") / "keys.pem"
    path.write_bytes(OLD + NEW)
    return path


@pytest.fixture(scope="module")
def service(keys):
    return create_app(Config(signing_keys=str(keys))).test_client()


@pytest.fixture(scope="module")
def ask(service):
    """A stored pair: the question, and what the service said."""

    def pair(asked, name=None):
        answer = service.get(asked) if isinstance(asked, str) else service.post(path(asked), json=asked)
        return {"id": name, "request": asked, "response": answer.get_json()}

    return pair


@pytest.fixture
def run(tmp_path, capsys, keys):
    """Replay pairs; gives the exit status, the report, and what stands on standard error."""

    def replayed(pairs, *options):
        data = pairs if isinstance(pairs, bytes) else "".join(json.dumps(pair) + "\n" for pair in pairs).encode()
        (tmp_path / "pairs.ndjson").write_bytes(data)
        report = tmp_path / "report.ndjson"
        usual = ["--processes", "1", "--quiet", *(options or ["--keys", str(keys)])]
        status = main(["replay", str(tmp_path / "pairs.ndjson"), str(report), *usual])
        told = [json.loads(line) for line in report.read_text("ascii").splitlines()] if report.exists() else []
        return status, told, capsys.readouterr().err

    return replayed


def changed(pair, **members):
    return pair | {"response": pair["response"] | members}


def test_what_the_service_says_holds(run, ask):
    pairs = [ask(one, place) for place, one in enumerate([*published(every=100), *seeded(21, 60), LINK, *deals()])]
    status, told, shown = run(pairs)
    assert status == 0
    assert told[-1]["summary"] == {
        "pairs": len(pairs), "hold": len(pairs), "other_answer": 0, "wrong_digest": 0, "wrong_signature": 0,
        "unchecked": 0, "failed": 0,
    }  # fmt: skip
    assert told[-1]["engine"] == digest.ENGINE
    for place, line in enumerate(told[:-1]):
        assert line == {
            "index": place, "id": place, "holds": True, "answer": "same", "digest": "fits", "signature": "fits",
            "engine": digest.ENGINE, "differences": [],
        }  # fmt: skip
    assert f"{len(pairs):,} hold" in shown


@pytest.mark.parametrize("asked", [BODY, GROUPS, LINK, DEAL], ids=["analyze", "verify", "link", "score"])
def test_an_answer_may_have_been_stored_as_text_and_in_any_order(run, ask, asked):
    pair = ask(asked)
    status, told, _ = run([pair | {"response": json.dumps(pair["response"], sort_keys=True, indent=1)}])
    assert (status, told[0]["holds"]) == (0, True)


def test_a_changed_answer_is_told_from_what_was_said(run, ask):
    status, told, shown = run([changed(ask(BODY, "deal-7"), points=12)])
    assert status == 1
    assert told[0]["differences"] == [{"pointer": "#/points", "stored": 12, "now": 0}]
    # The points are not in the digest but follow from the penalty that is; the signature is over all of it.
    assert (told[0]["id"], told[0]["digest"], told[0]["signature"]) == ("deal-7", "fits", "does_not_fit")
    assert "0 hold, 1 other answer, 0 wrong digest, 1 wrong signature" in shown


def test_a_changed_card_fits_neither_digest_nor_signature(run, ask):
    pair = ask(BODY)
    cards = [*pair["response"]["melds"][0]["cards"][:2], {"card": "7S", "position": 2}]
    pair["response"]["melds"][0]["cards"] = cards
    status, (told, _), _ = run([pair])
    assert status == 1
    assert told["differences"] == [{"pointer": "#/melds/0/cards/2/card", "stored": "7S", "now": "6S"}]
    assert (told["digest"], told["signature"]) == ("does_not_fit", "does_not_fit")


def test_an_answer_to_another_question_does_not_fit_even_where_it_says_the_same(run, ask):
    pair = ask(BODY)
    status, (told, _), _ = run([pair | {"request": BODY | {"wild_joker": "2D"}}])
    assert status == 1
    assert (told["answer"], told["digest"], told["signature"]) == ("same", "does_not_fit", "fits")


def test_a_forged_digest_is_found_by_the_signature(run, ask):
    forged = ask(BODY | {"wild_joker": "2D"})["response"]["digest"]
    status, (told, _), _ = run([changed(ask(BODY), digest=forged)])
    assert (status, told["digest"], told["signature"]) == (1, "does_not_fit", "does_not_fit")


def test_a_members_that_is_gone_or_new_is_a_difference(run, ask):
    pair = ask(BODY)
    del pair["response"]["missing"]
    _, (told, _), _ = run([changed(pair, bonus=5)])
    assert told["differences"] == [{"pointer": "#/bonus", "stored": 5}, {"pointer": "#/missing", "now": []}]


def test_at_most_twenty_differences_are_told(run, ask):
    pair = ask({"groups": [["KS"] for _ in range(2)], "wild_joker": "9"})
    pair["response"]["groups"] = [{"kind": None, "cards": [], "reasons": []}] * 40
    _, (told, _), _ = run([pair])
    assert len(told["differences"]) == 20


def test_other_words_for_people_are_no_other_answer(run, ask):
    pair = ask(GROUPS | {"groups": GROUPS["groups"][1:]})
    for violation in pair["response"]["violations"]:
        violation["detail"] = "in other words"
    status, (told, _), _ = run([pair], "--keys", "")
    assert (status, told["holds"], told["digest"]) == (0, True, "fits")


def test_true_is_not_one(run, ask):
    _, (told, _), _ = run([changed(ask(BODY), declarable=1)])
    assert told["differences"] == [{"pointer": "#/declarable", "stored": 1, "now": True}]
    assert told["digest"] == "fits" or told["digest"] == "does_not_fit"


@pytest.mark.parametrize("asked", [BODY, GROUPS, DEAL], ids=["analyze", "verify", "score"])
def test_an_answer_of_another_engine_is_held_against_its_own_digest(run, ask, monkeypatch, request, asked):
    pairs = [ask(asked)]
    digest._head.cache_clear()  # it remembers texts with the engine in them
    request.addfinalizer(digest._head.cache_clear)
    later = digest.ENGINE + 1
    for module in ("app.rummy.digest", "app.api.encode", "app.api.scorebook", "app.api.canonical", "app.bulk.replay"):
        monkeypatch.setattr(f"{module}.ENGINE", later, raising=False)
    status, (told, end), _ = run(pairs)
    assert status == 0
    assert (told["engine"], told["digest"], told["signature"]) == (pairs[0]["response"]["engine"], "fits", "fits")
    assert end["engine"] == later != told["engine"]


def test_without_keys_signatures_are_counted_and_not_checked(run, ask, monkeypatch):
    monkeypatch.delenv("MELDWISE_SIGNING_KEYS", raising=False)
    status, (told, end), shown = run([ask(BODY)], "--keys", "")
    assert (status, told["signature"], end["summary"]["unchecked"]) == (0, "not_checked", 1)
    assert "no key to check 1 signatures with (--keys)" in shown


def test_the_keys_of_the_service_are_used_unless_others_are_given(run, ask, keys, monkeypatch):
    monkeypatch.setenv("MELDWISE_SIGNING_KEYS", str(keys))
    assert run([ask(BODY)], "--quiet")[1][0]["signature"] == "fits"


def test_public_keys_will_do_as_the_service_publishes_them(run, ask, service, tmp_path):
    (tmp_path / "jwks.json").write_bytes(service.get("/.well-known/jwks.json").data)
    assert run([ask(BODY)], "--keys", str(tmp_path / "jwks.json"))[1][0]["signature"] == "fits"


def test_a_signature_by_another_key_proves_nothing(run, ask, tmp_path):
    (tmp_path / "other.pem").write_bytes(public_pem(KEYS[2]))
    status, (told, _), _ = run([ask(BODY)], "--keys", str(tmp_path / "other.pem"))
    assert (status, told["holds"], told["signature"]) == (1, False, "unknown_key")


def test_an_answer_from_before_there_were_digests_is_held_against_what_is_said_now(run, ask):
    pair = ask(BODY)
    for name in ("engine", "digest", "signature"):
        del pair["response"][name]
    status, (told, _), _ = run([pair])
    assert (status, told["holds"], told["digest"], told["signature"], told["engine"]) == (0, True, "none", "none", None)


@pytest.mark.parametrize(
    "asked",
    [
        BODY | {"hand": ["4S", "6X"]},
        BODY | {"hand": ["5S"] * 13, "rules": {"cap": 0}},
        BODY | {"expect_rules": "0123456789abcdef"},
        LINK.replace("6S", "6X"),
    ],
)
def test_a_refusal_holds_if_the_question_is_refused_for_the_same_again(run, ask, asked):
    status, (told, _), _ = run([ask(asked)])
    assert (status, told["holds"], told["digest"]) == (0, True, "none")


def test_a_refusal_of_what_is_answered_now_does_not_hold_nor_the_other_way_round(run, ask):
    refusal = ask(BODY | {"hand": ["4S", "6X"]})
    status, told, _ = run([refusal | {"request": BODY}, ask(BODY) | {"request": refusal["request"]}])
    assert status == 1
    assert [line.get("holds") for line in told[:-1]] == [False, False]
    assert [line["digest"] for line in told[:-1]] == ["none", "not_checked"]


def test_another_fault_is_another_answer(run, ask):
    refusal = ask(BODY | {"hand": ["4S", "6X"]})
    refusal["response"]["errors"][0]["code"] = "out_of_range"
    status, (told, _), _ = run([refusal])
    assert (status, told["differences"][0]["stored"]) == (1, "out_of_range")


def test_a_search_that_used_up_its_budget_does_so_again(run, monkeypatch):
    monkeypatch.setenv("MELDWISE_SEARCH_BUDGET", "1")
    body = {"type": "/problems/search-budget", "title": "Search budget used up", "status": 503, "detail": "..."}
    asked = {"hand": "9S 10S JS QS KS 2D 2H 3D 3H 4H 4C 5C 5D".split(), "wild_joker": "2"}
    status, (told, _), _ = run([{"request": asked, "response": body}])
    assert (status, told["holds"]) == (0, True)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"not JSON", "not-json"),
        (b"[" * 30, "not-json"),
        (b"5", "invalid-input"),
        (b'{"request": {}}', "invalid-input"),
        (b'{"request": {}, "response": {}, "more": 1}', "invalid-input"),
        (b'{"request": {}, "response": {}}', "invalid-input"),
        (b'{"request": {"items": []}, "response": {}}', "invalid-input"),
        (b'{"request": 5, "response": {}}', "invalid-input"),
        (b'{"request": "/v1/rules", "response": {}}', "invalid-input"),
        (b'{"request": {"hand": []}, "response": []}', "invalid-input"),
        (b'{"request": {"hand": []}, "response": "{"}', "not-json"),
        (b'{"request": {"hand": []}, "response": {"type": "/problems/unauthorized"}}', "invalid-input"),
        (b'{"request": {"hand": []}, "response": {"type": ["x"]}}', "invalid-input"),
        (b'{"request": {"hand": []}, "response": {"type": "/problems/invalid-input", "errors": [1]}}', "invalid-input"),
        (b'{"x": "' + b"x" * (1 << 20) + b'"}', "too-large"),
    ],
)
def test_what_is_no_pair_fails_in_its_place_and_the_others_go_on(run, ask, line, kind):
    good = json.dumps(ask(BODY)).encode()
    status, told, _ = run(good + b"\n" + line + b"\n\n" + good)
    assert status == 2
    assert [each.get("holds") for each in told[:-1]] == [True, None, True]
    assert told[1]["error"]["type"] == f"/problems/{kind}"
    assert told[-1]["summary"]["failed"] == 1


@pytest.mark.parametrize(
    "response",
    [
        {},
        {"digest": None},
        {"digest": "0" * 64, "engine": 1},
        {"digest": "0" * 64, "engine": [], "rules": {"fingerprint": {}}, "melds": 5},
        {"digest": 5, "rules": 5},
        {"players": "abc", "digest": "x"},
        {"melds": [{"cards": [5]}], "digest": "x", "penalty": {}},
    ],
)
@pytest.mark.parametrize("asked", [BODY, GROUPS, DEAL], ids=["analyze", "verify", "score"])
def test_whatever_stands_for_an_answer_does_not_hold(run, response, asked):
    status, (told, _), _ = run([{"request": asked, "response": response}])
    assert (status, told["holds"]) == (1, False)
    assert told["digest"] == ("does_not_fit" if "digest" in response else "none")


def test_a_failure_of_our_own_is_told_and_stops_nothing(run, ask, monkeypatch):
    def fail(*_):
        raise RuntimeError

    monkeypatch.setattr(replay, "digest_fit", fail)
    status, (told, _), _ = run([ask(BODY, "x")])
    assert (status, told["id"], told["error"]["type"]) == (2, "x", "/problems/internal-error")


def test_several_processes_and_compressed_files_give_the_same_report(ask, tmp_path, capsys, keys):
    pairs = [ask(one, place) for place, one in enumerate(seeded(5, 40))] * 30
    data = "".join(json.dumps(pair) + "\n" for pair in pairs).encode()
    (tmp_path / "pairs.ndjson.gz").write_bytes(gzip.compress(data))
    for processes in ("1", "2"):
        to = str(tmp_path / f"{processes}.ndjson.gz")
        command = ["replay", str(tmp_path / "pairs.ndjson.gz"), to, "--keys", str(keys), "--processes", processes]
        assert main(command) == 0
    one, two = (gzip.decompress((tmp_path / f"{n}.ndjson.gz").read_bytes()) for n in "12")
    assert one == two
    assert one.count(b'"holds":true') == len(pairs)
    assert "1,200 pairs" in capsys.readouterr().err


def test_nothing_is_done_without_good_keys(run, tmp_path):
    (tmp_path / "bad.pem").write_bytes(b"secret")
    for name, told in (("bad.pem", "the file holds no key"), ("none", "the file cannot be read")):
        status, report, shown = run(b"", "--keys", str(tmp_path / name))
        assert (status, report) == (2, [])
        assert told in shown
        assert "secret" not in shown


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "none"), str(tmp_path / "report"), "--quiet"]) == 2
    assert "none" in capsys.readouterr().err
    assert not (tmp_path / "report").exists()
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"{}" * 1000)[:20])
    assert main(["replay", str(tmp_path / "cut.gz"), str(tmp_path / "report"), "--quiet"]) == 2
    assert "damaged or cut short" in capsys.readouterr().err


@pytest.mark.parametrize("member", ["analysis", "verdict"])
def test_a_change_in_one_verdict_of_a_deal_is_found(run, ask, member):
    pair = ask(DEAL)
    player = next(player for player in pair["response"]["players"] if player[member])
    cards = player[member]["groups" if member == "verdict" else "melds"][0]["cards"]
    cards[0] = cards[0] | {"card": "JK"}
    _, (told, _), _ = run([pair])
    assert (told["answer"], told["digest"], told["signature"]) == ("other", "does_not_fit", "does_not_fit")


def test_special_shows_are_part_of_it(run, ask):
    hand = ["4S"] * 3 + ["5H"] * 3 + ["9C"] * 3 + "AS 2H 3D 6C 7S 8D 10H JD QC KS 3S 6H".split()
    pair = ask({"hand": hand, "wild_joker": "KD", "rules": "club-21"})
    assert pair["response"]["show"]
    assert run([pair])[1][0]["holds"]
    pair["response"]["ungrouped"] = []
    assert run([pair])[1][0]["digest"] == "does_not_fit"


def test_an_interrupted_replay_writes_nothing(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("app.bulk.replay_command.spread", interrupted)
    assert run(b"{}") == (130, [], "interrupted; nothing was written\n")


def test_without_the_extra_signatures_cannot_be_checked_and_it_says_how(run, monkeypatch):
    monkeypatch.delitem(sys.modules, "app.keys.signing")
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    status, report, shown = run(b"{}")
    assert (status, report) == (2, [])
    assert "checking signatures needs the extra sign: pip install 'meldwise[sign]'" in shown
