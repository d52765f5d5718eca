"""The settings of the service that handles the current request."""

from typing import TYPE_CHECKING, cast

from flask import current_app

from app.config import Config

if TYPE_CHECKING:
    from app.api.application import Meldwise


def settings() -> Config:
    """The current service's settings."""
    return cast("Meldwise", current_app).settings
