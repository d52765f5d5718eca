"""API keys, where the operator gives them out: who may ask, what, and how often. Where not, nobody is in the way."""

import json
import logging
from hashlib import sha256

import pytest
import yaml

from app import create_app
from app.api import record
from app.config import Config, ConfigError
from app.keys import files
from app.keys.access import CALLS, read_clients
from tests.api.requests_for_tests import BODY, post, problem
from tests.conftest import ROOT
from tests.contract.reading import check_response

DOCUMENT = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
LINK = "/v1/analyze?hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC&wild_joker=2"
PATHS = ("/v1/analyze", "/v1/verify", "/v1/score", "/v1/audit")


def line(name, key, *more):
    return " ".join([name, sha256(key.encode("latin-1")).hexdigest(), *more]) + "\n"


CLIENTS = (
    "# who may ask\n\n"
    + line("game", "key-of-game")
    + line("game", "next-key-of-game", "# from June on")
    + line("archive", "key-of-archive", "only=audit,rules")
    + line("demo", "key-of-demo", "limit=2/minute", "only=analyze")
    + line("umlaut", "schlüssel")
)


@pytest.fixture
def keys(tmp_path):
    path = tmp_path / "clients"
    path.write_text(CLIENTS)
    return path


@pytest.fixture
def client(keys):
    return create_app(Config(api_keys=str(keys))).test_client()


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


def example(name):
    return DOCUMENT["components"]["responses"][name]["content"]["application/problem+json"]["example"]


@pytest.mark.parametrize("path", PATHS)
def test_without_a_key_nothing_is_answered_but_that_one_is_needed(client, path):
    response = client.post(path, json=BODY)
    assert problem(response, 401, "unauthorized") == example("Unauthorized")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="meldwise"'
    check_response(DOCUMENT, path, "post", response)


@pytest.mark.parametrize("address", [LINK, "/v1/rules", "/v1/rules/pagat"])
def test_links_and_rules_need_a_key_too(client, address):
    path = "/v1/rules/{name}" if address.endswith("pagat") else address.partition("?")[0]
    check_response(DOCUMENT, path, "get", client.get(address))
    check_response(DOCUMENT, path, "head", client.head(address))
    assert client.get(address).status_code == client.head(address).status_code == 401
    assert client.get(address, headers=bearer("key-of-game")).status_code == 200


def test_what_is_not_there_is_not_told_to_strangers(client):
    assert client.get("/v1/nothing").status_code == 401
    assert client.get("/v1/").status_code == 401
    assert client.get("/v1/nothing", headers=bearer("key-of-game")).status_code == 404


@pytest.mark.parametrize(
    "address",
    ["/livez", "/readyz", "/version", "/.well-known/jwks.json", "/openapi.json", "/docs", "/", "/problems/forbidden"],
)
def test_probes_and_the_contract_need_none(client, address):
    assert client.get(address).status_code == 200


def test_browsers_may_ask_for_the_methods_without_one(client):
    assert client.options("/v1/analyze").status_code == 204


@pytest.mark.parametrize(
    "headers",
    [
        bearer("key-of-game"),
        bearer("next-key-of-game"),
        {"Authorization": "bearer  key-of-game "},
        {"X-API-Key": "key-of-game"},
        {"X-API-Key": "key-of-game", "Authorization": "Basic Zm9vOmJhcg=="},
        {"X-API-Key": "schlüssel"},
    ],
)
def test_a_known_key_is_answered(client, headers):
    response = client.post("/v1/analyze", json=BODY, headers=headers)
    assert response.status_code == 200
    assert response.data == create_app(Config()).test_client().post("/v1/analyze", json=BODY).data


@pytest.mark.parametrize(
    "headers",
    [
        bearer("key-of-gam"),
        bearer("key-of-game2"),
        bearer(sha256(b"key-of-game").hexdigest()),
        {"X-API-Key": "other", **bearer("key-of-game")},
    ],
)
def test_any_other_key_is_none(client, headers):
    response = client.post("/v1/analyze", json=BODY, headers=headers)
    told = problem(response, 401, "unauthorized")
    assert "key-of" not in told["detail"]
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="meldwise", error="invalid_token"'
    check_response(DOCUMENT, "/v1/analyze", "post", response)


@pytest.mark.parametrize("value", ["", "Bearer", "Bearer ", "Basic a2V5", "key-of-game", "Token key-of-game"])
def test_other_schemes_bring_no_key(client, value):
    response = client.post("/v1/analyze", json=BODY, headers={"Authorization": value})
    problem(response, 401, "unauthorized")
    assert "error" not in response.headers["WWW-Authenticate"]


def test_a_key_can_be_held_to_some_calls(client):
    headers = bearer("key-of-archive")
    assert client.get("/v1/rules/pagat", headers=headers).status_code == 200
    assert client.post("/v1/audit", json={"items": []}, headers=headers).status_code == 200
    response = client.post("/v1/analyze", json=BODY, headers=headers)
    assert problem(response, 403, "forbidden") == example("Forbidden")
    check_response(DOCUMENT, "/v1/analyze", "post", response)


def test_a_key_can_have_a_limit(client):
    headers = bearer("key-of-demo")
    assert [client.post("/v1/analyze", json=BODY, headers=headers).status_code for _ in range(2)] == [200, 200]
    response = client.post("/v1/analyze", json=BODY, headers=headers)
    assert problem(response, 429, "too-many-requests") == example("TooManyRequests")
    assert 1 <= int(response.headers["Retry-After"]) <= 120
    check_response(DOCUMENT, "/v1/analyze", "post", response)
    assert client.post("/v1/analyze", json=BODY, headers=bearer("key-of-game")).status_code == 200


def test_what_a_key_is_not_good_for_does_not_count_against_its_limit(client):
    headers = bearer("key-of-demo")
    for _ in range(3):
        assert client.post("/v1/verify", json=BODY, headers=headers).status_code == 403
    assert client.post("/v1/analyze", json=BODY, headers=headers).status_code == 200


def test_the_keys_of_a_client_share_its_limit(tmp_path):
    (tmp_path / "clients").write_text(line("a", "1", "limit=1/hour") + line("a", "2", "limit=1/hour"))
    client = create_app(Config(api_keys=str(tmp_path / "clients"))).test_client()
    assert [client.get(LINK, headers=bearer(key)).status_code for key in "12"] == [200, 429]


def test_keys_come_and_go_without_a_restart(keys, monkeypatch, caplog):
    monkeypatch.setattr(files, "SECONDS", 0)
    client = create_app(Config(api_keys=str(keys))).test_client()
    keys.write_text(CLIENTS.replace(line("game", "key-of-game"), line("new", "key-of-new")))
    with caplog.at_level(logging.WARNING):
        asked = ("key-of-game", "next-key-of-game", "key-of-new")
        got = [client.get(LINK, headers=bearer(key)).status_code for key in asked]
    assert got == [401, 200, 200]
    assert f"{keys} has changed and was read again" in caplog.text


def test_a_mistake_in_the_file_locks_nobody_out(keys, monkeypatch, caplog):
    monkeypatch.setattr(files, "SECONDS", 0)
    client = create_app(Config(api_keys=str(keys))).test_client()
    keys.write_text("game key-of-game\n")
    assert client.get(LINK, headers=bearer("key-of-game")).status_code == 200
    assert "line 1: a line is a name, the SHA-256" in caplog.text
    assert "key-of-game" not in caplog.text


def test_what_a_key_may_read_is_not_kept_for_others(client):
    kept = client.get(LINK, headers=bearer("key-of-game")).headers["Cache-Control"]
    assert kept == "private, max-age=3600"
    assert client.get("/docs").headers["Cache-Control"] == "public, max-age=3600"
    assert client.get(LINK).headers["Cache-Control"] == "no-store"


def test_log_lines_name_the_client(keys, monkeypatch):
    lines = []
    monkeypatch.setattr(record.LINES, "write", lines.append)
    client = create_app(Config(api_keys=str(keys), access_log=True)).test_client()
    client.get(LINK, headers=bearer("next-key-of-game"))
    client.get(LINK, headers=bearer("other-key"))
    assert [json.loads(line).get("client") for line in lines] == ["game", None]
    assert "key" not in "".join(lines)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file has no client; "),
        ("# nobody\n", "the file has no client; "),
        ("game\n", "line 1: a line is a name, "),
        ("game secret\n", "line 1: a line is a name, "),
        (line("game", "k").upper(), "line 1: a line is a name, "),
        ("# one\n" + line("g/me", "k"), "line 2: a line is a name, "),
        (line("game", "k", "limit=5"), "line 1: a line is a name, "),
        (line("game", "k", "limit=0/second"), "line 1: a line is a name, "),
        (line("game", "k", "limit=5/second", "limit=5/day"), "line 1: a line is a name, "),
        (line("game", "k", "until=2030"), "line 1: a line is a name, "),
        (line("game", "k", "only="), "line 1: only= names some of analyze, audit, rules, score, verify"),
        (line("game", "k", "only=analyse"), "line 1: only= names some of analyze, audit, rules, score, verify"),
        (line("game", "k") + line("other", "k"), "line 2: the key of game once more"),
    ],
)
def test_a_service_without_a_good_file_does_not_start_and_says_why(tmp_path, text, told):
    (tmp_path / "clients").write_text(text)
    with pytest.raises(ConfigError) as refusal:
        create_app(Config(api_keys=str(tmp_path / "clients")))
    assert str(refusal.value).startswith(f"MELDWISE_API_KEYS: {told}")
    assert "secret" not in str(refusal.value)


def test_a_limit_needs_the_extra_and_the_service_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "limits", None)
    (tmp_path / "clients").write_text(line("game", "k"))
    create_app(Config(api_keys=str(tmp_path / "clients")))
    (tmp_path / "clients").write_text(line("game", "k", "limit=5/second"))
    with pytest.raises(ConfigError, match=r"limits need the extra limit: pip install 'meldwise\[limit\]'"):
        create_app(Config(api_keys=str(tmp_path / "clients")))


def test_every_call_can_be_named(app):
    routes = {rule.rule.split("/")[2] for rule in app.url_map.iter_rules() if rule.rule.startswith("/v1/")}
    assert routes == CALLS


def test_every_key_on_file_is_looked_at(keys, monkeypatch):
    from app.keys import access

    looked = []
    monkeypatch.setattr(access, "compare_digest", lambda a, b: looked.append(a) or a == b)
    known = access.Access(str(keys))
    assert known.client(b"key-of-game").name == "game"
    assert known.client(b"none") is None
    assert len(looked) == 2 * len(read_clients(CLIENTS.encode()))


def test_without_keys_nobody_needs_one_and_nothing_looks_at_requests(app, client_without):
    assert post(client_without, BODY, Authorization="Bearer anything").status_code == 200
    assert app.access is None
    assert not [hook for hook in app.before_request_funcs[None] if "guard" in repr(hook)]


@pytest.fixture
def client_without(app):
    return app.test_client()
