"""The body of a stream: what has come is there at once, its end is known, and nothing behind it is taken."""

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import InvalidChunkSize
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader

from app.gate.flow import Flow

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\n"
NEXT = b"GET / HTTP/1.1\r\n"


def flow(*pieces):
    """The body of a request that comes in these pieces, and what reads them."""
    held = IterUnreader(iter(pieces))
    return Flow(Request(Config(), held, ("127.0.0.1", 1))), held


def test_of_a_known_length_so_much_and_no_more_is_read():
    body, held = flow(HEAD + b"Content-Length: 10\r\n\r\n123", b"45", b"67890" + NEXT)
    assert [body.read(100), body.read(100)] == [b"123", b"45"]
    assert not body.ended
    assert [body.read(2), body.read(100)] == [b"67", b"890"]
    assert body.ended
    assert body.read(100) == b""
    assert held.take_buffered() == NEXT


def test_of_chunks_each_piece_is_there_as_it_comes():
    chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    body, held = flow(chunked, b"5\r\n123", b"45\r\n3\r\nabc\r\n", b"0\r\n\r\n" + NEXT)
    assert [body.read(100), body.read(1), body.read(100), body.read(100)] == [b"123", b"4", b"5", b"abc"]
    assert not body.ended
    assert body.read(100) == b""
    assert body.ended
    assert held.take_buffered() == NEXT


def test_a_body_that_breaks_off_has_not_ended():
    body, _ = flow(HEAD + b"Content-Length: 10\r\n\r\n123", b"")
    assert body.read(100) == b"123"
    assert body.read(100) == b""
    assert not body.ended


def test_chunks_that_are_none_are_an_error():
    body, _ = flow(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"2\r\n12\r\nzz\r\n")
    assert body.read(100) == b"12"
    with pytest.raises(InvalidChunkSize):
        body.read(100)
    assert not body.ended


def test_where_there_is_no_body_it_has_ended():
    body, _ = flow(HEAD + b"\r\n")
    assert body.read(100) == b""
    assert body.ended
