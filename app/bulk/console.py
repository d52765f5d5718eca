"""What the commands on files have in common: how they end, and what they let nobody do by mistake."""

import argparse
import sys
from pathlib import Path
from typing import Final

from app.bulk.files import STANDARD, FileError, same
from app.serving import cores

AGREE: Final = 0
"""Exit status: every record is right."""
DISAGREE: Final = 1
"""Exit status: some are not."""
FAILED: Final = 2
"""Exit status: something has no answer, or nothing could be done at all."""
INTERRUPTED: Final = 130


def add_usual_arguments(parser: argparse.ArgumentParser) -> None:
    """What every such command takes."""
    parser.add_argument("--processes", type=_processes, default=cores(), help="how many (default: one a core)")
    parser.add_argument("--quiet", action="store_true", help="tell no progress")


def check_names(names: list[str | None]) -> None:
    """No file may be read and written, or written twice; the first is read.

    Raises:
        FileError: one would be.
    """
    files = [name for name in names if name is not None]
    written = [Path(name).resolve() for name in files[1:] if name != STANDARD]
    if len(set(written)) < len(written) or files[1:].count(STANDARD) > 1:
        raise FileError("the answers and the disagreements need a file each")
    for name in files[1:]:
        if same(files[0], name):
            raise FileError(f"{name} is the input; its answers need another file")


def failed(*reasons: str) -> int:
    """Tell why nothing came of it; the result is the exit status."""
    for reason in reasons:
        print(reason, file=sys.stderr)
    return FAILED


def _processes(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError("it is a whole number from 1 to 256")
    return number
