"""The service behind its real server, spoken to byte by byte: what client libraries would tidy up arrives as it is."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
import yaml

from tests.api.requests_for_tests import BODY, GROUPS, PROBLEM
from tests.api.wire import ROOT, chunk, connect, logged_lines, read, running, send

TEXT = json.dumps(BODY).encode()
HEAD = b"POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n"


def with_length(body, length=None):
    return HEAD + b"Content-Length: %d\r\n\r\n%s" % (len(body) if length is None else length, body)


def test_a_plain_request_is_answered(server):
    status, headers, body = send(server, with_length(TEXT))
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(body)["declarable"] is True


def test_a_chunked_body_is_read_whole(server):
    pieces = [chunk(TEXT[i : i + 7]) for i in range(0, len(TEXT), 7)]
    assert send(server, CHUNKED + b"\r\n" + b"".join(pieces) + b"0\r\n\r\n")[0] == 200


def test_a_chunked_body_beyond_the_limit_is_413_and_never_cut(server):
    padding = chunk(b" " * 65536) * 12
    status, headers, _ = send(server, CHUNKED + b"\r\n" + chunk(TEXT) + padding + b"0\r\n\r\n")
    assert (status, headers["content-type"]) == (413, PROBLEM)


def test_an_endless_chunked_body_is_413_at_the_limit(server):
    with connect(server) as connection:
        connection.sendall(CHUNKED + b"\r\n")
        piece = chunk(b" " * 65536)
        sent = 0
        try:
            while sent < 256 * 1024 * 1024:
                connection.sendall(piece)
                sent += len(piece)
        except OSError:
            pass  # the server has hung up on us
        assert sent < 256 * 1024 * 1024
    assert send(server, with_length(TEXT))[0] == 200


def test_a_broken_chunk_is_400(server):
    assert send(server, CHUNKED + b"\r\nzz\r\nhello\r\n0\r\n\r\n")[0] == 400


def test_a_body_over_the_limit_is_413_before_it_has_come(server):
    status, headers, _ = send(server, with_length(b"{", 1024 * 1024))
    assert (status, headers["content-type"]) == (413, PROBLEM)


def test_a_body_that_ends_before_its_length_is_400(server):
    status, headers, _ = send(server, with_length(TEXT, len(TEXT) + 10), finish=True)
    assert (status, headers["content-type"]) == (400, PROBLEM)


def refused(server, request, *statuses):
    """The server refuses ``request`` on its own, in the service's words."""
    status, headers, body = send(server, request)
    assert status in statuses
    assert headers["content-type"] == PROBLEM
    assert re.fullmatch("[0-9a-f]{16}", headers["x-request-id"])
    told = json.loads(body)
    assert told["status"] == status
    assert told["type"].startswith("/problems/")
    return told


@pytest.mark.parametrize("first", [b"garbage\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b"GET\r\n\r\n"])
def test_garbage_is_refused_and_the_service_lives_on(server, first):
    refused(server, first, 400)
    assert send(server, with_length(TEXT))[0] == 200


def test_what_the_server_refuses_is_what_the_contract_prints(server):
    examples = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))["components"]["responses"]
    for name, status, head in (
        ("AddressTooLong", 414, b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("HeadersTooLarge", 431, b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n"),
        ("HeadersTooLarge", 431, b"GET /livez HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 120 + b"\r\n"),
        ("ExpectationFailed", 417, b"GET /livez HTTP/1.1\r\nHost: x\r\nExpect: rain\r\n\r\n"),
        ("NotImplemented", 501, CHUNKED.replace(b"chunked", b"gzip, chunked") + b"\r\n"),
    ):
        assert refused(server, head, status) == examples[name]["content"][PROBLEM]["example"]


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"garbage\r\n\r\n", "no HTTP request line"),
        (b"GE(T / HTTP/1.1\r\n\r\n", "the method"),
        (b"GET / HTTP/9.1\r\n\r\n", "use HTTP/1.1"),
        (b"GET / HTTP/1.1\r\n<b>: x\r\n\r\n", "a header's name"),
        (b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", "goes on in the next line"),
        (b"POST / HTTP/1.1\r\nExpect: 42\r\n\r\n", "only 100-continue"),
        (HEAD + b"Content-Length: -5\r\n\r\n", "Content-Length is one number"),
    ],
)
def test_the_server_says_what_is_wrong_and_quotes_nothing(server, head, words):
    told = refused(server, head, 400, 417)
    assert words in told["detail"]
    assert "<b>" not in str(told)


def test_what_the_server_refuses_is_logged_under_the_name_that_its_answer_has():
    with running() as server:
        request = CHUNKED.replace(b"chunked", b"secret") + b"\r\n"
        answer = send(server, request)
        logged = logged_lines(server, "refused with 501")
    assert f"request {answer.headers['x-request-id']} from 127.0.0.1" in logged
    assert "secret" not in logged
    assert b"secret" not in answer.body


def test_double_slashes_are_404_on_the_wire_too(server):
    for path in (b"//v1//analyze", b"//v1/analyze", b"/v1//analyze"):
        status, headers, _ = send(server, with_length(TEXT).replace(b"/v1/analyze", path))
        assert (status, headers["content-type"]) == (404, PROBLEM)


def test_a_body_on_get_is_400_and_does_not_become_the_next_request(server):
    inner = b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n"
    request = b"GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(inner), inner)
    with connect(server) as connection:
        connection.sendall(request + b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
        stream = connection.makefile("rb")
        assert read(stream)[0] == 400
        status, _, body = read(stream)
        assert (status, body) == (200, b'{"status":"ready"}')


def test_an_unread_body_does_not_become_the_next_request(server):
    evil = b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n"
    request = b"POST /nope HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(evil), evil)
    with connect(server) as connection:
        connection.sendall(request + b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
        stream = connection.makefile("rb")
        assert read(stream)[0] == 404
        assert read(stream)[2] == b'{"status":"ready"}'


def test_head_and_options_have_no_body(server):
    with connect(server) as connection:
        connection.sendall(
            b"OPTIONS /v1/verify HTTP/1.1\r\nHost: x\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
            b"HEAD /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        stream = connection.makefile("rb")
        status, headers, _ = read(stream)
        assert (status, headers["allow"], headers.get("content-type")) == (204, "OPTIONS, POST", None)
        assert read(stream)[2] == b'{"status":"alive"}'
        rest = stream.read()
        assert rest.startswith(b"HTTP/1.1 200")
        assert rest.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "header",
    [
        b"SCRIPT_NAME: /x",
        b"SCRIPT_NAME: /livez",
        b"PATH_INFO: /version",
        b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off",
    ],
)
def test_no_header_of_a_client_or_a_proxy_leads_elsewhere(server, header):
    status, _, body = send(server, b"GET /livez HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n\r\n")
    assert (status, json.loads(body)) == (200, {"status": "alive"})


def test_header_bytes_never_split_a_response(server):
    status, headers, _ = send(server, b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\x85b\xff\r\n\r\n")
    assert status == 200
    assert re.fullmatch("[0-9a-f]{16}", headers["x-request-id"])


def test_eight_threads_get_equal_answers_and_no_failure(server):
    bodies = [with_length(json.dumps({**BODY, "wild_joker": wild, "compare": True}).encode()) for wild in "2345679AQ"]
    wrong = json.dumps({**GROUPS, "wild_joker": "9"}).encode()
    bodies.append(with_length(wrong).replace(b"/v1/analyze", b"/v1/verify"))
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda i: (i % 10, send(server, bodies[i % 10])), range(200)))
    assert {answer[0] for _, answer in answers} == {200}
    assert len({(which, answer[2]) for which, answer in answers}) == 10
