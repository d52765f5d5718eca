"""Answers, written at one go where that is possible: head and body in one call, and without waiting for the client."""

from time import time
from typing import Any, Final

from gunicorn import util
from gunicorn.http.message import Request
from gunicorn.http.wsgi import Response

from app.gate.connection import Connection

_LAST_CHUNK: Final = b"0\r\n\r\n"
_TAKES_NOTHING: Final = "nothing of the answers was taken for too long; what follows has no answer"
_date = (0, "")


def _http_date() -> str:
    """The date as a header tells it, worked out once a second."""
    global _date  # noqa: PLW0603 - one for all, replaced as a whole
    now = int(time())
    if _date[0] != now:
        _date = (now, util.http_date(now))
    return _date[1]


class Answer(Response):
    """A response that is collected and then sent as far as the client takes it at once.

    What is left is :attr:`Connection.unsent`: the main loop sends it. Of a stream each part is sent as it comes, and
    its thread waits for the client.
    """

    def __init__(self, request: Request, sock: Any, cfg: Any, connection: Connection) -> None:  # noqa: ANN401 - as there
        """An answer to ``request`` on its connection."""
        super().__init__(request, sock, cfg)
        self._connection = connection
        self._parts: list[bytes | memoryview] = connection.unsent
        self._at_once = connection.streams
        self._stuck = False

    def should_close(self) -> bool:
        """Whether this is the connection's last answer: to what could not be read to its end it is."""
        refused = (self.status_code or 0) >= 400
        broken = refused and (not self._connection.whole or vars(self.req.body)["failed"])
        return broken or super().should_close()

    def default_headers(self) -> list[str]:
        """The first line, and the headers that are the server's own."""
        request, connection = self.req, "close" if self.should_close() else "keep-alive"
        version = request.version or (1, 1)
        headers = [
            f"HTTP/{version[0]}.{version[1]} {self.status}\r\n",
            f"Server: {self.version}\r\nDate: {_http_date()}\r\nConnection: {connection}\r\n",
        ]
        if self.chunked:
            headers.append("Transfer-Encoding: chunked\r\n")
        return headers

    def send_headers(self) -> None:
        """Put the head before what follows."""
        if not self.headers_sent:
            lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
            self._parts.append("".join(lines).encode("latin-1"))
            self.headers_sent = True

    def _emit_body(self, data: bytes) -> None:
        self._parts.append(b"%X\r\n%s\r\n" % (len(data), data) if self.chunked else data)
        if self._at_once:
            self._wait()

    def close(self) -> None:
        """Send all of it."""
        self.send_headers()
        if self.chunked:
            self._parts.append(_LAST_CHUNK)
        if self._at_once:
            self._wait()
        else:
            self._connection.send()

    def _wait(self) -> None:
        """Send what there is, and wait for the client.

        Where it takes nothing for too long, the main loop sends the rest, with the reason at its end, should the client
        take that after all. An answer of known length is cut off: that says enough.

        Raises:
            TimeoutError: it is.
        """
        if self._stuck:
            return
        data = b"".join(self._parts)
        self._parts.clear()
        left = self._connection.deliver(data)
        if left and self.response_length is not None:
            raise TimeoutError
        if left:
            self._stuck = True
            self._parts.append(left)
            self._connection.told = self._connection.told or _TAKES_NOTHING
