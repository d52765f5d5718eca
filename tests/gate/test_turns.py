"""Turns at computing: first come, first served, and nobody has two."""

import doctest
import threading
import time

from app.gate import turns
from app.gate.turns import Turns


def test_examples_in_docstrings_are_true():
    assert doctest.testmod(turns).failed == 0


def test_no_more_have_a_turn_than_there_are():
    shared, at_once, most = Turns(2), [], []

    def work():
        for _ in range(50):
            with shared:
                at_once.append(None)
                most.append(len(at_once))
                time.sleep(0)
                at_once.pop()

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(most) == 300
    assert max(most) <= 2


def test_who_pauses_lets_all_go_first_that_wait_and_in_their_order():
    shared, order = Turns(1), []

    def work(name):
        with shared:
            order.append(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    with shared:
        for waiting, thread in enumerate(threads, 1):
            thread.start()
            while shared.waiting < waiting:
                time.sleep(0.001)
        shared.pause()
        order.append("the first again")
    for thread in threads:
        thread.join(5)
    assert order == ["a", "b", "c", "the first again"]


def test_a_pause_where_nobody_waits_is_none():
    shared = Turns(1)
    with shared:
        shared.pause()
    with shared:
        assert shared.waiting == 0
