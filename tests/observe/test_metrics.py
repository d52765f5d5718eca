"""What is counted: every answer once, in whatever process, under labels of which there are only so many."""

import doctest
import json
import os
import signal
import threading
import time

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_openmetrics
from prometheus_client.parser import text_string_to_metric_families

from app import create_app
from app.config import Config
from app.metrics import cells, families, memo
from app.metrics.cells import Cells
from app.metrics.exposition import Exposition
from app.metrics.families import BOUNDS, Book
from app.metrics.memo import MemoWatch
from app.metrics.names import BOOK
from app.rummy import analyze, suit_memo
from tests.api import wire
from tests.api.requests_for_tests import BODY, GROUPS, post
from tests.chaos.service import serving


@pytest.fixture
def book():
    return Book(Cells(rows=4, columns=1000))


@pytest.fixture
def counted(client):
    """By how much a number has grown since the test began."""
    before = samples(client.get("/metrics").text)

    def grown(name, **labels):
        key = (name, frozenset(labels.items()))
        return samples(client.get("/metrics").text).get(key, 0) - before.get(key, 0)

    return grown


def samples(text):
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.parametrize("module", [cells, families])
def test_examples_in_docstrings_are_true(module):
    assert doctest.testmod(module).failed == 0


def test_what_forked_processes_count_is_added_up(book):
    counter = book.counter("shows", "Shows.", "verdict")
    counter.has("valid")
    counter.add("valid")
    for _ in range(3):
        row = book.cells.take()
        if (child := os.fork()) == 0:
            book.cells.use(row)
            for _ in range(1000):
                counter.add("valid")
            os._exit(0)
        os.waitpid(child, 0)
    assert dict(counter.values(book.cells.totals())) == {("valid",): 3001}


def test_a_process_adds_up_what_those_count_that_were_started_after_it(book):
    counter = book.counter("shows", "Shows.")
    book.cells.use(book.cells.take())
    reading, writing = os.pipe()
    if (first := os.fork()) == 0:
        os.read(reading, 1)  # until the second has counted
        os._exit(int(dict(counter.values(book.cells.totals()))[()]))
    row = book.cells.take()
    if (second := os.fork()) == 0:
        book.cells.use(row)
        counter.add(amount=42)
        os._exit(0)
    os.waitpid(second, 0)
    os.write(writing, b"x")
    assert os.waitstatus_to_exitcode(os.waitpid(first, 0)[1]) == 42


def test_who_takes_the_place_of_a_dead_worker_goes_on_from_its_counts_but_not_from_its_levels(book):
    counter, gauge = book.counter("shows", "Shows."), book.gauge("open", "Open.")
    row = book.cells.take()
    book.cells.use(row)
    counter.add(amount=5)
    gauge.put(amount=7)
    book.cells.use(0)
    book.cells.free(row, book.levels())
    totals = book.cells.totals()
    assert (dict(counter.values(totals))[()], dict(gauge.values(totals))[()]) == (5, 0)
    assert book.cells.take() == row


def test_where_there_is_no_place_left_a_worker_counts_for_itself(book):
    counter = book.counter("shows", "Shows.")
    assert [book.cells.take() for _ in range(4)] == [1, 2, 3, None]
    book.cells.use(None)
    counter.add()
    assert dict(counter.values(book.cells.totals()))[()] == 0


def test_threads_lose_no_count(book):
    counter, histogram = book.counter("shows", "Shows."), book.histogram("took", "Took.")

    def work():
        for _ in range(5000):
            counter.add()
            histogram.observe(seconds=0.25)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    totals = book.cells.totals()
    assert dict(counter.values(totals))[()] == 20_000
    ((_, counts, seconds),) = histogram.buckets(totals)
    assert (counts[-1], seconds) == (20_000, 5000)


def test_a_time_is_in_the_first_bucket_that_it_fits_and_in_all_above(book):
    histogram = book.histogram("took", "Took.")
    for seconds in (0.000_04, 0.000_05, 0.07, 100):
        histogram.observe(seconds=seconds)
    ((_, counts, _),) = histogram.buckets(book.cells.totals())
    assert counts[0] == 2
    assert counts[BOUNDS.index(0.05)] == 2
    assert counts[BOUNDS.index(0.1)] == counts[-2] == 3
    assert counts[-1] == 4
    assert (BOUNDS[0], BOUNDS[-1], list(BOUNDS)) == (0.000_05, 30, sorted(BOUNDS))


def test_there_is_room_for_every_label(book):
    assert len(BOOK.cells.row) - BOOK.columns(0) > 2000
    with pytest.raises(MemoryError):
        book.columns(1001)


def test_an_answer_is_counted_by_route_method_and_status(client, counted):
    name = "meldwise_http_requests_total"
    post(client, BODY)
    assert counted(name, route="/v1/analyze", method="POST", status="200") == 1
    client.get("/v1/rules/pagat")
    assert counted(name, route="/v1/rules/{name}", method="GET", status="200") == 1
    post(client, "{")
    assert counted(name, route="/v1/analyze", method="POST", status="400") == 1
    assert counted("meldwise_http_request_seconds_count", route="/v1/rules/{name}") == 1


def test_what_clients_make_up_gets_no_label_of_its_own(client, counted):
    client.get("/stranger/knows/this")
    client.open("/v1/analyze", method="BREW")
    assert counted("meldwise_http_requests_total", route="unmatched", method="GET", status="404") == 1
    assert counted("meldwise_http_requests_total", route="unmatched", method="other", status="405") == 1
    text = client.get("/metrics").text
    assert "stranger" not in text
    assert "BREW" not in text


def test_problems_are_counted_by_type(client, counted):
    post(client, {**BODY, "wild_joker": "Z"})
    assert counted("meldwise_problems_total", type="invalid-input") == 1


def test_hands_and_verdicts_are_counted_by_outcome_and_reason(client, counted):
    post(client, BODY)
    post(client, {**BODY, "wild_joker": "3"})
    assert counted("meldwise_hands_total", call="analyze", outcome="declarable") == 2
    post(client, GROUPS, "/v1/verify")
    post(client, {**GROUPS, "groups": [["5H", "6S", "7H"], *GROUPS["groups"][1:]]}, "/v1/verify")
    assert counted("meldwise_hands_total", call="verify", outcome="valid") == 1
    assert counted("meldwise_hands_total", call="verify", outcome="invalid") == 1
    assert counted("meldwise_reasons_total", reason="no_pure_sequence") == 1
    assert counted("meldwise_reasons_total", reason="invalid_group") == 0


@pytest.mark.parametrize("in_lines", [False, True])
def test_items_of_audits_are_counted_by_what_became_of_them(client, counted, in_lines):
    items = [{**BODY, "recorded": {"points": 0}}, {**BODY, "recorded": {"points": 9}}, BODY, BODY, {"hand": 1}]
    if in_lines:
        post(client, "\n".join(map(json.dumps, items)), "/v1/audit", "application/x-ndjson")
    else:
        post(client, {"items": items}, "/v1/audit")
    outcomes = {"agreed": 1, "disagreed": 1, "unrecorded": 2, "failed": 1}
    assert {name: counted("meldwise_audit_items_total", outcome=name) for name in outcomes} == outcomes


def test_suits_that_searches_ask_for_are_counted_by_whether_they_were_remembered(client, counted):
    suit_memo.forget()
    post(client, BODY)
    missed, hit = (counted("meldwise_memo_lookups_total", outcome=outcome) for outcome in ("miss", "hit"))
    assert missed >= 4
    post(client, BODY)
    assert counted("meldwise_memo_lookups_total", outcome="miss") == missed
    assert counted("meldwise_memo_lookups_total", outcome="hit") == hit + missed + hit


def test_what_a_process_has_inherited_is_not_counted_as_its_own(counted):
    def told(watch):
        before = counted("meldwise_memo_lookups_total", outcome="hit")
        watch.tell()
        return counted("meldwise_memo_lookups_total", outcome="hit") - before

    watch = MemoWatch()
    analyze(BODY["hand"], "3")
    watch.begin()
    assert told(watch) == 0
    analyze(BODY["hand"], "3")
    assert told(watch) >= 4
    assert told(watch) == 0


def test_what_a_search_under_way_has_made_but_not_told_yet_makes_no_number_fall(counted, monkeypatch):
    uses = iter([(100, 10), (103, 15), (130, 16), (130, 16)])
    monkeypatch.setattr(memo, "memo_use", lambda: next(uses))
    watch = MemoWatch()
    monkeypatch.setattr("app.api.metrics.MEMO_WATCH", watch)  # so whoever asks for metrics tells
    assert counted("meldwise_memo_lookups_total", outcome="miss") == 5
    assert counted("meldwise_memo_lookups_total", outcome="miss") == 6
    assert counted("meldwise_memo_lookups_total", outcome="hit") == 24


def test_what_the_searches_of_all_workers_ask_for_is_added_up_and_dead_ones_leave_their_counts():
    before = suit_memo.memo_use()
    analyze(BODY["hand"], BODY["wild_joker"])
    each = sum(suit_memo.memo_use()) - sum(before)
    with serving() as service:
        time.sleep(1.5)  # for what the probes have asked for
        begun = service.metric("meldwise_memo_lookups_total")

        def counted(hands):
            return service.until(lambda: service.metric("meldwise_memo_lookups_total") - begun == hands * each, 5)

        def ask(hands):
            for _ in range(hands):
                assert service.ask(wire.post("/v1/analyze", BODY)).status == 200

        ask(20)
        assert counted(20)
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        assert service.until(lambda: service.metric("meldwise_worker_exits_total", how="died") == 2)
        assert counted(20)
        ask(20)
        assert counted(40)


def test_both_forms_that_prometheus_reads_are_well_formed(client):
    plain = client.get("/metrics")
    assert plain.content_type.startswith("text/plain; version=0.0.4")
    assert plain.headers["Cache-Control"] == "no-store"
    open_form = client.get("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
    assert open_form.content_type.startswith("application/openmetrics-text")
    names = {family.name for family in parse_openmetrics(open_form.text)}
    assert names == {family.name for family in BOOK.families}


def test_nothing_is_told_where_that_is_turned_off():
    client = create_app(Config(metrics=False)).test_client()
    assert client.get("/metrics").status_code == 404


def test_every_metric_has_a_sentence_and_a_name_of_ours():
    for family in BOOK.families:
        assert family.name.startswith("meldwise_")
        assert family.meaning[0].isupper() or family.meaning[0].isdigit()
        assert family.meaning.endswith(".")
        assert not family.name.endswith("_total")
    assert len({family.name for family in BOOK.families}) == len(BOOK.families)


def test_what_runs_is_told(client):
    assert 'meldwise_info{core="' in client.get("/metrics").text
    assert Exposition(BOOK).describe() == []
