"""Connections are shared out: no worker has many while another, which could take them, has few."""

import doctest
import json
from collections import Counter
from contextlib import ExitStack

import pytest

from app.gate import shares
from app.gate.shares import Share
from tests.api.requests_for_tests import BODY
from tests.api.wire import post, read
from tests.chaos.service import serving


@pytest.fixture(autouse=True)
def no_shares():
    """Nobody has said anything yet."""
    shares._table[:] = memoryview(bytes(shares._table.nbytes)).cast("d")


def test_examples_in_docstrings_are_true():
    assert doctest.testmod(shares).failed == 0


def test_two_more_than_another_has_are_no_more_than_a_share():
    one, other = Share(3), Share(4)
    other.tell(4, 100)
    for count, exceeded in ((4, False), (6, False), (7, True)):
        one.tell(count, 100)
        assert one.exceeded(100) is exceeded


def test_a_worker_that_takes_nobody_or_says_nothing_any_more_is_not_waited_for():
    one, closing, stuck = Share(3), Share(4), Share(5)
    one.tell(9, 100)
    closing.tell(0, 100)
    closing.close()
    stuck.tell(0, 97)
    assert not one.exceeded(100)
    stuck.tell(0, 99)
    assert one.exceeded(100)


def test_a_worker_for_which_there_is_no_place_takes_whoever_comes():
    one, other = Share(3), Share(None)
    one.tell(0, 100)
    other.tell(9, 100)
    other.close()
    assert not other.exceeded(100)


def test_clients_that_come_together_and_stay_are_shared_out():
    clients, request = 24, post("/v1/analyze", BODY)
    with serving(ACCESS_LOG=1) as service, ExitStack() as stack:
        connections = [stack.enter_context(service.connect()) for _ in range(clients)]
        for connection in connections:
            connection.sendall(request)
            assert read(connection.makefile("rb")).status == 200

        def lines():
            logged = service.log.read_text("utf-8").splitlines()
            return [json.loads(line) for line in logged if line.startswith("{") and '"/v1/analyze"' in line]

        assert service.until(lambda: len(lines()) == clients)
        workers = Counter(line["worker"] for line in lines())
    assert len(workers) == 2
    assert min(workers.values()) >= clients // 6
