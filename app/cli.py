"""The command line: ``python -m app version | config | healthcheck``.

>>> main(["version"])  # doctest: +ELLIPSIS
meldwise 0.1.0, search core ...
0
"""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from app import __version__
from app.config import PREFIX, Config, ConfigError, unknown_variables
from app.engine import core

DEFAULT_HEALTH_URL: Final = "http://127.0.0.1:8000/readyz"
_SECONDS: Final = 5.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ``arguments`` (the process's own unless given) ask for; the result is the exit code."""
    asked = _parser().parse_args(arguments)
    if asked.command == "healthcheck":
        return healthcheck(asked.url)
    if asked.command == "config":
        return show_config()
    print(f"meldwise {__version__}, search core {core()}")
    return 0


def healthcheck(url: str) -> int:
    """Ask a running service whether it is ready: 0 when it is, 1 when not, with the reason on stderr."""
    if not url.startswith(("http://", "https://")):
        return _failed(f"{url!r:.200} is no http:// or https:// address")
    try:
        with urlopen(Request(url), timeout=_SECONDS) as answer:  # noqa: S310 - the scheme is checked above
            status = answer.status
    except HTTPError as error:
        return _failed(f"{url} answered {error.code}")
    except (OSError, ValueError) as error:
        return _failed(f"{url} does not answer: {error}")
    return 0 if status == 200 else _failed(f"{url} answered {status}")


def show_config() -> int:
    """Print every setting and its value; 2 when the environment asks for something that cannot be used."""
    try:
        config = Config.from_env()
    except ConfigError as error:
        for fault in error.faults:
            _failed(fault)
        return 2
    for name in unknown_variables():
        _failed(f"{name} is set, but nothing reads it")
    for name, value, meaning in config.described():
        print(f"{name}={value}  # {meaning}")
    return 0


def _failed(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description="Meldwise, a service for Indian Rummy hands.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("version", help="print the version, and whether the search core is compiled")
    commands.add_parser("config", help="print every setting, its value and what it means")
    health = commands.add_parser("healthcheck", help="exit 0 when a running service is ready, else 1")
    health.add_argument(
        "--url",
        default=os.environ.get(PREFIX + "HEALTHCHECK_URL", DEFAULT_HEALTH_URL),
        help="what to ask (default: %(default)s)",
    )
    return parser
