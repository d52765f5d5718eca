r"""How much of a request has come: found without parsing it, as cheaply as that can be.

What a request *means* is up to gunicorn's parser alone. This only tells when it is worth asking: where the head ends,
and whether the body that it announces is there. Where it misjudges a garbled request, the parser meets the end of what
has come and refuses it.

>>> framing = Framing(longest_body=100)
>>> framing.feed(b"POST /v1/verify HTTP/1.1\r\nContent-Le")
<Stage.HEAD: 1>
>>> framing.feed(b"ngth: 5\r\n\r\n123")
<Stage.BODY: 2>
>>> framing.feed(b"45GET")
<Stage.WHOLE: 3>
"""

import re
from enum import Enum
from typing import Final

LONGEST_HEAD: Final = 32 * 1024
"""A head that is longer is refused, however its parts are."""
LONGEST_LINE: Final = 8190
"""Of a first line without an end, and of one that tells a chunk's size, so much is waited for."""
LONGEST_WAIT: Final = 64 * 1024
"""Of an audit in lines, so much is waited for before it gets a thread."""

_END: Final = b"\r\n\r\n"
_SIZE: Final = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,16})[ \t]*(?:;.*)?", re.DOTALL)
_FIRST: Final = re.compile(rb"[A-Za-z\r]")
_KIND: Final = re.compile(
    rb"(?:\r\n)?(?:(?:GET|HEAD) /(?:(?P<probes>livez|readyz)|(?P<metrics>metrics))[? ]"
    rb"|(?P<audit>POST /v1/audit[? ][^\r\n]*))"
)
_NOW: Final = re.compile(rb"[?&]stream=true[& ]")


class Stage(Enum):
    """How much of a request there is."""

    HEAD = 1  # not all of its head
    BODY = 2  # not all of its body
    WHOLE = 3  # all of it
    TOO_LONG = 4  # a head longer than any may be
    OVERSIZE = 5  # a body longer than is waited for: enough of it to see that
    NOW = 6  # not all of its body, but it is to be answered while that comes
    BROKEN = 7  # none can come of it: the parser says why


class Lane(Enum):
    """Which threads answer."""

    REQUESTS = "requests"
    PROBES = "probes"
    METRICS = "metrics"
    AUDITS = "audits"
    STREAMS = "streams"


_LANES: Final = {"probes": Lane.PROBES, "metrics": Lane.METRICS, "audit": Lane.AUDITS}
"""By the group of ``_KIND`` that has matched."""


class Framing:
    """What has come of one request, and perhaps of those behind it.

    Attributes:
        buffer: the bytes.
        lane: who is to answer; known with the head.
        expects: whether the client waits to be told to send the body.
        head: the length of the head; 0 until it is whole.
    """

    __slots__ = (
        "_at",
        "_chunked",
        "_length",
        "_longest_body",
        "_most",
        "_now",
        "_searched",
        "_size",
        "buffer",
        "expects",
        "head",
        "lane",
    )

    def __init__(self, longest_body: int) -> None:
        """Nothing has come yet, and of a body so much is waited for."""
        self._longest_body = longest_body
        self.buffer = bytearray()
        self._most = 0
        self.restart(b"")

    def restart(self, rest: bytes) -> None:
        """Forget the request; ``rest`` is what has come behind it."""
        self.buffer[:] = rest
        self.head = self._searched = 0
        self._at = self._size = self._length = 0
        self._chunked = self._now = self.expects = False
        self.lane = Lane.REQUESTS
        self._most = self._longest_body

    def feed(self, data: bytes) -> Stage:
        """How much there is with ``data``."""
        self.buffer += data
        return self.look()

    def look(self) -> Stage:
        """How much there is."""
        if not self.head:
            buffer = self.buffer
            end = buffer.find(_END, self._searched)
            if end < 0:
                self._searched = max(0, len(buffer) - 3)
                return self._unfinished_head()
            self.head = end + 4
            if self.head > LONGEST_HEAD:
                return Stage.TOO_LONG
            self._read_head()
        if self._chunked:
            return self._chunks()
        if self._length > self._most:
            return self._beyond()
        if len(self.buffer) >= self.head + self._length:
            return Stage.WHOLE
        return Stage.NOW if self._now else Stage.BODY

    def _unfinished_head(self) -> Stage:
        """Whether waiting for more can help; what can be seen to be no request is given to the parser to refuse."""
        buffer = self.buffer
        if len(buffer) > LONGEST_HEAD:
            return Stage.TOO_LONG
        hopeless = (
            (len(buffer) > 0 and not _FIRST.match(buffer))
            or buffer.count(b"\n") != buffer.count(b"\r\n")
            or (len(buffer) > LONGEST_LINE and b"\r\n" not in buffer)
        )
        return Stage.BROKEN if hopeless else Stage.HEAD

    def _read_head(self) -> None:
        head = bytes(self.buffer[: self.head])
        kind = _KIND.match(head)
        lower = head.lower()
        if kind is not None and kind.lastgroup is not None:
            self.lane = _LANES[kind.lastgroup]
            if self.lane is Lane.AUDITS and b"x-ndjson" in _value(lower, b"content-type"):
                self.lane = Lane.STREAMS
                self._most = LONGEST_WAIT
                self._now = _NOW.search(kind["audit"]) is not None
        length = _value(lower, b"content-length")
        coding = _value(lower, b"transfer-encoding")
        if length.isdigit() and not coding:
            self._length = int(length.lstrip(b"0")[:18] or b"0")
        # The parser refuses other codings, and a length beside one.
        self._chunked = coding == b"chunked" and not length
        self.expects = b"\r\nexpect:" in lower and _value(lower, b"expect") == b"100-continue"
        self._at = self.head

    def _beyond(self) -> Stage:
        return Stage.NOW if self.lane is Lane.STREAMS else Stage.OVERSIZE

    def _chunks(self) -> Stage:
        """Go on from chunk to chunk as far as they have come."""
        buffer, waiting = self.buffer, Stage.NOW if self._now else Stage.BODY
        while (end := buffer.find(b"\r\n", self._at, self._at + LONGEST_LINE)) >= 0:
            size = _SIZE.fullmatch(buffer, self._at, end)
            if size is None:
                return Stage.BROKEN
            length = int(size[1], 16)
            if length == 0:
                return self._trailers(end) or waiting
            following = end + 2 + length + 2
            if self._size + length > self._most:
                # The service is given one byte more than it takes, so that it can tell.
                if len(buffer) > end + 2 + self._most - self._size:
                    return self._beyond()
                return waiting
            if len(buffer) < following:
                return waiting
            self._at = following
            self._size += length
        return Stage.BROKEN if len(buffer) - self._at > LONGEST_LINE else waiting

    def _trailers(self, end: int) -> Stage | None:
        """What follows the last chunk, whose line ends at ``end``, ends the request; None where it does not yet."""
        buffer = self.buffer
        if buffer.find(_END, max(end, self._searched)) >= 0:
            return Stage.WHOLE
        self._searched = max(end, len(buffer) - 3)
        return Stage.BROKEN if len(buffer) - end > LONGEST_HEAD else None


def _value(lower: bytes, name: bytes) -> bytes:
    """What a header says, in lower case; empty where it is not there."""
    start = lower.find(b"\r\n" + name + b":")
    if start < 0:
        return b""
    start += len(name) + 3
    return lower[start : lower.find(b"\r\n", start)].strip()
