"""The service that handles the current request, and its settings."""

from typing import TYPE_CHECKING, cast

from flask import current_app

from app.config import Config

if TYPE_CHECKING:
    from app.api.application import Meldwise


def service() -> "Meldwise":
    """The current service."""
    # The service itself: a stand-in would look it up anew for each of its members.
    return cast("Meldwise", current_app._get_current_object())  # type: ignore[attr-defined]  # noqa: SLF001 - public


def settings() -> Config:
    """Its settings."""
    return service().settings
