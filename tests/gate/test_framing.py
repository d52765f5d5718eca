"""How much of a request has come: never too little for the parser, never a wait for what will not come."""

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import ChunkMissingTerminator, NoMoreData, ParseException
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from hypothesis import given
from hypothesis import strategies as st

from app.gate.framing import LONGEST_HEAD, LONGEST_WAIT, Framing, Lane, Stage
from app.protocol import check

HEAD = b"POST /v1/verify HTTP/1.1\r\nHost: x\r\n"
LINES = b"POST /v1/audit?%s HTTP/1.1\r\nContent-Type: application/x-ndjson\r\n"


def stage(data, longest=1000):
    return Framing(longest).feed(data)


def test_a_request_without_a_body_ends_with_its_head():
    assert stage(b"GET /livez HTTP/1.1\r\nHost: x\r\n") is Stage.HEAD
    assert stage(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n") is Stage.WHOLE


def test_a_body_of_known_length_is_waited_for():
    assert stage(HEAD + b"CONTENT-length:\t5 \r\n\r\n1234") is Stage.BODY
    assert stage(HEAD + b"CONTENT-length:\t5 \r\n\r\n12345") is Stage.WHOLE


def test_a_body_in_chunks_ends_with_the_last():
    chunks = b"5;a=b\r\n12345\r\nA\r\n1234567890\r\n0\r\nTrailer: x\r\n\r\n"
    for end in range(len(chunks)):
        assert stage(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunks[:end]) is Stage.BODY
    assert stage(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunks) is Stage.WHOLE


def test_of_a_body_that_is_too_long_no_more_is_waited_for_than_shows_that():
    assert stage(HEAD + b"Content-Length: 1001\r\n\r\n") is Stage.OVERSIZE
    chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n258\r\n" + b"a" * 600 + b"\r\nfffffff\r\n"
    assert stage(chunked + b"a" * 400) is Stage.BODY
    assert stage(chunked + b"a" * 401) is Stage.OVERSIZE


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x16\x03\x01\x02\x00\x01",
        b"{",
        b"GET / HTTP/1.1\nHost: x\n\n",
        b"GET /" + b"a" * 9000,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1" * 9000,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a" * LONGEST_HEAD,
    ],
)
def test_what_is_no_request_is_given_to_the_parser_at_once(garbage):
    assert stage(garbage) is Stage.BROKEN


def test_nothing_is_waited_for_where_headers_make_no_sense():
    assert stage(HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n") is Stage.WHOLE
    assert stage(HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n") is Stage.WHOLE
    assert stage(HEAD + b"Content-Length: five\r\n\r\n") is Stage.WHOLE


def test_a_head_without_end_is_too_long():
    assert stage(HEAD + b"A: b\r\n" * (LONGEST_HEAD // 6)) is Stage.TOO_LONG
    assert stage(HEAD + b"A: b\r\n" * (LONGEST_HEAD // 6) + b"\r\n") is Stage.TOO_LONG


@pytest.mark.parametrize(
    ("first", "lane"),
    [
        (b"GET /livez HTTP/1.1", Lane.PROBES),
        (b"HEAD /readyz?x HTTP/1.1", Lane.PROBES),
        (b"GET /metrics HTTP/1.1", Lane.METRICS),
        (b"GET /livezebra HTTP/1.1", Lane.REQUESTS),
        (b"POST /v1/audit HTTP/1.1", Lane.AUDITS),
        (b"POST /v1/audit HTTP/1.1\r\ncontent-type:Application/X-NDJSON ;charset=utf-8", Lane.STREAMS),
        (b"POST /v1/auditor HTTP/1.1\r\nContent-Type: application/x-ndjson", Lane.REQUESTS),
    ],
)
def test_probes_and_audits_have_threads_of_their_own(first, lane):
    framing = Framing(1000)
    framing.feed(first + b"\r\n\r\n")
    assert framing.lane is lane


def test_an_audit_in_lines_gets_a_thread_when_it_asks_for_answers_at_once_or_is_long():
    assert stage(LINES % b"detail=full" + b"Content-Length: 5\r\n\r\n") is Stage.BODY
    assert stage(LINES % b"stream=true" + b"Content-Length: 5\r\n\r\n") is Stage.NOW
    assert stage(LINES % b"detail=full" + b"Content-Length: 70000\r\n\r\n") is Stage.NOW
    chunk = b"11000\r\n" + b"a" * (LONGEST_WAIT + 1)
    assert stage(LINES % b"" + b"Transfer-Encoding: chunked\r\n\r\n" + chunk) is Stage.NOW


def test_what_follows_a_request_is_kept_for_the_next():
    framing = Framing(1000)
    framing.feed(b"GET /livez HTTP/1.1\r\nExpect: 100-continue\r\n\r\nGET /re")
    assert framing.expects
    framing.restart(bytes(framing.buffer[framing.head :]))
    assert framing.look() is Stage.HEAD
    assert framing.feed(b"adyz HTTP/1.1\r\n\r\n") is Stage.WHOLE
    assert not framing.expects


TOKENS = st.sampled_from([b"GET / HTTP/1.1", b"POST /v1/audit HTTP/1.1", b"\r\n", b"\r", b"\n", b" ", b"0", b"1", b"5"])
HEADERS = st.sampled_from(
    [
        b"Content-Length: 5",
        b"content-length:0",
        b"Content-Length : 5",
        b"Transfer-Encoding: chunked",
        b"X: y",
        b"transfer-encoding:  CHUNKED",
        b"Transfer-Encoding: gzip, chunked",
        b"Content-Length: 5, 5",
        b"Expect: 100-continue",
    ]
)
BODIES = st.sampled_from(
    [b"", b"12345", b"1", b"5\r\n12345\r\n0\r\n\r\n", b"5\r\n12345\r\n", b"0\r\n\r\n", b"0\r\nA: b\r\n\r\n"]
)
MESSAGES = st.builds(
    lambda first, headers, tail: b"\r\n".join([first, b"Host: x", *headers]) + b"\r\n\r\n" + tail,
    st.sampled_from([b"GET / HTTP/1.1", b"POST / HTTP/1.1", b"POST / HTTP/1.0", b"\r\nPOST / HTTP/1.1", b"get / http"]),
    st.lists(HEADERS, max_size=3),
    st.builds(bytes.__add__, BODIES, BODIES),
) | st.lists(TOKENS | HEADERS | BODIES, max_size=8).map(b"".join)


@given(message=MESSAGES, data=st.data())
def test_the_parser_never_misses_a_byte_of_what_is_said_to_be_whole(message, data):
    """However it is cut into pieces; and whatever the parser could read is not waited for."""
    framing, sent, told = Framing(1000), 0, Stage.HEAD
    while sent < len(message) and told in {Stage.HEAD, Stage.BODY}:
        size = data.draw(st.integers(1, len(message) - sent))
        told = framing.feed(message[sent : sent + size])
        sent += size
    read = parsed(bytes(framing.buffer))
    if told is Stage.WHOLE:
        assert read != "misses"
    else:
        assert read != "whole"


def parsed(data):
    """What gunicorn's parser makes of ``data`` alone: it is "whole", it "misses" bytes, or it is "refused"."""
    misses = []

    def pieces():
        yield data
        misses.append(True)

    try:
        request = Request(Config(), IterUnreader(pieces()), ("127.0.0.1", 1))
        check(request)
        while request.body.read(1000):
            pass
    except StopIteration:
        return "misses"
    except (NoMoreData, ChunkMissingTerminator):
        return "misses"
    except ParseException:
        return "refused"
    announced = [int(value) for name, value in request.headers if name == "CONTENT-LENGTH"]
    return "misses" if misses and announced else "whole"
