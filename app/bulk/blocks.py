"""Audits block by block, for files: the answers, how it went, and the records that are wrong."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.bulk.answers import Summary
from app.bulk.audit import Auditor, Found, Limits
from app.bulk.items import Role, Shared
from app.bulk.lines import Line

Row = tuple[int, str | int | None, str, bool | None, bool, int | None, int]
"""A record that is wrong: index, id, kind of item, and verdict and points as recorded and as found."""
COLUMNS: Final = ("index", "id", "kind", "recorded_valid", "valid", "recorded_points", "points")


class Audited(NamedTuple):
    """The answers to a block: a line each, how it went, and the records that are wrong."""

    answers: bytes
    summary: Summary
    rows: list[Row]


class Plan(NamedTuple):
    """An audit: what holds for all items, and what they may cost."""

    shared: Shared
    limits: Limits

    def __call__(self, first: int, lines: Sequence[Line]) -> Audited:
        """Audit a block, of which the first line is item number ``first``."""
        auditor = Auditor(*self, first=first, keep_disagreements=True)
        answers = "".join([auditor.line(line) + "\n" for line in lines])
        return Audited(answers.encode("ascii"), auditor.summary, [_row(found) for found in auditor.disagreements or ()])


def _row(found: Found) -> Row:
    item = found.item
    kind = "hand" if item.groups is None else "loser" if item.role is Role.LOSER else "declared"
    return found.number, item.id, kind, item.valid, found.valid, item.points, found.points
