"""gunicorn's own log, through :mod:`app.lines`."""

from logging import Formatter
from logging import Logger as Log
from typing import Any

from gunicorn.glogging import Logger

from app.lines import ERRORS, SinkHandler


class GateLogger(Logger):
    """gunicorn's logger, but that it never waits for whoever reads standard error."""

    def _set_handler(self, log: Log, output: str | None, fmt: Formatter, stream: Any = None) -> None:  # noqa: ANN401
        if output != "-":
            super()._set_handler(log, output, fmt, stream)  # type: ignore[misc]  # the stubs leave out what is private
            return
        for known in [handler for handler in log.handlers if getattr(handler, "_gunicorn", False)]:
            log.removeHandler(known)
        handler = SinkHandler(ERRORS)
        handler.setFormatter(fmt)
        vars(handler)["_gunicorn"] = True  # by which it knows its own
        log.addHandler(handler)
