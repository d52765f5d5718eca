"""The service without a server: as Flask's test client calls it."""

import pytest

from app import create_app
from app.config import Config


@pytest.fixture(scope="session")
def app():
    return create_app(Config())


@pytest.fixture
def client(app):
    return app.test_client()
