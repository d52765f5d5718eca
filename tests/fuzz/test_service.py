"""What holds for everything that can be sent to the service: a documented answer, and always the same one."""

import json
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rummy.cards import CARD_TEXT
from tests.api.requests_for_tests import BODY, GROUPS
from tests.api.wire import connect, get, post, read, send
from tests.bulk.items_for_tests import declarations, records
from tests.contract.reading import check_response
from tests.fuzz import strategies
from tests.fuzz.share import examples
from tests.rummy.hands import deals
from tests.rummy.seats import ASHA, BELA, CHAND, DEV, HAND, LAID, WRONG, seat

NDJSON = "application/x-ndjson"
_LIFE = get("/livez")
_SOUND = [
    post("/v1/analyze", BODY),
    post("/v1/verify", GROUPS),
    post("/v1/audit", {"items": [BODY]}),
    post("/v1/audit?wild_joker=2", json.dumps(BODY) + "\n", content_type=NDJSON.encode()),
    get("/v1/analyze?wild_joker=2&hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC"),
    get("/v1/rules", b'If-None-Match: "x"', b"Accept: */*"),
    get("/v1/verify", method=b"OPTIONS"),
    get("/v1/analyze", b"Content-Type: application/json", b"Transfer-Encoding: chunked", method=b"POST")
    + b"2\r\n{}\r\n0\r\n\r\n",
]
_BYTES = st.sampled_from(
    [
        *(
            b"\r\n",
            b"\r",
            b"\n",
            b"\r\n\r\n",
            b" ",
            b"\t",
            b"\0",
            b":",
            b",",
            b";",
            b"/",
            b"?",
            b"#",
            b"%",
            b"*",
            b"\xff",
        ),
        *(
            b"GET ",
            b"POST ",
            b"HTTP/1.0",
            b"HTTP/1.1",
            b"HTTP/9",
            b"Host: x\r\n",
            b"Host: y\r\n",
            b"Connection: close\r\n",
        ),
        *(
            b"Content-Length: 2\r\n",
            b"Content-Length: 0\r\n",
            b"Content-Length: 99999999\r\n",
            b"Content-Length: x\r\n",
        ),
        *(
            b"Transfer-Encoding: chunked\r\n",
            b"Transfer-Encoding: gzip\r\n",
            b"Expect: 100-continue\r\n",
            b"Expect: x\r\n",
        ),
        *(
            b"0\r\n\r\n",
            b"5\r\n",
            b"fffffff\r\n",
            b"Content-Encoding: gzip\r\n",
            b"X-Request-Id: a\r\nb\r\n",
            b"A" * 9000,
        ),
    ]
) | st.binary(max_size=4)

cards = st.sampled_from([*CARD_TEXT] * 2 + strategies.SPELLINGS[:40]) | strategies.any_text
groups = st.lists(st.lists(cards, max_size=5), max_size=6)
hands = deals().map(lambda deal: deal[0]) | st.lists(cards, max_size=16)
members = {
    "hand": hands | strategies.json_values,
    "groups": groups | strategies.json_values,
    "wild_joker": st.sampled_from(["2", "7D", "JK", None]) | strategies.scalars,
    "rules": strategies.any_rules,
    "compare": st.booleans() | strategies.scalars,
    "picked_up": cards | strategies.scalars,
    "discard": cards | strategies.scalars,
    "expect_rules": st.sampled_from(["495f77fd4fbcf389", "0" * 16]) | strategies.scalars,
    "items": st.lists(st.sampled_from([*records()[:20], *declarations()[:20]]) | strategies.json_values, max_size=3)
    | strategies.json_values,
    "detail": st.sampled_from(["points", "melds", "full"]) | strategies.scalars,
    "id": strategies.scalars,
    "recorded": st.fixed_dictionaries({"points": st.integers(0, 80), "valid": st.booleans()}) | strategies.json_values,
    "as": st.sampled_from(["declared", "loser"]) | strategies.scalars,
}
DEAL = {"players": [ASHA, BELA, CHAND], "wild_joker": "6C"}
seats = st.sampled_from(
    [
        ASHA,
        BELA,
        CHAND,
        DEV,
        seat("e", "groups", groups=LAID),
        seat("f", "declared", groups=WRONG),
        seat("g", "hand", hand=HAND),
    ]
)
members |= {
    "players": st.lists(
        seats
        | st.builds(
            lambda a, b: {**a, **b},
            seats,
            st.dictionaries(
                st.sampled_from(["id", "outcome", "hand", "groups", "discard"]),
                hands | groups | strategies.scalars,
                max_size=2,
            ),
        )
        | strategies.json_values,
        max_size=5,
    )
    | strategies.json_values,
    "money": st.fixed_dictionaries(
        {"point_value": st.sampled_from(["0", "0.50", "999999999.999999"]) | strategies.scalars},
        optional={"fee_percent": st.sampled_from(["0", "12.5", "100"]) | strategies.scalars},
    )
    | strategies.json_values,
    "pool": st.fixed_dictionaries(
        {"totals": st.fixed_dictionaries({"asha": st.integers(-1, 120), "bela": st.integers(0, 250)})}
    )
    | strategies.json_values,
    "deals": st.fixed_dictionaries({"deal": st.integers(0, 101), "of": st.integers(0, 7)}) | strategies.json_values,
}
OPERATIONS = {
    "/v1/score": (DEAL, ("players", "wild_joker", "rules", "money", "pool", "deals", "expect_rules")),
    "/v1/analyze": (BODY, ("hand", "wild_joker", "rules", "compare", "picked_up", "expect_rules")),
    "/v1/verify": (GROUPS, ("groups", "wild_joker", "rules", "discard", "expect_rules")),
    "/v1/audit": ({"items": [BODY]}, ("items", "wild_joker", "rules", "detail", "expect_rules")),
}


@st.composite
def bodies(draw, path):
    """A right body of an operation with a few members changed, taken out or put in."""
    sound, names = OPERATIONS[path]
    body = dict(sound)
    for name in draw(st.lists(st.sampled_from(names), unique=True, max_size=3)):
        body[name] = draw(members[name])
    if draw(st.integers(0, 9)) == 0:
        body.pop(draw(st.sampled_from(sorted(body))))
    if draw(st.integers(0, 9)) == 0:
        body[draw(strategies.any_text)] = draw(strategies.json_values)
    return body


@pytest.mark.parametrize("path", OPERATIONS)
@examples(60)
@given(st.data())
def test_any_body_gets_an_answer_that_the_contract_has_and_always_the_same(client, document, path, data):
    sent = json.dumps(data.draw(bodies(path) | strategies.json_values))
    first = client.post(path, data=sent, content_type="application/json")
    assert first.status_code in {200, 400, 409, 422}, first.text  # 400: a number of too many digits, or too deep
    check_response(document, path, "post", first)
    assert client.post(path, data=sent, content_type="application/json").data == first.data
    first.data.decode("ascii")


@examples(60)
@given(
    st.lists(
        st.sampled_from([*records()[:30], *declarations()[:30]]).map(lambda item: json.dumps(item).encode())
        | strategies.nearly_json.map(lambda data: data.replace(b"\n", b"").replace(b"\r", b"")),
        max_size=5,
    ),
    st.sampled_from(["points", "melds", "full"]),
    st.sampled_from(["true", "false"]),
)
def test_every_line_gets_the_answer_that_the_same_value_gets_in_one_body(client, document, sent, detail, stream):
    address = f"/v1/audit?detail={detail}&stream={stream}"
    response = client.post(address, data=b"\n".join(sent), content_type=NDJSON)
    check_response(document, "/v1/audit", "post", response)
    *answers, end = map(json.loads, response.text.splitlines())
    assert [answer["index"] for answer in answers] == list(range(len([line for line in sent if line.strip()])))
    assert end["summary"]["items"] == len(answers)
    assert end["summary"]["failed"] == sum("error" in answer for answer in answers)
    read_ = [
        (line, answer) for line, answer in zip(filter(bytes.strip, sent), answers, strict=True) if _is_read(answer)
    ]
    body = b'{"detail":"%s","items":[%s]}' % (detail.encode(), b",".join(line for line, _ in read_))
    whole = client.post("/v1/audit", data=body, content_type="application/json").get_json()["results"]
    assert [{**answer, "index": 0} for answer in whole] == [{**answer, "index": 0} for _, answer in read_]


def _is_read(answer):
    return answer.get("error", {}).get("type") != "/problems/not-json"


@examples(100)
@given(strategies.queries)
def test_any_query_gets_an_answer_that_the_contract_has(client, document, query):
    response = client.get("/v1/analyze", environ_overrides={"QUERY_STRING": query})
    assert response.status_code in {200, 409, 422}
    check_response(document, "/v1/analyze", "get", response)


@examples(150)
@given(strategies.edited(st.sampled_from(_SOUND), _BYTES), st.integers(0, 400))
def test_any_bytes_get_whole_answers_or_none_and_the_service_lives_on(server, sent, cut):
    """The bytes come in two pieces; then the client has nothing more to say, and reads to the end."""
    with connect(server) as connection, connection.makefile("rb") as stream:
        try:
            connection.sendall(sent[:cut])
            connection.sendall(sent[cut:])
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            return  # the server has seen enough and hung up
        while stream.peek(1):
            answer = read(stream)
            assert answer.status < 500 or answer.status == 501, answer
            assert "x-request-id" in answer.headers
            if answer.status >= 400:
                assert answer.headers["content-type"] == "application/problem+json"
                assert answer.json["status"] == answer.status
    assert send(server, _LIFE).json == {"status": "alive"}
