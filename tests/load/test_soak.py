"""A soak is judged by what it recorded: memory, failures, broken connections, dead workers and slower answers."""

import re

import pytest

from loadtests.crowd import Crowd
from loadtests.servers import SERVICE, running
from loadtests.soak import (
    Limits,
    Moment,
    Sample,
    Soaked,
    broken_connections,
    fill,
    judge,
    read_failures,
    read_history,
    soak,
    told,
)
from loadtests.thresholds import NO_ANSWER, WRONG

MB = 1_000_000
STEADY = Soaked(
    samples=[Sample(5.0 * number, {1: 100 * MB, 2: 101 * MB}) for number in range(40)],
    moments=[Moment(number, 200, 10, 200 * number, 0) for number in range(1, 200)],
    failures={},
    log=[],
    cpu=[20.0, 21.0],
    code=0,
)


def growing(*factors):
    """As steady, but the memory of worker 2 has these factors from quarter to quarter."""
    samples = [
        sample._replace(memory={1: 100 * MB, 2: 100 * MB * factors[number // 10]})
        for number, sample in enumerate(STEADY.samples)
    ]
    return STEADY._replace(samples=samples)


@pytest.mark.parametrize("soaked", [STEADY, growing(1, 1.4, 1.5, 1.52)], ids=["steady", "filling its memos"])
def test_a_service_that_stays_as_it_is_stands(soaked):
    assert judge(soaked, 2, Limits()) == []


@pytest.mark.parametrize(
    ("soaked", "fault"),
    [
        (growing(1, 1.1, 1.2, 1.3), "worker 2 has 8.3% more memory"),
        (STEADY._replace(failures={"status 500, not 200": 3}), "3 times: status 500"),
        (STEADY._replace(log=["[ERROR] Worker (pid:3) was sent SIGKILL!"]), "the service wrote: .*SIGKILL"),
        (
            STEADY._replace(samples=[*STEADY.samples[:20], Sample(100, {1: MB, 3: MB})] * 2),
            "1 of 2 workers did not live",
        ),
        (
            STEADY._replace(moments=[Moment(n, 200, 10 if n < 150 else 40, n, 0) for n in range(1, 200)]),
            "last quarter is 4.0 times",
        ),
        (STEADY._replace(code=1), "the clients ended with 1"),
        (STEADY._replace(moments=[]), "too little was recorded"),
    ],
)
def test_what_a_service_does_not_stand_is_told(soaked, fault):
    faults = judge(soaked, 2, Limits())
    assert len(faults) == 1
    assert re.search(fault, faults[0])
    assert faults[0] in told(soaked, Crowd(), faults)


def test_connections_that_broke_are_told_from_wrong_answers():
    failures = {f"Error('{NO_ANSWER}reset')": 2, f"Error('{WRONG}points')": 1}
    assert broken_connections(failures) == 2
    text = told(STEADY._replace(failures=failures), Crowd(), ["x"])
    assert "2 connections that broke and 1 wrong answers" in text


def test_the_clients_own_records_are_read(tmp_path):
    history = tmp_path / "history.csv"
    head = "Timestamp,Name,Requests/s,99%,Total Request Count,Total Failure Count"
    history.write_text(f"{head}\n100,Aggregated,0,N/A,0,0\n103,/x,1,2,3,0\n105,Aggregated,7.5,12,40,2\n", "utf-8")
    assert read_history(history, 100) == [Moment(5, 7.5, 12, 40, 2)]
    failures = tmp_path / "failures.csv"
    failures.write_text("Method,Name,Error,Occurrences\nPOST,/a,reset,2\nPOST,/b,reset,1\nPOST,/b,late,4\n", "utf-8")
    assert read_failures(failures) == {"reset": 3, "late": 4}


def test_some_seconds_of_the_real_thing_leave_a_record(tmp_path):
    crowd = Crowd(("PlatformUser",), users=2, seconds=7, more=("--rate", "20"))
    with running("service", SERVICE, 2) as service:
        fill(service, 1000)
        soaked = soak(service, crowd, tmp_path / "soak")
    assert soaked.failures == {}
    assert soaked.log == []
    assert soaked.code == 0
    assert len(soaked.cpu) == 2
    assert all(len(sample.memory) == 2 for sample in soaked.samples)
    assert soaked.moments[-1].requests > 20
    assert (tmp_path / "soak.csv").read_text("utf-8").count("\n") == len(soaked.samples) + 1
    assert (tmp_path / "soak.html").exists()
