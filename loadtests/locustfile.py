"""Many clients at once: ``locust -f loadtests/locustfile.py --headless -u 16 -r 16 -t 30s --host http://127.0.0.1:8000``.

Every client takes its requests from one seeded stream in which no question comes twice, and every tenth answer is
checked against the library. The exit code is 1 when a threshold (options below, or their environment variables) is
broken. With several processes each worker has a stream of its own.
"""

import logging
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from locust import FastHttpUser, constant, events, task
from locust.env import Environment

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # locust adds only this file's directory

from loadtests.answers import fault_in
from loadtests.corpus import REALISTIC, Case, cases
from loadtests.thresholds import WRONG, Thresholds, judge

_log = logging.getLogger("meldwise.load")
_NO_TIME_LIMIT = 0.0


def _options(parser: ArgumentParser, **_: Any) -> None:  # noqa: ANN401 - locust's own signature
    add: Any = parser.add_argument  # locust's parser also takes env_var
    add("--seed", default="load", env_var="MELDWISE_LOAD_SEED", help="where the stream of requests begins")
    add("--other-rules", type=float, default=0.2, env_var="MELDWISE_LOAD_OTHER_RULES", help="share under other presets")
    add("--check-every", type=int, default=10, env_var="MELDWISE_LOAD_CHECK_EVERY", help="check one answer in so many")
    add("--max-error-ratio", type=float, default=0.0, env_var="MELDWISE_LOAD_MAX_ERROR_RATIO", help="failed to all")
    add("--max-wrong", type=int, default=0, env_var="MELDWISE_LOAD_MAX_WRONG", help="wrong answers allowed")
    add("--max-p95-ms", type=float, default=_NO_TIME_LIMIT, env_var="MELDWISE_LOAD_MAX_P95_MS", help="0: no limit")


def _begin(environment: Environment, **_: Any) -> None:  # noqa: ANN401
    options = environment.parsed_options
    assert options is not None
    worker = getattr(environment.runner, "worker_index", 0)
    Client.stream = cases(f"{options.seed} {worker}", REALISTIC, other_rules=options.other_rules)
    Client.numbers = count()
    Client.check_every = max(1, options.check_every)


def _end(environment: Environment, **_: Any) -> None:  # noqa: ANN401
    options = environment.parsed_options
    assert options is not None
    p95 = options.max_p95_ms if options.max_p95_ms > _NO_TIME_LIMIT else None
    judge(environment, Thresholds(options.max_error_ratio, options.max_wrong, p95), _log.error)


class Client(FastHttpUser):
    """One connection that asks as soon as it has its answer."""

    wait_time = constant(0)
    headers: ClassVar = {"Content-Type": "application/json"}
    stream: ClassVar[Iterator[Case]]
    numbers: ClassVar[Iterator[int]]
    check_every: ClassVar[int] = 10

    @task
    def ask(self) -> None:
        """Send the next request of the stream."""
        case = next(self.stream)
        checked = next(self.numbers) % self.check_every == 0
        name = f"{case.path} ({case.kind})"
        with self.client.post(
            case.path, case.body.decode(), headers=self.headers, name=name, catch_response=True
        ) as response:
            if response.status_code != case.status:
                response.failure(f"status {response.status_code}, not {case.status}")
            elif checked and (fault := fault_in(case, response.status_code, response.content or b"")):
                response.failure(f"{WRONG}{fault}; asked: {case.body.decode()}")
            else:
                response.success()


events.init_command_line_parser.add_listener(_options)  # type: ignore[no-untyped-call]
events.test_start.add_listener(_begin)  # type: ignore[no-untyped-call]
events.quitting.add_listener(_end)  # type: ignore[no-untyped-call]
