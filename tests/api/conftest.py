"""The service behind its real server, for all tests that speak to it byte by byte."""

import pytest

from tests.api.wire import running


@pytest.fixture(scope="session")
def server():
    with running(MELDWISE_THREADS="8") as started:
        yield started
