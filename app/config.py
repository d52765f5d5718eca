"""The service's own settings: frozen values from ``MELDWISE_*`` environment variables, all faults reported at once.

Those of the server are in :mod:`app.serving`.

>>> Config.from_env({"MELDWISE_MAX_BODY_BYTES": "65536"}).max_body_bytes
65536
>>> Config.from_env({"MELDWISE_MAX_JSON_DEPTH": "many"})
Traceback (most recent call last):
    ...
app.config.ConfigError: MELDWISE_MAX_JSON_DEPTH is a whole number from 4 to 100, not 'many'
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

PREFIX: Final = "MELDWISE_"
"""Every setting's environment variable is this and the setting's name in capitals."""


class ConfigError(ValueError):
    """Settings that cannot be used; :attr:`faults` lists all that is wrong with them."""

    def __init__(self, faults: list[str]) -> None:
        """Keep the faults; the message joins them."""
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


def _whole(default: int, meaning: str, lowest: int, highest: int) -> Any:  # noqa: ANN401 - as dataclasses.field itself
    return field(default=default, metadata={"meaning": meaning, "range": (lowest, highest)})


def _path(meaning: str) -> Any:  # noqa: ANN401 - as dataclasses.field itself
    return field(default="", metadata={"meaning": meaning})


@dataclass(frozen=True)
class Config:
    """What an operator can set. Every field can be given by its environment variable, see :meth:`from_env`."""

    max_body_bytes: int = _whole(768 * 1024, "Longest request body, in bytes; a longer one is 413.", 1024, 1 << 30)
    max_json_depth: int = _whole(10, "Deepest nesting of arrays and objects in a body; deeper is 400.", 4, 100)
    search_budget: int = _whole(
        200_000, "Choices of sets that answering one request may weigh; one that needs more is 503.", 1, 1_000_000_000
    )
    cache_seconds: int = _whole(3600, "How long an answer to a GET may be reused, in seconds.", 0, 31_536_000)
    audit_max_items: int = _whole(10_000, "Most items of an audit in one JSON body.", 1, 1_000_000)
    audit_max_lines: int = _whole(1_000_000, "Most items of an audit that come one a line.", 1, 1_000_000_000)
    audit_max_line_bytes: int = _whole(16 * 1024, "Longest line of an audit, in bytes.", 1024, 1 << 20)
    audit_max_bytes: int = _whole(1 << 28, "Longest body of an audit in lines, in bytes.", 1024, 1 << 40)
    audit_max_answer_bytes: int = _whole(
        1 << 28, "Most bytes of answers that wait, in a temporary file, for an audit's last line.", 1024, 1 << 40
    )
    audit_idle_seconds: int = _whole(
        30, "An audit in lines is given up when nothing comes or goes for so long, in seconds.", 1, 3600
    )
    drain_file: str = _path("Path of a file that makes /readyz answer 503 as long as it exists; empty: none.")
    signing_keys: str = _path(
        "Path of a file of Ed25519 keys, PEM or JSON Web Keys: the first signs whole verdicts; empty: none."
    )

    def __post_init__(self) -> None:
        """Check the values, however they were given."""
        faults = []
        for setting in fields(self):
            fault = _fault(setting.name, getattr(self, setting.name), setting.metadata.get("range"))
            if fault:
                faults.append(fault)
        if faults:
            raise ConfigError(faults)

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Config":
        """The settings that ``environ`` (the process's own unless given) asks for, defaults for the rest.

        Raises:
            ConfigError: one or more variables have values that cannot be used.
        """
        environ = os.environ if environ is None else environ
        given: dict[str, Any] = {}
        faults = []
        for setting in fields(cls):
            text = environ.get(variable(setting.name), "").strip()
            if not text:  # container tools often set variables to nothing
                continue
            value = _read(text) if "range" in setting.metadata else text
            fault = _fault(setting.name, value, setting.metadata.get("range"))
            if fault:
                faults.append(fault)
            given[setting.name] = value
        if faults:
            raise ConfigError(faults)
        return cls(**given)

    def described(self) -> list[tuple[str, object, str]]:
        """Each setting's variable, its value and what it means, for people."""
        return [(variable(s.name), getattr(self, s.name), s.metadata["meaning"]) for s in fields(self)]


def variable(name: str) -> str:
    """The environment variable of the setting ``name``."""
    return PREFIX + name.upper()


def _read(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else text


def _fault(name: str, value: object, limits: tuple[int, int] | None) -> str | None:
    if limits is None:
        # Somebody may have put the secret itself where its file is asked for, so nothing of it is told.
        right = isinstance(value, str) and value.isprintable() and not value.startswith(("{", "-----"))
        return None if right else f"{variable(name)} is the path of a file"
    if type(value) is int and limits[0] <= value <= limits[1]:
        return None
    return f"{variable(name)} is a whole number from {limits[0]} to {limits[1]}, not {value!r:.40}"
