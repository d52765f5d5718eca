"""Whatever goes wrong is told as problem details, in bounded, harmless, unchanging words."""

import logging

import pytest
from werkzeug.exceptions import HTTPException, ImATeapot

from app import create_app
from app.api.kinds import KINDS, pointer
from app.config import Config
from tests.api.requests_for_tests import BODY, HAND, PROBLEM, faults, post, problem


@pytest.mark.parametrize("path", ["/nope", "/v1", "/v1/analyze/", "/livez/", "/V1/analyze", "/v1/rules/", "/static/x"])
def test_unknown_addresses_are_404(client, path):
    problem(client.get(path), 404, "not-found")


@pytest.mark.parametrize("path", ["//v1//analyze", "//v1/analyze", "/v1//analyze", "///livez"])
def test_double_slashes_are_404(client, path):
    problem(client.post("/", environ_overrides={"PATH_INFO": path}), 404)


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/v1/verify", "OPTIONS, POST"),
        ("PUT", "/v1/analyze", "GET, HEAD, OPTIONS, POST"),
        ("TRACE", "/v1/analyze", "GET, HEAD, OPTIONS, POST"),
        ("DELETE", "/livez", "GET, HEAD, OPTIONS"),
        ("BREW", "/v1/rules/pagat", "GET, HEAD, OPTIONS"),
    ],
)
def test_other_methods_are_405_and_told_the_right_ones(client, method, path, allow):
    response = client.open(path, method=method)
    problem(response, 405, "method-not-allowed")
    assert response.headers["Allow"] == allow


def test_head_of_a_post_only_address_is_405_without_a_body(client):
    response = client.head("/v1/verify")
    assert response.status_code == 405
    assert response.data == b""
    assert response.headers["Allow"] == "OPTIONS, POST"


@pytest.mark.parametrize("path", ["/v1/analyze", "/v1/verify", "/livez", "/"])
def test_options_is_204_without_a_type(client, path):
    response = client.options(path)
    assert (response.status_code, response.data, response.content_type) == (204, b"", None)
    assert response.headers["Allow"].startswith(("GET, HEAD, OPTIONS", "OPTIONS, POST"))


def test_options_of_an_unknown_address_is_404(client):
    problem(client.options("/nope"), 404)


def test_errors_are_not_kept_by_caches(client):
    assert client.get("/nope").headers["Cache-Control"] == "no-store"


@pytest.fixture
def failing():
    """A service some of whose addresses fail, in the mode that usually lets errors through."""
    app = create_app(Config())
    app.debug = app.testing = True
    app.config["TRAP_HTTP_EXCEPTIONS"] = True

    def fail(error):
        def view():
            raise error

        return view

    app.add_url_rule("/fails", "fails", fail(ValueError("the secret")))
    app.add_url_rule("/recursion", "recursion", fail(RecursionError()))
    app.add_url_rule("/codeless", "codeless", fail(HTTPException("x")))
    app.add_url_rule("/teapot", "teapot", fail(ImATeapot()))
    return app.test_client()


@pytest.mark.parametrize("path", ["/fails", "/recursion", "/codeless"])
def test_failures_are_500_that_say_nothing_and_are_logged(failing, caplog, path):
    with caplog.at_level(logging.ERROR, "meldwise"):
        response = failing.get(path)
    problem(response, 500, "internal-error")
    assert "secret" not in response.text
    assert caplog.records[0].exc_info
    assert response.headers["X-Request-Id"] in caplog.text


def test_failures_in_a_view_have_a_request_id(failing):
    assert failing.get("/fails", headers={"X-Request-Id": "a.b"}).headers["X-Request-Id"] == "a.b"


def test_a_refusal_of_the_framework_keeps_its_status(failing):
    problem(failing.get("/teapot"), 418)


def test_at_most_twenty_faults_are_listed_and_the_rest_counted(client):
    told = problem(post(client, {**BODY, "hand": [1] * 50}), 422)
    assert (len(told["errors"]), told["more"]) == (20, 31)  # they are too many for a hand, too
    assert "more" not in problem(post(client, {**BODY, "hand": [1] * 19}), 422)


def test_faults_come_in_the_order_of_the_request(client):
    names = [f"x{i}" for i in range(15)]
    body = {**BODY, **dict.fromkeys(names)}
    assert [place for place, _ in faults(post(client, body))] == [f"#/{name}" for name in names]


def test_large_faulty_requests_get_small_answers(client):
    name = "ж" * 20_000
    response = post(client, {"hand": ["№" * 2_000] * 13, "wild_joker": name, name: name, "rules": {name: name}})
    assert len(response.data) < 20_000
    problem(response, 422)


def test_no_member_name_breaks_a_pointer(client):
    for name, place in (("a/b~c", "#/a~1b~0c"), ("ä b", "#/%C3%A4%20b"), ("\ud800", "#/%3F"), ("", "#/")):
        assert faults(post(client, {**BODY, name: 1})) == [(place, "unknown_member")]


def test_pointers_stop_before_names_of_absurd_length():
    assert pointer(("rules", "x" * 65)) == "#/rules"


def test_answers_echo_nothing_that_a_page_could_run(client):
    evil = "<img src=x onerror=alert(1)>"
    for response in (
        post(client, {**BODY, "hand": [evil, *HAND[1:]]}),
        post(client, {**BODY, evil: 1}),
        client.get("/" + evil),
        client.get("/v1/rules/" + evil),
        client.get("/v1/analyze", query_string={evil: evil}),
    ):
        assert "<img" not in response.text
        assert response.content_type == PROBLEM


@pytest.mark.parametrize("name", KINDS)
def test_the_type_of_a_problem_leads_to_its_meaning(client, name):
    told = client.get(KINDS[name].uri).get_json()
    assert told == {
        "type": f"/problems/{name}",
        "title": KINDS[name].title,
        "status": KINDS[name].status,
        "meaning": KINDS[name].meaning,
    }


def test_an_unknown_kind_of_problem_is_404(client):
    problem(client.get("/problems/nope"), 404)


def test_equal_faulty_requests_get_equal_bytes(client):
    assert post(client, {"b": 1, "a": 2}).data == post(client, {"b": 1, "a": 2}).data
