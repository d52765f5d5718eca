"""Workers keep to cores of their own where the operator asks for it, and only there."""

import os
from pathlib import Path

import pytest

from app.gate import pinning
from tests.chaos.service import serving

if not hasattr(os, "sched_getaffinity"):
    pytest.skip("this system tells nobody about its cores", allow_module_level=True)


def _cores(service):
    """The cores that each thread of each worker may run on."""
    return [
        {frozenset(os.sched_getaffinity(int(thread.name))) for thread in Path(f"/proc/{worker}/task").iterdir()}
        for worker in service.workers()
    ]


def test_each_worker_keeps_to_a_core_with_all_its_threads_and_its_successor_takes_it_over():
    allowed = os.sched_getaffinity(0)
    with serving(WORKERS=2, PIN_WORKERS=1) as service:
        cores = _cores(service)
        for of_threads in cores:
            assert len(of_threads) == 1
            assert all(len(core) == 1 for core in of_threads)
        held = set().union(*(core for of_threads in cores for core in of_threads))
        assert len(held) == min(2, len(allowed))
        assert held <= allowed
        first, other = service.workers()
        os.kill(first, 9)
        assert service.until(lambda: len(set(service.workers()) - {first}) == 2)
        assert service.until(lambda: set().union(*(core for one in _cores(service) for core in one)) == held)
        assert other in service.workers()


def test_unasked_they_run_wherever_there_is_room():
    with serving(WORKERS=1) as service:
        assert _cores(service) == [{frozenset(os.sched_getaffinity(0))}]


def test_where_a_system_cannot_do_it_that_is_said(monkeypatch):
    monkeypatch.delattr(os, "sched_setaffinity")
    assert not pinning.pin(1)
