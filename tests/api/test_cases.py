"""What breaks services of this kind, case by case, sent to the running server as the bytes that they are.

``tests/cases/http.jsonl`` says of each what is wrong with those services and what is right.
"""

import gzip
import json
import os
import re
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.requests_for_tests import BODY, GROUPS, HAND, case
from tests.api.wire import ROOT, Seen, chunk, connect, get, post, read, running, send, told
from tests.chaos.service import serving
from tests.contract.reading import check_response

CASES = {
    line["id"]: line for line in map(json.loads, (ROOT / "tests/cases/http.jsonl").read_text("utf-8").splitlines())
}
ANALYZE, VERIFY = "/v1/analyze", "/v1/verify"
OTHER_GROUPS = [["3H", "4H", "5H"], ["9S", "6D", "JS"], ["2C", "2D", "2S"], ["KH", "KS", "KD", "KC"]]
ELSEWHERE = {
    "r025": "tests/api/test_problems.py::test_failures_are_500_that_say_nothing_and_are_logged",
    "r027": "tests/api/test_problems.py::test_failures_are_500_that_say_nothing_and_are_logged",
    "r030": "tests/test_gunicorn_conf.py::test_workers_are_never_recycled_and_their_heartbeat_is_in_memory",
    "r031": "tests/test_gunicorn_conf.py::test_workers_are_never_recycled_and_their_heartbeat_is_in_memory",
    "r049": "tests/contract/test_examples.py::test_a_request_gets_the_printed_answer",
}
"""Cases that no client can send."""


def codes(answer):
    return [(error["pointer"], error["code"]) for error in told(answer, 422)["errors"]]


def hand_with(text):
    return {**BODY, "hand": [text, *HAND[1:]]}


HERE = set()


def covers(*names):
    """Marks the test of these cases."""
    HERE.update(names)
    return lambda test: test


@covers("r001")
def test_a_body_of_null_is_422(server):
    assert codes(send(server, post(ANALYZE, case("r001")["body"]))) == [("#", "wrong_type")]


@covers("r002")
def test_an_empty_body_is_400(server):
    told(send(server, post(ANALYZE, case("r002")["body"])), 400)


@covers("r003")
def test_only_utf_8_is_read(server):
    named, _ = case("r003")
    told(send(server, post(ANALYZE, named["body"], content_type=named["content_type"].encode())), 415)
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "cp037"):
        told(send(server, post(ANALYZE, json.dumps(BODY).encode(encoding))), 400)


@covers("r004")
def test_a_byte_order_mark_is_400_everywhere(server):
    for target in (ANALYZE, VERIFY, "/v1/audit"):
        assert "byte order mark" in told(send(server, post(target, b"\xef\xbb\xbf{}")), 400)["detail"]


@covers("r005")
def test_deep_nesting_is_400(server):
    for body in ("[" * 20_000 + "]" * 20_000, "[" * 300_000, '{"a":' * 100_000, "[" * 11 + "]" * 11):
        assert "deeper than 10" in told(send(server, post(ANALYZE, body)), 400)["detail"]


@covers("r006")
def test_numbers_that_json_does_not_have_are_400(server):
    body = case("r006")["body"]
    for literal in ("NaN", "Infinity", "-Infinity"):
        told(send(server, post(ANALYZE, body.replace("NaN", literal))), 400)


@covers("r007")
def test_a_number_that_becomes_infinite_is_422(server):
    body = case("r007")["body"]
    for literal in ("1e400", "-1e400", "1e999999999", "1E+400"):
        answer = send(server, post(ANALYZE, body.replace("1e400", literal)))
        assert codes(answer) == [("#/wild_joker", "wrong_type")]


@covers("r008")
def test_a_member_given_twice_is_400(server):
    told(send(server, post(ANALYZE, case("r008")["body"])), 400)
    told(send(server, post(ANALYZE, '{"hand":[],"rules":{"cap":1,"c\\u0061p":1}}')), 400)


@covers("r009")
def test_malformed_json_is_400(server):
    for body in case("r009")["bodies"]:
        told(send(server, post(ANALYZE, body)), 400)


@covers("r010", "r011", "r012", "r014", "r037", "r038")
@pytest.mark.parametrize("name", ["r010", "r011", "r012", "r014", "r037", "r038"])
def test_strange_spellings_of_cards_are_422_each(server, name):
    for text in case(name)["hand"]:
        answer = send(server, post(ANALYZE, hand_with(text)))
        assert codes(answer) == [("#/hand/0", "unknown_card")]
        shown = answer.json["errors"][0]["detail"]
        assert all(f"<U+{ord(character):04X}>" in shown for character in text if not " " <= character <= "~")


@covers("r013")
def test_suit_signs_are_cards_in_any_style_and_hearts_are_not(server):
    *signs, heavy, white = case("r013")["hand"]
    answers = [send(server, post(ANALYZE, hand_with(sign))) for sign in signs]
    assert [answer.json["melds"][0]["cards"] for answer in answers] == [answers[0].json["melds"][0]["cards"]] * 3
    for text in (heavy, white):
        assert codes(send(server, post(ANALYZE, hand_with(text)))) == [("#/hand/0", "unknown_card")]


@covers("r015", "r016", "r034")
def test_a_wild_joker_is_a_text_as_documented_or_null(server):
    for value in (*case("r015")["wild_joker"], *case("r016")["wild_joker"], *case("r034")["calls"]):
        code = "unknown_wild_joker" if isinstance(value, str) else "wrong_type"
        assert codes(send(server, post(ANALYZE, {**BODY, "wild_joker": value}))) == [("#/wild_joker", code)]


@covers("r017")
def test_a_flag_is_true_or_false(server):
    for value in case("r017")["rules"]["wild_in_place_is_pure"]:
        for rules, place in (({"wild_in_place_is_pure": value}, "#/rules/wild_in_place_is_pure"),):
            assert codes(send(server, post(ANALYZE, {**BODY, "rules": rules}))) == [(place, "wrong_type")]


@covers("r018", "r040")
def test_faults_of_any_kind_together_are_one_422(server):
    assert codes(send(server, post(ANALYZE, {"hand": ["5S", 7, None], "wild_joker": "7"}))) == [
        ("#/hand", "wrong_card_count"),
        ("#/hand/1", "wrong_type"),
        ("#/hand/2", "wrong_type"),
    ]
    assert {place for place, _ in codes(send(server, post(ANALYZE, case("r040"))))} == {
        "#/wild_joker",
        "#/rules",
        "#/hand/0",
    }


@covers("r019")
def test_a_hand_in_one_text_is_422(server):
    assert codes(send(server, post(ANALYZE, {**BODY, "hand": case("r019")["hand"]}))) == [("#/hand", "wrong_type")]


@covers("r020")
def test_a_megabyte_is_413(server):
    body = json.dumps(BODY) + " " * (1 << 20)
    told(send(server, post(ANALYZE, body)), 413)


@covers("r021")
def test_chunks_are_read_whole_and_never_without_end(server):
    head = get(ANALYZE, b"Content-Type: application/json", b"Transfer-Encoding: chunked", method=b"POST")
    text = json.dumps(BODY).encode()
    assert send(server, head + chunk(text[:9]) + chunk(text[9:]) + b"0\r\n\r\n").status == 200
    told(send(server, head + chunk(text), *[chunk(b" " * 65536)] * 100), 413)


@covers("r022")
def test_a_compressed_body_is_415_and_told_how_to_come(server):
    data = gzip.compress(json.dumps(BODY).encode())
    for coding in (b"gzip", b"GZIP", b"x-gzip", b"deflate", b"br", b"zstd", b"identity, gzip"):
        answer = send(server, post(ANALYZE, data, b"Content-Encoding: " + coding))
        assert "send the body as it is" in told(answer, 415)["detail"]
        assert answer.headers["accept-encoding"] == "identity"
    told(send(server, post(ANALYZE, data)), 400)


@covers("r023")
def test_a_hundred_thousand_jokers_are_422_at_once(server):
    answer = send(server, post(ANALYZE, {**BODY, "hand": ["JK"] * 100_000}))
    assert ("#/hand", "out_of_range") in codes(answer)


@covers("r024", "r045")
def test_what_is_not_there_is_404_and_what_is_not_done_405_with_allow(server):
    for method, target, status, allow in (
        (b"GET", "/nope", 404, None),
        (b"GET", VERIFY, 405, "OPTIONS, POST"),
        (b"DELETE", "/livez", 405, "GET, HEAD, OPTIONS"),
        (b"PUT", ANALYZE, 405, "GET, HEAD, OPTIONS, POST"),
        (b"TRACE", ANALYZE, 405, "GET, HEAD, OPTIONS, POST"),
        (b"PATCH", "/v1/audit", 405, "OPTIONS, POST"),
        (b"PROPFIND", "/v1/rules", 405, "GET, HEAD, OPTIONS"),
    ):
        answer = send(server, get(target, method=method))
        told(answer, status)
        assert answer.headers.get("allow") == allow


@covers("r026", "r053")
def test_head_and_options_answer_without_a_body(server):
    answer = send(server, get(VERIFY, method=b"HEAD"))
    assert (answer.status, answer.headers["allow"]) == (405, "OPTIONS, POST")
    for target in (VERIFY, ANALYZE):
        answer = send(server, get(target, method=b"OPTIONS"))
        assert (answer.status, answer.body, answer.headers.get("content-type")) == (204, b"", None)
        assert "OPTIONS" in answer.headers["allow"]
    with connect(server) as connection:  # no byte after the head, or the next answer would not begin there
        connection.sendall(get("/livez", method=b"HEAD") + get("/nope", method=b"HEAD") + get("/livez"))
        stream = connection.makefile("rb")
        assert read(stream, head=True).status == 200
        assert read(stream, head=True).status == 404
        assert read(stream).json == {"status": "alive"}


@covers("r028")
def test_what_the_server_itself_refuses_is_a_problem_too(server):
    told(send(server, get("/livez", b"X-Long: " + b"a" * 9000)), 431)
    told(send(server, get("/" + "a" * 5000)), 414)
    told(send(server, b"garbage\r\n\r\n"), 400)


@covers("r029", "r032")
def test_twenty_searches_beyond_the_budget_are_503_and_the_worker_lives():
    hand = "8S 8H 8D 8C 8S 8H 8D 8C 9S 9H 9D JK JK 9C".split()
    hard = post(ANALYZE, {"hand": hand, "wild_joker": "2", "rules": "pagat", "compare": True})
    with running(MELDWISE_SEARCH_BUDGET="10") as frugal, ThreadPoolExecutor(21) as pool:
        refused = [pool.submit(send, frugal, hard) for _ in range(20)]
        assert pool.submit(send, frugal, get("/livez")).result(5).status == 200
        for answer in (future.result() for future in refused):
            assert told(answer, 503)["type"] == "/problems/search-budget"
            assert int(answer.headers["retry-after"]) > 0
        assert send(frugal, post(ANALYZE, BODY)).status == 200


@covers("r033")
def test_the_same_cards_under_other_rules_and_jokers_get_other_answers(server):
    hand = "2S 3S 4S 8H 8D 8C 2D 5C 6H AD JH 3C QD".split()
    points = []
    for _ in range(2):  # from the search, and then from its memo
        for protection in ("both_lives", "first_life", "pure_exempt"):
            body = {"hand": hand, "wild_joker": "7", "rules": {"protection": protection}}
            points.append(send(server, post(ANALYZE, body)).json["points"])
    assert points == [79, 46, 70] * 2
    # The groups that the case names stand with either joker: 9S JK JS is a sequence with a wild nine in its own place.
    for groups, verdicts in ((GROUPS["groups"], [True, True]), (OTHER_GROUPS, [True, False])):
        found = [send(server, post(VERIFY, {"groups": groups, "wild_joker": wild})).json["valid"] for wild in "6969"]
        assert found == verdicts * 2


@covers("r035")
def test_fifty_hands_over_and_over_at_once_are_answered_alike(server):
    lines = (ROOT / "tests/cases/bulk.jsonl").read_text("utf-8").splitlines()[:50]
    hands = [(case_["hand"], case_["wild_joker"]) for case_ in map(json.loads, lines)]
    requests = [post(ANALYZE, {"hand": hand, "wild_joker": wild}) for hand, wild in hands]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda request: send(server, request), requests * 8))
    assert {answer.status for answer in answers} == {200}
    assert len({(index % 50, answer.body) for index, answer in enumerate(answers)}) == 50


@covers("r036")
def test_counts_are_those_of_all_workers_whoever_tells_them_and_whoever_has_died():
    line = r'^meldwise_http_requests_total{method="POST",route="/v1/analyze",status="200"} (\S+)$'

    def told_by_all():
        return {float(re.search(line, service.ask(get("/metrics")).body.decode(), re.MULTILINE)[1]) for _ in range(6)}

    with serving(WORKERS=4) as service:
        for _ in range(40):  # a client's connection each, so that every worker has some
            with service.connect() as connection, connection.makefile("rb") as stream:
                connection.sendall(post(ANALYZE, BODY) * 25)
                assert {read(stream).status for _ in range(25)} == {200}
        assert told_by_all() == {1000}
        os.kill(min(service.workers()), signal.SIGKILL)
        assert service.until(lambda: service.metric("meldwise_workers") == 4)
        assert told_by_all() == {1000}


@covers("r039")
def test_a_body_on_get_is_400_and_never_mixed_into_the_query(server):
    for target in (ANALYZE, f"{ANALYZE}?wild_joker=2&hand={','.join(HAND)}", "/livez", "/"):
        answer = send(server, post(target, BODY, method=b"GET"))
        assert told(answer, 400)["type"] == "/problems/unexpected-body"


@covers("r041")
def test_a_body_that_breaks_off_is_400_with_a_place(server):
    detail = told(send(server, post(ANALYZE, case("r041")["body"])), 400)["detail"]
    assert "line 1, column 9" in detail
    assert "missing" not in detail


@covers("r042")
def test_double_slashes_are_404(server):
    for target in ("//v1//analyze", "//v1/analyze", "/v1//analyze", "/v1/analyze/", "//", "///livez"):
        told(send(server, post(target, BODY)), 404)


@covers("r043")
def test_unknown_members_are_422_and_the_contract_says_so(server, document):
    body = json.loads(case("r043")["body"])
    assert codes(send(server, post(ANALYZE, body))) == [("#/foo", "unknown_member")]
    for name in ("AnalyzeRequest", "VerifyRequest", "AuditRequest", "HandItem", "GroupsItem", "RulesObject"):
        assert document["components"]["schemas"][name]["additionalProperties"] is False


@covers("r044", "r046", "r055")
def test_every_refusal_is_in_the_contract_with_its_type(server, document):
    for target in (ANALYZE, VERIFY, "/v1/audit"):
        for status, request in (
            (400, post(target, "")),
            (415, post(target, "{}", content_type=b"text/plain")),
            (400, post(target, "[" * 20_000)),
            (413, post(target, " " * 800_000)),
            (422, post(target, "{}")),
            (414, get(target + "?" + "a" * 5000, method=b"POST")),
            (417, post(target, "{}", b"Expect: rain")),
            (431, post(target, "{}", b"X: " + b"a" * 9000)),
            (501, get(target, b"Transfer-Encoding: gzip, chunked", method=b"POST") + b"0\r\n\r\n"),
        ):
            answer = send(server, request)
            told(answer, status)
            check_response(document, target, "post", Seen(answer))
            assert re.fullmatch(r"[a-z]+/[a-z+.-]+", answer.headers["content-type"])


@covers("r047")
def test_two_of_a_card_are_legal_in_two_packs(server):
    assert send(server, post(ANALYZE, case("r047"))).json["declarable"] is True


@covers("r048", "r052")
def test_the_contract_is_served_as_it_is_written(server, document):
    assert send(server, get("/openapi.json")).json == document
    assert send(server, get("/openapi.yaml")).body == (ROOT / "openapi.yaml").read_bytes()
    assert [entry["url"] for entry in document["servers"]] == ["/"]


@covers("r050")
def test_how_many_cards_a_hand_has_is_up_to_the_rules(server):
    ten = list(HAND[:10])
    assert send(server, post(ANALYZE, {**BODY, "hand": ten, "rules": {"hand_size": 10}})).status == 200
    assert codes(send(server, post(ANALYZE, {**BODY, "hand": ten}))) == [("#/hand", "wrong_card_count")]


@covers("r051")
def test_nul_is_no_part_of_anything(server):
    assert codes(send(server, post(ANALYZE, hand_with("5S\0")))) == [("#/hand/0", "unknown_card")]
    assert codes(send(server, post(ANALYZE, {**BODY, "a\0": 1}))) == [("#/a%00", "unknown_member")]
    told(send(server, post(ANALYZE, b'{"hand":["\0"]}')), 400)
    told(send(server, get("/livez%00")), 404)
    told(send(server, get("/v1/analyze?hand=%00&wild_joker=%00")), 422)
    told(send(server, get("/livez", b"X: \0")), 400)


@covers("r054")
def test_an_answer_always_has_the_same_members(server):
    hands = (
        list(HAND),
        "AS 3S 5H 7H 9D JD KC 2C 4C 6D 8S 10H QH".split(),
        "2S 2H 2D 2C 2S 2H 2D JK JK 5H 9D QC KS".split(),
    )
    answers = [send(server, post(ANALYZE, {"hand": hand, "wild_joker": "2"})).json for hand in hands]
    assert len({tuple(answer) for answer in answers}) == 1
    for answer in answers:
        assert type(answer["points"]) is int
        assert isinstance(answer["melds"], list)
        assert isinstance(answer["loose"], list)


@covers("r056")
def test_numbers_have_ranges_in_the_code_as_in_the_contract(server):
    body = {**BODY, "rules": json.loads(case("r056")["body"])}
    assert codes(send(server, post(ANALYZE, body))) == [("#/rules/decks", "out_of_range")]


def test_every_case_is_tried():
    for place in ELSEWHERE.values():
        file, _, test = place.partition("::")
        assert f"def {test}(" in (ROOT / file).read_text("utf-8")
    assert HERE | ELSEWHERE.keys() == CASES.keys()
