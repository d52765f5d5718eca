"""The README is true: its example is answered as printed, its tables are the code's."""

import json
import re
import shlex
from pathlib import Path

import pytest

from app import create_app
from app.config import Config, ConfigError, variable
from app.rummy.rules import PRESETS
from app.rummy.switches import SWITCHES
from app.serving import MEANINGS, Serving

README = (Path(__file__).resolve().parents[1] / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def client():
    return create_app(Config()).test_client()


def printed_requests() -> list[tuple[str, str]]:
    """Every curl of the README: its path and its body."""
    found = []
    for command in re.findall(r"^\$ (curl .*?)\n```", README, re.MULTILINE | re.DOTALL):
        words = shlex.split(command)
        found.append((re.sub(r"^http://127\.0\.0\.1:8000", "", words[2]), words[words.index("-d") + 1]))
    return found


def test_the_first_example_gets_the_printed_answer(client):
    path, body = printed_requests()[0]
    printed = re.search(r"```json\n(.*?)```", README, re.DOTALL)[1]
    answer = client.post(path, data=body, content_type="application/json")
    assert json.dumps(answer.get_json()) == json.dumps(json.loads(printed))  # the order of members, too


def test_the_declaration_is_judged_as_the_text_says(client):
    path, body = printed_requests()[1]
    verdict = client.post(path, data=body, content_type="application/json").get_json()
    assert (verdict["valid"], verdict["points"], verdict["points_as_loser"]) == (False, 80, 77)
    assert [violation["code"] for violation in verdict["violations"]] == ["no_pure_sequence"]


def test_the_deal_is_scored_as_printed(client):
    path, body = printed_requests()[2]
    assert path == "/v1/score"
    answer = client.post(path, data=body, content_type="application/json").get_json()
    rows = [
        json.dumps(
            [p["id"], p["result"], p["points"], p["reason"], p["detail"], p["money"]["net"]], separators=(",", ":")
        )
        for p in answer["players"]
    ]
    assert "\n".join(rows) in README


def test_the_archive_is_audited_as_printed(client):
    shown = re.search(r"^\$ printf (.*?)```", README, re.MULTILINE | re.DOTALL)[1]
    command, _, printed = shown.partition("--data-binary @-\n")
    words = shlex.split(command.replace("\\\n", ""))
    items = [word for word in words if word.startswith("{")]
    address = next(word for word in words if word.startswith("http://"))
    path = address.removeprefix("http://127.0.0.1:8000")
    answer = client.post(path, data="\n".join(items) + "\n", content_type="application/x-ndjson")
    assert answer.text == printed


def test_the_link_asks_the_same_question(client):
    path = re.search(r"`(/v1/analyze\?[^`]+)`", README)[1]
    linked = client.get(path).get_json()
    printed = json.loads(re.search(r"```json\n(.*?)```", README, re.DOTALL)[1])
    assert linked == printed


def test_the_table_of_presets_is_the_codes():
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)`(?: \(default\))? \| (.*) \|$", README, re.MULTILINE))
    told = {
        name: f"{r.hand_size} | {r.decks} + {r.printed_jokers} | {r.min_sequences}, {r.min_pure} | `{r.protection}` | "
        f"{r.cap} | {r.first_drop} / {r.middle_drop} | {r.wrong_declaration}".replace("None", "none")
        for name, r in PRESETS.items()
    }
    assert {name: row for name, row in rows.items() if name in PRESETS} == told


def test_every_switch_is_in_the_table_with_its_default():
    rows = re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \| .* \| ([^|]+) \|$", README, re.MULTILINE)
    defaults = {}
    for names, values in rows:
        named = re.findall(r"`([a-z_]+)`", names)
        defaults.update(zip(named, values.replace("`", "").split(", "), strict=False))
    rules = PRESETS["indian-13"]
    expected = {name: json.dumps(getattr(rules, name)).strip('"') for name in SWITCHES}
    assert {name: defaults.get(name) for name in SWITCHES} == expected


def settings_table() -> dict[str, str]:
    """What the table of variables says about each."""
    rows = re.findall(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \| (.*) \|$", README, re.MULTILINE)
    return {name: told for names, told in rows for name in re.findall(r"`([A-Z_]+)`", names)}


def test_every_setting_is_documented_with_its_range():
    told = settings_table()
    assert set(told) == {variable(name) for name in Config.__dataclass_fields__} | set(MEANINGS)
    for setting in Config.__dataclass_fields__.values():
        if "range" in setting.metadata:
            low, high = setting.metadata["range"]
            assert f", {low} to {high} | {setting.default}" in told[variable(setting.name)]


@pytest.mark.parametrize(("name", "most"), [("PORT", 65535), ("MELDWISE_WORKERS", 64), ("MELDWISE_THREADS", 256)])
def test_the_ranges_of_the_servers_settings_are_true(name, most):
    assert f"1 to {most} |" in settings_table()[name]
    Serving.from_env({name: str(most)})
    for wrong in (0, most + 1):
        with pytest.raises(ConfigError):
            Serving.from_env({name: str(wrong)})


def test_no_two_presets_share_a_fingerprint_as_it_says():
    assert "No two presets share a fingerprint." in README
    assert len({rules.fingerprint for rules in PRESETS.values()}) == len(PRESETS)


def test_every_call_is_documented(client):
    routes = {rule.rule.replace("<", "{").replace(">", "}") for rule in client.application.url_map.iter_rules()}
    documented = set(re.findall(r"(/[a-z0-9_./{}-]*)", README))
    assert {route for route in routes if route not in documented} <= {"/assets/{name}", "/problems/{name}"}


def test_as_a_library_it_says_what_is_printed(capsys):
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    exec(code, {})  # noqa: S102 - the README's own lines
    assert capsys.readouterr().out == re.search(r"```text\n(.*?)```", README, re.DOTALL)[1]
