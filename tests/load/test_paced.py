"""A client that keeps to a timetable: no request is lost, and waiting counts from when a request was due."""

import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from loadtests.client import drive
from loadtests.paced import Load, generators, send


class Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    seconds = 0.0

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(self.seconds)
        if body == b"drop":
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Slow(Echo):
    seconds = 0.05


class Closing(Echo):
    def end_headers(self):
        self.send_header("Connection", "close")
        super().end_headers()


@pytest.fixture
def port_of():
    servers = []

    def start(handler):
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), handler))
        Thread(target=servers[-1].serve_forever, daemon=True).start()
        return servers[-1].server_address[1]

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def post(text):
    return f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()


def test_every_request_has_its_own_answer_in_its_place(port_of):
    requests = [post(str(number)) for number in range(60)]
    sent = send(Load(port_of(Echo), requests, rate=600, connections=4, seed="tests"))
    assert [answer.body for answer in sent.answers] == [b"%d" % number for number in range(60)]
    assert {answer.status for answer in sent.answers} == {200}


def test_waiting_for_a_free_connection_counts(port_of):
    sent = send(Load(port_of(Slow), [post("x")] * 8, rate=1e6, connections=1, seed="tests"))
    assert sent.answers[-1].seconds > 7 * Slow.seconds
    assert sent.seconds > 8 * Slow.seconds > sent.planned


def test_a_broken_connection_fails_one_request_and_no_other(port_of):
    requests = [post("drop" if number == 3 else "x") for number in range(8)]
    sent = send(Load(port_of(Echo), requests, rate=200, connections=2, seed="tests"))
    assert [answer.status for answer in sent.answers] == [200, 200, 200, 0, 200, 200, 200, 200]


def test_a_server_may_close_a_connection_when_it_says_so(port_of):
    port = port_of(Closing)
    requests = [post(str(number)) for number in range(6)]
    assert [answer.status for answer in drive(port, requests, 2).answers] == [200] * 6
    sent = send(Load(port, requests, rate=200, connections=2, seed="tests"))
    assert [answer.body for answer in sent.answers] == [b"%d" % number for number in range(6)]


def test_requests_that_a_slow_server_leaves_unanswered_are_told(port_of, monkeypatch):
    monkeypatch.setattr("loadtests.paced._LEAST_SECONDS", 0.2)
    sent = send(Load(port_of(Slow), [post("x")] * 40, rate=1e6, connections=1, seed="tests"))
    assert None in sent.answers
    assert sent.answers[0].status == 200


def test_several_processes_share_the_requests(port_of):
    requests = [post(str(number)) for number in range(41)]
    with generators(2) as senders:
        sent = senders.send(Load(port_of(Echo), requests, rate=400, connections=4, seed="tests"))
    assert [answer.body for answer in sent.answers] == [b"%d" % number for number in range(41)]
