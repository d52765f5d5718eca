"""One item in, one answer out, whatever the item is: what is wrong with one never stops the others.

>>> from app.bulk.items import Shared
>>> from app.rummy.rules import NAMED_PRESETS
>>> auditor = Auditor(Shared(None, NAMED_PRESETS["indian-13"]))
>>> hand = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()
>>> auditor.answer({"id": "a", "hand": hand, "wild_joker": "2", "recorded": {"points": 0}})
'{"index":0,"id":"a","declarable":true,"points":0,"agrees":true}'
>>> auditor.summary
Summary(items=1, failed=0, agreed=1, disagreed=0)
"""

import logging
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from app.api.encode import analysis_json, verdict_json
from app.api.items import read_item
from app.api.kinds import KINDS, Problem
from app.api.strict import parse
from app.bulk import answers
from app.bulk.answers import Summary
from app.bulk.items import Detail, Item, Role, Shared, is_id, plain_item
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.declaration import verify_codes
from app.rummy.digest import analysis_digest, verdict_digest
from app.rummy.faults import BudgetError, InputError
from app.rummy.points import points_of

if TYPE_CHECKING:
    from collections.abc import Callable

_UNLIMITED: Final = 1 << 60
_log = logging.getLogger("meldwise")


class Found(NamedTuple):
    """What was found about an item whose record says otherwise; ``number`` is its index."""

    number: int
    item: Item
    valid: bool
    points: int


class Limits(NamedTuple):
    """What items may cost.

    Attributes:
        nodes: what the search for one may cost.
        max_depth: the deepest nesting of a line.
        allowance: by how much each item raises what the searches for all up to it may cost together. Without it, many
            hard items at once would hold a service up for minutes.
    """

    nodes: int = _UNLIMITED
    max_depth: int = 10
    allowance: int = _UNLIMITED


NO_LIMITS: Final = Limits()
"""As much as they need."""


class Auditor:
    """Answers items one after the other and counts them.

    Attributes:
        disagreements: the items that disagree, if they are to be kept; None where nobody asks.
        seal: what signs whole verdicts, as JSON; they stay as they are unless it is set.
    """

    def __init__(
        self, shared: Shared, limits: Limits = NO_LIMITS, *, first: int = 0, keep_disagreements: bool = False
    ) -> None:
        """Prepare for items.

        Args:
            shared: what holds for all of them.
            limits: what they may cost.
            first: the index of the first.
            keep_disagreements: whether to collect those that disagree.
        """
        self._shared = shared
        self._points_only = shared.detail is Detail.POINTS
        self._in_full = shared.detail is Detail.FULL
        self._limits = limits
        self._purse = limits.nodes
        self._given = 0
        self._budget = Budget(0)
        self._first = first
        self._next = first
        self._failed = self._agreed = self._disagreed = 0
        self.disagreements: list[Found] | None = [] if keep_disagreements else None
        self.seal: Callable[[str], str] = str

    @property
    def summary(self) -> Summary:
        """How it went up to now."""
        return Summary(self._next - self._first, self._failed, self._agreed, self._disagreed)

    @property
    def end(self) -> str:
        """The line that ends a whole audit."""
        return answers.end_json(self.summary, self._shared.rules)

    def line(self, line: bytes | None) -> str:
        """The answer to an item as JSON; None is a line that was too long to keep."""
        if line is None:
            return self._unread(Problem("too-large", "the line is longer than this service takes"))
        try:
            raw = parse(line, self._limits.max_depth, "the line")
        except Problem as problem:
            return self._unread(problem)
        return self.answer(raw)

    def answer(self, raw: Any) -> str:  # noqa: ANN401 - any JSON value
        """The answer to an item as a JSON value."""
        index = self._count()
        try:
            item = plain_item(raw, self._shared) if type(raw) is dict else None
            if item is None:
                item = read_item(raw, self._shared)
            self._check_rules(item)
            return self._hand(index, item) if item.groups is None else self._groups(index, item)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other items have nothing to do with it
            return self._failure(index, raw, error)

    def _next_budget(self) -> Budget:
        """What the next item may cost. What the last has left is there for the others."""
        self._purse += self._limits.allowance - self._given + self._budget.left
        self._given = min(self._limits.nodes, self._purse)
        self._budget = Budget(self._given)
        return self._budget

    def _failure(self, index: int, raw: object, error: Exception) -> str:
        self._failed += 1
        if isinstance(error, BudgetError):
            self._budget.left = 0
            return _used_up(index, raw, whole=self._given == self._limits.nodes)
        return _failure(index, raw, error)

    def _unread(self, problem: Problem) -> str:
        self._failed += 1
        return answers.failure_json(self._count(), None, problem.kind, problem.detail)

    def _count(self) -> int:
        index = self._next
        self._next = index + 1
        return index

    def _check_rules(self, item: Item) -> None:
        expected = self._shared.expect_rules
        if expected is not None and item.own_rules and item.rules.fingerprint != expected:
            name, fingerprint = item.rules.name, item.rules.fingerprint
            detail = f"expect_rules is {expected}, but the rules of this item ({name}) are {fingerprint}"
            raise Problem("other-rules", detail)

    def _hand(self, index: int, item: Item) -> str:
        name, hand, _, _, wild_joker, rules, own_rules, picked_up, _, _ = item
        hand = hand or ()
        budget = self._next_budget()
        if self._points_only:
            declarable, points = points_of(hand, wild_joker, rules, budget, picked_up=picked_up)
            more = "}"
        else:
            analysis = analyze_codes(hand, wild_joker, rules, picked_up=picked_up, budget=budget)
            declarable, points = analysis.declarable, analysis.points
            if self._in_full:
                digest = analysis_digest(hand, wild_joker, picked_up, analysis)
                more = answers.full_hand_json(self.seal(analysis_json(analysis, digest))) + "}"
            else:
                more = answers.melds_json(analysis) + "}"
        if own_rules:
            more = answers.own_rules_json(rules) + more
        agrees = self._agrees(index, item, declarable, points)
        return answers.hand_json(index, name, declarable, points, agrees) + more

    def _groups(self, index: int, item: Item) -> str:
        budget = self._next_budget()
        verdict = verify_codes(
            item.groups or (),
            item.wild_joker,
            item.rules,
            discard=item.put_down,
            budget=budget,
            with_best=self._in_full,
        )
        points = verdict.points if item.role is Role.DECLARED else verdict.points_as_loser
        more = "}"
        if self._in_full:
            digest = verdict_digest(item.wild_joker, item.put_down, verdict)
            more = answers.full_verdict_json(self.seal(verdict_json(verdict, digest))) + more
        elif not self._points_only:
            more = answers.readings_json(verdict) + more
        if item.own_rules:
            more = answers.own_rules_json(item.rules) + more
        agrees = self._agrees(index, item, verdict.valid, points)
        return answers.judged_json(index, item.id, verdict.valid, points, agrees) + more

    def _agrees(self, index: int, item: Item, valid: bool, points: int) -> bool | None:  # noqa: FBT001
        """Whether what was found is what was recorded; None where nothing was."""
        if item.points is None and item.valid is None:
            return None
        if (item.points is None or item.points == points) and (item.valid is None or item.valid == valid):
            self._agreed += 1
            return True
        self._disagreed += 1
        if self.disagreements is not None:
            self.disagreements.append(Found(index, item, valid, points))
        return False


def _failure(index: int, raw: object, error: Exception) -> str:
    """The answer to an item that led to ``error``."""
    name = _name(raw)
    if isinstance(error, InputError):
        return answers.faults_json(index, name, error.faults)
    if isinstance(error, Problem):
        return answers.failure_json(index, name, error.kind, error.detail)
    _log.error("item %d of an audit failed", index, exc_info=error)
    detail = "The service failed to answer this item; the failure has been logged."
    return answers.failure_json(index, name, KINDS["internal-error"], detail)


def _used_up(index: int, raw: object, *, whole: bool) -> str:
    """The answer to an item whose search was not finished; ``whole`` if it had all that one item may have."""
    detail = (
        "the search used up the budget of one item; ask for fewer cards, or of a service with more"
        if whole
        else "the searches for the items up to this one used up what they may cost together; send it by itself"
    )
    return answers.failure_json(index, _name(raw), KINDS["search-budget"], detail)


def _name(raw: object) -> str | int | None:
    """An item's own name, as far as it can be read."""
    name = raw.get("id") if isinstance(raw, dict) else None
    return name if is_id(name) else None
