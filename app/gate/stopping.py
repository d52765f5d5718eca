"""How the server stops: first it says that it will, then it goes on for a while, then it ends.

gunicorn closes its doors as soon as it is told to stop, while load balancers still send requests until their next look
at ``/readyz``. So the first SIGTERM only begins to drain: ``/readyz`` answers 503, and answers end connections.
"""

import signal
from typing import TYPE_CHECKING

from app import draining
from app.metrics.names import DRAINING

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter


def drain_first(server: "Arbiter", seconds: int) -> None:
    """Have ``server`` drain for so many seconds when it is told to stop; told again, it stops at once."""
    stop = server.handle_term

    def handle_term() -> None:
        succeeded = server.reexec_pid != 0  # by another server, that takes the requests from now on
        if not seconds or succeeded or draining.begun():
            stop()
        draining.begin()
        DRAINING.put(amount=1)
        if server.log is not None:
            server.log.info("Draining for %d seconds: /readyz answers 503", seconds)
        signal.signal(signal.SIGALRM, lambda *_: server.SIG_QUEUE.put_nowait(signal.SIGTERM))
        signal.alarm(seconds)

    vars(server)["handle_term"] = handle_term
