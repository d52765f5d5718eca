"""The load test's own promises: its requests are seeded, distinct and legal, and its thresholds decide."""

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
from werkzeug.serving import make_server

from app import create_app
from app.rummy import analyze, verify
from loadtests.answers import fault_in
from loadtests.audits import items
from loadtests.audits import requests as audits_of
from loadtests.corpus import DECLARATION, INVALID, REALISTIC, VERIFY, Case, cases, some
from loadtests.floor import ANSWER, EXAMPLE, create_floor
from loadtests.hands import Kind
from loadtests.report import percentile, spread, table, write_block
from loadtests.thresholds import WRONG, Outcome, Thresholds, broken, judge

ROOT = Path(__file__).resolve().parents[1]
EVEN = dict.fromkeys(REALISTIC, 1.0)
"""A mix in which the rare kinds are as common as the others."""


@pytest.fixture(scope="module")
def client():
    return create_app().test_client()


@pytest.fixture(scope="module")
def requests():
    return some(400, "tests", EVEN, other_rules=0.3)


def question(case):
    members = case.members
    cards = members["groups"] if case.path == VERIFY else members["hand"]
    flat = [card for group in cards for card in group] if case.path == VERIFY else cards
    return (case.path, tuple(sorted(flat)), members["wild_joker"], members.get("rules"))


def test_equal_seeds_give_equal_requests_and_others_give_others(requests):
    assert some(400, "tests", EVEN, other_rules=0.3) == requests
    assert some(50, "other", EVEN) != some(50, "tests", EVEN)


def test_no_question_comes_twice_whatever_the_order_of_its_cards():
    asked = [question(case) for case in some(3000, "distinct", dict.fromkeys((*Kind, DECLARATION), 1.0))]
    assert len(set(asked)) == len(asked)


def test_a_repeated_deal_is_passed_over(monkeypatch):
    dealt = iter([1, 1, 2])
    monkeypatch.setattr("loadtests.corpus._case", lambda *_: Case(INVALID, "/", b"%d" % next(dealt), None, 422))
    stream = cases("any")
    assert [next(stream).body, next(stream).body] == [b"1", b"2"]


def test_every_kind_comes(requests):
    assert {case.kind for case in requests} == set(REALISTIC)


def test_every_hand_and_declaration_is_legal(requests):
    for case in requests:
        if case.kind == DECLARATION:
            verify(case.members["groups"], case.members["wild_joker"], case.members.get("rules"))
        elif case.kind != INVALID:
            analyze(case.members["hand"], case.members["wild_joker"], case.members.get("rules"))


def test_joker_heavy_hands_hold_three_jokers_or_more():
    for case in some(100, "jokers", {Kind.JOKER_HEAVY: 1.0}):
        rank = case.members["wild_joker"].rstrip("SHDC")
        assert sum(card == "JK" or card[:-1] == rank for card in case.members["hand"]) >= 3


def test_declarations_are_valid_and_wrong_ones():
    verdicts = [
        verify(case.members["groups"], case.members["wild_joker"]).valid
        for case in some(200, "verdicts", {DECLARATION: 1.0})
    ]
    assert 60 < sum(verdicts) < 160


def test_the_service_answers_each_request_as_the_corpus_expects(client, requests):
    for case in requests:
        response = client.post(case.path, data=case.body, content_type="application/json")
        assert fault_in(case, response.status_code, response.data) is None, case.body


@pytest.mark.parametrize("lines", [False, True])
def test_audits_are_of_distinct_hands_that_all_have_an_answer(client, lines):
    stream = items("tests")
    (case,) = audits_of(stream, 50, 1, "melds", lines=lines)
    response = client.post(case.path, data=case.body, content_type=case.content_type)
    assert b'"failed":0' in response.data
    assert fault_in(case, response.status_code, response.data) is None
    hands = [tuple(sorted(item["hand"])) for item in islice(stream, 500)]
    assert len(set(hands)) == 500


def test_wrong_answers_are_noticed(client):
    case = Case("random", "/v1/analyze", json.dumps(EXAMPLE).encode(), EXAMPLE)
    right = json.loads(client.post(case.path, data=case.body, content_type="application/json").data)
    assert fault_in(case, 200, json.dumps(right).encode()) is None
    for wrong in ({"points": 2}, {"declarable": False}, {"loose": [{"card": "4S", "position": 0}]}):
        assert fault_in(case, 200, json.dumps(right | wrong).encode())
    assert fault_in(case, 500, b"{}")
    assert fault_in(case, 200, b"[]")
    assert fault_in(case, 200, b"no")


def test_the_floor_gives_the_answer_of_the_example_with_the_headers_of_the_service(client):
    told = create_floor().test_client().post("/v1/analyze", json=EXAMPLE)
    right = client.post("/v1/analyze", json=EXAMPLE)
    assert told.json == right.json == ANSWER
    assert set(told.headers.keys()) == set(right.headers.keys())
    assert told.content_type == right.content_type


def outcome(**shown):
    return Outcome(**{"requests": 100, "failures": 0, "wrong": 0, "p95_ms": 5, "p99_ms": 5, "rate": 200} | shown)


@pytest.mark.parametrize(
    ("shown", "limits", "faults"),
    [
        (outcome(p95_ms=900, p99_ms=900), Thresholds(), 0),
        (outcome(requests=0), Thresholds(), 1),
        (outcome(failures=1), Thresholds(), 1),
        (outcome(failures=1), Thresholds(error_ratio=0.01), 0),
        (outcome(failures=1, wrong=1), Thresholds(error_ratio=0.01), 1),
        (outcome(failures=1, wrong=1), Thresholds(error_ratio=0.01, wrong=1), 0),
        (outcome(p95_ms=11), Thresholds(p95_ms=10), 1),
        (outcome(p95_ms=10), Thresholds(p95_ms=10), 0),
        (outcome(p99_ms=11), Thresholds(p99_ms=10), 1),
        (outcome(p99_ms=10), Thresholds(p99_ms=10), 0),
        (outcome(rate=99), Thresholds(rate=100), 1),
        (outcome(rate=100), Thresholds(rate=100), 0),
        (outcome(failures=9, wrong=9, p95_ms=11, p99_ms=12, rate=1), Thresholds(0, 0, 10, 10, 2), 5),
    ],
)
def test_thresholds_are_broken_only_beyond_their_values(shown, limits, faults):
    assert len(broken(shown, limits)) == faults


def test_a_limit_of_zero_on_the_command_line_is_none():
    off = {"max_error_ratio": 0, "max_wrong": 0, "max_p95_ms": 0, "max_p99_ms": 0, "min_rate": 0}
    assert Thresholds.given(**off) == Thresholds()


@pytest.mark.parametrize(("failures", "code"), [(0, 0), (2, 1)])
def test_a_broken_threshold_sets_the_exit_code_and_is_told(failures, code):
    times = {"get_response_time_percentile": lambda _: 5, "total_rps": 10}
    total = SimpleNamespace(num_requests=10, num_failures=failures, **times)
    errors = {"one": SimpleNamespace(occurrences=failures, error=f"CatchResponseError('{WRONG}points')")}
    environment = SimpleNamespace(stats=SimpleNamespace(total=total, errors=errors), process_exit_code=None)
    told = []
    judge(environment, Thresholds(error_ratio=0.5), told.append)
    assert (environment.process_exit_code, len(told)) == (code, code)


class AlwaysTheSame(BaseHTTPRequestHandler):
    """A service that finds every hand worth 81 points."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps(ANSWER | {"points": 81}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("right", [True, False], ids=["right answers", "wrong answers"])
def test_locust_ends_with_the_code_that_the_answers_deserve(right):
    if right:
        server = make_server("127.0.0.1", 0, create_app(), threaded=True)
        port = server.server_port
    else:
        server = ThreadingHTTPServer(("127.0.0.1", 0), AlwaysTheSame)
        port = server.server_address[1]
    Thread(target=server.serve_forever, daemon=True).start()
    command = [
        *(sys.executable, "-m", "locust", "-f", "loadtests/locustfile.py", "--headless", "--only-summary"),
        *("--host", f"http://127.0.0.1:{port}", "-u", "5", "-r", "5", "-t", "2s"),
        *("--check-every", "2", "--audit-items", "20", "--max-error-ratio", "0.95"),
    ]
    try:
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    finally:
        server.shutdown()
        server.server_close()
    assert ended.returncode == (0 if right else 1), ended.stderr
    assert ("answers were wrong" in ended.stderr) is not right


def test_spreads_percentiles_and_tables_are_what_they_say():
    assert spread([1500.4, 2, 3], 0) == "3 (2-1,500)"
    assert [percentile([1, 2, 3, 4], share) for share in (0, 0.5, 0.51, 0.99, 1)] == [1, 2, 3, 4, 4]
    assert table(("a", "b"), [("long", "1")]) == "| a    |   b |\n| ---- | --: |\n| long |   1 |"


def test_figures_go_between_their_marks_and_nowhere_else(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- load: begin -->\nold\n<!-- load: end -->\nz\n", encoding="utf-8")
    write_block(page, "load", r"new \1")
    write_block(page, "load", r"new \1")
    assert page.read_text("utf-8") == "a\n<!-- load: begin -->\n\nnew \\1\n\n<!-- load: end -->\nz\n"
    with pytest.raises(ValueError, match="no block bench"):
        write_block(page, "bench", "")
