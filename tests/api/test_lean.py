"""What is left out of the framework is missed by nobody: every answer is what the framework itself makes of it."""

import pytest
from flask import Flask, Request, Response
from werkzeug.exceptions import HTTPException
from werkzeug.test import EnvironBuilder

from app.api import application, lean
from app.config import Config
from tests.api.requests_for_tests import BODY, GROUPS, HAND
from tests.rummy.seats import ASHA, BELA, CHAND

LINK = "/v1/analyze?wild_joker=2&hand=" + ",".join(HAND)
KEPT = ("__init__", "_viewed", "create_url_adapter", "ensure_sync", "make_default_options_response", "know_paths")
"""What the service needs to be told otherwise, or adds."""
LEFT_OUT = sorted(name for name in vars(lean.LeanFlask) if callable(vars(lean.LeanFlask)[name]) and name not in KEPT)
ASKED = {
    "a hand": ("POST", "/v1/analyze", {"json": BODY}),
    "a hand with a comparison": ("POST", "/v1/analyze", {"json": BODY | {"compare": True}}),
    "a hand that cannot be": ("POST", "/v1/analyze", {"json": BODY | {"hand": ["5S"] * 13}}),
    "no hand": ("POST", "/v1/analyze", {"json": {}}),
    "no JSON": ("POST", "/v1/analyze", {"data": "{", "content_type": "application/json"}),
    "no body": ("POST", "/v1/analyze", {}),
    "a form": ("POST", "/v1/analyze", {"data": {"hand": "4S"}}),
    "other rules": ("POST", "/v1/analyze", {"json": BODY | {"expect_rules": "0" * 16}}),
    "a parameter too many": ("POST", "/v1/analyze?compare=true", {"json": BODY}),
    "a link": ("GET", LINK, {}),
    "the head of a link": ("HEAD", LINK, {}),
    "a link with a body": ("GET", LINK, {"data": "{}", "content_type": "application/json"}),
    "a link that is known": ("GET", LINK, {"headers": {"If-None-Match": "*"}}),
    "a link that is wrong": ("GET", "/v1/analyze?hand=4S&hand=5S", {}),
    "groups": ("POST", "/v1/verify", {"json": GROUPS}),
    "a deal": ("POST", "/v1/score", {"json": {"players": [ASHA, BELA, CHAND], "wild_joker": "6C"}}),
    "an audit": ("POST", "/v1/audit", {"json": {"items": [BODY, {}]}}),
    "an audit in lines": ("POST", "/v1/audit", {"data": "{}\n{}\n", "content_type": "application/x-ndjson"}),
    "a stream": ("POST", "/v1/audit?stream=true", {"data": "{}\n", "content_type": "application/x-ndjson"}),
    "the presets": ("GET", "/v1/rules", {}),
    "a preset": ("GET", "/v1/rules/pagat", {}),
    "no preset": ("GET", "/v1/rules/whist", {}),
    "the contract": ("GET", "/openapi.yaml", {}),
    "the contract as JSON": ("GET", "/openapi.json", {}),
    "a page": ("GET", "/docs", {}),
    "a page with a slash": ("GET", "/docs/", {}),
    "two slashes": ("GET", "//docs", {}),
    "another script": ("GET", "/%E2%99%A0", {}),
    "no letters": ("GET", "/%FF", {}),
    "nothing": ("GET", "/nothing", {}),
    "life": ("GET", "/livez", {}),
    "readiness": ("GET", "/readyz", {}),
    "the wrong method": ("DELETE", "/v1/analyze", {}),
    "a strange method": ("BREW", "/v1/analyze", {}),
    "methods": ("OPTIONS", "/v1/analyze", {}),
    "methods of a preset": ("OPTIONS", "/v1/rules/pagat", {}),
    "methods of nothing": ("OPTIONS", "/nothing", {}),
    "another origin": ("POST", "/v1/analyze", {"json": BODY, "headers": {"Origin": "https://play.example"}}),
    "another origin's methods": ("OPTIONS", "/v1/analyze", {"headers": {"Origin": "https://play.example"}}),
}


def _services():
    settings = Config(cors_origins="https://play.example")
    ours = application.build(settings)
    originals = {name: getattr(Flask, name) for name in LEFT_OUT}
    originals |= {"request_class": Request, "response_class": Response}
    whole = type("Whole", (application.Meldwise,), originals)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "Meldwise", whole)
        return ours, application.build(settings)


@pytest.fixture(scope="module")
def services():
    """The service, and the same one with all of the framework."""
    return _services()


def _answer(service, method, path, sent):
    headers = {"X-Request-Id": "one"} | sent.get("headers", {})
    with service.test_client() as client:
        return client.open(path, method=method, **sent | {"headers": headers})


@pytest.mark.parametrize("asked", ASKED)
def test_an_answer_is_what_the_whole_framework_makes_of_it(services, asked, monkeypatch):
    ours, whole = services
    lean_answer = _answer(ours, *ASKED[asked])
    monkeypatch.setattr(lean.Reply, "__call__", Response.__call__)
    monkeypatch.setattr(lean.Reply, "good", lambda data, content_type: Response(data, content_type=content_type))
    answer = _answer(whole, *ASKED[asked])
    assert lean_answer.status == answer.status
    assert list(lean_answer.headers) == list(answer.headers)
    assert lean_answer.data == answer.data


@pytest.mark.parametrize("asked", [asked for asked in ASKED if not ASKED[asked][1].startswith("//")])
def test_a_path_leads_where_the_framework_would_go(services, asked):
    method, path, _ = ASKED[asked]
    environ = EnvironBuilder(path, method=method).get_environ()
    found = []
    for find in (services[0].create_url_adapter, services[0].url_map.bind_to_environ):
        request = lean.LeanRequest(environ)
        router = find(request if find == services[0].create_url_adapter else environ)
        try:
            rule, parts = router.match(return_rule=True)
            found.append((rule.endpoint, parts))
        except HTTPException as error:
            found.append(error.code)
    assert found[0] == found[1]


def test_only_the_application_has_hooks(services):
    for service in services:
        for hooks in (service.before_request_funcs, service.after_request_funcs):
            assert set(hooks) <= {None}
        assert not service.url_value_preprocessors
        assert not service.teardown_request_funcs
        assert not service.teardown_appcontext_funcs


def test_a_failing_hook_after_a_failure_is_logged_and_the_answer_goes_out(caplog):
    service = application.build(Config())

    @service.after_request
    def fail(_):
        message = "no more paper"
        raise RuntimeError(message)

    answer = _answer(service, "GET", "/livez", {})
    assert answer.status_code == 500
    assert answer.content_type == "application/problem+json"
    assert "failed in its turn" in caplog.text


def test_what_a_request_has_not_is_an_attribute_error():
    request = lean.LeanRequest({"REQUEST_METHOD": "GET", "PATH_INFO": "/livez"})
    assert (request.method, request.path) == ("GET", "/livez")
    with pytest.raises(AttributeError, match="hat"):
        _ = request.hat
