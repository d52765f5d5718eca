"""The command line: ``python -m app version | config | healthcheck | audit | replay``.

>>> main(["version"])  # doctest: +ELLIPSIS
meldwise 0.1.0, engine 1, search core ..., Python 3...
rules indian-13 495f77fd4fbcf389
0
"""

import argparse
import platform
import socket
import sys
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from app import __version__
from app.bulk import command, replay_command
from app.config import ConfigError
from app.engine import core
from app.rummy.digest import ENGINE
from app.rummy.rules import DEFAULT_PRESET, PRESETS
from app.serving import Serving, is_health_url, read_all, unknown_variables, without_secrets

_SECONDS: Final = 5.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ``arguments`` (the process's own unless given) ask for; the result is the exit code."""
    asked = _parser().parse_args(arguments)
    if asked.command == "audit":
        return command.run(asked)
    if asked.command == "replay":
        return replay_command.run(asked)
    if asked.command == "healthcheck":
        return healthcheck(asked.url)
    if asked.command == "config":
        return show_config()
    print(f"meldwise {__version__}, engine {ENGINE}, search core {core()}, Python {platform.python_version()}")
    print(f"rules {DEFAULT_PRESET} {PRESETS[DEFAULT_PRESET].fingerprint}")
    return 0


def healthcheck(url: str | None = None) -> int:
    """Ask a running service whether it is ready: 0 when it is, 1 when not, with the reason on stderr.

    Args:
        url: what to ask, ``unix:/path`` for a socket; that where the environment has the service listen unless given.
    """
    try:
        url = url or Serving.from_env().healthcheck_url
    except ConfigError as error:
        return _failed(str(error))
    shown = without_secrets(url)
    if not is_health_url(url):
        return _failed(f"{shown!r:.200} is no http:// or https:// address and no unix:/path of a socket")
    try:
        status = _ask_socket(url.removeprefix("unix:")) if url.startswith("unix:") else _ask(url)
    except (OSError, ValueError, HTTPException) as error:
        return _failed(f"{shown} does not answer: {error}")
    return 0 if status == 200 else _failed(f"{shown} answered {status}")


def show_config() -> int:
    """Print every setting and its value; 2 when the environment asks for something that cannot be used."""
    try:
        config, serving = read_all()
    except ConfigError as error:
        for fault in error.faults:
            _failed(fault)
        return 2
    for name in unknown_variables():
        _failed(f"{name} is set, but nothing reads it")
    for name, value, meaning in (*serving.described(), *config.described()):
        print(f"{name}={value}  # {meaning}")
    return 0


def _ask(url: str) -> int:
    try:
        with urlopen(Request(url), timeout=_SECONDS) as answer:  # noqa: S310 - the scheme is checked above
            return int(answer.status)
    except HTTPError as error:
        return error.code


def _ask_socket(path: str) -> int:
    connection = HTTPConnection("localhost", timeout=_SECONDS)
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.settimeout(_SECONDS)
    try:
        connection.sock.connect(path)
        connection.request("GET", "/readyz")
        return connection.getresponse().status
    finally:
        connection.close()


def _failed(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description="Meldwise, a service for Indian Rummy hands.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("version", help="print the version, how the search core runs, Python, and the default rules")
    commands.add_parser("config", help="print every setting, its value and what it means")
    health = commands.add_parser("healthcheck", help="exit 0 when a running service is ready, else 1")
    audit = commands.add_parser("audit", help="hold a file of hands and declarations against what was recorded of them")
    command.add_arguments(audit)
    replay = commands.add_parser("replay", help="ask a file of stored questions again: which answers still hold")
    replay_command.add_arguments(replay)
    health.add_argument(
        "--url",
        help="what to ask, http://... or unix:/path (default: MELDWISE_HEALTHCHECK_URL, else /readyz of the address "
        "that HOST and PORT, or MELDWISE_BIND, have the service listen at)",
    )
    return parser
