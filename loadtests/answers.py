"""Whether an answer of the service is right: judged by the library, in this process.

An answer to ``analyze`` or ``verify`` is compared member by member with what the library says of the same question. Of
an audit every item is looked at for its place and its name, and some are judged by the library too.
"""

import json
from collections import Counter
from typing import Any, Final

from app.api.encode import analysis_json, arrangement_json, groups_json, verdict_json
from app.rummy import Analysis, Verdict, analyze, verify
from app.rummy.cards import parse_card
from app.rummy.digest import analysis_digest, verdict_digest
from app.rummy.pack import parse_wild_joker
from loadtests.corpus import ANALYZE, AUDIT, NDJSON, VERIFY, Case
from loadtests.settlements import SCORE, right_score

_JUDGED_ITEMS: Final = 40
"""So many items of an audit are judged, evenly spread and at another place for every audit."""
Json = dict[str, Any]


def fault_in(case: Case, status: int, body: bytes) -> str | None:
    """What is wrong with the answer to ``case``, or None."""
    if status != case.status:
        return f"status {status}, not {case.status}"
    try:
        answer = _lines(body) if case.content_type == NDJSON else json.loads(body)
    except (ValueError, KeyError):
        return "the answer is not JSON"
    if not isinstance(answer, dict):
        return "the answer is no object"
    if case.status != 200:
        return _fault_in_problem(answer, status)
    assert case.members is not None
    if case.path.startswith(AUDIT):
        return _fault_in_audit(answer, case.members, case.body)
    return _fault_in_answer(answer, case.path, case.members)


def _lines(body: bytes) -> Json:
    """An answer in lines as it would be in one body."""
    *results, end = [json.loads(line) for line in body.splitlines()]
    return {"results": results, "summary": end["summary"]}


def _fault_in_problem(answer: Json, status: int) -> str | None:
    return None if answer.get("status") == status and answer.get("detail") else "these are no problem details"


def _fault_in_answer(answer: Json, path: str, members: Json) -> str | None:
    fault = _differing(answer, _wanted(path, members))
    if fault is None and path == ANALYZE and _cards(answer) != Counter(members["hand"]):
        return "the cards of the answer are not those of the hand"
    return fault


def _differing(answer: Json, wanted: Json) -> str | None:
    """The first member that is not as wanted; the answer may say more."""
    for name, value in wanted.items():
        if answer.get(name) != value:
            return f"{name} is {answer.get(name)}, not {value}"
    return None


def _wanted(path: str, members: Json) -> Json:
    """What the service must answer, its digest included."""
    if path == SCORE:
        return right_score(members)
    if path == ANALYZE:
        analysis = _analysis(members)
        hand = [parse_card(text) for text in members["hand"]]
        digest = analysis_digest(hand, parse_wild_joker(members["wild_joker"]), _code(members, "picked_up"), analysis)
        told = analysis_json(analysis, digest)
    else:
        verdict = _verdict(members)
        digest = verdict_digest(parse_wild_joker(members["wild_joker"]), _code(members, "discard"), verdict)
        told = verdict_json(verdict, digest)
    wanted: Json = json.loads(told)
    return wanted


def _code(members: Json, name: str) -> int | None:
    return None if members.get(name) is None else parse_card(members[name])


def _analysis(members: Json) -> Analysis:
    picked_up = members.get("picked_up")
    return analyze(members["hand"], members["wild_joker"], members.get("rules"), picked_up=picked_up)


def _verdict(members: Json) -> Verdict:
    return verify(members["groups"], members["wild_joker"], members.get("rules"), discard=members.get("discard"))


def _cards(answer: Json) -> Counter[str]:
    laid = [card["card"] for meld in answer["melds"] for card in meld["cards"]]
    loose = [card["card"] for card in answer["loose"]]
    put_down = [answer["discard"]["card"]] if answer["discard"] else []
    return Counter([*laid, *loose, *put_down])


def _fault_in_audit(answer: Json, members: Json, body: bytes) -> str | None:
    items, results = members["items"], answer.get("results", ())
    if len(results) != len(items):
        return f"{len(results)} answers to {len(items)} items"
    for index, (item, result) in enumerate(zip(items, results, strict=True)):
        if (result.get("index"), result.get("id")) != (index, item["id"]):
            return f"in place {index}: index {result.get('index')} of {result.get('id')}, not of {item['id']}"
        if ("error" in result) is not broken(item):
            return f"{item['id']}: {'an error' if 'error' in result else 'no error'}: {result}"
    every = max(1, len(items) // _JUDGED_ITEMS)
    for index in range(len(body) % every, len(items), every):
        fault = None if broken(items[index]) else _differing(results[index], _wanted_item(items[index], members))
        if fault:
            return f"{items[index]['id']}: {fault}"
    return _differing(answer["summary"], _summary(results))


def broken(item: Json) -> bool:
    """Whether an item of an audit is none, and deserves an error."""
    return "hand" in item and not isinstance(item["hand"], list)


def _wanted_item(item: Json, members: Json) -> Json:
    """What an audit must say of an item."""
    told = {"wild_joker": members.get("wild_joker"), "rules": members.get("rules")} | item
    detail = members["detail"]
    more = "{}"
    if "hand" in item:
        analysis = _analysis(told)
        wanted: Json = {"declarable": analysis.declarable, "points": analysis.points}
        if detail == "melds":
            more = f"{{{arrangement_json(analysis)}}}"
        elif detail == "full":
            wanted["analysis"] = _wanted(ANALYZE, told)
    else:
        verdict = _verdict(told)
        as_loser = told.get("as") == "loser"
        wanted = {"valid": verdict.valid, "points": verdict.points_as_loser if as_loser else verdict.points}
        if detail == "melds":
            more = f'{{"groups":{groups_json(verdict)}}}'
        elif detail == "full":
            wanted["verdict"] = _wanted(VERIFY, told)
    recorded = item.get("recorded")
    wanted["agrees"] = None if recorded is None else all(wanted[name] == recorded[name] for name in recorded)
    further: Json = json.loads(more)
    return wanted | further


def _summary(results: list[Json]) -> Json:
    """What the summary of these answers must say."""
    failed = sum("error" in result for result in results)
    agreed, disagreed = (sum(result.get("agrees") is agrees for result in results) for agrees in (True, False))
    counted = {"items": len(results), "answered": len(results) - failed, "failed": failed}
    return counted | {"agreed": agreed, "disagreed": disagreed}
