"""``python -m loadtests.run``: what the service costs over HTTP, beside a floor that computes nothing.

``--smoke`` is a short check instead.
All servers are started by this command on free ports of 127.0.0.1 and stopped at its end. The exit code tells of errors
and wrong answers only, never of time. A part that fails does not keep the others from being measured.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic
from traceback import print_exc

from loadtests.answers import fault_in
from loadtests.client import drive, encoded
from loadtests.compare import header_names
from loadtests.corpus import REALISTIC, Case, encoded_json, some
from loadtests.crowd import Crowd, play
from loadtests.floor import EXAMPLE
from loadtests.parts import PARTS, QUICK, Plans
from loadtests.report import machine, write_block
from loadtests.servers import FLOOR, SERVICE, Server, running
from loadtests.traffic import audits, platform

_SMOKE_REQUESTS = 600
_SMOKE_AUDITS = 4
_SHOWN = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for."""
    asked = _parser().parse_args(arguments)
    with running("service", SERVICE) as service, running("floor", FLOOR) as floor:
        faults = same_headers(service, floor)
        if asked.smoke:
            faults += smoke(service, asked.seed, asked.seconds)
    if not asked.smoke:
        faults += full(asked.only or list(PARTS), QUICK if asked.quick else Plans(), asked.write)
    for fault in faults[:_SHOWN]:
        print(f"FAULT {fault:.600}", file=sys.stderr)
    if len(faults) > _SHOWN:
        print(f"... and {len(faults) - _SHOWN} more", file=sys.stderr)
    return 1 if faults else 0


def full(names: Sequence[str], plans: Plans, page: Path | None) -> list[str]:
    """The parts, printed and, where a page is given, written into their blocks as each is known; what was wrong."""
    faults = []
    for number, name in enumerate(names, 1):
        begun = monotonic()
        where = machine()
        print(f"\n== {name}, {number} of {len(names)}. {where}", flush=True)
        try:
            text, wrong = PARTS[name](plans, partial(print, flush=True))
            print(f"\n{text}\n\n{name}: {monotonic() - begun:.0f} s, {len(wrong)} faults", flush=True)
            if page is not None and not wrong:
                write_block(page, name, f"{where}\n\n{text}")
        except Exception as error:  # noqa: BLE001 - whatever it is, the other parts have nothing to do with it
            print_exc()
            faults.append(f"{name} was not measured: {error}")
        else:
            faults += wrong
    return faults


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
    question = Case("example", "/v1/analyze", encoded_json(EXAMPLE), EXAMPLE)
    ours, bare = (drive(server.port, [encoded(question)], 1).answers[0] for server in (service, floor))
    fault = fault_in(question, ours.status, ours.body)
    faults = [f"the README's example: {fault}"] if fault else []
    differing = header_names(ours) ^ header_names(bare)
    return [*faults, f"headers that only one side sends: {sorted(differing)}"] if differing else faults


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtests.run", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a short check: errors and wrong answers, no figures")
    parser.add_argument("--seconds", type=int, default=6, help="how long locust runs in the smoke (%(default)s)")
    parser.add_argument("--seed", default="run", help="where the requests of the smoke begin (%(default)s)")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="a rehearsal: everything runs, no figure means anything")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the figures into this page's blocks")
    return parser


if __name__ == "__main__":
    sys.exit(main())
