"""How often clients may ask: counted by all workers together, whatever becomes of them."""

import os
import random
import signal
from collections import Counter
from hashlib import sha256
from types import SimpleNamespace

import limits.storage.memory
import limits.strategies
import pytest
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from app.keys import counts
from app.keys.counts import SharedCounts
from tests.api.requests_for_tests import BODY
from tests.api.wire import post
from tests.chaos.service import serving


@pytest.fixture
def clock(monkeypatch):
    """A time of ours, which all look at, on a machine that has just been started."""
    now = SimpleNamespace(seconds=1_000_000.0)
    told = SimpleNamespace(monotonic=lambda: now.seconds - 999_990, time=lambda: now.seconds)
    for module in (counts, limits.storage.memory, limits.strategies):
        monkeypatch.setattr(module, "time", told)
    return now


def in_a_process(work):
    """Start one that works and ends with the number that this comes to."""
    if (child := os.fork()) == 0:
        try:
            os._exit(work())
        finally:
            os._exit(255)
    return child


def result(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("limit", ["1/second", "3/second", "20/minute", "100/hour"])
def test_it_says_what_the_librarys_own_count_of_one_process_says(clock, limit):
    rng, item = random.Random(limit), parse(limit)
    ours, theirs = (SlidingWindowCounterRateLimiter(storage) for storage in (SharedCounts(), MemoryStorage()))
    seen = Counter()
    for _ in range(2000):
        clock.seconds += rng.choice((0, 0, 0.01, 0.5, 1.3)) * item.get_expiry() / item.amount
        client = rng.choice("ab")
        within = ours.hit(item, client)
        assert within == theirs.hit(item, client)
        assert ours.test(item, client) == theirs.test(item, client)
        assert ours.get_window_stats(item, client) == pytest.approx(theirs.get_window_stats(item, client))
        seen[within] += 1
    assert min(seen[True], seen[False]) > 100


def test_processes_count_together_and_give_out_exactly_what_there_is():
    limiter, item = SlidingWindowCounterRateLimiter(SharedCounts()), parse("250/day")

    def ask():
        return sum(limiter.hit(item, "game") for _ in range(100))

    given = [result(child) for child in [in_a_process(ask) for _ in range(4)]]
    assert sum(given) == 250
    assert not limiter.hit(item, "game")
    assert limiter.hit(item, "other")


def test_a_process_that_is_killed_while_it_counts_holds_nobody_up():
    shared = SharedCounts()

    def die():
        with shared._alone():
            os.kill(os.getpid(), signal.SIGKILL)

    assert result(in_a_process(die)) == -signal.SIGKILL
    assert shared.incr("a", 60) == 1


def test_where_too_many_count_those_are_forgotten_that_would_be_first_anyway(monkeypatch, clock):
    monkeypatch.setattr(counts, "_BUCKETS", 1)
    shared = SharedCounts()
    for number in range(16):
        shared.incr(f"client {number}", 100 + number, 5)
    shared.incr("another", 60, 7)
    assert [shared.get(f"client {number}") for number in range(16)] == [0, *[5] * 15]
    clock.seconds += 60
    assert shared.get("another") == 0
    assert shared.incr("and another", 60) == 1
    assert [shared.get(f"client {number}") for number in range(16)] == [0, *[5] * 15]


def test_it_does_all_that_the_library_asks_of_a_storage(clock):
    shared = SharedCounts()
    assert shared.check()
    assert (shared.incr("a", 60), shared.incr("a", 90), shared.incr("b", 30, 5)) == (1, 2, 5)
    assert shared.get_expiry("a") == clock.seconds + 60
    assert shared.get_expiry("c") == clock.seconds
    shared.clear("c")
    shared.clear("b")
    assert (shared.get("a"), shared.get("b")) == (2, 0)
    shared.reset()
    assert shared.get("a") == 0
    limiter, item = SlidingWindowCounterRateLimiter(shared), parse("1/minute")
    assert [limiter.hit(item, "x"), limiter.hit(item, "x")] == [True, False]
    limiter.clear(item, "x")
    assert limiter.hit(item, "x")


def test_it_needs_no_files_in_memory(monkeypatch):
    monkeypatch.delattr(os, "memfd_create")
    shared = SharedCounts()
    assert result(in_a_process(lambda: shared.incr("a", 60))) == 1
    assert shared.incr("a", 60) == 2


def test_a_limit_is_that_of_all_workers_together_and_outlives_them(tmp_path):
    clients = tmp_path / "clients"
    clients.write_text(f"demo {sha256(b'k').hexdigest()} limit=100/day\n")

    with serving(API_KEYS=clients, ACCESS_LOG=1) as service:

        def ask(times):
            return Counter(service.ask(post("/v1/analyze", BODY, b"X-API-Key: k")).status for _ in range(times))

        assert ask(40) == {200: 40}
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        assert service.until(lambda: service.metric("meldwise_worker_exits_total", how="died") == 2)
        assert ask(30) == {200: 30}
        before = service.workers()
        os.kill(service.process.pid, signal.SIGHUP)
        assert service.until(lambda: len(service.workers()) == 2 and not before & service.workers())
        assert ask(40) == {200: 30, 429: 10}
