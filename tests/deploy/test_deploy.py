"""What is there to deploy it with, and what is said about operating it, is true of the code."""

import json
import re
from pathlib import Path

import pytest
import yaml

from app import lines
from app.api.record import CLIENT, keep
from app.config import Config
from app.config import variable as variable_of
from app.metrics.families import Counter, Histogram
from app.metrics.names import BOOK
from app.serving import MEANINGS, Serving

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
PORT = int(re.search(r"^EXPOSE (\d+)$", DOCKERFILE, re.MULTILINE)[1])
SETTINGS = {*MEANINGS, *(variable_of(name) for name in Config.__dataclass_fields__)}


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", OPERATIONS, re.MULTILINE | re.DOTALL)[1]


def rows(text):
    """The tables in a text: the first cell of each row, and the others."""
    cells = [re.split(r"\s*\|\s*", row.strip("|").strip()) for row in re.findall(r"^\|.*\|$", text, re.MULTILINE)]
    return {row[0].strip("`"): row[1:] for row in cells if not row[0].startswith("--")}


def told_as(family):
    return f"{family.name}_total" if isinstance(family, Counter) else family.name


def alerts():
    (group,) = yaml.safe_load((DEPLOY / "rules.yml").read_text("utf-8"))["groups"]
    return {rule["alert"]: rule for rule in group["rules"]}


@pytest.fixture(scope="module")
def kubernetes():
    return {each["kind"]: each for each in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8"))}


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_every_metric_is_documented_with_its_labels_and_no_others_are():
    told = rows(section("Metrics"))
    del told["metric"]
    assert {name: set(re.findall(r"`(\w+)`", cells[0])) for name, cells in told.items()} == {
        told_as(family): set(family.labels) for family in BOOK.families
    }


def test_documented_label_values_exist(app):
    assert app.url_map  # whose making names the values
    told = rows(section("Metrics"))
    for family in BOOK.families:
        known = {value for values in family.places for value in values}
        named = set(re.findall(r"`(\w+)`", told[told_as(family)][1])) - {"type", "seconds"}
        assert named <= known, family.name


@pytest.mark.parametrize("name", alerts())
def test_an_alert_asks_for_metrics_and_labels_that_exist(app, name):
    assert app.url_map
    expression = " ".join(alerts()[name]["expr"].split())
    families = {told_as(family): family for family in BOOK.families}
    for metric, labels in re.findall(r"\b(meldwise_\w+)(?:\{([^}]*)\})?", expression):
        histogram = metric.removesuffix("_bucket")
        family = families.get(metric) or families[histogram]
        assert metric in families or (metric != histogram and isinstance(family, Histogram))
        for label, operator, value in re.findall(r'(\w+)(=~?)"([^"]*)"', labels or ""):
            values = {values[family.labels.index(label)] for values in family.places}
            matching = re.fullmatch if operator == "=~" else str.__eq__
            assert any(matching(value, known) for known in values), (metric, label, value)
    for grouping in re.findall(r"by \(([^)]*)\)", expression):
        known = {"instance", "le", *(label for family in BOOK.families for label in family.labels)}
        assert {label.strip() for label in grouping.split(",")} <= known
    assert expression.count("(") == expression.count(")")


def test_the_line_of_a_log_that_is_shown_is_one(app, monkeypatch):
    written = []
    monkeypatch.setattr(lines.REQUESTS, "write", written.append)
    shown = json.loads(re.search(r"^    (\{\"time\".*\})$", OPERATIONS, re.MULTILINE)[1])
    trace = f"00-{shown['trace_id']}-{shown['parent_id']}-01"
    environ = {"REQUEST_METHOD": "POST", "HTTP_TRACEPARENT": trace, CLIENT: shown["client"]}
    keep(environ, shown["route"], shown["status"], shown["bytes"], log=True)
    line = json.loads(written[0])
    assert list(line) == list(shown)
    assert {name: type(value) for name, value in line.items()} == {name: type(value) for name, value in shown.items()}
    explained = {name for cell in rows(section("Logs")) for name in re.findall(r"\w+", cell)} - {"member"}
    assert explained == {*shown, "problem"}


@pytest.mark.parametrize("name", alerts())
def test_an_alert_says_how_bad_it_is_and_what_it_is_about(name):
    rule = alerts()[name]
    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert set(rule["annotations"]) == {"summary"}
    assert set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"])) <= {"instance", "stream"}


def test_every_alert_is_explained_and_no_others_are():
    told = rows(section("Alerts"))
    del told["alert"]
    assert list(told) == list(alerts())
    assert all(len(cells[0]) > 80 for cells in told.values())


def test_prometheus_reads_the_rules_and_asks_the_service(compose):
    settings = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
    mounted = dict(volume.split(":")[:2] for volume in compose["services"]["prometheus"]["volumes"])
    assert all((DEPLOY / source).is_file() for source in mounted)
    assert {f"/etc/prometheus/{file}" for file in settings["rule_files"]} <= set(mounted.values())
    (job,) = settings["scrape_configs"]
    assert job["static_configs"] == [{"targets": [f"meldwise:{PORT}"]}]
    assert f'up{{job="{job["job_name"]}"}}' in alerts()["MeldwiseDown"]["expr"]


def test_containers_may_do_as_little_as_they_need(compose, kubernetes):
    for service in compose["services"].values():
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
    pod = kubernetes["Deployment"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    user = re.search(r"^USER (\d+):(\d+)$", DOCKERFILE, re.MULTILINE)
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert (pod["securityContext"]["runAsUser"], pod["securityContext"]["runAsGroup"]) == (int(user[1]), int(user[2]))
    assert re.search(r"TMPDIR=(\S+)", DOCKERFILE)[1] in {mount["mountPath"] for mount in container["volumeMounts"]}


def test_ports_and_probes_are_the_services(compose, kubernetes, client):
    pod = kubernetes["Deployment"]["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    assert container["ports"] == [{"name": "http", "containerPort": PORT}]
    assert compose["services"]["meldwise"]["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]
    assert kubernetes["Service"]["spec"]["ports"][0]["targetPort"] == "http"
    notes = pod["metadata"]["annotations"]
    assert (notes["prometheus.io/port"], client.get(notes["prometheus.io/path"]).status_code) == (str(PORT), 200)
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert client.get(container[probe]["httpGet"]["path"]).status_code == 200


def test_whatever_is_set_there_is_a_setting(compose, kubernetes):
    given = kubernetes["ConfigMap"]["data"]
    assert set(given) | set(compose["services"]["meldwise"]["environment"]) <= SETTINGS
    Serving.from_env(given)
    Config.from_env(given)
    assert set(re.findall(r"`((?:MELDWISE_|WEB_)[A-Z_]+|HOST|PORT)[`=]", OPERATIONS)) <= SETTINGS


def test_there_is_time_to_drain_and_to_finish(compose, kubernetes):
    grace = int(
        re.search(r"^graceful_timeout = (\d+)$", (ROOT / "gunicorn.conf.py").read_text("utf-8"), re.MULTILINE)[1]
    )
    drain = Serving.from_env(kubernetes["ConfigMap"]["data"]).drain_seconds
    pod = kubernetes["Deployment"]["spec"]["template"]["spec"]
    assert pod["terminationGracePeriodSeconds"] >= drain + grace + 5
    usual = Serving.from_env({}).drain_seconds
    assert int(compose["services"]["meldwise"]["stop_grace_period"].rstrip("s")) >= usual + grace + 5
    assert f"After {grace} seconds whatever is left is cut off" in OPERATIONS
    assert f"still run after {grace // 2} seconds are broken off" in OPERATIONS
    assert "as many seconds and 25 more" in OPERATIONS
    assert grace + 5 == 25


def test_times_and_sizes_that_are_told_are_the_usual_ones():
    usual = Serving.from_env({})
    told = section("Slow and greedy clients") + section("Stopping")
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "QUEUE_SECONDS", "AUDIT_MAX_SECONDS", "DRAIN_SECONDS"):
        assert f"`MELDWISE_{name}` ({getattr(usual, name.lower())})" in told
    assert f"`MELDWISE_AUDIT_IDLE_SECONDS` ({Config().audit_idle_seconds})" in told
    keepalive = re.search(r"^keepalive = (\d+)$", (ROOT / "gunicorn.conf.py").read_text("utf-8"), re.MULTILINE)[1]
    assert f"| the next request | {keepalive} seconds |" in told


def test_files_that_are_named_exist():
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", OPERATIONS):
        assert (ROOT / "docs" / target).exists(), target
    assert set(re.findall(r"deploy/[\w.]+", OPERATIONS)) <= {f"deploy/{file.name}" for file in DEPLOY.iterdir()}
