"""Meldwise: a stateless REST microservice for Indian Rummy hands.

``create_app`` makes the service. The game itself lives in :mod:`app.rummy` and needs nothing of it, which is why the
web framework is imported only when a service is made.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.api.application import Meldwise
    from app.config import Config

__version__: Final = "0.1.0"


def create_app(config: "Config | None" = None) -> "Meldwise":
    """The service as a WSGI application, with the settings of the environment unless ``config`` gives others.

    Raises:
        ConfigError: the environment asks for settings that cannot be used.
    """
    from app.api.application import build  # noqa: PLC0415 - `import app.rummy` must not load a web framework
    from app.config import Config  # noqa: PLC0415

    return build(Config.from_env() if config is None else config)
