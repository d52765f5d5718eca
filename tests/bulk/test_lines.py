"""Streams are cut into lines in memory that does not grow, and say so when they end before their end."""

import io
import json

import pytest

from app.api.kinds import Problem
from app.bulk.audit import Auditor
from app.bulk.items import Shared
from app.bulk.lines import audit_lines, blocks_of_lines
from app.rummy.pack import parse_wild_joker
from app.rummy.rules import NAMED_PRESETS
from tests.bulk.items_for_tests import HAND, lines

SHARED = Shared(parse_wild_joker("2"), NAMED_PRESETS["indian-13"])


def cut(data, longest=10, most=1000, block=4):
    return [line for lines in blocks_of_lines(io.BytesIO(data).read, longest, most, block) for line in lines]


@pytest.mark.parametrize("block", [1, 2, 3, 5, 8, 100])
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n\r\n \t\r\n", []),
        (b"one", [b"one"]),
        (b"one\ntwo\n", [b"one", b"two"]),
        (b"one\r\n\r\n\ntwo", [b"one\r", b"two"]),
        (b"0123456789\n", [b"0123456789"]),
        (b"0123456789x\nnext", [None, b"next"]),
        (b"x" * 50 + b"\n\n" + b"y" * 50 + b"\nz\n" + b"w" * 11, [None, None, b"z", None]),
    ],
)
def test_blocks_of_any_size_give_the_same_lines(data, expected, block):
    assert cut(data, block=block) == expected


def test_a_line_without_end_is_not_kept():
    held = []

    def read(size):
        held.append(size)
        return b"x" * size if len(held) < 1000 else b""

    assert list(blocks_of_lines(read, 100, 1 << 30, 1000)) == [[None]]


def test_more_bytes_than_allowed_are_not_read():
    stream = io.BytesIO(b"one\n" * 100)
    with pytest.raises(Problem, match="more than 40 bytes"):
        list(blocks_of_lines(stream.read, 10, 40, 4))
    assert stream.tell() == 44


def audited(data, most_items=100, read=None):
    auditor = Auditor(SHARED)
    blocks = blocks_of_lines(read or io.BytesIO(data).read, 1000, 100_000, 64)
    return [json.loads(line) for line in b"".join(audit_lines(auditor, blocks, most_items)).splitlines()]


def test_lines_that_cannot_be_read_are_answered_in_their_place():
    good = lines([{"hand": HAND, "id": "good"}])
    bad = [
        b"{",
        b"\xff\n",
        b"x" * 1001,
        b"[1]",
        b"\xef\xbb\xbf" + good.strip(),
        b'{"hand":[],"hand":[]}',
        b"NaN",
        b"[" * 11,
    ]
    told = audited(b"\n".join([good.strip(), *bad, good]))
    *answers, end = told
    assert [answer["index"] for answer in answers] == list(range(10))
    assert [answer.get("error", {}).get("status") for answer in answers] == [None, 400, 400, 413, 422, *[400] * 4, None]
    assert "the line is not UTF-8: byte 0" in answers[2]["error"]["detail"]
    assert end["summary"] == {"items": 10, "answered": 2, "failed": 8, "agreed": 0, "disagreed": 0}


def test_more_items_than_allowed_are_told_and_there_is_no_summary():
    data = lines([{"hand": HAND}] * 7)
    assert "summary" in audited(data, 7)[-1]
    told = audited(data, 6)
    assert len(told) == 7
    assert told[-1]["error"]["status"] == 413
    assert "summary" not in str(told)


def test_a_stream_that_breaks_off_says_so_and_has_no_summary():
    stream = io.BytesIO(lines([{"hand": HAND}] * 3) + b'{"hand":')

    def read(size):
        data = stream.read(size)
        if not data:
            raise Problem("unreadable-body", "cut")
        return data

    *answers, end = audited(b"", read=read)
    assert [answer["declarable"] for answer in answers] == [True] * 3
    assert (end["error"]["type"], end["error"]["status"], set(end)) == ("/problems/unreadable-body", 400, {"error"})
