"""The service put together: Flask with the manners that the contract promises, and every resource."""

from platform import python_version
from typing import TYPE_CHECKING

from flask import Response
from werkzeug.exceptions import HTTPException

from app import __version__
from app.api import (
    analyze,
    audit,
    contract,
    cors,
    guard,
    metrics,
    observe,
    operations,
    problems,
    record,
    rules,
    score,
    verify,
)
from app.api.lean import LeanFlask
from app.config import Config
from app.engine import core
from app.keys.configured import Keys
from app.metrics.names import INFO

if TYPE_CHECKING:
    from collections.abc import Callable


class Meldwise(LeanFlask):
    """Flask whose errors are problem details, always.

    Attributes:
        settings: what the operator has set.
        signer: what signs whole verdicts, if anything does.
        access: what knows the clients, if only some may ask.
        seal: a whole verdict in, as JSON, and out, with its signature where verdicts are signed.
    """

    def __init__(self, settings: Config) -> None:
        """The service with these settings, without any resource yet."""
        super().__init__("app")
        self.settings = settings
        keys = Keys.of(settings)
        self.signer, self.access = keys
        self.seal: Callable[[str], str] = str if keys.signer is None else keys.signer.seal

    def handle_user_exception(self, e: Exception) -> Response:
        """Answer any error: neither debug nor testing lets one through."""
        return problems.response_to(e)

    def handle_http_exception(self, e: HTTPException) -> Response:
        """Answer the framework's own errors the same way."""
        return problems.response_to(e)

    def handle_exception(self, e: Exception) -> Response:
        """Answer what fails even before or after a view."""
        return self.finalize_request(problems.response_to(e), from_error_handler=True)


def build(settings: Config) -> Meldwise:
    """The whole service with these settings."""
    app = Meldwise(settings)
    observe.watch(app, settings)
    if app.access is not None:
        guard.watch(app, app.access)
    if settings.origins:
        cors.watch(app, settings.origins)
    for resource in (analyze, verify, score, audit, rules, operations, contract):
        app.register_blueprint(resource.blueprint)
    if settings.metrics:
        app.register_blueprint(metrics.blueprint)
    app.know_paths()
    record.name_routes(app)
    INFO.has(__version__, core(), python_version())
    INFO.put(__version__, core(), python_version(), amount=1)
    return app
