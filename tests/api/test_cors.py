"""Pages of other origins: only those that the operator names may read answers in a browser, exactly those."""

import pytest

from app import create_app
from app.config import Config, ConfigError
from tests.api.requests_for_tests import BODY
from tests.contract.reading import check_response

ORIGIN = "https://play.example"
LINK = "/v1/analyze?hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC&wild_joker=2"
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,x-api-key"}


@pytest.fixture(scope="module")
def shared():
    return create_app(Config(cors_origins=f"{ORIGIN}, http://localhost:3000")).test_client()


def cors(response):
    return {name: value for name, value in response.headers.items() if name.startswith("Access-Control-")}


@pytest.mark.parametrize("origin", [ORIGIN, "http://localhost:3000"])
def test_a_named_origin_may_read_answers(shared, origin):
    for response in (
        shared.post("/v1/analyze", json=BODY, headers={"Origin": origin}),
        shared.get(LINK, headers={"Origin": origin}),
    ):
        assert response.status_code == 200
        assert cors(response) == {
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Expose-Headers": "ETag, Retry-After, X-Request-Id",
        }
        assert response.headers["Vary"] == "Origin"


@pytest.mark.parametrize(
    "sent",
    [
        {"method": "POST", "path": "/v1/analyze", "data": "{", "content_type": "application/json"},
        {"method": "GET", "path": "/nothing"},
        {"method": "PUT", "path": "/v1/verify"},
    ],
)
def test_it_may_read_errors_too(shared, sent):
    response = shared.open(**sent, headers={"Origin": ORIGIN})
    assert response.status_code >= 400
    assert response.headers["Access-Control-Allow-Origin"] == ORIGIN


def test_a_preflight_says_what_may_be_sent(shared, document):
    response = shared.options("/v1/analyze", headers={"Origin": ORIGIN, **PREFLIGHT})
    assert response.status_code == 204
    assert cors(response) == {
        "Access-Control-Allow-Origin": ORIGIN,
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS, POST",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id",
        "Access-Control-Max-Age": "7200",
    }
    check_response(document, "/v1/analyze", "options", response)


@pytest.mark.parametrize(
    "origin",
    [
        "https://play.example.evil.example",
        "https://evil-play.example",
        "http://play.example",
        "https://play.example:8443",
        "https://PLAY.example",
        "https://play.example/",
        "https://sub.play.example",
        "null",
        "*",
        "",
        f"{ORIGIN}, http://localhost:3000",
    ],
)
def test_any_other_origin_may_not(shared, origin):
    for response in (
        shared.post("/v1/analyze", json=BODY, headers={"Origin": origin}),
        shared.options("/v1/analyze", headers={"Origin": origin, **PREFLIGHT}),
    ):
        assert response.status_code in {200, 204}
        assert cors(response) == {}
        assert response.headers["Vary"] == "Origin"


def test_cookies_are_never_allowed(shared):
    response = shared.options("/v1/analyze", headers={"Origin": ORIGIN, **PREFLIGHT})
    assert "Access-Control-Allow-Credentials" not in response.headers


def test_who_is_no_browser_is_answered_as_ever(shared, client):
    assert shared.post("/v1/analyze", json=BODY).data == client.post("/v1/analyze", json=BODY).data


def test_a_browser_may_ask_what_it_may_send_before_it_has_a_key(tmp_path):
    (tmp_path / "clients").write_text(f"game {'0' * 64}\n")
    asked = create_app(Config(api_keys=str(tmp_path / "clients"), cors_origins=ORIGIN)).test_client()
    assert asked.options("/v1/analyze", headers={"Origin": ORIGIN, **PREFLIGHT}).status_code == 204
    refused = asked.post("/v1/analyze", json=BODY, headers={"Origin": ORIGIN})
    assert refused.status_code == 401
    assert refused.headers["Access-Control-Allow-Origin"] == ORIGIN


def test_without_origins_nothing_is_said(client, app):
    response = client.options("/v1/analyze", headers={"Origin": ORIGIN, **PREFLIGHT})
    assert cors(response) == {}
    assert "Vary" not in response.headers
    assert not [hook for hook in app.after_request_funcs[None] if "cors" in repr(hook)]


@pytest.mark.parametrize(
    "text",
    ["*", "null", "play.example", "https://play.example/", "https://Play.example", "https://*.example", "ftp://a.example",
     "https://a.example:443", "http://a.example:80", "https://a.example;https://b.example", "https://a.example,",
     "https://user@a.example", "https://a..example", "https://a.example b"],
)  # fmt: skip
def test_what_no_browser_calls_an_origin_is_no_setting(text):
    with pytest.raises(ConfigError, match="MELDWISE_CORS_ORIGINS is origins like https://play"):
        Config(cors_origins=text)


@pytest.mark.parametrize(
    "text", ["", "http://localhost:8080", "https://a.example,https://b.example:8443", "http://[::1]"]
)
def test_origins_as_browsers_write_them_are(text):
    assert Config.from_env({"MELDWISE_CORS_ORIGINS": text}).origins == frozenset(text.split(",") if text else ())
