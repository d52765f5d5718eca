"""The answers of an audit: JSON written from fragments, in ASCII, one text an item."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from app.api.encode import arrangement_json, groups_json, rules_json
from app.api.kinds import KINDS, Problem, ProblemType, invalid_input, located, problem_json, text_json
from app.rummy.faults import Fault
from app.rummy.results import Analysis, Verdict
from app.rummy.rules import NamedRules

_HANDS: Final = {False: ',"declarable":false,"points":', True: ',"declarable":true,"points":'}
_GROUPS: Final = {False: ',"valid":false,"points":', True: ',"valid":true,"points":'}
_AGREES: Final = {None: ',"agrees":null', False: ',"agrees":false', True: ',"agrees":true'}


class Summary(NamedTuple):
    """How an audit went.

    Attributes:
        items: how many items there were.
        failed: how many of them got an error for an answer.
        agreed: how many agree with their record.
        disagreed: how many do not. The others have no record.
    """

    items: int = 0
    failed: int = 0
    agreed: int = 0
    disagreed: int = 0

    def plus(self, other: "Summary") -> "Summary":
        """Both together."""
        return Summary(*(a + b for a, b in zip(self, other, strict=True)))

    def json(self) -> str:
        """It as JSON."""
        answered = self.items - self.failed
        return (
            f'{{"items":{self.items},"answered":{answered},"failed":{self.failed},'
            f'"agreed":{self.agreed},"disagreed":{self.disagreed}}}'
        )


def id_json(name: str | int | None) -> str:
    """A client's name for an item."""
    if type(name) is str:
        return text_json(name)
    return "null" if name is None else str(name)


def hand_json(index: int, name: str | int | None, declarable: bool, points: int, agrees: bool | None) -> str:  # noqa: FBT001
    """What every answer about a hand begins with; the closing brace is missing."""
    return f'{{"index":{index},"id":{id_json(name)}{_HANDS[declarable]}{points}{_AGREES[agrees]}'


def judged_json(index: int, name: str | int | None, valid: bool, points: int, agrees: bool | None) -> str:  # noqa: FBT001
    """What every answer about groups begins with; the closing brace is missing."""
    return f'{{"index":{index},"id":{id_json(name)}{_GROUPS[valid]}{points}{_AGREES[agrees]}'


def own_rules_json(rules: NamedRules) -> str:
    """The rules of an item that has its own, to be added to its answer."""
    return f',"rules":{rules_json(rules)}'


def melds_json(analysis: Analysis) -> str:
    """How the cards of a hand lie best, to be added to its answer."""
    return f",{arrangement_json(analysis)}"


def readings_json(verdict: Verdict) -> str:
    """How the groups are read, to be added to their answer."""
    return f',"groups":{groups_json(verdict)}'


def full_hand_json(analysis: str) -> str:
    """All about a hand, to be added to its answer."""
    return f',"analysis":{analysis}'


def full_verdict_json(verdict: str) -> str:
    """All about groups, to be added to their answer."""
    return f',"verdict":{verdict}'


def failure_json(
    index: int, name: str | int | None, kind: ProblemType, detail: str, members: Mapping[str, Any] | None = None
) -> str:
    """The answer to an item that has none."""
    return f'{{"index":{index},"id":{id_json(name)},"error":{problem_json(kind, detail, members)}}}'


def faults_json(index: int, name: str | int | None, faults: tuple[Fault, ...]) -> str:
    """The answer to an item that is not what it should be, with pointers that start at the item."""
    detail, members = invalid_input(faults, located)
    return failure_json(index, name, KINDS["invalid-input"], detail, members)


def end_json(summary: Summary, rules: NamedRules) -> str:
    """The last line of an audit that has come to its end."""
    return f'{{"summary":{summary.json()},"rules":{rules_json(rules)}}}'


def break_off_json(problem: Problem) -> str:
    """The last line of an audit that has not."""
    return f'{{"error":{problem_json(problem.kind, problem.detail)}}}'
