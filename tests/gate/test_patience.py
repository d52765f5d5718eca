"""Who has had time enough, and who makes room for others: decided from what connections are."""

from socket import socketpair
from time import monotonic

import pytest

from app.gate.connection import RATE, Connection, State
from app.gate.patience import is_late, longest_unfinished, slow_streams, to_make_room

NOW = 1_000_000.0


@pytest.fixture
def connection():
    """Makes connections that began to be what they are some seconds ago."""
    sockets = []

    def make(state=State.IDLE, age=10.0, **more):
        ours, theirs = socketpair()
        sockets.extend((ours, theirs))
        made = Connection(ours, "", "", 1000, 5)
        made.state, made.since = state, NOW - age
        for name, value in more.items():
            setattr(made, name, value)
        return made

    yield make
    for each in sockets:
        each.close()


def test_a_new_connection_has_some_seconds_for_a_head():
    ours, theirs = socketpair()
    with ours, theirs:
        made = Connection(ours, "", "", 1000, 5)
        assert not is_late(made, monotonic() + 4)
        assert is_late(made, monotonic() + 6)


def test_a_body_that_comes_wins_time_by_coming_and_a_head_does_not(connection):
    made = connection(State.READING, deadline=NOW - 1)
    made.framing.feed(b"POST / HTTP/1.1\r\nContent-Length: 999\r\n\r\n" + b"x" * 100)
    assert is_late(made, NOW)
    made.framing.buffer += b"x" * 2 * RATE
    assert not is_late(made, NOW)
    made = connection(State.READING, deadline=NOW - 1)
    made.framing.buffer += b"x" * 2 * RATE
    assert is_late(made, NOW)


def test_an_answer_that_is_taken_wins_time_by_being_taken(connection):
    assert is_late(connection(State.WRITING, deadline=NOW - 1, moved=100), NOW)
    assert not is_late(connection(State.WRITING, deadline=NOW - 1, moved=2 * RATE), NOW)


def test_who_is_closing_makes_room_first_then_the_unfinished_then_the_idle_and_never_the_busy(connection):
    closing = connection(State.CLOSING, 1)
    fresh = connection(State.IDLE, 0.01, served=1)
    reading, younger = connection(State.READING, 9), connection(State.READING, 5)
    silent = connection(State.IDLE, 7)
    writing = connection(State.WRITING, 50)
    idle, longer = connection(State.IDLE, 20, served=3), connection(State.IDLE, 60, served=3)
    busy = connection(State.BUSY, 100)
    every = [busy, idle, longer, writing, silent, younger, reading, fresh, closing]
    assert to_make_room(every, NOW, 20) == [closing, reading, silent, younger, writing, longer, idle]
    assert to_make_room(every, NOW, 2) == [closing, reading]
    assert to_make_room([busy, fresh], NOW, 2) == []


def test_of_those_that_hold_memory_the_longest_slow_one_goes(connection):
    old, young = connection(State.READING, 9, counted=10), connection(State.WRITING, 5, counted=99)
    light, busy = connection(State.READING, 50), connection(State.BUSY, 60, counted=5)
    assert longest_unfinished([young, light, busy, old]) is old
    assert longest_unfinished([light, busy]) is None


def test_streams_whose_clients_are_slow_are_found_the_slowest_first(connection):
    slow, slower = connection(State.BUSY, 20, moved=19 * RATE, waited=20), connection(State.BUSY, 9, moved=10, waited=9)
    fast, young = connection(State.BUSY, 20, moved=21 * RATE, waited=20), connection(State.BUSY, 5, waited=5)
    told = connection(State.BUSY, 20, moved=0, waited=20, told="it ends")
    assert slow_streams([fast, slow, young, told, slower]) == [slower, slow]


def test_a_stream_that_takes_long_to_answer_is_not_slow(connection):
    assert slow_streams([connection(State.BUSY, 600, moved=10, waited=1)]) == []
