"""What threads do: read a request with gunicorn's parser, have the application answer it, and write the answer."""

import logging
from collections.abc import Callable, MutableMapping
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, cast

from gunicorn.http import wsgi
from gunicorn.http.errors import InvalidRequestLine, LimitRequestHeaders, NoMoreData
from gunicorn.http.message import Request

from app import draining
from app.api.audit import PAUSE, TOLD
from app.api.identity import new_id
from app.api.problems import server_refusal
from app.api.record import BEGUN, keep_refusal
from app.config import Config
from app.engine import core
from app.gate.answer import Answer
from app.gate.connection import Connection, Held
from app.gate.flow import Flow
from app.gate.framing import Lane
from app.gate.refusals import FAILED, Refusal, refusal_of
from app.gate.turns import Turns
from app.metrics.names import QUEUE
from app.protocol import check

if TYPE_CHECKING:
    from app.gate.worker import GateWorker

_DRAINED: Final = 1 << 16
_TURNS: Final = 1
"""Audits that compute at once, however many there are: for other requests they are like one."""
_AUDITS: Final = Lane.AUDITS
_STREAMS: Final = Lane.STREAMS
_log = logging.getLogger("meldwise")


class Service:
    """The application, as threads see it.

    Attributes:
        keepalive: seconds for which a connection may be idle.
        grace: seconds that a stopping worker has; in the second half, streams are broken off.
        in_loop: whether the loop itself answers ordinary requests. A compiled search lets no other thread compute
            before it has done, so to hand a request over gains nothing, and costs half of what it takes to answer it.
        threads: how many answer them else.
        headers_too_large: how a head is refused that is longer than any may be.
    """

    def __init__(self, worker: "GateWorker", config: Config) -> None:
        """Answer for ``worker``: its application, under its settings, for as long as it lives."""
        self._worker = worker
        self._turns = Turns(_TURNS)
        self._logs = config.access_log
        self._idle_seconds = config.audit_idle_seconds
        self._cfg = worker.cfg
        self.keepalive = float(worker.cfg.keepalive)
        self.grace = float(worker.cfg.graceful_timeout)
        self.in_loop = core() == "compiled"
        self.threads = int(worker.cfg.threads)
        self.headers_too_large = refusal_of(LimitRequestHeaders(""), self._cfg)

    def told(self, refusal: Refusal, connection: Connection) -> bytes:
        """An answer of the server's own, under a name that the log tells too."""
        name, kind = new_id(), refusal.kind
        client = connection.client
        peer = client[0] if isinstance(client, tuple) else "a local socket"
        _log.warning("refused with %d, request %s from %s: %s", kind.status, name, peer, refusal.detail)
        keep_refusal(kind.status, kind.name, name, log=self._logs)
        return server_refusal(kind, refusal.phrase, refusal.detail, name, refusal.retry)

    def serve(self, connection: Connection) -> bool:
        """Answer the request that has come; whether another may follow. Never raises."""
        try:
            lane = connection.framing.lane
            if lane is _AUDITS or lane is _STREAMS:
                with self._turns:
                    return self._answer(connection, pause=self._turns.pause)
            return self._answer(connection)
        except OSError:  # the client has gone
            connection.unsent.clear()
        except Exception:  # noqa: BLE001 - whatever it is, only this connection has to do with it
            _log.exception("an answer broke off")
            connection.unsent.clear()
        return False

    def _answer(self, connection: Connection, pause: Callable[[], None] | None = None) -> bool:
        held = Held(connection, goes_on=connection.streams)
        connection.framing.buffer.clear()
        QUEUE.observe(seconds=monotonic() - connection.since)
        try:
            request = Request(self._cfg, held, connection.client, connection.served + 1)
            check(cast("Any", request))
        except Exception as error:  # noqa: BLE001 - whatever the parser finds
            return self._refuse(connection, error)
        response, environ = self._prepared(connection, request)
        if pause is not None:
            environ[PAUSE] = pause
        parts = self._worker.wsgi(environ, response.start_response)  # type: ignore[arg-type]  # it takes exc_info, too
        try:
            for part in parts:
                response.write(part)
            response.close()
        finally:
            if hasattr(parts, "close"):
                parts.close()
        if response.should_close() or not _is_read(request, environ, connection):
            return False
        connection.renew(held.take_buffered())
        return True

    def _prepared(self, connection: Connection, request: Request) -> tuple[Answer, MutableMapping[str, Any]]:
        worker = self._worker
        if connection.continued or not connection.streams:
            vars(request)["_expected_100_continue"] = False  # the client has been told, or need not be
        sock, client, server, ours = connection.sock, connection.client, connection.server, (connection,)
        response: Answer
        response, environ = wsgi.create(request, sock, client, server, self._cfg, Answer, ours)  # type: ignore[assignment]
        environ["wsgi.multithread"] = True
        environ[BEGUN] = connection.since
        if connection.framing.lane is _STREAMS and not connection.whole:
            environ["wsgi.input"] = Flow(request)
            environ[TOLD] = lambda: connection.told
        if connection.streams:
            connection.be_patient(self._idle_seconds, self._turns)
        worker.nr += 1
        if worker.nr >= worker.max_requests:
            worker.alive = False
        leaving = not worker.alive or worker.crowded or draining.begun()
        if leaving or not (connection.whole or connection.streams):
            response.force_close()
        return response, environ

    def _refuse(self, connection: Connection, error: Exception) -> bool:
        """Answer for a request that is none."""
        if isinstance(error, StopIteration):
            return False
        if isinstance(error, NoMoreData):  # the head can have no end
            error = InvalidRequestLine("")
        refusal = refusal_of(error, self._cfg)
        if refusal is FAILED:
            _log.error("the parser failed", exc_info=error)
        connection.unsent.append(self.told(refusal, connection))
        connection.send()
        return False


def _is_read(request: Request, environ: MutableMapping[str, Any], connection: Connection) -> bool:
    """Whether the next request starts where the parser is now. What the service left of a body is skipped."""
    body = request.body
    if not connection.whole or body is None:
        flow = environ["wsgi.input"]
        return isinstance(flow, Flow) and flow.ended
    if vars(body)["failed"]:
        return False
    while body.read(_DRAINED):
        pass
    return True
