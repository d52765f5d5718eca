"""The service that handles the current request, and its settings."""

from typing import TYPE_CHECKING, cast

from flask import current_app

from app.config import Config

if TYPE_CHECKING:
    from app.api.application import Meldwise


def service() -> "Meldwise":
    """The current service."""
    return cast("Meldwise", current_app)


def settings() -> Config:
    """Its settings."""
    return service().settings
