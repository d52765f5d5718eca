"""HTTP/1.1 as RFC 9110 and 9112 have it: what may be read in two ways is refused, and what is refused is told."""

import pytest

from tests.api.requests_for_tests import BODY, HAND
from tests.api.wire import GOOD, HEAD, LENGTH, TEXT, chunk, connect, get, post, read, send, told

ALIVE = {"status": "alive"}
CHUNKS = chunk(TEXT) + b"0\r\n\r\n"
METHODS = "GET, HEAD, OPTIONS, POST"
LINK = "/v1/analyze?wild_joker=2&hand=" + ",".join(HAND)


def lives(server):
    assert send(server, get("/livez")).json == ALIVE


@pytest.mark.parametrize(
    "host",
    ["x", "x:8000", "x:", "", "10.0.0.1:80", "[::1]:8000", "a_b.example", "x%20y", "evil.example"],
)
def test_any_host_is_this_service(server, host):
    answer = send(server, f"GET /livez HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert (answer.status, answer.json) == (200, ALIVE)


@pytest.mark.parametrize(
    "hosts",
    [
        b"",
        b"Host: x\r\nHost: x\r\n",
        b"Host: x\r\nHost: y\r\n",
        b"Host: a b\r\n",
        b"Host: a/b\r\n",
        b"Host: u@x\r\n",
        b"Host: x:80:80\r\n",
        b"Host: x:http\r\n",
        b"Host: [\r\n",
        b"Host: \xc3\xa9\r\n",
        b"Host: <b>\r\n",
        b"Host: %zz\r\n",
    ],
)
def test_a_request_names_one_host(server, hosts):
    assert "one header Host" in told(send(server, b"GET /livez HTTP/1.1\r\n" + hosts + b"\r\n"), 400)["detail"]


def test_before_http_1_1_there_need_be_no_host_and_the_connection_ends(server):
    for request in (
        b"GET /livez HTTP/1.0\r\n\r\n",
        GOOD.replace(b"HTTP/1.1", b"HTTP/1.0").replace(b"Host: x\r\n", b""),
    ):
        with connect(server) as connection:
            connection.sendall(request)
            stream = connection.makefile("rb")
            assert stream.readline() == b"HTTP/1.0 200 OK\r\n"
            assert b"Connection: close\r\n" in stream.readlines()


def test_http_1_0_may_ask_to_go_on(server):
    with connect(server) as connection:
        stream = connection.makefile("rb")
        for _ in range(2):
            connection.sendall(b"GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            assert read(stream).json == ALIVE


@pytest.mark.parametrize("version", [b"HTTP/1.2", b"HTTP/1.9"])
def test_a_later_http_1_is_answered_in_the_one_that_is_spoken(server, version):
    with connect(server) as connection:
        connection.sendall(b"GET /livez " + version + b"\r\nHost: x\r\n\r\n")
        assert connection.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    "line",
    [
        b"GET /livez",
        b"GET /livez HTTP/2.0",
        b"PRI * HTTP/2.0",
        b"GET /livez HTTP/0.9",
        b"GET /livez http/1.1",
        b"GET /livez HTTP/1.10",
        b"GET /livez HTTP/1",
        b"GET /livez HTTP/1.1 ",
        b"GET /livez FTP/1.1",
        b"GET  /livez HTTP/1.1",
        b"GET\t/livez\tHTTP/1.1",
        b" GET /livez HTTP/1.1",
        b" /livez HTTP/1.1",
        b"get /livez HTTP/1.1",
        b"G\x00T /livez HTTP/1.1",
        b"GET /livez\x00 HTTP/1.1",
        b"GET /livez\x7f HTTP/1.1",
        b"GET /livez?\xe2\x99\xa0 HTTP/1.1",
        b"GET /livez#x HTTP/1.1",
        b"GET livez HTTP/1.1",
        b"GET \\livez HTTP/1.1",
        b"GET ?x HTTP/1.1",
        b"GET * HTTP/1.1",
        b"GET x:443 HTTP/1.1",
        b"GET ftp://x/livez HTTP/1.1",
        b"GET http://[::1/livez HTTP/1.1",
        b"PROXY TCP4 1.2.3.4 5.6.7.8 9 10",
        b"\r\n\r\nGET /livez HTTP/1.1",
        b"\x16\x03\x01\x02\x00\x01\xfc\x03\x03",
    ],
)
def test_other_first_lines_are_refused(server, line):
    told(send(server, line + b"\r\nHost: x\r\n\r\n"), 400)
    lives(server)


def test_signs_in_an_address_need_percents_and_the_refusal_says_so(server):
    assert "percent-encoded" in told(send(server, get(b"/v1/rules/\xe2\x99\xa0")), 400)["detail"]


@pytest.mark.parametrize("target", ["http://x/livez", "https://elsewhere.example:99/livez", "/livez?", "/livez?a=%23"])
def test_an_address_may_be_absolute(server, target):
    assert send(server, get(target)).json == ALIVE


def test_an_absolute_address_without_a_path_is_the_first_page(server):
    assert send(server, get("http://x")).body == send(server, get("/")).body


def test_one_empty_line_before_a_request_is_none(server):
    assert send(server, b"\r\n" + get("/livez")).json == ALIVE


def test_options_of_the_whole_service_tells_all_methods(server):
    answer = send(server, get("*", method=b"OPTIONS"))
    assert (answer.status, answer.headers["allow"], answer.body) == (204, METHODS, b"")
    assert "content-type" not in answer.headers
    assert answer.headers["x-request-id"]


@pytest.mark.parametrize("target", ["x:443", "x.example:80", "/livez"])
def test_nothing_is_tunnelled(server, target):
    answer = send(server, get(target, method=b"CONNECT"))
    assert told(answer, 405)["type"] == "/problems/method-not-allowed"
    assert "GET" in answer.headers["allow"]
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize(
    "lines",
    [
        LENGTH * 2,
        LENGTH + b"Content-Length: 5\r\n",
        b"Content-Length: 5, 5\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: -5\r\n",
        b"Content-Length: -0\r\n",
        b"Content-Length: 1 0\r\n",
        b"Content-Length: 1_0\r\n",
        b"Content-Length: 0x10\r\n",
        b"Content-Length: 5.0\r\n",
        b"Content-Length: 1e2\r\n",
        b"Content-Length: \r\n",
        b"Content-Length: five\r\n",
        b"Content-Length: \xb2\r\n",
        b"Content-Length: \xd9\xa3\r\n",
        b"Content-Length: " + b"9" * 5000 + b"\r\n",
        LENGTH + b"Transfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
    ],
)
def test_a_length_is_one_number_of_bytes(server, lines):
    answer = send(server, HEAD + lines + b"\r\n" + CHUNKS)
    assert "Content-Length is one number of bytes" in told(answer, 400)["detail"]
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize(
    "line", [b"Content-Length:   %d  \r\n", b"Content-Length: %040d\r\n", b"CONTENT-LENGTH:\t%d\r\n"]
)
def test_blanks_and_zeros_before_a_length_mean_nothing(server, line):
    assert send(server, HEAD + line % len(TEXT) + b"\r\n" + TEXT).json["declarable"]


@pytest.mark.parametrize("length", [b"786433", b"99999999999999999999999", b"9" * 300, b"0" * 100 + b"786433"])
def test_a_longer_length_than_allowed_is_413_whatever_its_digits(server, length):
    answer = send(server, HEAD + b"Content-Length: " + length + b"\r\n\r\n" + TEXT)
    assert "at most 786432 are allowed" in told(answer, 413)["detail"]
    assert answer.headers["connection"] == "close"


def test_a_body_that_nothing_announces_is_none_and_the_refusal_says_so(server):
    answer = send(server, HEAD + b"\r\n")
    assert "neither Content-Length nor Transfer-Encoding" in told(answer, 400)["detail"]
    assert told(send(server, HEAD + b"Content-Length: 0\r\n\r\n"), 400)["detail"] == "the body is empty"


@pytest.mark.parametrize("coding", [b"chunked", b"Chunked", b"CHUNKED", b" chunked\t"])
def test_a_body_may_come_in_chunks(server, coding):
    assert send(server, HEAD + b"Transfer-Encoding:" + coding + b"\r\n\r\n" + CHUNKS).json["declarable"]


@pytest.mark.parametrize(
    "codings",
    [
        b"gzip, chunked",
        b"deflate, chunked",
        b"compress,chunked",
        b"br, chunked",
        b"identity, chunked",
        b"gzip\r\nTransfer-Encoding: chunked",
        b"xchunked",
        b"chunked;q=1",
        b'"chunked"',
        b",chunked",
        b"chunked,",
        b"",
    ],
)
def test_other_codings_are_501_and_never_taken_for_plain_chunks(server, codings):
    answer = send(server, HEAD + b"Transfer-Encoding: " + codings + b"\r\n\r\n" + CHUNKS)
    assert "the only one is chunked" in told(answer, 501)["detail"]
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize(
    "codings", [b"gzip", b"identity", b"chunked, gzip", b"chunked, chunked", b"chunked\r\nTransfer-Encoding: chunked"]
)
def test_a_body_whose_end_cannot_be_known_is_400(server, codings):
    answer = send(server, HEAD + b"Transfer-Encoding: " + codings + b"\r\n\r\n" + CHUNKS)
    assert "chunked" in told(answer, 400)["detail"]


def test_http_1_0_has_no_chunks(server):
    head = HEAD.replace(b"HTTP/1.1", b"HTTP/1.0")
    told(send(server, head + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKS), 400)


@pytest.mark.parametrize(
    "chunks",
    [
        b"%X\r\n%s\r\n0\r\n\r\n" % (len(TEXT), TEXT),
        b"000%x\r\n%s\r\n000\r\n\r\n" % (len(TEXT), TEXT),
        b'%x;a=b;c="d"\r\n%s\r\n0;e\r\n\r\n' % (len(TEXT), TEXT),
        CHUNKS[:-2] + b"X-Trailer: a\r\n\r\n",
    ],
)
def test_chunks_may_have_what_http_gives_them(server, chunks):
    assert send(server, HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunks).json["declarable"]


@pytest.mark.parametrize(
    "chunks",
    [
        b"zz\r\n" + TEXT,
        b"0x%x\r\n%s\r\n0\r\n\r\n" % (len(TEXT), TEXT),
        b"+%x\r\n%s\r\n0\r\n\r\n" % (len(TEXT), TEXT),
        b"-1\r\n" + TEXT,
        b"1_0\r\n" + TEXT,
        b"%x \r\n%s\r\n0\r\n\r\n" % (len(TEXT), TEXT),
        b"\r\n" + TEXT,
        b"5\r\n" + TEXT + b"\r\n0\r\n\r\n",
        b'%x;a="b\r\n%s\r\n0\r\n\r\n' % (len(TEXT), TEXT),
        b"%x\n%s\n0\n\n" % (len(TEXT), TEXT),
        b"f" * 5000 + b"\r\n" + TEXT,
        chunk(TEXT) + b"0\r\nContent-Length: 3\r\n\r\n",
        chunk(TEXT) + b"0\r\nnonsense\r\n\r\n",
        chunk(TEXT) + b"0\r\n",
        chunk(TEXT),
        chunk(TEXT)[:-9],
    ],
)
def test_a_body_that_is_not_chunked_as_it_should_be_is_400_and_ends_the_connection(server, chunks):
    answer = send(server, HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunks, finish=True)
    assert told(answer, 400)["type"] == "/problems/unreadable-body"
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (b"A: b\r\n c\r\n", "goes on in the next line"),
        (b"A: b\r\n\tc\r\n", "goes on in the next line"),
        (b" A: b\r\n", "goes on in the next line"),
        (b"A: b\nC: d\r\n", "is malformed"),
        (b"A: b\rC: d\r\n", "is malformed"),
        (b"A: \x00\r\n", "is malformed"),
        (b"A: \x1b[31m\r\n", "is malformed"),
        (b"A\r\n", "is malformed"),
        (b": b\r\n", "is malformed"),
        (b"A : b\r\n", "a header's name"),
        (b"A(: b\r\n", "a header's name"),
        (b"\xc3\x84: b\r\n", "a header's name"),
        (b"A\x00: b\r\n", "a header's name"),
        (b"Content-Type: a/b\r\nContent-Type: a/b\r\n", "more than one Content-Type"),
    ],
)
def test_a_header_is_a_name_a_colon_and_a_value(server, lines, words):
    answer = send(server, b"GET /livez HTTP/1.1\r\nHost: x\r\n" + lines + b"\r\n")
    assert words in told(answer, 400)["detail"]
    lives(server)


def test_lines_that_end_without_a_carriage_return_are_refused(server):
    told(send(server, b"GET /livez HTTP/1.1\nHost: x\n\n"), 400)
    answer = send(server, b"GET /livez HTTP/1.1\r\nHost: x\n\n", finish=True)
    assert "no line feed stands alone" in told(answer, 400)["detail"]


@pytest.mark.parametrize("name", [b"Content_Length", b"Transfer_Encoding", b"Content_Type", b"X_Request_Id", b"Host_"])
def test_a_name_with_an_underscore_is_never_taken_for_another(server, name):
    answer = send(server, post("/v1/analyze", BODY, name + b": 3"))
    assert answer.json["declarable"]
    assert answer.headers["x-request-id"] != "3"
