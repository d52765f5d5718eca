"""``python -m loadtests.audits``: what an item of an audit costs, beside a request to the floor, by turns in one run.

Every item is another hand. The exit code tells of wrong answers only, never of time.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from random import Random
from typing import Any

from app.rummy.cards import CARD_TEXT
from loadtests.client import Answer, drive
from loadtests.floor import EXAMPLE
from loadtests.hands import Kind, deal
from loadtests.report import machine, spread, table
from loadtests.servers import FLOOR, SERVICE, Server, running

_FORMS = (("points", False), ("points", True), ("melds", False), ("melds", True), ("full", False), ("full", True))
_KINDS = (Kind.RANDOM, Kind.NEAR_COMPLETE, Kind.JOKER_HEAVY)
_WEIGHTS = (45, 45, 10)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = _parser().parse_args(arguments)
    print(machine(), flush=True)
    stream = items(asked.seed)
    faults = 0
    floor_cpu: list[float] = []
    cpu: dict[tuple[str, bool], list[float]] = {form: [] for form in _FORMS}
    with running("service", SERVICE) as service, running("floor", FLOOR) as floor:
        drive(service.port, bodies(stream, asked.items, 10, "points", lines=False), 1)
        for _ in range(asked.rounds):
            floor_cpu.append(measured(floor, [post("/v1/analyze", json.dumps(EXAMPLE).encode())] * 2000, 4)[0])
            for detail, lines in _FORMS:
                requests = bodies(stream, asked.items, asked.requests, detail, lines=lines)
                used, answers = measured(service, requests, 1)
                cpu[detail, lines].append(used / asked.items)
                faults += sum(answer.status != 200 or b'"failed":0' not in answer.body for answer in answers)
    rows = [["a request to the floor", spread(floor_cpu), ""]]
    for (detail, lines), used in cpu.items():
        ratios = [bare / ours for bare, ours in zip(floor_cpu, used, strict=True)]
        rows.append([f"{detail}, {'lines' if lines else 'one body'}", spread(used), spread(ratios)])
    print(table(["CPU microseconds", "an item", "items in the time of a request to the floor"], rows))
    print(f"{asked.items} items a request, {asked.requests} requests a round, {asked.rounds} rounds by turns.")
    if faults:
        print(f"{faults} answers are wrong", file=sys.stderr)
    return 1 if faults else 0


def items(seed: str) -> Iterator[dict[str, Any]]:
    """Hands with a record, without end."""
    rng = Random(f"audits {seed}")
    for number in count():
        dealt = deal(rng.choices(_KINDS, _WEIGHTS)[0], rng)
        hand = [CARD_TEXT[code] for code in dealt.hand]
        yield {"id": number, "hand": hand, "wild_joker": dealt.wild_joker, "recorded": {"points": 40}}


def bodies(stream: Iterator[dict[str, Any]], size: int, number: int, detail: str, *, lines: bool) -> list[bytes]:
    """So many requests of so many items each."""
    requests = []
    for _ in range(number):
        asked = list(islice(stream, size))
        if lines:
            body = "".join(f"{json.dumps(item)}\n" for item in asked).encode()
            requests.append(post(f"/v1/audit?detail={detail}", body, "application/x-ndjson"))
        else:
            requests.append(post("/v1/audit", json.dumps({"items": asked, "detail": detail}).encode()))
    return requests


def post(path: str, body: bytes, content_type: str = "application/json") -> bytes:
    """A request as it travels."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def measured(server: Server, requests: Sequence[bytes], connections: int) -> tuple[float, list[Answer]]:
    """The CPU time of a request to ``server`` in microseconds, and the answers."""
    used = server.cpu_seconds()
    answers = drive(server.port, requests, connections).answers
    return (server.cpu_seconds() - used) / len(requests) * 1e6, answers


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtests.audits", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=10, help="requests of each form in a round")
    parser.add_argument("--items", type=int, default=1000, help="items of each request")
    parser.add_argument("--seed", default="audits")
    return parser


if __name__ == "__main__":
    sys.exit(main())
