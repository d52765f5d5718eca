"""Streams of lines: read in blocks, answered block by block, in memory that does not grow with the stream.

A line ends with LF or CRLF, the last one with or without. Blank lines are no items: they get no answer and no index.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from app.api.kinds import Problem
from app.bulk.answers import break_off_json
from app.bulk.audit import Auditor

Read = Callable[[int], bytes]
"""Reads at most so many bytes; none at the end. It may raise :class:`Problem`."""
Line = bytes | None
"""A line without its end, or None for one that was too long to keep."""

BLOCK: Final = 1 << 16
"""Bytes read at once."""


def blocks_of_lines(read: Read, longest: int, most_bytes: int, block: int = BLOCK) -> Iterator[Sequence[Line]]:
    r"""The lines that are not blank, as many at a time as one block brings.

    >>> import io
    >>> list(blocks_of_lines(io.BytesIO(b"one\r\n\n two\nmuch too long\nlast").read, 6, 100, 8))
    [[b'one\r'], [b' two'], [None], [b'last']]

    Args:
        read: gives the bytes.
        longest: the most bytes of a line.
        most_bytes: the most bytes in all.
        block: how many to ask for at once.

    Raises:
        Problem: there are more bytes than that, or ``read`` says so.
    """
    rest = b""
    too_long = False
    total = 0
    while data := read(block):
        total += len(data)
        if total > most_bytes:
            raise Problem("too-large", f"the body has more than {most_bytes} bytes, the most that are allowed")
        *whole, rest = (rest + data).split(b"\n")
        lines: list[Line] = []
        for line in whole:
            if too_long or len(line) > longest:
                lines.append(None)
                too_long = False
            elif line.strip():
                lines.append(line)
        if too_long or len(rest) > longest:
            too_long, rest = True, b""
        if lines:
            yield lines
    if too_long:
        yield [None]
    elif rest.strip():
        yield [rest]


def audit_lines(auditor: Auditor, blocks: Iterable[Sequence[Line]], most_items: int) -> Iterator[bytes]:
    """The answers, a line each, block by block; the last line is the summary, or says why there is none."""
    left = most_items
    try:
        for lines in blocks:
            answers = [auditor.line(line) for line in lines[:left]]
            if answers:
                yield ("\n".join(answers) + "\n").encode("ascii")
            left -= len(lines)
            if left < 0:
                detail = f"there are more than {most_items} items, the most that are allowed; the others have no answer"
                last = break_off_json(Problem("too-large", detail))
                break
        else:
            last = auditor.end
    except Problem as problem:
        last = break_off_json(problem)
    yield f"{last}\n".encode("ascii")
