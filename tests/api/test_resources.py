"""Rules, operations, pages and what every answer carries."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import app as package
from app import create_app
from app.api import operations
from app.config import Config
from app.rummy.rules import PRESETS
from app.rummy.switches import SWITCHES
from tests.api.requests_for_tests import BODY, faults, post, problem

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["/", "/docs"]


def test_rules_lists_every_preset_and_every_switch(client):
    told = client.get("/v1/rules").get_json()
    assert [preset["name"] for preset in told["presets"]] == list(PRESETS)
    assert [switch["name"] for switch in told["switches"]] == list(SWITCHES)
    assert told["default"] == "indian-13"
    for preset in told["presets"]:
        assert list(preset["switches"]) == list(SWITCHES)
        assert preset["fingerprint"] == PRESETS[preset["name"]].fingerprint


def test_every_switch_tells_what_it_may_be(client):
    for switch in client.get("/v1/rules").get_json()["switches"]:
        assert list(switch) == ["name", "meaning", "source", "type", "nullable", "minimum", "maximum", "values"]
        assert switch["meaning"].endswith(".")
        assert switch["source"]
        if switch["type"] == "integer":
            assert switch["minimum"] < switch["maximum"]
        if switch["type"] == "string":
            assert len(switch["values"]) > 1


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_sent_back_whole_is_the_same_rules(client, name):
    told = client.get(f"/v1/rules/{name}").get_json()
    body = {"groups": [], "wild_joker": "7D", "rules": {"preset": "open", **told["switches"]}}
    rules = post(client, body, "/v1/verify").get_json()["rules"]
    assert rules["fingerprint"] == told["fingerprint"]


def test_an_unknown_preset_is_404_and_told_the_known_ones(client):
    assert "pagat" in problem(client.get("/v1/rules/nope"), 404)["detail"]


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/rules/pagat"])
def test_rules_take_no_parameters(client, path):
    assert faults(client.get(path + "?name=pagat")) == [("name", "unknown_member")]


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/version", "/openapi.yaml", "/docs", "/"])
def test_elsewhere_parameters_mean_nothing(client, path):
    assert client.get(path + "?nocache=1").data == client.get(path).data


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/rules/pagat", "/version", "/openapi.json", "/problems/not-json"])
def test_json_is_compact(client, path):
    response = client.get(path)
    assert response.text == json.dumps(response.get_json(), separators=(",", ":"))


def test_livez_and_readyz_are_not_cached(client):
    for path, status in (("/livez", "alive"), ("/readyz", "ready")):
        response = client.get(path)
        assert response.get_json() == {"status": status}
        assert response.headers["Cache-Control"] == "no-store"


def test_readyz_is_503_while_the_drain_file_exists(tmp_path):
    drain = tmp_path / "drain"
    client = create_app(Config(drain_file=str(drain))).test_client()
    assert client.get("/readyz").status_code == 200
    drain.touch()
    response = client.get("/readyz")
    problem(response, 503, "not-ready")
    assert int(response.headers["Retry-After"]) > 0
    assert client.get("/livez").status_code == 200
    drain.unlink()
    assert client.get("/readyz").status_code == 200


def test_readyz_is_503_when_the_game_fails(client, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError

    monkeypatch.setattr(operations, "analyze_codes", broken)
    problem(client.get("/readyz"), 503)


def test_version_tells_the_program_and_its_default_rules(client):
    told = client.get("/version").get_json()
    assert told["name"] == "meldwise"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert told["version"] == package.__version__ == project["version"]
    assert told["rules"] == {"default": "indian-13", "fingerprint": PRESETS["indian-13"].fingerprint}


def test_the_contract_is_served_byte_for_byte(client):
    response = client.get("/openapi.yaml")
    assert response.data == (ROOT / "openapi.yaml").read_bytes()
    assert response.content_type == "application/yaml"


def test_the_contract_as_json_says_the_same(client):
    response = client.get("/openapi.json")
    assert response.get_json() == yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))
    assert response.content_type == "application/json"


@pytest.mark.parametrize("page", PAGES)
def test_pages_load_nothing_from_elsewhere_and_everything_they_load_is_there(client, page):
    response = client.get(page)
    assert response.content_type == "text/html; charset=utf-8"
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", response.text)
    for link in re.findall(r"(?:src|href)=\"([^\"]+)\"", response.text):
        assert client.get("/" + link.replace("&amp;", "&")).status_code == 200, link


@pytest.mark.parametrize("page", PAGES)
def test_pages_run_only_our_own_files(client, page):
    policy = client.get(page).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "<script>" not in client.get(page).text


def test_an_unknown_asset_is_404(client):
    for name in ("nope.js", "..%2fcli.py", "docs.html"):
        problem(client.get("/assets/" + name), 404)


def test_what_is_vendored_comes_with_its_licence():
    vendor = ROOT / "app" / "site" / "vendor"
    for library in vendor.iterdir():
        assert (library / "LICENSE").is_file()


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.yaml", "/openapi.json", "/v1/rules", "/assets/site.css"])
def test_what_seldom_changes_has_an_etag(client, path):
    first = client.get(path)
    assert client.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", ["a", "A-b_c.9", "x" * 64])
def test_a_well_formed_request_id_comes_back(client, name):
    for response in (post(client, BODY, X_Request_Id=name), client.get("/nope", headers={"X-Request-Id": name})):
        assert response.headers["X-Request-Id"] == name


@pytest.mark.parametrize("name", ["", "x" * 65, "a b", "é", "<b>", 'a"', "a;b"])
def test_any_other_request_id_is_replaced(client, name):
    assert re.fullmatch("[0-9a-f]{16}", post(client, BODY, X_Request_Id=name).headers["X-Request-Id"])


def test_request_ids_differ(client):
    assert len({client.get("/livez").headers["X-Request-Id"] for _ in range(100)}) == 100


def test_no_answer_sets_a_cookie(client):
    for response in (post(client, BODY), client.get("/"), client.get("/nope")):
        assert "Set-Cookie" not in response.headers
        assert "Vary" not in response.headers


def test_rules_are_json_of_plain_ascii(client):
    assert json.loads(client.get("/v1/rules").data.decode("ascii"))
