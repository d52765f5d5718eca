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
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Final

PREFIX: Final = "MELDWISE_"
"""Every setting's environment variable is this and the setting's name in capitals."""
SWITCH: Final = {
    **dict.fromkeys(("0", "false", "no", "off"), False),
    **dict.fromkeys(("1", "true", "yes", "on"), True),
}
"""How a switch may be written."""
_ORIGIN: Final = re.compile(
    r"(?:http://(?!.*:80$)|https://(?!.*:443$))(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[1-9][0-9]{0,4})?",
    re.ASCII,
)


class ConfigError(ValueError):
    """Settings that cannot be used; :attr:`faults` lists all that is wrong with them."""

    def __init__(self, faults: list[str]) -> None:
        """Keep the faults; the message joins them."""
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


def _whole(default: int, meaning: str, lowest: int, highest: int) -> Any:  # noqa: ANN401 - as dataclasses.field itself
    return field(default=default, metadata={"meaning": meaning, "range": (lowest, highest)})


def _text(meaning: str, allowed: str, right: Callable[[str], object]) -> Any:  # noqa: ANN401 - likewise
    return field(default="", metadata={"meaning": meaning, "allowed": allowed, "right": right})


def _path(meaning: str) -> Any:  # noqa: ANN401 - likewise
    return _text(meaning, "the path of a file", lambda text: text.isprintable() and not text.startswith(("{", "-----")))


def _are_origins(text: str) -> bool:
    return all(map(_ORIGIN.fullmatch, _listed(text)))


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _switch(meaning: str, *, default: bool) -> Any:  # noqa: ANN401 - as dataclasses.field itself
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Config:
    """What an operator can set. Every field can be given by its environment variable, see :meth:`from_env`."""

    max_body_bytes: int = _whole(768 * 1024, "Longest request body, in bytes; a longer one is 413.", 1024, 1 << 30)
    max_json_depth: int = _whole(10, "Deepest nesting of arrays and objects in a body; deeper is 400.", 4, 100)
    search_budget: int = _whole(
        200_000, "Choices of sets that answering one request may weigh; one that needs more is 503.", 1, 1_000_000_000
    )
    cache_seconds: int = _whole(3600, "How long an answer to a GET may be reused, in seconds.", 0, 31_536_000)
    audit_item_budget: int = _whole(
        2000, "Choices of sets by which each item of an audit raises what all up to it may weigh.", 1, 1_000_000_000
    )
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
    metrics: bool = _switch("1 to tell at /metrics what the service counts.", default=True)
    access_log: bool = _switch("1 to write a line of JSON for every request to standard output.", default=False)
    drain_file: str = _path("Path of a file that makes /readyz answer 503 as long as it exists; empty: none.")
    signing_keys: str = _path(
        "Path of a file of Ed25519 keys, PEM or JSON Web Keys: the first signs whole verdicts; empty: none."
    )

    api_keys: str = _path("Path of a file of API keys, hashed: only who has one may ask under /v1/; empty: anybody.")
    cors_origins: str = _text(
        "Origins whose pages may ask from browsers, several with commas; empty: none.",
        "origins like https://play.example, with commas between them, each as a browser writes it: in lower case, "
        "without path, without a port that is the usual one; * is none",
        _are_origins,
    )

    def __post_init__(self) -> None:
        """Check the values, however they were given."""
        faults = [fault for setting in fields(self) if (fault := _fault(setting, getattr(self, setting.name)))]
        if faults:
            raise ConfigError(faults)

    @property
    def origins(self) -> frozenset[str]:
        """:attr:`cors_origins`, one by one."""
        return frozenset(_listed(self.cors_origins))

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
            given[setting.name] = value = _read(setting, text)
            if fault := _fault(setting, value):
                faults.append(fault)
        if faults:
            raise ConfigError(faults)
        return cls(**given)

    def described(self) -> list[tuple[str, object, str]]:
        """Each setting's variable, its value and what it means, for people."""
        values = {s: getattr(self, s.name) for s in fields(self)}
        return [
            (variable(s.name), int(v) if v is True or v is False else v, s.metadata["meaning"])
            for s, v in values.items()
        ]


def variable(name: str) -> str:
    """The environment variable of the setting ``name``."""
    return PREFIX + name.upper()


def _read(setting: Field[Any], text: str) -> object:
    """What ``text`` says; itself where it says nothing that the setting could be."""
    if isinstance(setting.default, bool):
        return SWITCH.get(text.lower(), text)
    if isinstance(setting.default, int):
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else text
    return text


def _fault(setting: Field[Any], value: object) -> str | None:
    name, limits = variable(setting.name), setting.metadata.get("range")
    if isinstance(setting.default, bool):
        return None if isinstance(value, bool) else f"{name} is one of 1 or 0, not {value!r:.40}"
    if limits is None:
        # Somebody may have put a secret itself where its file is asked for, so nothing of the value is told.
        right = isinstance(value, str) and setting.metadata["right"](value)
        return None if right else f"{name} is {setting.metadata['allowed']}"
    if type(value) is int and limits[0] <= value <= limits[1]:
        return None
    return f"{name} is a whole number from {limits[0]} to {limits[1]}, not {value!r:.40}"
