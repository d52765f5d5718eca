"""Runs the scenarios and prints what they have come to; exit status 1 where something was not as it should be."""

import argparse
import sys
import time
import traceback

from tests.chaos.ledger import Finding
from tests.chaos.scenarios import Plan, clients, machine, pressure, workers

SCENARIOS = (
    workers.workers_are_killed,
    workers.workers_are_replaced,
    workers.a_server_is_replaced,
    workers.a_service_is_stopped,
    workers.audits_are_cut_short,
    clients.clients_are_slow,
    clients.there_are_too_many,
    clients.long_audits_are_slow,
    pressure.workers_are_busy,
    machine.the_disk_is_full,
    machine.nothing_can_be_written,
    machine.nobody_reads_the_log,
    machine.the_clock_jumps,
)


def run(scenario, plan):
    """What a scenario comes to, whatever happens in it."""
    finding = Finding(scenario.__name__.replace("_", " "))
    try:
        scenario(plan, finding)
    except Exception:  # noqa: BLE001 - the others are still to come
        finding.failures.append("it could not be played to its end")
        finding.facts.append(traceback.format_exc())
    return finding


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--only", default="", help="scenarios with this in their name")
    parser.add_argument("--seconds", type=float, default=Plan.seconds, help="how long a part of a scenario lasts")
    parser.add_argument("--seed", type=int, default=Plan.seed)
    asked = parser.parse_args()
    plan = Plan(asked.seconds, asked.seed)
    failed = played = 0
    for scenario in SCENARIOS:
        name = scenario.__name__.replace("_", " ")
        if asked.only not in name:
            continue
        start = time.monotonic()
        print(f"\n== {name}\n   {scenario.__doc__}", flush=True)
        finding = run(scenario, plan)
        if finding.skipped:
            print(f"   NOT PLAYED: {finding.skipped}")
            continue
        played += 1
        failed += bool(finding.failures)
        for fact in finding.facts:
            print("   " + fact.replace("\n", "\n   "))
        verdict = "FAILED" if finding.failures else "as it should be"
        print(f"   -> {verdict}, in {time.monotonic() - start:.0f} seconds", flush=True)
    print(f"\n{played} scenarios played, {failed} failed.")
    return 1 if failed or not played else 0


if __name__ == "__main__":
    sys.exit(main())
