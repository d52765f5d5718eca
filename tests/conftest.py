"""The service and its contract, side by side."""

from pathlib import Path

import pytest
import yaml

from app import create_app
from app.config import Config

ROOT = Path(__file__).resolve().parents[1]


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
