"""Many clients at once: ``locust -f loadtests/locustfile.py --headless -u 16 -r 16 -t 30s --host http://127.0.0.1:8000``.

Without more words all kinds of client take part; ``locust -f loadtests/locustfile.py PlatformUser AuditUser`` plays
those alone. Every tenth answer is checked against the library. The exit code is 1 when a threshold (options below, or
their environment variables) is broken. With several processes (``--processes 2``) each has streams of its own.
"""

import logging
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gevent import sleep
from locust import events
from locust.env import Environment
from locust.runners import MasterRunner, WorkerRunner

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # locust adds only this file's directory

from loadtests.score_user import ScoreUser
from loadtests.thresholds import Thresholds, judge
from loadtests.users import AnalyzeUser, Asking, AuditUser, CorpusUser, Plan, PlatformUser, VerifyUser

__all__ = ["AnalyzeUser", "AuditUser", "CorpusUser", "PlatformUser", "ScoreUser", "VerifyUser"]

_log = logging.getLogger("meldwise.load")
_LIMITS = {
    "max-error-ratio": (float, 0.0, "failed requests to all"),
    "max-wrong": (int, 0, "wrong answers"),
    "max-p95-ms": (float, 0.0, "95th percentile of response times; 0: not looked at"),
    "max-p99-ms": (float, 0.0, "99th percentile of response times; 0: not looked at"),
    "min-rate": (float, 0.0, "requests a second; 0: not looked at"),
}
_HABITS = {
    "seed": (str, "load", "where the streams of requests begin"),
    "check-every": (int, 10, "check one answer in so many against the library"),
    "rate": (float, 0.0, "requests a second of all clients together; 0: each asks as soon as it has its answer"),
    "other-rules": (float, 0.2, "of corpus hands, the share under a preset other than the default"),
    "audit-items": (int, 500, "items of an audit"),
}


def _options(parser: ArgumentParser, **_: Any) -> None:  # noqa: ANN401 - locust's own signature
    add: Any = parser.add_argument  # locust's parser also takes env_var
    for name, (kind, default, meaning) in (_HABITS | _LIMITS).items():
        variable = f"MELDWISE_LOAD_{name.replace('-', '_').upper()}"
        add(f"--{name}", type=kind, default=default, env_var=variable, help=meaning)


def _prepare(environment: Environment, **_: Any) -> None:  # noqa: ANN401
    if not isinstance(environment.runner, MasterRunner):  # it asks nothing itself
        for kind, plan in _plans(environment, "all"):
            kind.prepare(plan)
        sleep(0)  # timers count from when the event loop last looked at the clock: without this, the run ends early


def _begin(environment: Environment, **_: Any) -> None:  # noqa: ANN401
    if not isinstance(environment.runner, MasterRunner):
        for kind, plan in _plans(environment, getattr(environment.runner, "worker_index", 0)):
            kind.begin(plan)


def _plans(environment: Environment, process: int | str) -> Iterator[tuple[type[Asking], Plan]]:
    options = environment.parsed_options
    assert options is not None
    rate = options.rate / max(1, options.num_users or 1)
    for kind in environment.user_classes:
        assert issubclass(kind, Asking)
        seed = f"{options.seed} {process} {kind.__name__}"
        yield kind, Plan(seed, options.check_every, rate, options.other_rules, options.audit_items)


def _end(environment: Environment, **_: Any) -> None:  # noqa: ANN401
    options = environment.parsed_options
    assert options is not None
    if not isinstance(environment.runner, WorkerRunner):  # the one that has gathered everybody's statistics judges
        limits = {name.replace("-", "_"): getattr(options, name.replace("-", "_")) for name in _LIMITS}
        judge(environment, Thresholds.given(**limits), _log.error)


events.init_command_line_parser.add_listener(_options)  # type: ignore[no-untyped-call]
events.init.add_listener(_prepare)  # type: ignore[no-untyped-call]
events.test_start.add_listener(_begin)  # type: ignore[no-untyped-call]
events.quitting.add_listener(_end)  # type: ignore[no-untyped-call]
