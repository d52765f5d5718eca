"""The knee is the highest load that is kept up with, and what was at its end beyond it is named."""

import pytest

from loadtests.knee import Knee, Step, find, held, saturated, told

CALM = Step(rate=100, answered=100, kept=1, p50=0.001, p99=0.002, server=0.1, client=0.1, others=0, late=0, faults=())


def server_of(capacity):
    """A service whose times grow as it gets busy, and that falls behind beyond its capacity."""

    def measure(rate):
        busy = min(0.99, rate / capacity)
        kept = min(1.0, capacity / rate)
        return CALM._replace(rate=rate, answered=rate * kept, kept=kept, p99=0.002 / (1 - busy), server=busy)

    return measure


def knee_of(measure, guess):
    *steps, knee = find(measure, guess)
    assert all(isinstance(step, Step) for step in steps)
    return knee


@pytest.mark.parametrize("guess", [600, 1000, 1200])
def test_the_knee_is_found_wherever_the_search_begins(guess):
    knee = knee_of(server_of(1000), guess)
    assert 650 <= knee.rate <= 850  # at 0.8 of the capacity times are five times those of no load
    assert held(knee.at, knee.limit)
    assert not held(knee.beyond, knee.limit)
    assert knee.beyond.rate - knee.rate <= guess * 0.03


def test_a_rate_that_is_kept_up_with_at_the_second_try_counts_as_kept_up_with():
    steady, tried = server_of(1000), []

    def hiccup(rate):
        tried.append(rate)
        step = steady(rate)
        return step._replace(p99=1.0) if rate == 300 and tried.count(300) == 1 else step

    assert knee_of(hiccup, 1000).rate == knee_of(steady, 1000).rate
    assert tried.count(300) == 2


def test_errors_are_never_kept_up_with():
    def fails(rate):
        return CALM._replace(rate=rate, faults=("status 500, not 200",) if rate > 450 else ())

    knee = knee_of(fails, 1000)
    assert 400 <= knee.rate <= 450
    assert saturated(knee, 1, 2).startswith("errors (1, as status 500")


def test_a_service_that_keeps_up_with_nothing_has_no_knee():
    with pytest.raises(ValueError, match="not even 100 requests a second"):
        list(find(lambda rate: CALM._replace(rate=rate, kept=0.5), 1000))


def test_a_service_that_keeps_up_with_everything_is_said_to():
    knee = knee_of(lambda rate: CALM._replace(rate=rate), 1000)
    assert knee.beyond is None
    assert saturated(knee, 1, 2).startswith("nothing: 1,500")


@pytest.mark.parametrize(
    ("beyond", "named"),
    [
        ({"server": 0.97}, "the server's CPU"),
        ({"client": 0.9}, "the generator"),
        ({"late": 0.05}, "the generator, 50 ms late"),
        ({"server": 0.5, "others": 1.5}, "the machine, which others use too"),
        ({"server": 0.5}, "no CPU: requests waited"),
    ],
)
def test_what_is_saturated_beyond_the_knee_is_named(beyond, named):
    step = CALM._replace(kept=0.5, **beyond)
    knee = Knee(100, 0.002, 0.01, CALM, step, (CALM, step))
    assert saturated(knee, workers=1, cores=2).startswith(named)


def test_two_workers_are_not_saturated_by_the_use_of_one_core():
    step = CALM._replace(kept=0.5, server=1.0)
    assert not saturated(Knee(100, 0.002, 0.01, CALM, step, ()), workers=2, cores=2).startswith("the server")


def test_the_table_has_a_line_for_every_step():
    faulty = CALM._replace(faults=("one",), rate=200)
    lines = told([CALM, faulty], 0.01).splitlines()
    assert [line.rsplit("|", 2)[1].strip() for line in lines[2:]] == ["yes", "no, 1 faults"]
