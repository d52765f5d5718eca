"""``python -m app audit``: the items of a file, on every core, and what came of them."""

import argparse
import csv
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from app.api.items import AUDIT, shared_of
from app.api.kinds import Problem
from app.api.schemas import load
from app.api.strict import parse
from app.bulk.answers import Summary, end_json
from app.bulk.files import STANDARD, FileError, same, source, target
from app.bulk.items import Detail, Shared
from app.bulk.lines import blocks_of_lines
from app.bulk.progress import Progress
from app.bulk.workers import COLUMNS, Plan, Row, audit_blocks
from app.config import Config, ConfigError
from app.rummy.faults import InputError
from app.serving import cores

AGREE: Final = 0
"""Exit status: every record is right."""
DISAGREE: Final = 1
"""Exit status: some are not."""
FAILED: Final = 2
"""Exit status: some items have no answer, or nothing could be done at all."""
_INTERRUPTED: Final = 130
_BLOCK: Final = 1 << 18
_NO_END: Final = 1 << 62


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("input", help="the items, one a line; .gz and .zst by suffix, - for standard input")
    parser.add_argument("output", nargs="?", default=STANDARD, help="the answers, likewise (default: standard output)")
    parser.add_argument("--wild-joker", metavar="TEXT", help="of items that do not name theirs; none for no wild rank")
    parser.add_argument("--rules", help='of items that do not bring theirs: a preset\'s name or JSON like {"cap": 60}')
    parser.add_argument("--expect-rules", metavar="FINGERPRINT", help="refuse to judge by any other rules")
    parser.add_argument("--detail", choices=[str(detail) for detail in Detail], default=str(Detail.POINTS))
    parser.add_argument("--disagreements", metavar="FILE.csv", help="write the records that are wrong there")
    parser.add_argument("--processes", type=_processes, default=cores(), help="how many (default: one a core)")
    parser.add_argument("--quiet", action="store_true", help="tell no progress")


def run(asked: argparse.Namespace) -> int:
    """Audit a file; the result is the exit status."""
    try:
        config = Config.from_env()
        shared = _shared(asked, config)
        _check_names([asked.input, asked.output, asked.disagreements])
        summary = _audit(asked, shared, config)
    except KeyboardInterrupt:
        _failed("interrupted; nothing was written")
        return _INTERRUPTED
    except InputError as error:
        return _failed(*(f"{_option(fault.path)}{fault.detail}" for fault in error.faults))
    except (Problem, ConfigError, FileError, BrokenProcessPool, OSError) as error:
        return _failed(str(error) or "a process died")
    except (EOFError, zlib.error) as error:
        return _failed(f"{asked.input} is damaged or cut short: {error}")
    return FAILED if summary.failed else DISAGREE if summary.disagreed else AGREE


def _audit(asked: argparse.Namespace, shared: Shared, config: Config) -> Summary:
    summary = Summary()
    with ExitStack() as opened:
        items = opened.enter_context(source(asked.input))
        answers = opened.enter_context(target(asked.output))
        wrong = opened.enter_context(_table(asked.disagreements))
        progress = Progress(None if asked.quiet else sys.stderr, items.size)
        blocks = blocks_of_lines(items.read, config.audit_max_line_bytes, _NO_END, _BLOCK)
        plan = Plan(shared, config.search_budget, config.max_json_depth)
        for done in audit_blocks(plan, blocks, asked.processes):
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


def _check_names(names: list[str | None]) -> None:
    """No file may be read and written, or written twice."""
    files = [name for name in names if name is not None]
    written = [Path(name).resolve() for name in files[1:] if name != STANDARD]
    if len(set(written)) < len(written) or files[1:].count(STANDARD) > 1:
        raise FileError("the answers and the disagreements need a file each")
    for name in files[1:]:
        if same(files[0], name):
            raise FileError(f"{name} is the input; its answers need another file")


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


def _processes(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError("it is a whole number from 1 to 256")
    return number


def _failed(*reasons: str) -> int:
    for reason in reasons:
        print(reason, file=sys.stderr)
    return FAILED
