"""``python -m app audit``: the items of a file, on every core, and what came of them."""

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from app.api.items import AUDIT, shared_of
from app.api.kinds import Problem
from app.api.schemas import load
from app.api.strict import parse
from app.bulk.answers import Summary, end_json
from app.bulk.audit import Limits
from app.bulk.blocks import COLUMNS, Plan, Row
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
from app.bulk.items import Detail, Shared
from app.bulk.lines import blocks_of_lines
from app.bulk.progress import Progress
from app.bulk.workers import spread
from app.config import Config, ConfigError
from app.rummy.faults import InputError

_OUTPUT: Final = (
    "the answers, likewise (default: standard output); the file appears when it is whole, and what is interrupted "
    "begins anew"
)
_BLOCK: Final = 1 << 18
_NO_END: Final = 1 << 62


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("input", help="the items, one a line; .gz and .zst by suffix, - for standard input")
    parser.add_argument("output", nargs="?", default=STANDARD, help=_OUTPUT)
    parser.add_argument("--wild-joker", metavar="TEXT", help="of items that do not name theirs; none for no wild rank")
    parser.add_argument("--rules", help='of items that do not bring theirs: a preset\'s name or JSON like {"cap": 60}')
    parser.add_argument("--expect-rules", metavar="FINGERPRINT", help="refuse to judge by any other rules")
    parser.add_argument("--detail", choices=[str(detail) for detail in Detail], default=str(Detail.POINTS))
    parser.add_argument("--disagreements", metavar="FILE.csv", help="write the records that are wrong there")
    add_usual_arguments(parser)


def run(asked: argparse.Namespace) -> int:
    """Audit a file; the result is the exit status."""
    try:
        config = Config.from_env()
        shared = _shared(asked, config)
        check_names([asked.input, asked.output, asked.disagreements])
        summary = _audit(asked, shared, config)
    except KeyboardInterrupt:
        failed("interrupted; nothing was written")
        return INTERRUPTED
    except InputError as error:
        return failed(*(f"{_option(fault.path)}{fault.detail}" for fault in error.faults))
    except (Problem, ConfigError, FileError, BrokenProcessPool, OSError) as error:
        return failed(str(error) or "a process died")
    except DAMAGED as error:
        return failed(f"{asked.input} is damaged or cut short: {error}")
    return FAILED if summary.failed else DISAGREE if summary.disagreed else AGREE


def _audit(asked: argparse.Namespace, shared: Shared, config: Config) -> Summary:
    summary = Summary()
    with ExitStack() as opened:
        items = opened.enter_context(source(asked.input))
        answers = opened.enter_context(target(asked.output))
        wrong = opened.enter_context(_table(asked.disagreements))
        progress = Progress(None if asked.quiet else sys.stderr, items.size)
        blocks = blocks_of_lines(items.read, config.audit_max_line_bytes, _NO_END, _BLOCK)
        plan = Plan(shared, Limits(config.search_budget, config.max_json_depth))
        for done in spread(plan, blocks, asked.processes):
            answers.write(done.answers)
            wrong.writerows(done.rows)
            summary = summary.plus(done.summary)
            progress.tell(summary.items, items.position())
        answers.write(f"{end_json(summary, shared.rules)}\n".encode("ascii"))
        progress.clear()
    print(_told(summary, progress.seconds), file=sys.stderr)
    return summary


class _Nowhere:
    """Takes rows that nobody asked for."""

    def writerows(self, rows: Iterable[Row]) -> None:
        pass


@contextmanager
def _table(name: str | None) -> Iterator[Any]:
    """A CSV file of the records that are wrong; empty cells are what is not on record."""
    if name is None:
        yield _Nowhere()
        return
    with target(name) as file:
        text = io.TextIOWrapper(file, "utf-8", errors="backslashreplace", newline="")
        table = csv.writer(text, lineterminator="\n")
        table.writerow(COLUMNS)
        yield table
        text.flush()
        text.detach()


def _shared(asked: argparse.Namespace, config: Config) -> Shared:
    """What holds for all items, read as the members of a request are."""
    members: dict[str, Any] = {"items": [], "detail": asked.detail}
    if asked.wild_joker is not None:
        members["wild_joker"] = None if asked.wild_joker == "none" else asked.wild_joker
    if asked.rules is not None:
        text = asked.rules
        members["rules"] = parse(text.encode(), config.max_json_depth, "--rules") if text.startswith("{") else text
    if asked.expect_rules is not None:
        members["expect_rules"] = asked.expect_rules
    shared = shared_of(load(AUDIT, members))
    if shared.expect_rules not in {None, shared.rules.fingerprint}:
        expected, fingerprint = shared.expect_rules, shared.rules.fingerprint
        raise Problem(
            "other-rules", f"--expect-rules is {expected}, but the rules ({shared.rules.name}) are {fingerprint}"
        )
    return shared


def _told(summary: Summary, seconds: float) -> str:
    items, failed, agreed, disagreed = summary
    unrecorded = items - failed - agreed - disagreed
    rate = f"{items / seconds:,.0f}/s" if seconds else "at once"
    return (
        f"{items:,} items in {seconds:,.1f} s ({rate}): {agreed:,} agree, {disagreed:,} disagree, "
        f"{unrecorded:,} without record, {failed:,} failed"
    )


def _option(path: tuple[str | int, ...]) -> str:
    return f"--{str(path[0]).replace('_', '-')}: " if path else ""
