"""What the answers were, in numbers: how many hands, which verdicts, why not."""

from collections.abc import Iterator
from typing import Final

from app.bulk.answers import Summary
from app.bulk.audit import Auditor
from app.metrics.names import AUDITED, HANDS, REASONS
from app.rummy.results import Analysis, Reason, Verdict, Violation

_ANALYSES: Final = {True: "declarable", False: "not_declarable"}
_VERDICTS: Final = {True: "valid", False: "invalid"}
_ITEMS: Final = ("agreed", "disagreed", "unrecorded", "failed")

for _outcome in _ANALYSES.values():
    HANDS.has("analyze", _outcome)
for _outcome in _VERDICTS.values():
    HANDS.has("verify", _outcome)
HANDS.has("score", "scored")
for _code in (*Violation, *Reason):
    REASONS.has(str(_code))
for _outcome in _ITEMS:
    AUDITED.has(_outcome)


_columns: dict[tuple[bool, tuple[Violation, ...]], tuple[int, ...]] = {}
"""Where analyses are counted, by their outcome: there are few."""


def analysed(analysis: Analysis) -> None:
    """Count an analysis."""
    outcome = analysis.declarable, analysis.missing
    columns = _columns.get(outcome)
    if columns is None:
        hands = HANDS.has("analyze", _ANALYSES[analysis.declarable])
        columns = _columns[outcome] = hands, *(REASONS.has(code) for code in analysis.missing)
    HANDS.add_at(columns)


def judged(verdict: Verdict) -> None:
    """Count a verdict."""
    HANDS.add("verify", _VERDICTS[verdict.valid])
    for complaint in verdict.violations:
        REASONS.add(complaint.code)
    for group in verdict.groups:
        for reason in group.reasons:
            REASONS.add(reason)


def scored(players: int) -> None:
    """Count the players of a deal."""
    HANDS.add("score", "scored", amount=float(players))


def audited(before: Summary, now: Summary) -> None:
    """Count the items that an audit has come to between two of its summaries."""
    agreed, disagreed = now.agreed - before.agreed, now.disagreed - before.disagreed
    failed = now.failed - before.failed
    others = now.items - before.items - agreed - disagreed - failed
    for outcome, amount in zip(_ITEMS, (agreed, disagreed, others, failed), strict=True):
        if amount:
            AUDITED.add(outcome, amount=float(amount))


def audit_parts(auditor: Auditor, parts: Iterator[bytes]) -> Iterator[bytes]:
    """``parts``, counting the items that are in each."""
    before = auditor.summary
    for part in parts:
        now = auditor.summary
        audited(before, now)
        before = now
        yield part
