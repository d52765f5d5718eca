"""Requests that tests share, and the cases that break services of this kind."""

import json
from functools import cache
from pathlib import Path

HAND = ("4S", "5S", "6S", "8H", "JK", "10H", "7C", "7D", "7H", "KS", "KH", "KD", "KC")
"""Declarable with wild twos."""
BODY = {"hand": list(HAND), "wild_joker": "2"}
GROUPS = {
    "groups": [["5H", "6H", "7H"], ["9S", "JK", "JS"], ["2C", "2D", "2S"], ["KH", "KS", "KD", "KC"]],
    "wild_joker": "6",
}
PROBLEM = "application/problem+json"


@cache
def _cases():
    path = Path(__file__).resolve().parents[1] / "cases" / "http.jsonl"
    return {case["id"]: case["input"] for line in path.read_text("utf-8").splitlines() for case in (json.loads(line),)}


def case(name):
    """The input of a case."""
    return _cases()[name]


def post(client, body, path="/v1/analyze", content_type="application/json", **headers):
    """Send ``body``: bytes or text as they are, anything else as JSON."""
    data = body if isinstance(body, bytes | str) else json.dumps(body)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(path, data=data, content_type=content_type, headers=sent)


def problem(response, status, name=None):
    """The problem that ``response`` tells, once its form is seen to be right."""
    assert response.status_code == status, response.text
    assert response.content_type == PROBLEM
    told = response.get_json()
    assert {"type", "title", "status", "detail"} <= set(told) <= {"type", "title", "status", "detail", "errors", "more"}
    assert told["status"] == status
    if name:
        assert told["type"] == f"/problems/{name}"
    return told


def faults(response):
    """Place and code of every fault of a 422."""
    return [
        (e.get("pointer", e.get("parameter")), e["code"]) for e in problem(response, 422, "invalid-input")["errors"]
    ]
