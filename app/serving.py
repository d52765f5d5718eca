"""Where and how the service is served: the settings that the server, its health check and its operator share.

>>> serving = Serving.from_env({"HOST": "0.0.0.0", "PORT": "80"})
>>> serving.bind, serving.healthcheck_url
(('0.0.0.0:80',), 'http://127.0.0.1:80/readyz')
>>> Serving.from_env({"MELDWISE_THREADS": "many"})
Traceback (most recent call last):
    ...
app.config.ConfigError: MELDWISE_THREADS is a whole number from 1 to 256, not 'many'
"""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.config import PREFIX, Config, ConfigError, variable

_CPU_QUOTA: Final = Path("/sys/fs/cgroup/cpu.max")
_LEVELS: Final = ("debug", "info", "warning", "error", "critical")
_NUMBERS: Final = {
    "THREADS": (1, 256, 8),
    "AUDIT_STREAMS": (1, 256, 64),
    "CONNECTIONS": (16, 100_000, 1000),
    "HEAD_SECONDS": (1, 3600, 10),
    "BODY_SECONDS": (1, 3600, 20),
    "QUEUE_SECONDS": (1, 3600, 10),
    "BUFFER_BYTES": (1 << 20, 1 << 40, 64 << 20),
    "AUDIT_MAX_SECONDS": (1, 86_400, 3600),
    "DRAIN_SECONDS": (0, 600, 5),
    "PIN_WORKERS": (0, 1, 0),
}
"""Least, greatest and usual value of plain numbers."""
_TCP: Final = re.compile(r"(\[[0-9A-Fa-f:.%\w]+\]|[^\s:/\[\]]+):([0-9]{1,5})")
_ANY_ADDRESS: Final = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 - recognised, not bound to

MEANINGS: Final = {
    "HOST": "Where to listen: a name or an address.",
    "PORT": "Where to listen: a port.",
    PREFIX + "BIND": "Instead of those: host:port, [address]:port or unix:/path, several with commas.",
    PREFIX + "WORKERS": "Worker processes; else WEB_CONCURRENCY, else one a core.",
    "WEB_CONCURRENCY": "Worker processes where MELDWISE_WORKERS does not say, as some platforms set it.",
    PREFIX + "THREADS": "Threads of each worker for audits, and as many for requests where the core is interpreted.",
    PREFIX + "AUDIT_STREAMS": "Threads of each worker that wait for the clients of long audits in lines, one each.",
    PREFIX + "CONNECTIONS": "Open connections of each worker; beyond them, those that do nothing are closed.",
    PREFIX + "HEAD_SECONDS": "A request's headers must have come within so many seconds; else 408.",
    PREFIX + "BODY_SECONDS": "A body must have come, an answer been taken, in so many seconds and 1 for every 16 KiB.",
    PREFIX + "QUEUE_SECONDS": "A request that has waited for its turn for so many seconds is 503.",
    PREFIX + "BUFFER_BYTES": "Bytes that a worker holds of unfinished requests and of answers that nobody takes.",
    PREFIX + "AUDIT_MAX_SECONDS": "An audit in lines that lasts longer is broken off, in seconds.",
    PREFIX + "PIN_WORKERS": "1 keeps each worker on a core of its own, on a machine that is there for them alone.",
    PREFIX + "DRAIN_SECONDS": "Told to stop, /readyz is 503 for so many seconds before the server does.",
    PREFIX + "LOG_LEVEL": "debug, info, warning, error or critical.",
    PREFIX + "HEALTHCHECK_URL": "What the health check asks: http://, https:// or unix:/path of a socket.",
    PREFIX + "PURE": "Only when setting up: 1 leaves the search core interpreted.",
}
"""Every variable, and what it means."""


@dataclass(frozen=True)
class Serving:
    """What the environment asks of the server.

    Attributes:
        bind: the addresses to listen at, ``host:port`` or ``unix:/path``.
        workers: processes.
        threads: threads of each for audits, and as many for requests where the search core is not compiled.
        audit_streams: threads of each that wait for the clients of long audits in lines.
        connections: open connections of each.
        head_seconds: within which a request's head must come.
        body_seconds: within which its body must come or an answer be taken, if they are short.
        queue_seconds: for which a request may wait for its turn.
        buffer_bytes: what a worker may hold of unfinished requests and of answers that are not taken.
        audit_max_seconds: for which an audit in lines may last.
        drain_seconds: for which the server goes on when it is told to stop.
        pin_workers: 1 if each is kept on a core of its own.
        log_level: what the server logs.
        healthcheck_url: the address at which ``/readyz`` is asked, or ``unix:/path``.
        given: the variables of :data:`MEANINGS` as they were set.
    """

    bind: tuple[str, ...]
    workers: int
    threads: int
    audit_streams: int
    connections: int
    head_seconds: int
    body_seconds: int
    queue_seconds: int
    buffer_bytes: int
    audit_max_seconds: int
    drain_seconds: int
    pin_workers: int
    log_level: str
    healthcheck_url: str
    given: Mapping[str, str]

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Serving":
        """The settings that ``environ`` (the process's own unless given) asks for, defaults for the rest.

        Raises:
            ConfigError: one or more variables have values that cannot be used.
        """
        environ = os.environ if environ is None else environ
        read = _Reader({name: environ.get(name, "").strip() for name in MEANINGS})
        bind = read.bind()
        common = read.number("WEB_CONCURRENCY", 1, 64, min(cores(), 64))
        serving = cls(
            bind=bind,
            workers=read.number(PREFIX + "WORKERS", 1, 64, common),
            **{name.lower(): read.number(PREFIX + name, *limits) for name, limits in _NUMBERS.items()},
            log_level=read.one_of(PREFIX + "LOG_LEVEL", _LEVELS, ", ".join(_LEVELS)) or "info",
            healthcheck_url=read.url(PREFIX + "HEALTHCHECK_URL") or _health_url(bind[0]),
            given=read.given,
        )
        if read.faults:
            raise ConfigError(read.faults)
        return serving

    def described(self) -> list[tuple[str, object, str]]:
        """Each variable, the value in force and what it means, for people."""
        host, _, port = next((address for address in self.bind if _TCP.fullmatch(address)), "").rpartition(":")
        values = {
            "HOST": host,
            "PORT": port,
            PREFIX + "BIND": ",".join(self.bind),
            PREFIX + "WORKERS": self.workers,
            "WEB_CONCURRENCY": self.given["WEB_CONCURRENCY"],
            **{PREFIX + name: getattr(self, name.lower()) for name in _NUMBERS},
            PREFIX + "LOG_LEVEL": self.log_level,
            PREFIX + "HEALTHCHECK_URL": without_secrets(self.healthcheck_url),
            PREFIX + "PURE": self.given[PREFIX + "PURE"],
        }
        return [(name, values[name], meaning) for name, meaning in MEANINGS.items()]


def read_all(environ: Mapping[str, str] | None = None) -> tuple[Config, Serving]:
    """All settings there are.

    Raises:
        ConfigError: with what is wrong with any of them.
    """
    faults: list[str] = []
    config = serving = None
    try:
        config = Config.from_env(environ)
    except ConfigError as error:
        faults += error.faults
    try:
        serving = Serving.from_env(environ)
    except ConfigError as error:
        faults += error.faults
    faults += _faults_of_files(config or _key_files(environ))
    if config is None or serving is None or faults:
        raise ConfigError(faults)
    return config, serving


def _key_files(environ: Mapping[str, str] | None) -> Config:
    """Settings that are wrong, but for the files of keys among them, if those can be looked at."""
    environ = os.environ if environ is None else environ
    try:
        return Config.from_env({name: environ.get(name, "") for name in map(variable, ("signing_keys", "api_keys"))})
    except ConfigError:
        return Config()


def _faults_of_files(config: Config) -> list[str]:
    """What is wrong with the files of keys that ``config`` names."""
    from app.keys.configured import Keys  # noqa: PLC0415 - only what is configured is loaded, and only by who serves

    try:
        Keys.of(config)
    except ConfigError as error:
        return list(error.faults)
    return []


def unknown_variables(environ: Mapping[str, str] | None = None) -> list[str]:
    """The ``MELDWISE_*`` variables that nothing reads: misspelled, most likely."""
    known = {name for name, _, _ in Config().described()} | MEANINGS.keys()
    return sorted(
        name for name in (os.environ if environ is None else environ) if name.startswith(PREFIX) and name not in known
    )


def cores() -> int:
    """The cores that this process may use: those it is allowed to run on, or fewer if a container's quota says so."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = _CPU_QUOTA.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return allowed
    return allowed if quota == "max" else max(1, min(allowed, math.ceil(int(quota) / int(period))))


class _Reader:
    """Reads variables and collects what is wrong; an empty one counts as absent, as container tools often set those."""

    def __init__(self, given: dict[str, str]) -> None:
        self.given = given
        self.faults: list[str] = []

    def number(self, name: str, low: int, high: int, default: int) -> int:
        text = self.given[name]
        wrong = text and not (re.fullmatch("[0-9]{1,15}", text) and low <= int(text) <= high)
        checked = self._checked(name, f"a whole number from {low} to {high}", wrong=bool(wrong))
        return int(checked) if checked else default

    def one_of(self, name: str, allowed: tuple[str, ...], told: str) -> str | None:
        wrong = self.given[name].lower() not in {"", *allowed}
        text = self._checked(name, f"one of {told}", wrong=wrong)
        return text and text.lower()

    def url(self, name: str) -> str | None:
        wrong = self.given[name] != "" and not is_health_url(self.given[name])
        return self._checked(name, "http://, https:// or unix:/path", wrong=wrong)

    def bind(self) -> tuple[str, ...]:
        host = self.given["HOST"] or "127.0.0.1"
        port = self.number("PORT", 1, 65535, 8000)
        address = f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"
        self._checked("HOST", "a name or an address", wrong=not _is_address(address))
        given = self.given[PREFIX + "BIND"]
        if not given:
            return (address,)
        addresses = tuple(part.strip() for part in given.split(","))
        wrong = not all(map(_is_address, addresses))
        self._checked(PREFIX + "BIND", "host:port, [address]:port or unix:/path, several with commas", wrong=wrong)
        return addresses

    def _checked(self, name: str, allowed: str, *, wrong: bool) -> str | None:
        """The text of a variable that is there and right: a service that guesses at settings is worse than none."""
        if wrong:
            self.faults.append(f"{name} is {allowed}, not {without_secrets(self.given[name])!r:.40}")
            return None
        return self.given[name] or None


def is_health_url(text: str) -> bool:
    """Whether the health check can ask there."""
    return text.startswith(("http://", "https://", "unix:/"))


def without_secrets(url: str) -> str:
    """``url`` for logs and eyes.

    >>> without_secrets("https://probe:secret@10.0.0.7/readyz?token=secret")
    'https://***@10.0.0.7/readyz?***'
    """
    return re.sub(r"\?.+", "?***", re.sub(r"//[^/]*@", "//***@", url))


def _is_address(text: str) -> bool:
    tcp = _TCP.fullmatch(text)
    return 1 <= int(tcp[2]) <= 65535 if tcp else re.fullmatch(r"unix:/\S+", text) is not None


def _health_url(address: str) -> str:
    """Where a service that listens at ``address`` is asked from the same machine."""
    tcp = _TCP.fullmatch(address)
    return address if tcp is None else f"http://{_ANY_ADDRESS.get(tcp[1], tcp[1])}:{tcp[2]}/readyz"
