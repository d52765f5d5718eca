"""Loops for the tests, whose sockets are closed after them."""

import pytest

from tests.gate.loop import Loop


@pytest.fixture
def loops():
    made = []

    def make(**settings):
        made.append(Loop(**settings))
        return made[-1]

    yield make
    for loop in made:
        loop.service.may.set()
        for each in loop.sockets:
            each.close()


@pytest.fixture
def loop(loops):
    return loops()
