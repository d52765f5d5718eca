"""Kinds of client, for Locust. Every kind takes its requests from one seeded stream and checks some of the answers.

A further kind is a class of a few lines in a file of its own: it derives from :class:`Asking`, says where its requests
come from, and is imported by ``locustfile.py``.
"""

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import ClassVar, NamedTuple

from locust import FastHttpUser, constant, constant_throughput, task

from loadtests.answers import fault_in
from loadtests.corpus import REALISTIC, Case, cases
from loadtests.thresholds import NO_ANSWER, WRONG
from loadtests.traffic import Item, audits, declarations, hands, items, platform

POOL_OF_ITEMS = 1000
"""Items that the audits of one process are made of: playing them takes longer than auditing them."""


class Plan(NamedTuple):
    """What the clients of one process shall do.

    Attributes:
        seed: where their streams begin.
        check_every: check one answer in so many.
        rate: requests a second of each; 0: the next as soon as there is an answer.
        other_rules: of corpus hands, the share under a preset other than the default.
        audit_items: items of an audit.
    """

    seed: str
    check_every: int = 10
    rate: float = 0.0
    other_rules: float = 0.2
    audit_items: int = 500


class Asking(FastHttpUser):
    """One connection that sends the next request of its kind's stream."""

    abstract = True
    wait_time = constant(0)
    stream: ClassVar[Iterator[Case]]
    numbers: ClassVar[Iterator[int]]
    check_every: ClassVar[int] = 10

    @classmethod
    def requests(cls, plan: Plan) -> Iterator[Case]:
        """The stream of this kind's requests, without end.

        Raises:
            NotImplementedError: this class is not one kind of client but what all have in common.
        """
        raise NotImplementedError

    @classmethod
    def prepare(cls, plan: Plan) -> None:
        """Do what takes long, before the clock starts."""

    @classmethod
    def begin(cls, plan: Plan) -> None:
        """Begin the stream as the clock starts."""
        cls.stream = cls.requests(plan)
        cls.numbers = count()
        cls.check_every = max(1, plan.check_every)
        cls.wait_time = constant_throughput(plan.rate) if plan.rate > 0 else constant(0)

    @task
    def ask(self) -> None:
        """Send the next request of the stream."""
        case = next(self.stream)
        checked = next(self.numbers) % self.check_every == 0
        headers = {"Content-Type": case.content_type}
        with self.client.post(case.path, case.body, headers=headers, name=case.name, catch_response=True) as response:
            error = response.request_meta["exception"]  # locust's, of a bad status too
            if error is not None and response.status_code < 400:
                response.failure(f"{NO_ANSWER}{error!r}")
            elif response.status_code != case.status:
                response.failure(f"status {response.status_code}, not {case.status}")
            elif checked and (fault := fault_in(case, response.status_code, response.content or b"")):
                response.failure(f"{WRONG}{fault:.300}; asked: {case.body[:300]!r}")
            else:
                response.success()


class PlatformUser(Asking):
    """A platform's server: all that deals give rise to, audits, repetitions and mistakes included."""

    weight = 4

    @classmethod
    def requests(cls, plan: Plan) -> Iterator[Case]:
        """See :func:`loadtests.traffic.platform`."""
        return platform(plan.seed)


class AnalyzeUser(Asking):
    """Asks for the best arrangement of single hands."""

    @classmethod
    def requests(cls, plan: Plan) -> Iterator[Case]:
        """See :func:`loadtests.traffic.hands`."""
        return hands(plan.seed)


class VerifyUser(Asking):
    """Has single declarations judged, and the groups of losers."""

    @classmethod
    def requests(cls, plan: Plan) -> Iterator[Case]:
        """See :func:`loadtests.traffic.declarations`."""
        return declarations(plan.seed)


class AuditUser(Asking):
    """Audits deals that are over, many items at a time, by turns in one body and in lines."""

    pool: ClassVar[list[Item]]

    @classmethod
    def prepare(cls, plan: Plan) -> None:
        """Play the deals that are audited."""
        cls.pool = list(islice(items(plan.seed, Random(plan.seed)), max(POOL_OF_ITEMS, plan.audit_items)))

    @classmethod
    def requests(cls, plan: Plan) -> Iterator[Case]:
        """See :func:`loadtests.traffic.audits`."""
        return audits(plan.seed, plan.audit_items, pool=cls.pool)


class CorpusUser(Asking):
    """Asks for the made-up hands of the corpus: more jokers, and more mistakes, than players see."""

    @classmethod
    def requests(cls, plan: Plan) -> Iterator[Case]:
        """See :func:`loadtests.corpus.cases`."""
        return cases(plan.seed, REALISTIC, other_rules=plan.other_rules)
