"""The service and its contract, side by side."""

from pathlib import Path

import pytest
import yaml
from hypothesis import settings

from app import create_app
from app.config import Config
from tests.api.wire import running
from tests.fuzz.share import SEEDED

ROOT = Path(__file__).resolve().parents[1]


def pytest_configure(config):
    """The same examples at every run, unless told otherwise: ``pytest --hypothesis-profile=fuzz``."""
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile(SEEDED)


@pytest.fixture(scope="session")
def document():
    """The contract as written."""
    return yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def app():
    return create_app(Config())


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture(scope="session")
def server():
    """The service behind its real server, for all tests that speak to it byte by byte."""
    with running(MELDWISE_THREADS="8") as started:
        yield started
