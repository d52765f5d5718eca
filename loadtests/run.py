"""``python -m loadtests.run``: the service and the floor under the same load, by turns. ``--smoke`` for a short check.

Both are started by this command on free ports of 127.0.0.1 and stopped at its end. The exit code tells of errors and
wrong answers only, never of time.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import fields
from itertools import islice
from pathlib import Path

from loadtests.answers import fault_in
from loadtests.client import drive, encoded
from loadtests.compare import Plan, compare, header_names, one_line, told
from loadtests.corpus import REALISTIC, Case, some
from loadtests.crowd import Crowd, play
from loadtests.floor import EXAMPLE
from loadtests.report import machine, write_block
from loadtests.servers import FLOOR, SERVICE, Server, running
from loadtests.traffic import audits, platform

_SMOKE_REQUESTS = 600
_SMOKE_AUDITS = 4
_SHOWN = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for."""
    asked = _parser().parse_args(arguments)
    with ExitStack() as servers:
        service = servers.enter_context(running("service", SERVICE))
        floor = servers.enter_context(running("floor", FLOOR))
        faults = same_headers(service, floor)
        if asked.smoke:
            faults += smoke(service, asked.seed, asked.seconds)
        else:
            plan = Plan(**{setting.name: getattr(asked, setting.name) for setting in fields(Plan)})
            faults += full(service, floor, plan, asked.write)
    for fault in faults[:_SHOWN]:
        print(f"FAULT {fault:.600}", file=sys.stderr)
    if len(faults) > _SHOWN:
        print(f"... and {len(faults) - _SHOWN} more", file=sys.stderr)
    return 1 if faults else 0


def full(service: Server, floor: Server, plan: Plan, page: Path | None) -> list[str]:
    """The whole comparison, printed and, where a page is given, written into it; what was wrong."""
    where = machine()
    print(where, flush=True)
    known = None
    for known in compare(service, floor, plan):
        print(one_line(known), flush=True)
    if known is None:
        return ["nothing was measured"]
    text = told(known, plan)
    print(f"\n{text}")
    if page is not None:
        write_block(page, "load", f"{where}\n\n{text}")
    return known.faults


def smoke(service: Server, seed: str, seconds: int) -> list[str]:
    """Some hundred requests of every kind, all answers checked, then locust for some seconds; what was wrong."""
    asked = some(_SMOKE_REQUESTS, f"{seed} smoke", REALISTIC, other_rules=0.3)
    asked += islice(platform(f"{seed} smoke"), _SMOKE_REQUESTS)
    asked += islice(audits(f"{seed} smoke", 100, "melds"), _SMOKE_AUDITS)
    driven = drive(service.port, [encoded(case) for case in asked], connections=4)
    judged = [
        (fault_in(case, answer.status, answer.body), case) for case, answer in zip(asked, driven.answers, strict=True)
    ]
    faults = [f"{fault}; asked: {case.path} {case.body.decode()}" for fault, case in judged if fault]
    print(f"{len(asked)} requests in {driven.seconds:.1f} s, all answers checked: {len(faults)} faults", flush=True)
    more = ("--seed", seed, "--audit-items", "100")
    code = play(service.url, Crowd(users=8, seconds=seconds, more=more))
    return [*faults, f"locust ended with {code}"] if code else faults


def same_headers(service: Server, floor: Server) -> list[str]:
    """Whether both answer the README's question with the same headers; else the comparison would not be fair."""
    question = Case("example", "/v1/analyze", _example(), EXAMPLE)
    ours, bare = (drive(server.port, [encoded(question)], 1).answers[0] for server in (service, floor))
    fault = fault_in(question, ours.status, ours.body)
    faults = [f"the README's example: {fault}"] if fault else []
    differing = header_names(ours) ^ header_names(bare)
    return [*faults, f"headers that only one side sends: {sorted(differing)}"] if differing else faults


def _example() -> bytes:
    cards = ",".join(f'"{card}"' for card in EXAMPLE["hand"])
    return f'{{"hand":[{cards}],"wild_joker":"{EXAMPLE["wild_joker"]}"}}'.encode()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtests.run", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a short check: errors and wrong answers, no figures")
    parser.add_argument("--seconds", type=int, default=6, help="how long locust runs in the smoke (%(default)s)")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the figures into this page's block")
    for setting in fields(Plan):
        kind = type(setting.default)
        parser.add_argument(
            f"--{setting.name.replace('_', '-')}", type=kind, default=setting.default, help="%(default)s"
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
