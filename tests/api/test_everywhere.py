"""Every kind of nonsense, sent to every operation of the running server: each refuses it in the same way."""

import json

import pytest

from tests.api.requests_for_tests import BODY, GROUPS, HAND
from tests.api.wire import connect, get, post, read, told
from tests.bulk.items_for_tests import lines
from tests.contract.reading import operations
from tests.rummy.seats import ASHA, BELA, CHAND

NDJSON = b"application/x-ndjson"
ITEM = {"hand": list(HAND), "wild_joker": "2"}
DEAL = {"players": [ASHA, BELA, CHAND], "wild_joker": "6C"}
GOOD = {"/v1/analyze": BODY, "/v1/verify": GROUPS, "/v1/score": DEAL, "/v1/audit": {"items": [ITEM]}}
LINK = "/v1/analyze?wild_joker=2&hand=" + ",".join(HAND)
NO_JSON = {
    "nothing": b"",
    "blanks": b" \t\r\n",
    "a comma too many": b'{"hand":[],}',
    "a comma too many in an array": b'{"hand":["4S",]}',
    "no comma": b'{"hand":["4S" "5S"]}',
    "no colon": b'{"hand" []}',
    "single quotes": b"{'hand':[]}",
    "no quotes": b"{hand:[]}",
    "a comment": b"{/*c*/}",
    "a comment of a line": b"{} // c",
    "two values": b"{}{}",
    "a bracket too many": b"{}]",
    "the wrong bracket": b'{"hand":[}',
    "a record separator": b"\x1e{}",
    "a semicolon": b"{};",
    "a callback": b"f({})",
    "a form": b"hand=4S&wild_joker=2",
    "markup": b"<hand/>",
    "yaml": b"hand: [4S]",
    "cut short in a text": b'{"hand":"4',
    "cut short in an escape": b'{"hand":"\\u00',
    "cut short after a name": b'{"hand":',
    "cut short in a word": b'{"hand":tru',
    "capital True": b'{"hand":True}',
    "undefined": b'{"hand":undefined}',
    "NaN": b'{"hand":NaN}',
    "Infinity": b'{"hand":Infinity}',
    "minus Infinity": b'{"hand":-Infinity}',
    "nan": b'{"hand":nan}',
    "a leading zero": b'{"hand":01}',
    "a plus": b'{"hand":+1}',
    "two minuses": b'{"hand":--1}',
    "a minus alone": b'{"hand":-}',
    "no digit before the point": b'{"hand":.5}',
    "no digit after the point": b'{"hand":5.}',
    "no digit in the exponent": b'{"hand":5e}',
    "hexadecimal": b'{"hand":0x1F}',
    "an underscore in a number": b'{"hand":1_000}',
    "digits of another script": '{"hand":١}'.encode(),
    "a number of 5000 digits": b'{"hand":%s}' % (b"1" * 5000),
    "an unknown escape": b'{"hand":"\\x41"}',
    "an escape with a sign": b'{"hand":"\\u+041"}',
    "a control character": b'{"hand":"\x01"}',
    "a tab in a text": b'{"hand":"\t"}',
    "NUL in a text": b'{"hand":"\0"}',
    "NUL after all": b"{}\0",
    "NUL before all": b"\0{}",
    "a no-break space": "\u00a0{}".encode(),
    "a form feed": b"\x0c{}",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a byte order mark inside": b'{\xef\xbb\xbf"hand":[]}',
    "UTF-16": '{"hand":[]}'.encode("utf-16"),
    "UTF-16 without a mark": '{"hand":[]}'.encode("utf-16-le"),
    "UTF-32": '{"hand":[]}'.encode("utf-32"),
    "Latin-1": '{"hand":"é"}'.encode("latin-1"),
    "an overlong zero": b'{"hand":"\xc0\x80"}',
    "an overlong slash": b'{"hand":"\xe0\x80\xaf"}',
    "a surrogate in bytes": b'{"hand":"\xed\xa0\x80"}',
    "a pair of surrogates in bytes": b'{"hand":"\xed\xa0\xbd\xed\xb8\x80"}',
    "a code point beyond all": b'{"hand":"\xf4\x90\x80\x80"}',
    "a byte that is none": b'{"hand":"\xff"}',
    "a character cut short": b'{"hand":"\xe2\x99',
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
    "nesting": b"[" * 11 + b"]" * 11,
    "nesting without an end": b"[" * 3000,
    "nesting of objects": b'{"a":' * 3000,
    "a member twice": b'{"hand":1,"hand":1}',
    "a member twice, once in escapes": b'{"hand":1,"h\\u0061nd":1}',
    "a member twice far inside": b'[[{"a":{"b":1,"b":1}}]]',
}
NO_OBJECT = [b"null", b"true", b"0", b"-0.0", b"1e400", b'""', b'"hand"', b'"\\ud800"', b"[]", b"[{}]", b"[[[[]]]]"]
OTHER_TYPES = [
    b"text/plain",
    b"text/json",
    b"text/html; charset=utf-8",
    b"application/xml",
    b"application/x-www-form-urlencoded",
    b"multipart/form-data; boundary=x",
    b"application/octet-stream",
    b"application/jsonp",
    b"application/ld+json",
    b"application/problem+json",
    b"application/json, application/json",
    b"application",
    b"application/",
    b"*/*",
    b"application/json; charset=utf-16",
    b'application/json; charset="latin-1"',
    b"application/json; charset=\xff",
    b"application/json; charset",
    b"application/json; charset=",
    b"application/json; charset=utf-8; charset=utf-16",
    b"application/json; charset=utf-16; charset=utf-8",
    b"<script>alert(1)</script>",
    b"",
]
SAME_TYPE = [
    b"application/json; charset=utf-8",
    b"application/json;charset=UTF-8",
    b'application/json; charset="utf8"',
    b"APPLICATION/JSON",
    b"application/json; q=1",
    b" application/json ",
    b"application/json;",
]


@pytest.fixture(scope="module")
def ask(server):
    """Sends requests one after the other on one connection."""
    with connect(server) as connection, connection.makefile("rb") as stream:

        def exchange(request):
            connection.sendall(request)
            return read(stream)

        yield exchange


def in_lines(ask, *items, target="/v1/audit"):
    answer = ask(post(target, b"\n".join(items), content_type=NDJSON))
    assert (answer.status, answer.headers["content-type"]) == (200, NDJSON.decode())
    *answers, end = map(json.loads, answer.body.splitlines())
    assert end["summary"]["items"] == len(answers)
    return answers, end["summary"]


@pytest.mark.parametrize("target", GOOD)
@pytest.mark.parametrize("name", NO_JSON)
def test_what_is_no_json_is_400(ask, target, name):
    assert told(ask(post(target, NO_JSON[name])), 400)["type"] == "/problems/not-json"


@pytest.mark.parametrize("name", [name for name, body in NO_JSON.items() if body.strip() and b"\n" not in body])
def test_a_line_that_is_no_json_is_400_in_its_place(ask, name):
    good = json.dumps(ITEM).encode()
    (before, wrong, after), summary = in_lines(ask, good, NO_JSON[name], good)
    assert (wrong["index"], wrong["id"], wrong["error"]["status"]) == (1, None, 400)
    assert wrong["error"]["type"] == "/problems/not-json"
    assert before["declarable"] is after["declarable"] is True
    assert (summary["answered"], summary["failed"]) == (2, 1)


@pytest.mark.parametrize("body", NO_OBJECT)
def test_json_that_is_no_object_is_422_at_its_root(ask, body):
    for target in GOOD:
        assert told(ask(post(target, body)), 422)["errors"][0]["pointer"] == "#"
    (wrong,), _ = in_lines(ask, body)
    assert (wrong["error"]["status"], wrong["error"]["errors"][0]["pointer"]) == (422, "#")


@pytest.mark.parametrize("target", GOOD)
@pytest.mark.parametrize("content_type", OTHER_TYPES)
def test_other_types_are_415(ask, target, content_type):
    answer = ask(post(target, GOOD[target], content_type=content_type))
    assert "application/json" in told(answer, 415)["detail"]
    assert "application/json" in answer.headers["accept"]


@pytest.mark.parametrize("target", GOOD)
def test_a_body_without_a_type_is_415(ask, target):
    data = json.dumps(GOOD[target]).encode()
    answer = ask(get(target, b"Content-Length: %d" % len(data), method=b"POST") + data)
    assert "there is no content type" in told(answer, 415)["detail"]


@pytest.mark.parametrize("target", GOOD)
@pytest.mark.parametrize("content_type", SAME_TYPE)
def test_the_type_may_be_written_as_http_allows(ask, target, content_type):
    assert ask(post(target, GOOD[target], content_type=content_type)).status == 200
    ndjson = content_type.lower().replace(b"json", b"x-ndjson")
    assert ask(post("/v1/audit", lines([ITEM]), content_type=ndjson)).status == 200


@pytest.mark.parametrize(
    "coding", [b"gzip", b"x-gzip", b"deflate", b"br", b"zstd", b"compress", b"identity, gzip", b"?"]
)
def test_coded_bodies_are_415_and_told_to_come_as_they_are(ask, coding):
    for target, body in GOOD.items():
        answer = ask(post(target, body, b"Content-Encoding: " + coding))
        assert "send the body as it is" in told(answer, 415)["detail"]
        assert answer.headers["accept-encoding"] == "identity"
    told(ask(post("/v1/audit", lines([ITEM]), b"Content-Encoding: " + coding, content_type=NDJSON)), 415)


@pytest.mark.parametrize(
    "query", ["a=1", "a", "=", "=1", "&a", "hand=4S", "%00", "%ff=%fe", "a=1&a=2", "+", "a;b", "a[]=1", "?", "a=b=c"]
)
def test_unknown_parameters_are_422_wherever_there_are_none(ask, query):
    for target, body in GOOD.items():
        for error in told(ask(post(f"{target}?{query}", body)), 422)["errors"]:
            assert error["code"] in {"unknown_member", "repeated"}
    for target in ("/v1/rules", "/v1/rules/pagat"):
        told(ask(get(f"{target}?{query}")), 422)
    told(ask(post(f"/v1/audit?{query}", lines([ITEM]), content_type=NDJSON)), 422)
    told(ask(get(f"{LINK.replace('hand=', 'hand=')}&{query}")), 422)


@pytest.mark.parametrize("query", ["", "&", "&&&"])
def test_empty_parameters_are_none(ask, query):
    for target, body in GOOD.items():
        assert ask(post(f"{target}?{query}", body)).status == 200
    assert ask(get(f"{LINK}&{query}")).status == 200


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [("wild_joker", "missing"), ("hand", "missing")]),
        ("hand=&wild_joker=", [("wild_joker", "unknown_wild_joker"), ("hand", "wrong_card_count")]),
        ("hand&wild_joker", [("wild_joker", "unknown_wild_joker"), ("hand", "wrong_card_count")]),
        ("hand=" + ",".join(HAND), [("wild_joker", "missing")]),
        ("wild_joker=2&wild_joker=3&hand=" + ",".join(HAND), [("wild_joker", "repeated")]),
        ("wild_joker=2&wild_joker=2&hand=" + ",".join(HAND), [("wild_joker", "repeated")]),
        (LINK[12:] + "&Hand=4S", [("Hand", "unknown_member")]),
        (LINK[12:] + "&hand%5B%5D=4S", [("hand[]", "unknown_member")]),
        (LINK[12:].replace("4S", "4S%0A"), [("hand", "unknown_card")]),
        (LINK[12:].replace("4S", "%20S"), [("hand", "unknown_card")]),
        (LINK[12:].replace("4S", "4%u2660"), [("hand", "unknown_card")]),
        (LINK[12:].replace("4S", "4%E2%99"), [("hand", "unknown_card")]),
        (LINK[12:].replace("4S", "4%C0%A0"), [("hand", "unknown_card")]),
        (LINK[12:].replace("4S", "4%"), [("hand", "unknown_card")]),
        (LINK[12:].replace("4S", "%ED%A0%80"), [("hand", "unknown_card")]),
        (LINK[12:].replace("4S", "4%D0%A1"), [("hand", "unknown_card")]),
        (LINK[12:].replace("wild_joker=2", "wild_joker=%2B2"), [("wild_joker", "unknown_wild_joker")]),
        (LINK[12:].replace("wild_joker=2", "wild_joker=+2"), [("wild_joker", "unknown_wild_joker")]),
        (LINK[12:].replace("wild_joker=2", "wild_joker=null"), [("wild_joker", "unknown_wild_joker")]),
        (LINK[12:] + "&compare=True", [("compare", "wrong_type")]),
        (LINK[12:] + "&compare=", [("compare", "wrong_type")]),
        (LINK[12:] + "&rules=Pagat", [("rules", "unknown_preset")]),
        (LINK[12:] + "&rules=", [("rules", "unknown_preset")]),
        (LINK[12:] + "&expect_rules=", [("expect_rules", "out_of_range")]),
        (LINK[12:] + "&a=1" * 65, [("", "out_of_range")]),
        ("hand=" + "JK," * 1000 + "&wild_joker=2", [("hand", "out_of_range"), ("hand", "wrong_card_count")]),
    ],
)
def test_a_bad_query_names_its_parameters(ask, query, expected):
    problem = told(ask(get("/v1/analyze?" + query)), 422)
    assert [(error["parameter"], error["code"]) for error in problem["errors"]] == expected


@pytest.mark.parametrize(
    "query", [LINK[12:].replace(",", "%2C"), LINK[12:].replace("4S", "%34%53"), LINK[12:].replace("S", "%E2%99%A0")]
)
def test_percents_mean_what_they_stand_for(ask, query):
    assert ask(get("/v1/analyze?" + query)).body == ask(get(LINK)).body


def test_a_query_that_is_too_long_is_414(ask, server):
    assert ask(get(f"{LINK}&a={'b' * 3000}")).status == 422
    with connect(server) as connection:
        connection.sendall(get(f"{LINK}&a={'b' * 4094}"))
        assert "by POST" in told(read(connection.makefile("rb")), 414)["detail"]


@pytest.mark.parametrize(
    "name", [b"<script>", b"a\x85b", b"a b", b"x" * 65, b"", b"\xff", b"a,b", b"a\tb", b'"', b"${jndi:x}"]
)
def test_a_request_id_that_is_none_is_replaced_in_every_answer(ask, name):
    for request in (
        *(post(target, body, b"X-Request-Id: " + name) for target, body in GOOD.items()),
        get("/nope", b"X-Request-Id: " + name),
        get("/livez", b"X-Request-Id: " + name),
        post("/v1/audit", lines([ITEM]), b"X-Request-Id: " + name, content_type=NDJSON),
    ):
        given = ask(request).headers["x-request-id"]
        assert len(given) == 16
        assert int(given, 16) >= 0


def test_nothing_that_is_echoed_breaks_a_page(ask):
    evil = "<img src=x onerror=alert(1)>&\"'\\"
    for request in (
        post("/v1/analyze", {**BODY, "hand": [evil, *HAND[1:]]}),
        post("/v1/analyze", {**BODY, "wild_joker": evil, evil: evil, "rules": {evil: evil, "preset": evil}}),
        post("/v1/verify", {**GROUPS, "groups": [[evil]], "discard": evil}),
        post("/v1/score", {**DEAL, "players": [{**ASHA, "id": evil, evil: evil}, {**BELA, "outcome": evil}]}),
        post("/v1/audit", {"items": [{"id": 1, "hand": [evil]}], "detail": evil, "rules": evil}),
        post("/v1/analyze", {}, content_type=b"<b>&"),
        post("/v1/analyze", {}, b"Content-Encoding: <b>&"),
        get("/%3Cb%3E%26%22"),
        get("/v1/rules/%3Cb%3E%26%22"),
        get("/v1/analyze?%3Cb%3E=%3Cb%3E%26%22&hand=%3Cb%3E&wild_joker=%3Cb%3E"),
        get("/livez?x", method=b"BREW"),
    ):
        answer = ask(request)
        told(answer, 404, 405, 415, 422)
        assert b"&" not in answer.body
    item = {"id": evil, "hand": [evil], evil: evil}
    for request in (post("/v1/audit", {"items": [item]}), post("/v1/audit", lines([item]), content_type=NDJSON)):
        answer = ask(request)
        assert not {*b"<>&"} & {*answer.body}
        first = answer.json["results"][0] if b"results" in answer.body else json.loads(answer.body.splitlines()[0])
        assert first["id"] == evil
    answer = ask(post("/v1/score", {**DEAL, "players": [{**ASHA, "id": evil}, BELA]}))
    assert (answer.json["winner"], {*b"<>&"} & {*answer.body}) == (evil, set())


def test_every_operation_of_the_contract_answers_well_and_refuses_what_is_no_http(server, document):
    for path, method, told_ in operations(document):
        names = {"/v1/rules/{name}": "pagat", "/assets/{name}": "site.css", "/problems/{name}": "not-json"}
        target = path.replace("{name}", names.get(path, ""))
        head = get(target, b"Expect: rain", method=method.upper().encode())
        assert "417" in told_["responses"]
        with connect(server) as connection, connection.makefile("rb") as stream:
            connection.sendall(head)
            assert told(read(stream), 417)["type"] == "/problems/expectation-failed"
        if method != "post":
            query = "?" + LINK.partition("?")[2] if path == "/v1/analyze" else ""
            with connect(server) as connection, connection.makefile("rb") as stream:
                connection.sendall(get(target + query, method=method.upper().encode()))
                assert read(stream, head=method == "head").status in {200, 204}, path
