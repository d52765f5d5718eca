"""The service put together: Flask with the manners that the contract promises, and every resource."""

from collections.abc import Callable
from platform import python_version
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

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
from app.config import Config
from app.engine import core
from app.keys.configured import Keys
from app.metrics.names import INFO


class _NoSessions(SessionInterface):
    """Nobody logs in, so no cookie is ever read or written."""

    _session = NullSession()

    def open_session(self, app: Flask, request: Any) -> Any:  # noqa: ANN401, ARG002 - as the library's own
        return self._session

    def is_null_session(self, obj: object) -> bool:  # noqa: ARG002
        return True


class Meldwise(Flask):
    """Flask whose errors are problem details, always, and whose OPTIONS has no body.

    Attributes:
        settings: what the operator has set.
        signer: what signs whole verdicts, if anything does.
        access: what knows the clients, if only some may ask.
        seal: a whole verdict in, as JSON, and out, with its signature where verdicts are signed.
    """

    session_interface = _NoSessions()

    def __init__(self, settings: Config) -> None:
        super().__init__("app", static_folder=None, template_folder=None)
        self.settings = settings
        keys = Keys.of(settings)
        self.signer, self.access = keys
        self.seal: Callable[[str], str] = str if keys.signer is None else keys.signer.seal
        self.url_map.merge_slashes = False

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The router at this request's path. Hosts play no part in routing, so nobody's Host header is looked at."""
        if request is None:
            return None
        return MapAdapter(self.url_map, "", "/", "", "http", request.path, request.method)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """``func`` as it is: no view is asynchronous, and the framework need not look again at every request."""
        return func

    def handle_user_exception(self, e: Exception) -> Response:
        """Answer any error: neither debug nor testing lets one through."""
        return problems.response_to(e)

    def handle_http_exception(self, e: HTTPException) -> Response:
        """Answer the framework's own errors the same way."""
        return problems.response_to(e)

    def handle_exception(self, e: Exception) -> Response:
        """Answer what fails even before or after a view."""
        return self.finalize_request(problems.response_to(e), from_error_handler=True)

    def make_default_options_response(self) -> Response:
        """204 with the methods of this address."""
        adapter = self.create_url_adapter(request)
        methods = sorted(adapter.allowed_methods()) if adapter else []
        response = Response(status=204, headers={"Allow": ", ".join(methods)})
        del response.headers["Content-Type"]
        return response


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
    record.name_routes(app)
    INFO.has(__version__, core(), python_version())
    INFO.put(__version__, core(), python_version(), amount=1)
    return app
