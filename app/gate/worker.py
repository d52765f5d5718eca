"""The worker: one loop that waits for all clients, see :mod:`app.gate.connections`."""

import errno
import logging
import resource
import selectors
import sys
from socket import socket
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from gunicorn.workers.gthread import ThreadWorker

from app.gate.connection import Connection, State
from app.gate.connections import Connections
from app.gate.patience import to_make_room
from app.gate.pinning import pin
from app.gate.service import Service
from app.gate.shares import Share
from app.lines import ERRORS, REQUESTS
from app.metrics.memo import MEMO_WATCH
from app.metrics.names import WORKERS
from app.serving import read_all

if TYPE_CHECKING:
    from gunicorn.config import Config as GunicornConfig
    from gunicorn.glogging import Logger

_TICK: Final = 1.0
"""Seconds between looks at who has had time enough."""
_SHORT: Final = 0.02
"""Seconds between looks at what is likely to change soon."""
_SWITCH: Final = 0.001
"""Seconds that a thread which computes keeps one waiting that has been idle; five times as long is usual."""
_MOST: Final = 0.9
"""Of all connections, so many in use are a crowd; fewer, and those that do nothing are thrown out before long."""
_FLUSH: Final = 1.0
"""Seconds for the last lines of the log."""
_YIELD: Final = 0.002
"""Seconds for which a worker that has taken its share leaves the next connection to the others."""
_NO_MORE_FILES: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_OWN_FILES: Final = 64
"""Open files that a worker needs for itself."""

_log = logging.getLogger("meldwise")


class GateWorker(ThreadWorker):
    """gunicorn's worker with threads, but that no thread waits for a client.

    Kept of the original: listeners, signals, the heartbeat, and how threads wake the loop. TLS, HTTP/2 and the PROXY
    protocol are for a proxy before it, and gunicorn's hooks around requests are not called.

    Attributes:
        crowded: whether there are as many connections as may be, and nearly all of clients that ask and ask: then each
            ends with its next answer, so that those have a turn who wait at the door.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as the original
        super().__init__(*args, **kwargs)
        self._settings = read_all()
        self.crowded = False
        self._accept_again = self._accepted = 0.0

    @classmethod
    def check_config(cls, cfg: "GunicornConfig", log: "Logger") -> None:  # noqa: ARG003 - as the original
        """Refuse what is not spoken here.

        Raises:
            SystemExit: gunicorn was told to speak TLS, HTTP/2 or the PROXY protocol.
        """
        if cfg.is_ssl or cfg.proxy_protocol != "off" or cfg.http_protocols != ["h1"]:
            message = "Meldwise speaks HTTP/1.1 alone; let a proxy before it end TLS, HTTP/2 and the PROXY protocol"
            raise SystemExit(message)

    def init_process(self) -> None:
        """See to it that there may be as many open files as connections, then work."""
        needed = self.worker_connections + _OWN_FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < needed:
            allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
            if allowed < needed:
                self.worker_connections = max(1, allowed - _OWN_FILES)
                _log.warning("open files are limited to %d: so are connections, to %d", hard, self.worker_connections)
        if self._settings[1].pin_workers and not pin(vars(self).get("row") or 0):
            _log.warning("this system cannot keep workers on cores of their own")
        sys.setswitchinterval(_SWITCH)
        WORKERS.put(amount=1)
        MEMO_WATCH.begin()
        ERRORS.start()
        if self._settings[0].access_log:
            REQUESTS.start()
        super().init_process()

    def run(self) -> None:
        """Serve until told to stop, and then those who are being served."""
        service = Service(self, self._settings[0])
        share = self._share = Share(vars(self).get("row"))
        self._connections = Connections(self.poller, service, self.method_queue.defer, self._settings)
        wake = self.method_queue
        self.poller.register(wake, selectors.EVENT_READ, wake.run_callbacks)  # type: ignore[arg-type]  # it has a fileno
        tick = monotonic()
        stop_by: float | None = None
        while self.alive or self._connections.every:
            self.notify()
            now = monotonic()
            if not self.alive and stop_by is None:
                stop_by, tick = now + self.cfg.graceful_timeout, now
            if stop_by is not None and now >= stop_by:
                break
            open_to_all = self.alive and self._has_room(now)
            if not open_to_all:
                share.close()
            elif now < self._accepted + _YIELD or now >= tick:
                share.tell(len(self._connections.every), now)
            yields = open_to_all and now < self._accepted + _YIELD and share.exceeded(now)
            self.set_accept_enabled(open_to_all and not yields)
            if now >= tick:
                self._connections.look_after(now, stop_by)
                MEMO_WATCH.tell()
                tick = now + _TICK
            self._attend(_YIELD if yields else _TICK if open_to_all else _SHORT)
            if not self.is_parent_alive():
                break
        self._end()

    def accept(self, listener: socket) -> None:
        """Take a connection in."""
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno in _NO_MORE_FILES:
                self._make_room(monotonic())
            elif error.errno not in {errno.EAGAIN, errno.ECONNABORTED, errno.EINTR, errno.EPROTO}:
                raise
        else:
            self._connections.add(sock, client, listener.getsockname())
            self._accepted = monotonic()

    def _attend(self, seconds: float) -> None:
        """See to all on which something can be done, or wait as long as this for one."""
        try:
            events = self.poller.select(0 if self._connections.ready else seconds)
        except InterruptedError:
            return
        for key, _ in events:
            found = key.data
            if type(found) is not Connection:
                found(key.fileobj)
                continue
            try:
                self._connections.attend(found)
            except OSError:
                self._connections.drop(found, "reset")
            except Exception:  # noqa: BLE001 - whatever it is, the other connections have nothing to do with it
                _log.exception("a connection failed")
                self._connections.drop(found, "failed")
        self._connections.answer()

    def _has_room(self, now: float) -> bool:
        """Whether another connection can be taken in: where there are too many, in the place of others."""
        if now < self._accept_again:
            return False
        if len(self._connections.every) >= self.worker_connections:
            return self._make_room(now)
        self.crowded = False
        return True

    def _make_room(self, now: float) -> bool:
        """Close some of those that lose least by it; if there are none, wait a moment."""
        losers = to_make_room(self._connections.every, now, 1 + self.worker_connections // 32)
        for connection in losers:
            self._connections.drop(connection, "crowded")
        if not losers:
            self._accept_again = now + _SHORT
            asking = sum(connection.served > 0 for connection in self._connections.every)
            self.crowded = asking > _MOST * self.worker_connections
        return bool(losers)

    def _end(self) -> None:
        for connection in list(self._connections.every):
            if connection.state is not State.BUSY:
                self._connections.drop(connection, "stopped")
        MEMO_WATCH.tell()
        WORKERS.put(amount=0)  # which tells the server that this is no accident
        REQUESTS.stop(_FLUSH)
        ERRORS.stop(_FLUSH)
