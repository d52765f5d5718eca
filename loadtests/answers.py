"""Whether an answer of the service is right: judged by the library, in this process."""

import json
from collections import Counter
from typing import Any

from app.rummy import analyze, verify
from loadtests.corpus import ANALYZE, Case


def fault_in(case: Case, status: int, body: bytes) -> str | None:
    """What is wrong with the answer to ``case``, or None."""
    if status != case.status:
        return f"status {status}, not {case.status}"
    try:
        answer = json.loads(body)
    except ValueError:
        return "the answer is not JSON"
    if not isinstance(answer, dict):
        return "the answer is no object"
    return _fault_in_problem(answer, status) if case.status != 200 else _fault_in_answer(answer, case)


def _fault_in_problem(answer: dict[str, Any], status: int) -> str | None:
    return None if answer.get("status") == status and answer.get("detail") else "these are no problem details"


def _fault_in_answer(answer: dict[str, Any], case: Case) -> str | None:
    assert case.members is not None
    wanted = _wanted(case.path, case.members)
    got = {name: answer.get(name) for name in wanted}
    if got != wanted:
        return f"{got}, not {wanted}"
    if case.path == ANALYZE and _cards(answer) != Counter(case.members["hand"]):
        return "the cards of the answer are not those of the hand"
    return None


def _wanted(path: str, members: dict[str, Any]) -> dict[str, Any]:
    if path == ANALYZE:
        analysis = analyze(members["hand"], members["wild_joker"], members.get("rules"))
        return {"points": analysis.points, "declarable": analysis.declarable}
    verdict = verify(members["groups"], members["wild_joker"], members.get("rules"))
    return {"valid": verdict.valid, "points": verdict.points, "points_as_loser": verdict.points_as_loser}


def _cards(answer: dict[str, Any]) -> Counter[str]:
    laid = [card["card"] for meld in answer["melds"] for card in meld["cards"]]
    loose = [card["card"] for card in answer["loose"]]
    put_down = [answer["discard"]["card"]] if answer["discard"] else []
    return Counter([*laid, *loose, *put_down])
