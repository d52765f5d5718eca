"""Stored questions and answers, asked again: does the service still say the same, and is the record what it said?

>>> asked = {"hand": ["4S"], "wild_joker": "2"}
>>> pair = {"request": asked, "response": {"type": "/problems/invalid-input", "errors": []}}
>>> Replayer(None, 1000).pair(pair)["differences"]
[{'pointer': '#/errors/0', 'now': 'wrong_card_count'}]
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from app.api import verdicts
from app.api.kinds import KINDS, Problem, invalid_input, located, problem_json
from app.api.ledger import SCORE
from app.api.query import read_query
from app.api.schemas import ANALYZE, LINKED_ANALYZE, VERIFY, Question, load
from app.api.strict import parse
from app.bulk.differences import differences, told
from app.bulk.items import is_id
from app.bulk.lines import Line
from app.bulk.stored import Fit, digest_fit
from app.rummy.digest import ENGINE
from app.rummy.faults import BudgetError, InputError
from app.rummy.switches import type_name

if TYPE_CHECKING:
    from app.keys.signing import KeySet

_DEPTH: Final = 20
"""Deepest nesting of a pair: that of a scored deal, and some more."""
_MOST_DIFFERENCES: Final = 20
_LINK: Final = "/v1/analyze?"
_MEMBERS: Final = frozenset({"id", "request", "response"})
_REFUSED: Final = {f"/problems/{name}" for name in ("invalid-input", "other-rules", "search-budget")}
"""Refusals that depend on the question alone, and so must be the same again."""
_Call = tuple[str, Question, Callable[[dict[str, Any], int], tuple[object, str]]]
"""A call: its name, what reads its question, and what answers it."""
_CALLS: Final[dict[str, _Call]] = {
    "hand": ("analyze", ANALYZE, verdicts.analysis),
    "groups": ("verify", VERIFY, verdicts.verdict),
    "players": ("score", SCORE, verdicts.scored_deal),
}
_log = logging.getLogger("meldwise")


class Tally(NamedTuple):
    """How a replay went.

    Attributes:
        pairs: how many pairs there were.
        hold: how many hold: the same answer again, and every proof that could be checked fits.
        other_answer: how many get another answer now.
        wrong_digest: how many have a digest that does not fit question and answer.
        wrong_signature: how many have a signature that does not fit, or by a key that is not among those given.
        unchecked: how many have a signature for which no key was given.
        failed: how many are no pair that can be replayed.
    """

    pairs: int = 0
    hold: int = 0
    other_answer: int = 0
    wrong_digest: int = 0
    wrong_signature: int = 0
    unchecked: int = 0
    failed: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))

    def end(self) -> str:
        """The last line of a report."""
        return json.dumps({"summary": self._asdict(), "engine": ENGINE}, separators=(",", ":"))


class Replayed(NamedTuple):
    """The report on a block of pairs, a line each, and how it went."""

    report: bytes
    tally: Tally


class Plan(NamedTuple):
    """A replay: the public keys, as in a file, or None; and what a search may cost."""

    keys: bytes | None
    nodes: int

    def __call__(self, first: int, lines: Sequence[Line]) -> Replayed:
        """Replay a block, of which the first line is pair number ``first``."""
        keys = None
        if self.keys is not None:
            from app.keys.signing import read_keys  # noqa: PLC0415 - only where signatures are checked

            keys = read_keys(self.keys)
        replayer = Replayer(keys, self.nodes)
        report = "".join([replayer.line(first + place, line) + "\n" for place, line in enumerate(lines)])
        return Replayed(report.encode("ascii"), replayer.tally)


class Replayer:
    """Asks stored questions again, one after the other, and counts.

    Attributes:
        tally: how it went up to now.
    """

    def __init__(self, keys: "KeySet | None", nodes: int) -> None:
        """Signatures are checked with ``keys``, if any; a search may cost ``nodes``."""
        self._keys = keys
        self._nodes = nodes
        self.tally = Tally()

    def line(self, index: int, line: Line) -> str:
        """The report on a pair as JSON; None is a line that was too long to keep."""
        if line is None:
            return self._failure(index, None, Problem("too-large", "the line is longer than any question and answer"))
        name = None
        try:
            raw = parse(line, _DEPTH, "the line")
            name = raw.get("id") if isinstance(raw, dict) and is_id(raw.get("id")) else None
            found = self.pair(raw)
        except Problem as problem:
            return self._failure(index, name, problem)
        except Exception:  # noqa: BLE001 - one pair has nothing to do with the others
            _log.exception("pair %d of a replay failed", index)
            return self._failure(index, name, Problem("internal-error", "the replay failed; the failure is logged"))
        return json.dumps({"index": index, "id": name, **found}, separators=(",", ":"))

    def pair(self, raw: object) -> dict[str, Any]:
        """What is found about a pair.

        Raises:
            Problem: it is none that can be replayed.
        """
        request, stored = _members(raw)
        call, asked, now = self._ask(request)
        differ = list(islice(differences(told(stored), now), _MOST_DIFFERENCES))
        refused = "type" in stored
        digest = Fit.NONE if refused else Fit.NOT_CHECKED if asked is None else digest_fit(call, asked, stored)
        signature = self._signature(stored)
        wrong_signature = signature in {Fit.DOES_NOT_FIT, Fit.UNKNOWN_KEY}
        holds = not (differ or digest is Fit.DOES_NOT_FIT or wrong_signature)
        self.tally = self.tally.plus(
            Tally(
                pairs=1,
                hold=holds,
                other_answer=bool(differ),
                wrong_digest=digest is Fit.DOES_NOT_FIT,
                wrong_signature=wrong_signature,
                unchecked=signature is Fit.NOT_CHECKED,
            )
        )
        proofs = {"digest": digest, "signature": signature, "engine": stored.get("engine")}
        return {"holds": holds, "answer": "other" if differ else "same", **proofs, "differences": differ}

    def _ask(self, request: object) -> tuple[str, dict[str, Any] | None, dict[str, Any]]:
        """Which call it is, the question as read, if it can be, and what the answer to it is now."""
        asked = None
        call, schema, answer = _call(request)
        try:
            if isinstance(request, str):
                asked = load(schema, *read_query(request.removeprefix(_LINK), schema.fields))
            else:
                asked = load(schema, request)
            _, text = answer(asked, self._nodes)
            now = json.loads(text)
        except InputError as error:
            _, members = invalid_input(error.faults, located)
            return call, asked, told({"type": KINDS["invalid-input"].uri, **members})
        except BudgetError:
            return call, asked, {"type": KINDS["search-budget"].uri, "errors": []}
        except Problem as problem:
            return call, asked, {"type": problem.kind.uri, "errors": []}
        return call, asked, told(now)

    def _signature(self, stored: Mapping[str, Any]) -> Fit:
        if "signature" not in stored:
            return Fit.NONE
        if self._keys is None:
            return Fit.NOT_CHECKED
        from app.keys.signing import UNKNOWN_KEY, fault_in  # noqa: PLC0415 - only where signatures are checked

        fault = fault_in(stored, self._keys)
        return Fit.FITS if fault is None else Fit.UNKNOWN_KEY if fault == UNKNOWN_KEY else Fit.DOES_NOT_FIT

    def _failure(self, index: int, name: object, problem: Problem) -> str:
        self.tally = self.tally.plus(Tally(pairs=1, failed=1))
        error = problem_json(problem.kind, problem.detail)
        return f'{{"index":{index},"id":{json.dumps(name)},"error":{error}}}'


def _members(raw: object) -> tuple[object, dict[str, Any]]:
    """The request and the response of a pair."""
    form = 'a pair is an object like {"id": 1, "request": {...}, "response": {...}}'
    if not isinstance(raw, dict) or not raw.keys() <= _MEMBERS or not _MEMBERS - {"id"} <= raw.keys():
        raise Problem("invalid-input", form)
    response = raw["response"]
    if isinstance(response, str):
        response = parse(response.encode("utf-8", "replace"), _DEPTH, "the response")
    if not isinstance(response, dict):
        raise Problem("invalid-input", f"a response is an object, not {type_name(response)}; {form}")
    if "type" in response:
        faults = response.get("errors", [])
        if not (isinstance(response["type"], str) and response["type"] in _REFUSED):
            raise Problem("invalid-input", "the response is a refusal that had other reasons than the question")
        if not (isinstance(faults, list) and all(isinstance(fault, dict) for fault in faults)):
            raise Problem("invalid-input", "the errors of a refusal are an array of objects")
    request = raw["request"]
    if not (isinstance(request, dict) or (isinstance(request, str) and request.startswith(_LINK))):
        raise Problem("invalid-input", f"a request is the object that was sent, or a link like {_LINK}hand=...; {form}")
    return request, response


def _call(request: Any) -> _Call:  # noqa: ANN401 - an object or a link
    if isinstance(request, str):
        return "analyze", LINKED_ANALYZE, verdicts.analysis
    for member, call in _CALLS.items():
        if member in request:
            return call
    message = "the request asks neither analyze (hand), nor verify (groups), nor score (players)"
    raise Problem("invalid-input", message)
