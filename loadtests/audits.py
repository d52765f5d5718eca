"""``python -m loadtests.audits``: what an item of an audit costs, beside a request to the floor, by turns in one run.

The floor is served by gunicorn's own worker here: the goals were set by what a bare view costs under that.
Every item is another hand. The exit code tells of wrong answers only, never of time.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from app.rummy.cards import CARD_TEXT
from loadtests.answers import fault_in
from loadtests.client import Answer, drive, encoded
from loadtests.corpus import ANALYZE, AUDIT, NDJSON, Case, encoded_json
from loadtests.floor import EXAMPLE
from loadtests.goals import GROWTH, MELDS_ITEMS, POINTS_ITEMS
from loadtests.hands import Kind, deal
from loadtests.report import machine, spread, table
from loadtests.servers import FLOOR, SERVICE, STOCK, Server, running

FORMS: Final = (("points", False), ("points", True), ("melds", False), ("melds", True), ("full", False), ("full", True))
"""The details, each in one body and in lines."""
_GOALS: Final = {"points": POINTS_ITEMS, "melds": MELDS_ITEMS}
_KINDS: Final = (Kind.RANDOM, Kind.NEAR_COMPLETE, Kind.JOKER_HEAVY)
_WEIGHTS: Final = (45, 45, 10)
_BARE_REQUESTS: Final = 2000
Item = dict[str, Any]


class Plan(NamedTuple):
    """How much to measure.

    Attributes:
        rounds: rounds by turns.
        requests: requests of each form in a round.
        items: items of a request.
        sizes: items of one request in lines, to see how the cost grows with their number.
        growth_rounds: rounds of those.
        seed: where the hands begin.
    """

    rounds: int = 7
    requests: int = 10
    items: int = 1000
    sizes: tuple[int, ...] = (1000, 4000, 16000, 32000)
    growth_rounds: int = 3
    seed: str = "audits"


@dataclass
class Costs:
    """CPU microseconds, a value a round, and what was wrong."""

    bare: list[float] = field(default_factory=list)
    item: dict[tuple[str, bool], list[float]] = field(default_factory=lambda: {form: [] for form in FORMS})
    by_size: dict[int, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def in_a_request(self, form: tuple[str, bool]) -> list[float]:
        """Items in the time of a request to the floor, round by round."""
        return [bare / ours for bare, ours in zip(self.bare, self.item[form], strict=True)]


def stock_floor() -> AbstractContextManager[Server]:
    """The floor under gunicorn's own worker."""
    return running("floor, gunicorn's own worker", FLOOR, options=STOCK)


def measure(service: Server, floor: Server, plan: Plan, say: Callable[[str], object]) -> Costs:
    """What an item costs in every form, beside a request to the floor; then how that grows with their number."""
    costs = Costs()
    stream = items(plan.seed)
    drive(service.port, [encoded(case) for case in requests(stream, plan.items, 10, "points", lines=False)], 1)
    bare = [encoded(Case("example", ANALYZE, encoded_json(EXAMPLE), EXAMPLE))] * _BARE_REQUESTS
    for number in range(plan.rounds):
        costs.bare.append(measured(floor, bare, 4)[0])
        for form in FORMS:
            asked = requests(stream, plan.items, plan.requests, form[0], lines=form[1])
            costs.item[form].append(_item_cost(service, asked, costs))
        points = costs.in_a_request(FORMS[0])[-1]
        say(f"audits, round {number + 1}: {costs.item[FORMS[0]][-1]:.1f} us an item, {points:.1f} in a bare request")
    for number in range(plan.growth_rounds):
        for size in plan.sizes if number % 2 else reversed(plan.sizes):
            asked = requests(stream, size, max(1, max(plan.sizes) // size // 4), "points", lines=True)
            costs.by_size.setdefault(size, []).append(_item_cost(service, asked, costs))
        say(f"growth, round {number + 1} of {plan.growth_rounds}")
    return costs


def _item_cost(service: Server, asked: Sequence[Case], costs: Costs) -> float:
    used, answers = measured(service, [encoded(case) for case in asked], 1)
    told = [fault_in(case, answer.status, answer.body) for case, answer in zip(asked, answers, strict=True)]
    costs.faults += [fault for fault in told if fault]
    return used * len(asked) / sum(len(case.members["items"]) for case in asked if case.members)


def items(seed: str) -> Iterator[Item]:
    """Hands with a record, without end."""
    rng = Random(f"audits {seed}")
    for number in count():
        dealt = deal(rng.choices(_KINDS, _WEIGHTS)[0], rng)
        hand = [CARD_TEXT[code] for code in dealt.hand]
        yield {"id": number, "hand": hand, "wild_joker": dealt.wild_joker, "recorded": {"points": 40}}


def requests(stream: Iterator[Item], size: int, number: int, detail: str, *, lines: bool) -> list[Case]:
    """So many requests of so many items each."""
    told = []
    for _ in range(number):
        members = {"items": list(islice(stream, size)), "detail": detail}
        if lines:
            body = "".join(f"{json.dumps(item)}\n" for item in members["items"]).encode()
            told.append(Case("audit", f"{AUDIT}?detail={detail}", body, members, content_type=NDJSON))
        else:
            told.append(Case("audit", AUDIT, json.dumps(members).encode(), members))
    return told


def measured(server: Server, asked: Sequence[bytes], connections: int) -> tuple[float, list[Answer]]:
    """The CPU time of a request to ``server`` in microseconds, and the answers."""
    used = server.cpu_seconds()
    answers = drive(server.port, asked, connections).answers
    return (server.cpu_seconds() - used) / len(asked) * 1e6, answers


def told(costs: Costs, plan: Plan) -> str:
    """The costs for people."""
    rows = [("a request to the floor", spread(costs.bare), "", f"{1e6 / median(costs.bare):,.0f} requests")]
    for form, used in costs.item.items():
        name = f"{form[0]}, {'lines' if form[1] else 'one body'}"
        rows.append((name, spread(used), spread(costs.in_a_request(form)), f"{1e6 / median(used):,.0f}"))
    text = table(("CPU microseconds", "an item", "items in a request to the floor", "items a second of a core"), rows)
    for detail, goal in _GOALS.items():
        text += (
            f"\n\n* Items in a request to the floor, {detail}, one body: "
            if detail == "points"
            else (f"\n* The same, {detail}: ")
        )
        text += f"{goal.told(costs.in_a_request((detail, False)))}."
    few, many = min(costs.by_size), max(costs.by_size)
    ratios = [most / least for most, least in zip(costs.by_size[many], costs.by_size[few], strict=True)]
    sizes = [(f"{size:,} items", spread(used)) for size, used in sorted(costs.by_size.items())]
    return (
        f"{text}\n\n{table(('points, lines, in one request', 'CPU us an item'), sizes)}\n\n"
        f"* An item among {many:,} / among {few:,}: {GROWTH.told(ratios)}.\n\n"
        f"{plan.items:,} items a request, {plan.requests} requests a round, {plan.rounds} rounds by turns; "
        f"{len(costs.faults)} errors or wrong answers."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = _parser().parse_args(arguments)
    plan = Plan(asked.rounds, asked.requests, asked.items, seed=asked.seed)
    print(machine(), flush=True)
    with running("service", SERVICE) as service, stock_floor() as floor:
        costs = measure(service, floor, plan, partial(print, flush=True))
    print(f"\n{told(costs, plan)}")
    for fault in costs.faults[:5]:
        print(f"FAULT {fault:.600}", file=sys.stderr)
    return 1 if costs.faults else 0


def _parser() -> argparse.ArgumentParser:
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m loadtests.audits", description=__doc__)
    parser.add_argument("--rounds", type=int, default=usual.rounds, help="%(default)s")
    parser.add_argument("--requests", type=int, default=usual.requests, help="of each form in a round (%(default)s)")
    parser.add_argument("--items", type=int, default=usual.items, help="items of each request (%(default)s)")
    parser.add_argument("--seed", default=usual.seed, help="where the hands begin (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
