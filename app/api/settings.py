"""The service that handles the current request, and its settings."""

from typing import TYPE_CHECKING, cast

from app.api.lean import in_context
from app.config import Config

if TYPE_CHECKING:
    from app.api.application import Meldwise


def service() -> "Meldwise":
    """The current service."""
    return cast("Meldwise", in_context().app)


def settings() -> Config:
    """Its settings."""
    return service().settings
