"""Only one JSON text, in one encoding, of bounded size, is taken as a body."""

import gzip
import io
import json

import pytest

from app import create_app
from app.api.strict import _brackets
from app.config import Config
from tests.api.requests_for_tests import BODY, case, faults, post, problem

TEXT = json.dumps(BODY)


def with_wild_joker(literal):
    return '{"hand":' + json.dumps(BODY["hand"]) + ',"wild_joker":' + literal + "}"


def test_plain_json_is_read(client):
    assert post(client, TEXT).status_code == 200


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        "Application/JSON",
    ],
)
def test_utf_8_may_be_named(client, content_type):
    assert post(client, TEXT, content_type=content_type).status_code == 200


@pytest.mark.parametrize(
    "content_type",
    ["", "text/plain", "text", "application/jsonx", "application/problem+json", "application/x-www-form-urlencoded"],
)
def test_other_types_are_415_and_told_what_is_taken(client, content_type):
    response = post(client, TEXT, content_type=content_type)
    assert "application/json" in problem(response, 415, "unsupported-media-type")["detail"]
    assert response.headers["Accept"] == "application/json"


def test_a_wrong_type_is_shown_whole_and_told_the_header_to_send(client):
    detail = problem(post(client, TEXT, content_type="application/x-www-form-urlencoded"), 415)["detail"]
    assert "'application/x-www-form-urlencoded'" in detail
    assert "Content-Type: application/json" in detail


@pytest.mark.parametrize("charset", ["utf-16", "latin-1", "utf-32"])
def test_other_charsets_are_415_even_where_the_bytes_are_utf_8(client, charset):
    problem(post(client, TEXT, content_type=f"application/json; charset={charset}"), 415)


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "gzip, identity"])
def test_coded_bodies_are_415_and_told_to_come_as_they_are(client, coding):
    response = post(client, gzip.compress(TEXT.encode()), Content_Encoding=coding)
    problem(response, 415)
    assert response.headers["Accept-Encoding"] == "identity"


def test_the_identity_coding_is_none(client):
    assert post(client, TEXT, Content_Encoding="identity").status_code == 200


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_utf_16_utf_32_and_byte_order_marks_are_400(client, encoding):
    problem(post(client, TEXT.encode(encoding)), 400, "not-json")


def test_bytes_that_are_no_utf_8_are_400_and_located(client):
    assert "byte 3" in problem(post(client, b'{"a\xff":1}'), 400)["detail"]


@pytest.mark.parametrize("body", case("r009")["bodies"])
def test_malformed_json_is_400(client, body):
    problem(post(client, body), 400, "not-json")


def test_a_syntax_error_is_located(client):
    assert "line 2, column 9" in problem(post(client, '{"hand":\n["4S", 5S]}'), 400)["detail"]


def test_a_cut_off_body_is_not_called_a_missing_member(client):
    told = problem(post(client, case("r041")["body"]), 400)
    assert "column 9" in told["detail"]
    assert "missing" not in told["detail"]


@pytest.mark.parametrize("body", ["", " ", "\n"])
def test_an_empty_body_is_400(client, body):
    assert "empty" in problem(post(client, body), 400)["detail"]


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_have_are_400(client, literal):
    assert literal in problem(post(client, with_wild_joker(literal)), 400)["detail"]


def test_a_number_that_becomes_infinite_is_422(client):
    assert faults(post(client, with_wild_joker("1e400"))) == [("#/wild_joker", "wrong_type")]


@pytest.mark.parametrize("literal", ["1" * 5000, "-" + "9" * 100_000, "[" + "1" * 4301 + "]"])
def test_endless_numbers_are_400(client, literal):
    problem(post(client, with_wild_joker(literal)), 400)


@pytest.mark.parametrize(
    "body", [case("r008")["body"], '{"rules":{"cap":1,"cap":1}}', '[{"a":1,"a":2}]', '{"a":1,"\\u0061":2}']
)
def test_a_member_given_twice_is_400(client, body):
    assert "twice" in problem(post(client, body), 400)["detail"]


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"b":'])
@pytest.mark.parametrize("depth", [11, 1_000, 20_000])
def test_deep_nesting_is_400(client, opening, depth):
    closing = {"[": "]", '{"a":': "}", '[{"b":': "}]"}[opening]
    problem(post(client, opening * depth + "1" + closing * depth), 400)
    assert "deeper than 10" in problem(post(client, opening * depth), 400)["detail"]


def test_ten_levels_are_not_too_deep(client):
    problem(post(client, "[" * 10 + "]" * 10), 422)


@pytest.mark.parametrize("text", ["[" * 50, '\\"[[[[[[[[[[[[', "{" * 20 + "\\\\"])
def test_brackets_in_texts_do_not_nest(client, text):
    response = post(client, '{"hand":["' + text + '"],"wild_joker":"2"}')
    assert ("#/hand/0", "unknown_card") in faults(response)


def test_the_depth_of_hostile_texts_is_found_in_linear_time(client):
    problem(post(client, '"' + '\\"' * 350_000 + "[[[[[[[[[[[["), 400)


@pytest.mark.parametrize("body", ["null", "[]", '"hand"', "3", "true", "[{}]"])
def test_json_that_is_no_object_is_422_at_the_root(client, body):
    assert faults(post(client, body)) == [("#", "wrong_type")]


def test_a_longer_body_than_allowed_is_413(client):
    padded = TEXT + " " * (768 * 1024 - len(TEXT))
    assert post(client, padded).status_code == 200
    problem(post(client, padded + " "), 413, "too-large")


def test_the_limits_are_settings():
    client = create_app(Config(max_body_bytes=1024, max_json_depth=4)).test_client()
    problem(post(client, TEXT + " " * 1024), 413)
    problem(post(client, "[[[[[]]]]]"), 400)


def chunked(client, stream):
    environ = {"wsgi.input": stream, "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    return client.post("/v1/analyze", content_type="application/json", environ_overrides=environ)


def test_a_body_of_unknown_length_is_read_whole(client):
    assert chunked(client, io.BytesIO(TEXT.encode())).status_code == 200


def test_a_body_of_unknown_length_is_never_cut_off_in_silence(client):
    problem(chunked(client, io.BytesIO(TEXT.encode() + b" " * 768 * 1024)), 413)


def test_an_endless_body_is_left_at_the_limit(client):
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size=-1):
            assert size > 0
            self.given += min(size, 8192)
            return b" " * min(size, 8192)

    stream = Endless()
    problem(chunked(client, stream), 413)
    assert stream.given == 768 * 1024 + 1


def test_a_broken_stream_is_400(client):
    class Broken(io.RawIOBase):
        def read(self, size=-1):
            raise OSError("invalid chunk")

    problem(chunked(client, Broken()), 400, "unreadable-body")


def test_fewer_bytes_than_announced_are_400(client):
    response = client.post(
        "/v1/analyze", data=TEXT, content_type="application/json", environ_overrides={"CONTENT_LENGTH": "9999"}
    )
    assert "9999" in problem(response, 400, "unreadable-body")["detail"]


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "abc"])
def test_a_length_that_is_no_number_is_400(client, length):
    response = client.post(
        "/v1/analyze", data=TEXT, content_type="application/json", environ_overrides={"CONTENT_LENGTH": length}
    )
    problem(response, 400)


@pytest.mark.parametrize("path", ["/v1/analyze?hand=4S&wild_joker=2", "/v1/rules", "/livez", "/"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_body_on_get_is_400(client, path, method):
    response = client.open(path, method=method, data=TEXT, content_type="application/json")
    assert response.status_code == 400
    assert response.content_type == "application/problem+json"


@pytest.mark.parametrize(
    ("body", "brackets"),
    [
        (b'[{"a":["b"]}]', b"[{[]}]"),
        (b'["[","]"]', b"[]"),
        (b'["[[[","",""]', b"[]"),
        (b'["\\"[",{"\\\\":[]}]', b"[{[]}]"),
        (b'[""]"[', b"[]"),
        (b'"[" "]" ["', b"["),
    ],
)
def test_only_brackets_outside_of_texts_count(body, brackets):
    assert _brackets(body) == brackets
