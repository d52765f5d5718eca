"""What was sent, what came back, what was lost; and what was expected of it."""

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock


@dataclass
class Ledger:
    """The books of some clients.

    ``right`` answers are those that the library gives, ``wrong`` ones all others that say 200. A request is ``lost``
    when its connection ends, or 15 seconds pass, without an answer. ``unheard`` are connections that were not taken.
    """

    counts: Counter = field(default_factory=Counter)
    seconds: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def add(self, outcome, seconds=None, note=None):
        with self._lock:
            self.counts[outcome] += 1
            if seconds is not None:
                self.seconds.append(seconds)
            if note is not None and len(self.notes) < 5:
                self.notes.append(note)

    def __getattr__(self, name):
        if name in {"right", "wrong", "away", "odd", "lost", "unheard"}:
            return self.counts[name]
        raise AttributeError(name)

    @property
    def sent(self):
        return sum(self.counts.values()) - self.unheard

    def milliseconds(self, share):
        """The time within which this share of the right answers came."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")

    def told(self):
        """In a line."""
        parts = [f"{self.sent} sent", f"{self.right} right"]
        names = {"away": "503", "odd": "other answers", "unheard": "connections refused"}
        others = [name for name in ("wrong", "away", "odd", "lost", "unheard") if self.counts[name]]
        parts += [f"{self.counts[name]} {names.get(name, name)}" for name in others]
        times = (
            f"p50 {self.milliseconds(0.5):.1f}, p99 {self.milliseconds(0.99):.1f}, max {self.milliseconds(1):.1f} ms"
        )
        return f"{', '.join(parts)}; {times}"


@dataclass
class Finding:
    """What a scenario has come to."""

    name: str
    facts: list = field(default_factory=list)
    failures: list = field(default_factory=list)
    skipped: str = ""

    def fact(self, text):
        self.facts.append(text)

    def expect(self, holds, text):
        """``text`` is expected; it is told either way."""
        self.facts.append(f"{'as it should be' if holds else 'NOT AS IT SHOULD BE'}: {text}")
        if not holds:
            self.failures.append(text)

    def bounded(self, before, after, most):
        """What workers may hold more than before, in MiB."""
        self.expect(after - before < most, f"memory stays bounded ({before:.0f} MiB, then {after - before:+.0f})")

    def served(self, ledger, *, lost=0, away=0, patience=15.0):
        """What the healthy may expect: right answers in time, no more lost or turned away than that."""
        self.fact(f"healthy clients: {ledger.told()}")
        self.expect(ledger.right > 0 and ledger.wrong == 0 and ledger.odd == 0, "every answer is right")
        self.expect(ledger.lost <= lost, f"at most {lost} requests are lost ({ledger.lost})")
        self.expect(ledger.away <= away, f"at most {away} are turned away ({ledger.away})")
        self.expect(ledger.milliseconds(1) < patience * 1000, f"nobody waits {patience:.0f} seconds")
        for note in ledger.notes:
            self.fact(f"noted: {note}")
