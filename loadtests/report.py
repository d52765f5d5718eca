"""Figures that compare: medians with their spread, beside what the interpreter does on this machine at this time."""

import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time_ns, strftime

_ITERATIONS = 2_000_000
_CPU_INFO = Path("/proc/cpuinfo")


def calibrate(passes: int = 5) -> list[float]:
    """Nanoseconds of CPU time an iteration of a simple loop takes, pass by pass."""
    taken = []
    for _ in range(passes):
        total = 0
        begun = process_time_ns()
        for number in range(_ITERATIONS):
            total = (total + number) & 0xFFFF
        taken.append((process_time_ns() - begun) / _ITERATIONS)
    return taken


def spread(values: Sequence[float], digits: int = 1) -> str:
    """The median, and the least and the greatest value.

    >>> spread([3, 1, 2], 0)
    '2 (1-3)'
    """
    low, middle, high = (f"{value:,.{digits}f}" for value in (min(values), median(values), max(values)))
    return f"{middle} ({low}-{high})"


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value that ``share`` of the values, which are in order, do not exceed.

    >>> percentile([1, 2, 3, 4], 0.5)
    2
    """
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def machine() -> str:
    """Where and on what these figures came about, with the calibration loop's."""
    found = (
        re.search(r"^model name\s*: (.*)$", _CPU_INFO.read_text("utf-8"), re.MULTILINE) if _CPU_INFO.exists() else None
    )
    name = found[1] if found else platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load = f"{os.getloadavg()[0]:.1f}"
    loop = spread(calibrate())
    return (
        f"{python}, {os.cpu_count()} cores ({name}), load average {load} at the start, {strftime('%Y-%m-%d')}. "
        f"Calibration loop: {loop} ns an iteration."
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for people and Markdown alike: the first column to the left, the others to the right."""
    widths = [max(3, *(len(row[column]) for row in (head, *rows))) for column in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths, strict=True))]
        return f"| {' | '.join(padded)} |"

    rule = ["-" * width if index == 0 else "-" * (width - 1) + ":" for index, width in enumerate(widths)]
    return "\n".join(line(cells) for cells in (head, rule, *rows))


def write_block(page: Path, name: str, text: str) -> None:
    """Put ``text`` between the marks of the block ``name`` in a Markdown page."""
    marked = re.compile(rf"(?<=<!-- {name}: begin -->\n).*?(?=<!-- {name}: end -->)", re.DOTALL)
    changed, found = marked.subn(lambda _: f"\n{text}\n\n", page.read_text(encoding="utf-8"))
    if not found:
        message = f"{page} has no block {name}"
        raise ValueError(message)
    page.write_text(changed, encoding="utf-8")
