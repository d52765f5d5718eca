"""The scenarios of ``make chaos``, a short part of each."""

import pytest

from tests.chaos.__main__ import SCENARIOS, run
from tests.chaos.scenarios import SHORT, clients, machine, pressure, workers
from tests.chaos.slow import KINDS

IN_SHORT = (
    workers.workers_are_killed,
    workers.a_service_is_stopped,
    clients.clients_are_slow,
    clients.long_audits_are_slow,
    pressure.workers_are_busy,
    machine.the_disk_is_full,
    machine.nobody_reads_the_log,
)


@pytest.mark.parametrize("scenario", IN_SHORT, ids=lambda scenario: scenario.__name__)
def test_it_goes_as_it_should(scenario):
    finding = run(scenario, SHORT)
    assert finding.failures == [], "\n".join(finding.facts)


def test_every_scenario_says_what_goes_wrong_in_it():
    assert set(IN_SHORT) <= set(SCENARIOS)
    assert all(scenario.__doc__.endswith(".") for scenario in SCENARIOS)
    assert len({scenario.__name__ for scenario in SCENARIOS}) == len(SCENARIOS)


def test_what_goes_wrong_in_a_scenario_itself_is_a_failure():
    def breaks(plan, finding):
        finding.expect(holds=False, text="it works")
        raise OSError

    assert run(breaks, SHORT).failures == ["it works", "it could not be played to its end"]


def test_kinds_of_clients_are_told_in_words():
    assert all(kind[0].islower() and len(first) < 1 << 20 for kind, (first, _) in KINDS.items())
