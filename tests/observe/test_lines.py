"""Lines of the log: one a request, in JSON, with no card in it; and nobody ever waits for whoever reads them."""

import json
import logging
import os
import select
import time
from contextlib import suppress

import pytest

from app import create_app, lines
from app.config import Config
from app.lines import Sink, SinkHandler
from app.metrics.names import BOOK, LOST_LINES
from tests.api.requests_for_tests import BODY, HAND, post
from tests.api.wire import connect, get, read, running
from tests.api.wire import post as request

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


@pytest.fixture
def told(monkeypatch):
    """The lines that a service writes."""
    written = []
    monkeypatch.setattr(lines.REQUESTS, "write", written.append)
    return written


@pytest.fixture
def client():
    return create_app(Config(access_log=True)).test_client()


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)
    os.close(writing)


def lost(name):
    return dict(LOST_LINES.values(BOOK.cells.totals())).get((name,), 0)


def fill(descriptor):
    os.set_blocking(descriptor, False)
    with suppress(BlockingIOError):
        while True:
            os.write(descriptor, b"x" * 4096)
    os.set_blocking(descriptor, True)


def test_every_request_has_a_line(client, told):
    answer = post(client, BODY, X_Request_Id="game-7", traceparent=f"00-{TRACE}-{PARENT}-01")
    line = json.loads(told[0])
    assert told[0].endswith("}\n")
    assert line.pop("seconds") < 10
    assert line.pop("time").startswith("20")
    assert line == {
        "request_id": "game-7",
        "trace_id": TRACE,
        "parent_id": PARENT,
        "method": "POST",
        "route": "/v1/analyze",
        "status": 200,
        "bytes": len(answer.data),
        "worker": os.getpid(),
    }


def test_a_line_tells_which_problem_there_was(client, told):
    post(client, {**BODY, "wild_joker": "Z"})
    line = json.loads(told[0])
    assert (line["status"], line["problem"], "trace_id" in line) == (422, "invalid-input", False)


@pytest.mark.parametrize(
    "header",
    [
        f"00-{'0' * 32}-{PARENT}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"ff-{TRACE}-{PARENT}-01",
        f"00-{TRACE.upper()}-{PARENT}-01",
        f"00-{TRACE}-{PARENT}",
        f'00-{TRACE}-{PARENT}-01","status":200,"x":"',
    ],
)
def test_what_is_no_trace_is_not_told(client, told, header):
    post(client, BODY, traceparent=header)
    assert "trace_id" not in json.loads(told[0])


def test_nothing_that_a_client_makes_up_is_in_a_line(client, told):
    client.open('/x"\n{"forged":1}?hand=4S', method='GE"T', headers={"X-Request-Id": 'a"b', "User-Agent": '"\\n'})
    (line,) = told
    assert line.count("\n") == 1
    assert set(json.loads(line)) == {
        "time",
        "request_id",
        "method",
        "route",
        "status",
        "problem",
        "bytes",
        "seconds",
        "worker",
    }
    assert (json.loads(line)["route"], json.loads(line)["method"]) == ("unmatched", "other")


def test_an_audit_in_lines_has_its_line_when_it_is_over(client, told):
    answer = post(client, json.dumps(BODY), "/v1/audit?stream=true", "application/x-ndjson")
    answer.get_data()
    answer.close()
    assert json.loads(told[0])["route"] == "/v1/audit"


def test_without_being_asked_nothing_is_written(told):
    post(create_app(Config()).test_client(), BODY)
    assert told == []


def test_a_full_pipe_holds_nobody_up_and_lines_that_are_lost_are_counted(pipe):
    reading, writing = pipe
    fill(writing)
    sink, before = Sink("requests", writing, 100), lost("requests")
    sink.start()
    start = time.monotonic()
    for number in range(1000):
        sink.write(f"line {number}\n")
    assert time.monotonic() - start < 1
    assert lost("requests") - before >= 800
    sink.stop(0.1)
    drained = b""
    while select.select([reading], [], [], 1)[0]:
        drained += os.read(reading, 1 << 20)
    assert b"line 0\n" in drained
    assert b"line 999\n" not in drained


def test_lines_come_out_in_order_and_whole(pipe):
    reading, writing = pipe
    sink = Sink("requests", writing, 1000)
    sink.start()
    for number in range(500):
        sink.write(f"line {number}\n")
    sink.stop(5)
    assert os.read(reading, 1 << 20).decode().splitlines() == [f"line {number}" for number in range(500)]


def test_where_there_is_no_thread_a_full_pipe_is_seen_before_it_is_written_to(pipe):
    reading, writing = pipe
    sink, before = Sink("errors", writing, 10), lost("errors")
    sink.write("one\n")
    fill(writing)
    sink.write("two\n")
    assert os.read(reading, 4) == b"one\n"
    assert lost("errors") - before == 1


def test_a_reader_that_has_gone_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    before = lost("errors")
    sink = Sink("errors", writing, 10)
    sink.write("nobody\n")
    sink.start()
    sink.write("reads\n")
    sink.stop(2)
    os.close(writing)
    assert lost("errors") - before == 2


def test_no_message_can_forge_a_line(pipe):
    reading, writing = pipe
    handler = SinkHandler(Sink("errors", writing, 10))
    log = logging.getLogger("meldwise.forgery")
    log.addHandler(handler)
    log.error("first\n[2026] [INFO] forged\r\x85second %s", "\u2028third")
    log.removeHandler(handler)
    assert os.read(reading, 1000).decode() == "first\n  [2026] [INFO] forged\n  \n  second \n  third\n"


def test_no_card_is_ever_written_whatever_the_level():
    link = "/v1/analyze?wild_joker=2&hand=" + ",".join(HAND)
    with running(log_level="debug", MELDWISE_ACCESS_LOG="1", MELDWISE_LOG_LEVEL="debug") as server:
        with connect(server) as connection:
            stream = connection.makefile("rb")
            for asked in (
                request("/v1/analyze", BODY),
                request("/v1/analyze", {**BODY, "hand": [*HAND[:-1], "KCX"]}),
                get(link),
                get(link + "&x=1"),
                get(link).replace(b"Host: x", b"Host: x\r\nHost: y"),
            ):
                connection.sendall(asked)
                read(stream)
        time.sleep(0.3)
        logged = server.log.read_text("utf-8")
    assert logged.count('"request_id"') >= 5
    assert [card for card in HAND if card in logged.replace(server.log.name, "")] == []
