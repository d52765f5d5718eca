"""How requests and answers follow each other on a connection: whoever waits, hurries, or sends far too much."""

import time

import pytest

from app.gate.connections import MOST_IGNORED
from tests.api.requests_for_tests import BODY
from tests.api.wire import GOOD, HEAD, LENGTH, TEXT, chunk, connect, get, post, read, send, told


def test_who_expects_to_be_asked_is_asked_and_nothing_else_is_expected(server):
    with connect(server) as connection:
        stream = connection.makefile("rb")
        connection.sendall(HEAD + LENGTH + b"Expect: 100-Continue\r\n\r\n")
        assert stream.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert stream.readline() == b"\r\n"
        connection.sendall(TEXT)
        assert read(stream).json["declarable"]
    assert "100-continue" in told(send(server, HEAD + LENGTH + b"Expect: 200-ok\r\n\r\n" + TEXT), 417)["detail"]


def test_http_1_0_is_not_asked_to_go_on(server):
    request = HEAD.replace(b"HTTP/1.1", b"HTTP/1.0") + LENGTH + b"Expect: 100-continue\r\n\r\n" + TEXT
    with connect(server) as connection:
        connection.sendall(request)
        assert connection.makefile("rb").readline() == b"HTTP/1.0 200 OK\r\n"


def test_an_offer_to_change_the_protocol_is_passed_over(server):
    for offer in (
        (b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"),
        (b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: x"),
    ):
        assert send(server, get("/livez", *offer)).json == {"status": "alive"}


def test_requests_sent_all_at_once_are_answered_in_their_order(server):
    wilds = ["2", "3", None, "7D", "0", "2"]
    requests = [
        post("/v1/analyze", {**BODY, "wild_joker": wild}, b"X-Request-Id: n%d" % n) for n, wild in enumerate(wilds)
    ]
    with connect(server) as connection:
        connection.sendall(b"".join(requests) + get("/livez"))
        stream = connection.makefile("rb")
        answers = [read(stream) for _ in range(len(wilds) + 1)]
    assert [answer.headers["x-request-id"] for answer in answers[:-1]] == [f"n{n}" for n in range(len(wilds))]
    assert [answer.status for answer in answers] == [200, 200, 200, 200, 422, 200, 200]
    assert answers[0].body == answers[5].body


def test_a_request_may_come_byte_by_byte(server):
    with connect(server) as connection:
        for byte in GOOD:
            connection.sendall(bytes([byte]))
        assert read(connection.makefile("rb")).json["declarable"]


@pytest.mark.parametrize(
    "accept", [b"text/html", b"application/xml", b"application/json;q=0", b"nonsense", b"*/*", b""]
)
def test_what_a_client_would_rather_have_changes_nothing(server, accept):
    asked = (
        b"Accept: " + accept,
        b"Accept-Encoding: gzip, identity;q=0",
        b"Accept-Charset: utf-16",
        b"Range: bytes=0-3",
    )
    answer = send(server, post("/v1/analyze", BODY, *asked))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert answer.body == send(server, GOOD).body
    told(send(server, get("/nope", *asked)), 404)


@pytest.mark.parametrize("megabytes", [1, 3, 16])
@pytest.mark.parametrize("target", ["/v1/analyze", "/v1/verify", "/v1/audit", "/v1/rules", "/nope"])
def test_who_sends_far_too_much_before_reading_still_gets_the_answer(server, megabytes, target):
    body = b" " * (megabytes << 20)
    for request in (
        post(target, body),
        get(target, b"Content-Type: application/json", b"Transfer-Encoding: chunked", method=b"POST")
        + b"".join(chunk(body[at : at + 65536]) for at in range(0, len(body), 65536)),
    ):
        answer = send(server, request)
        told(answer, 413, 404, 405)
        assert answer.headers["connection"] == "close"


def test_only_so_much_is_thrown_away_and_only_for_so_long(server):
    start = time.monotonic()
    with connect(server) as connection:
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % (1 << 40))
        assert read(connection.makefile("rb")).status == 413
        with pytest.raises(OSError):
            connection.sendall(b" " * (8 * MOST_IGNORED))
    assert time.monotonic() - start < 10
    with connect(server) as idle:
        idle.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % (1 << 40))
        stream = idle.makefile("rb")
        assert read(stream).status == 413
        assert stream.read() == b""  # the server says at once that it has finished
    assert send(server, get("/livez")).status == 200


def test_a_refused_body_that_is_short_leaves_the_connection_open(server):
    with connect(server) as connection:
        stream = connection.makefile("rb")
        for target in ("/nope", "/v1/rules", "/v1/analyze?a=1"):
            connection.sendall(post(target, BODY))
            answer = read(stream)
            told(answer, 404, 405, 422)
            assert answer.headers["connection"] == "keep-alive"
        connection.sendall(GOOD)
        assert read(stream).status == 200
