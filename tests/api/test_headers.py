"""What every answer says to browsers, and what none says to anybody."""

import logging
import re
from importlib.metadata import version

import pytest

from app import create_app
from app.config import Config
from tests.api.requests_for_tests import BODY, post

ADDRESSES = [
    "/",
    "/docs",
    "/openapi.json",
    "/livez",
    "/version",
    "/v1/rules",
    "/nothing",
    "/assets/site.css",
    "/problems/x",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "DELETE"])
def test_no_answer_may_be_taken_for_another_type_nor_set_a_cookie(client, address, method):
    headers = client.open(address, method=method).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in headers


def test_neither_may_verdicts_and_refusals(client):
    for body in (BODY, {}, b"{", b"\xff"):
        assert post(client, body).headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/", "/docs"])
def test_pages_run_only_their_own_files_and_nothing_inline(client, address):
    response = client.get(address)
    policy = dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert not re.search(
        r"<script(?![^>]*\bsrc=)|<style|\son[a-z]+=|\sstyle=|https?://(?!127)|javascript:", response.text
    )


def test_a_failure_says_nothing_about_the_program(monkeypatch, caplog):
    def fail(*_, **__):
        raise RuntimeError("secret of the house")

    monkeypatch.setattr("app.api.verdicts.analyze_codes", fail)
    with caplog.at_level(logging.ERROR):
        response = post(create_app(Config()).test_client(), BODY)
    assert response.status_code == 500
    for told in ("secret", "Traceback", "RuntimeError", ".py", "flask", "python"):
        assert told.lower() not in response.text.lower()
    assert "secret of the house" in caplog.text


@pytest.mark.parametrize("address", ["/nothing", "/v1/analyze", "/v1/rules/x", "/problems/x", "/assets/x"])
def test_no_error_names_a_version(client, address):
    for method in ("GET", "PUT", "POST"):
        response = client.open(address, method=method, data=b"{", content_type="application/json")
        assert response.status_code >= 400
        told = f"{response.text} {response.headers}"
        for package in ("flask", "werkzeug", "gunicorn", "marshmallow", "meldwise"):
            assert version(package) not in re.findall(r"\d+(?:\.\d+)+", told)
            assert package not in response.text.lower()
