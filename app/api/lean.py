"""Flask and Werkzeug without what this service has no use for, which is most of what they cost.

No view here makes cookies, sessions, redirects or anything but a whole response; no blueprint has hooks of its own;
nobody listens to signals, and nothing is to be torn down. So each step of Flask's that could be told otherwise is told
so, by the methods that Flask has for it, and what remains is: route, hooks before, view, hooks after. A test holds that
every answer is to the byte what the framework itself would have made of it.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Self

from flask import Flask, Request, Response
from flask.ctx import AppContext, RequestContext
from flask.globals import _cv_app, _cv_request
from flask.sessions import NullSession, SessionInterface
from werkzeug.datastructures import Headers
from werkzeug.routing import MapAdapter, Rule

_LATE: Final = frozenset(
    ("headers", "method", "path", "query_string", "remote_addr", "root_path", "scheme", "server"),
)
_BODILESS: Final = frozenset((204, 304))


def in_context() -> RequestContext:
    """The request that is being answered, and by which application. Flask's own names look for it at every use."""
    return _cv_request.get()


def environ() -> dict[str, Any]:
    """The WSGI environment of the request that is being answered."""
    return in_context().request.environ


def add_header(headers: Headers, name: str, value: str) -> None:
    """Add a header whose value is known to be one. The original looks for line ends in it."""
    vars(headers)["_list"].append((name, value))


class LeanRequest(Request):
    """A request of which nothing is worked out before somebody asks for it; most ask for ``environ`` alone."""

    def __init__(self, environ: dict[str, Any], populate_request: bool = True, shallow: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - as the original
        self.environ = environ
        self.shallow = shallow

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any of the original's
        """What the original works out at once: all of it, at the first question."""
        if name not in _LATE:
            raise AttributeError(name)
        super().__init__(self.environ, populate_request=False, shallow=self.shallow)
        return vars(self)[name]

    def close(self) -> None:
        """Do nothing: no request here has files."""


class Reply(Response):
    """A response whose headers are as they will be sent: it never redirects, and its body is whole or a stream.

    Attributes:
        size: bytes of its body, where that is known without a look at its headers.
    """

    size: int | None = None

    @classmethod
    def good(cls, data: bytes, content_type: str) -> Self:
        """200 with this body."""
        headers = Headers()
        add_header(headers, "Content-Type", content_type)
        add_header(headers, "Content-Length", str(len(data)))
        reply = cls.__new__(cls)
        # As the original does, which takes its time to find out that nothing is missing.
        vars(reply).update(
            headers=headers,
            _status="200 OK",
            _status_code=200,
            response=[data],
            direct_passthrough=False,
            size=len(data),
            _on_close=[],
        )
        return reply

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - as the original
        """Send it. The original looks at each header again, and whether the body is what it says."""
        if self.direct_passthrough or environ["REQUEST_METHOD"] == "HEAD" or self._status_code in _BODILESS:
            return super().__call__(environ, start_response)
        start_response(self._status, list(self.headers))
        return self.response  # type: ignore[return-value]  # a list of bytes: set_data makes it one


class _Context(AppContext):
    """What the service is, for as long as a request lasts. Nobody is told that it begins or ends."""

    def push(self) -> None:
        self._cv_tokens.append(_cv_app.set(self))

    def pop(self, exc: BaseException | None = None) -> None:  # noqa: ARG002 - as the original
        _cv_app.reset(self._cv_tokens.pop())


class _NoSessions(SessionInterface):
    """Nobody logs in, so no cookie is ever read or written."""

    _session = NullSession()

    def open_session(self, app: Flask, request: Any) -> Any:  # noqa: ANN401, ARG002 - as the library's own
        return self._session

    def is_null_session(self, obj: object) -> bool:  # noqa: ARG002
        return True


class _Matched(MapAdapter):
    """The router at a path without variable parts: it has found its rule already."""

    def __init__(self, rule: Rule) -> None:
        self._found: tuple[Rule, dict[str, Any]] = rule, {}

    def match(self, *_: Any, **__: Any) -> Any:  # noqa: ANN401 - as the original
        """The rule, and the variable parts, of which there are none."""
        return self._found


class LeanFlask(Flask):
    """Flask as far as it is needed. Hooks are those of the application as a whole."""

    request_class = LeanRequest
    response_class = Reply
    session_interface = _NoSessions()

    def __init__(self, name: str) -> None:
        """An application without files and templates."""
        super().__init__(name, static_folder=None, template_folder=None)
        self.url_map.merge_slashes = False
        self._matched: dict[tuple[str, str], _Matched] = {}

    def app_context(self) -> AppContext:
        """The context of a request."""
        return _Context(self)

    def know_paths(self) -> None:
        """Find the rules of all paths without variable parts, now that there will be no others."""
        for rule in self.url_map.iter_rules():
            if not rule.arguments:
                for method in (rule.methods or set()) - {"OPTIONS"}:
                    self._matched[method, rule.rule] = _Matched(rule)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The router at this request's path. Hosts play no part in routing, so nobody's Host header is looked at."""
        if request is None:
            return None
        environ = request.environ
        matched = self._matched.get((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        return matched or MapAdapter(self.url_map, "", "/", "", "http", request.path, request.method)

    def full_dispatch_request(self) -> Response:
        """Answer the request that is in context: the first hook that has an answer, else the view."""
        request = in_context().request
        response: Any = None
        try:
            for hook in self.before_request_funcs.get(None, ()):
                response = hook()
                if response is not None:
                    break
            else:
                response = self._viewed(request)
        except Exception as error:  # noqa: BLE001 - every one has an answer
            response = self.handle_user_exception(error)
        return self.finalize_request(response)

    def _viewed(self, request: Request) -> Any:  # noqa: ANN401 - as the original
        if request.routing_exception is not None:
            raise request.routing_exception
        if request.environ["REQUEST_METHOD"] == "OPTIONS":
            return self.make_default_options_response()
        rule: Any = request.url_rule
        return self.view_functions[rule.endpoint](**request.view_args or {})

    def finalize_request(self, rv: Any, from_error_handler: bool = False) -> Response:  # noqa: ANN401, FBT001, FBT002 - as the original
        """A response as the hooks after the view leave it; the last one comes first."""
        try:
            for hook in reversed(self.after_request_funcs.get(None, ())):
                rv = hook(rv)
        except Exception:
            if not from_error_handler:
                raise
            self.logger.exception("an answer to an error failed in its turn")
        return rv  # type: ignore[no-any-return]

    def make_default_options_response(self) -> Response:
        """204 with the methods of this address."""
        adapter = self.create_url_adapter(in_context().request)
        methods = sorted(adapter.allowed_methods()) if adapter else []
        response = Reply(status=204, headers={"Allow": ", ".join(methods)})
        del response.headers["Content-Type"]
        return response

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """``func`` as it is: no view is asynchronous, and the framework need not look again at every request."""
        return func

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Do nothing: nothing is torn down."""

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        """Do nothing, likewise."""
