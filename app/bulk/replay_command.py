"""``python -m app replay``: stored questions and answers of a file, asked again on every core."""

import argparse
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from typing import Final

from app.api.kinds import Problem
from app.bulk.console import (
    AGREE,
    DISAGREE,
    FAILED,
    INTERRUPTED,
    add_usual_arguments,
    check_names,
    failed,
)
from app.bulk.files import DAMAGED, STANDARD, FileError, source, target
from app.bulk.lines import blocks_of_lines
from app.bulk.progress import Progress
from app.bulk.replay import Plan, Tally
from app.bulk.workers import spread
from app.config import Config, ConfigError
from app.keys.files import KeyFileError, read_bytes

_LONGEST: Final = 1 << 20
"""Longest pair, in bytes."""
_BLOCK: Final = 1 << 18
_NO_END: Final = 1 << 62


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("pairs", help="the pairs, one a line; .gz and .zst by suffix, - for standard input")
    parser.add_argument("report", nargs="?", default=STANDARD, help="what is found (default: standard output)")
    parser.add_argument(
        "--keys",
        metavar="FILE",
        help="the public keys to check signatures with, as /.well-known/jwks.json has them, or PEM (default: those of "
        "MELDWISE_SIGNING_KEYS)",
    )
    add_usual_arguments(parser)


def run(asked: argparse.Namespace) -> int:
    """Replay a file; the result is the exit status."""
    try:
        config = Config.from_env()
        check_names([asked.pairs, asked.report])
        tally = _replay(asked, Plan(_keys(asked.keys or config.signing_keys), config.search_budget))
    except KeyboardInterrupt:
        failed("interrupted; nothing was written")
        return INTERRUPTED
    except KeyFileError as error:
        return failed(f"{asked.keys or 'MELDWISE_SIGNING_KEYS'}: {error}")
    except (Problem, ConfigError, FileError, BrokenProcessPool, OSError) as error:
        return failed(str(error) or "a process died")
    except DAMAGED as error:
        return failed(f"{asked.pairs} is damaged or cut short: {error}")
    return FAILED if tally.failed else DISAGREE if tally.hold < tally.pairs else AGREE


def _keys(name: str) -> bytes | None:
    """The keys in the file, or None where there is no file; read once here, so that a mistake is told at once."""
    if not name:
        return None
    try:
        from app.keys.signing import read_keys  # noqa: PLC0415 - only where signatures are checked
    except ImportError as error:
        raise KeyFileError("checking signatures needs the extra sign: pip install 'meldwise[sign]'") from error
    data = read_bytes(name)
    read_keys(data)
    return data


def _replay(asked: argparse.Namespace, plan: Plan) -> Tally:
    tally = Tally()
    with ExitStack() as opened:
        pairs = opened.enter_context(source(asked.pairs))
        report = opened.enter_context(target(asked.report))
        progress = Progress(None if asked.quiet else sys.stderr, pairs.size)
        for done in spread(plan, blocks_of_lines(pairs.read, _LONGEST, _NO_END, _BLOCK), asked.processes):
            report.write(done.report)
            tally = tally.plus(done.tally)
            progress.tell(tally.pairs, pairs.position())
        report.write(f"{tally.end()}\n".encode("ascii"))
        progress.clear()
    print(_told(tally, progress.seconds), file=sys.stderr)
    return tally


def _told(tally: Tally, seconds: float) -> str:
    unchecked = f"; no key to check {tally.unchecked:,} signatures with (--keys)" if tally.unchecked else ""
    return (
        f"{tally.pairs:,} pairs in {seconds:,.1f} s: {tally.hold:,} hold, {tally.other_answer:,} other answer, "
        f"{tally.wrong_digest:,} wrong digest, {tally.wrong_signature:,} wrong signature, {tally.failed:,} failed"
        f"{unchecked}"
    )
