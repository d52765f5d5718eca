"""The body of a stream: what has come of it is there to read at once, and nothing of it is lost when no more comes."""

from typing import TYPE_CHECKING

from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.message import Request

if TYPE_CHECKING:
    from collections.abc import Iterator


class Flow:
    """A request's body, of which a read gives what there is, and waits only where there is nothing.

    gunicorn's own reads on until it has as much as was asked for, so that whoever sends a line and waits for the answer
    waits in vain.
    """

    def __init__(self, request: Request) -> None:
        """The body of ``request``, of which nothing has been read."""
        body = request.body
        reader = None if body is None else body.reader
        self._held = reader.unreader if isinstance(reader, LengthReader) else None
        self._left = reader.length if isinstance(reader, LengthReader) else 0
        self._pieces: Iterator[bytes] | None = reader.parser if isinstance(reader, ChunkedReader) else None
        self._rest = b""
        self._ended = False

    def read(self, size: int) -> bytes:
        """At most so many bytes, at least one unless the body has ended.

        Raises:
            OSError: no more comes, or not in time.
            ParseException: it is not chunked as it should be.
        """
        data = self._rest or (self._next_piece() if self._pieces is not None else self._next_bytes())
        self._rest = data[size:]
        return data[:size]

    @property
    def ended(self) -> bool:
        """Whether all of the body has been read, and the next request follows."""
        return self._ended and not self._rest

    def _next_piece(self) -> bytes:
        data = next(self._pieces, None) if self._pieces is not None else None
        self._ended = data is None
        return data or b""

    def _next_bytes(self) -> bytes:
        if self._held is None or not self._left:
            self._ended = True
            return b""
        data = self._held.read()
        if len(data) > self._left:
            self._held.unread(data[self._left :])
            data = data[: self._left]
        self._left -= len(data)
        self._ended = not self._left
        return data
