"""Figures are written beside their goals, each step into its own block, and none stops the others."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from loadtests import figures, run, sizing
from loadtests.audits import FORMS, Costs
from loadtests.audits import Plan as AuditPlan
from loadtests.audits import told as audits_told
from loadtests.compare import BARE, BARE_STOCK, OURS, OURS_OBSERVED, Comparison, Plan, Side
from loadtests.compare import told as compare_told
from loadtests.figures import PAGE, Step, main, steps
from loadtests.goals import Goal
from loadtests.parts import PARTS, QUICK, Part
from loadtests.sizing import DEALS_A_DAY, Needs, size

ROOT = Path(__file__).resolve().parents[2]
NEEDS = Needs(requests=11.0, items=3.2, cpu=[9.0, 10.0, 12.0], knee=1000.0, deals=400, faults=[])


@pytest.mark.parametrize(
    ("goal", "values", "reached"),
    [
        (Goal(1.2, at_most=True), [1.0, 1.2, 9.0], True),
        (Goal(1.2, at_most=True), [1.0, 1.21, 1.3], False),
        (Goal(1.2, at_most=True), [1.204], True),
        (Goal(18, at_most=False, digits=1), [18.0, 30.0, 2.0], True),
        (Goal(18, at_most=False, digits=1), [17.9], False),
    ],
)
def test_a_goal_is_reached_by_the_median_as_it_is_printed(goal, values, reached):
    assert goal.reached(values) is reached
    assert goal.told(values).endswith(": reached" if reached else ": not reached")


def test_the_comparison_tells_each_pair_beside_its_goal():
    known = Comparison(
        {
            name: Side(cpu=[cpu], rate=[1], p50=[1], p99=[1], client=[1])
            for name, cpu in ((OURS, 300.0), (BARE, 400.0), (OURS_OBSERVED, 600.0), (BARE_STOCK, 500.0))
        }
    )
    text = compare_told(known, Plan())
    assert "**0.75 (0.75-0.75)**, goal: at most 1: reached" in text
    assert "**1.50 (1.50-1.50)**, goal: at most 1.1: not reached" in text
    assert "without logs and metrics: 0.60 (0.60-0.60)" in text


def test_audits_are_told_in_items_a_bare_request_and_in_growth():
    costs = Costs(bare=[400.0], item={form: [20.0] for form in FORMS}, by_size={1000: [20.0], 4000: [21.0]})
    text = audits_told(costs, AuditPlan())
    assert "points, one body: **20.0 (20.0-20.0)**, goal: at least 18: reached" in text
    assert "An item among 4,000 / among 1,000: **1.05 (1.05-1.05)**, goal: at most 1.1: reached" in text


def test_cores_follow_from_deals_a_day_by_the_arithmetic_that_is_printed():
    one = size(1_000_000, NEEDS)
    assert one.deals == pytest.approx(1_000_000 * 0.1 / 3600)
    assert one.requests == pytest.approx(one.deals * 11)
    assert one.cores == pytest.approx(one.requests / 500)
    assert size(10_000_000, NEEDS).cores == pytest.approx(10 * one.cores)
    text = sizing.told(NEEDS, 2)
    assert (
        "1,000,000 × 0.1 / 3,600 = 27.8 deals a second, × 11.0 = 306 requests a second, / 500 = **0.6 cores**" in text
    )
    assert all(f"| {deals:,} " in text for deals in DEALS_A_DAY)


def test_even_a_small_platform_has_two_machines_and_a_large_one_enough():
    assert size(1000, NEEDS).machines(2) == 2
    assert size(100_000_000, NEEDS).machines(2) * 2 >= size(100_000_000, NEEDS).cores


def test_every_step_has_a_block_of_the_page_and_every_block_a_step():
    blocks = re.findall(r"^<!-- (\w+): begin -->$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [step.block for step in steps(10)] == sorted({step.block for step in steps(10)}, key=blocks.index)
    assert set(blocks) == {step.block for step in steps(10)}
    assert set(PARTS) < set(blocks)


@pytest.mark.parametrize("step", {step.options[:1]: step for step in steps(1)}.values(), ids=lambda step: step.block)
def test_every_step_is_a_command_that_takes_its_options(step):
    command = [sys.executable, "-m", step.module, *step.options, "--write", "page", "--help"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


@pytest.fixture
def page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("".join(f"<!-- {name}: begin -->\n\nold\n\n<!-- {name}: end -->\n" for name in PARTS), "utf-8")
    return page


@pytest.mark.parametrize(
    ("module", "wrong"),
    [("nothing", "exit code 1"), ("this", "nothing was written"), ("sleeper", "given up after 2 s")],
)
def test_a_step_that_fails_says_so_and_the_next_one_goes_on(monkeypatch, tmp_path, page, capfd, module, wrong):
    (tmp_path / "sleeper.py").write_text("import time\ntime.sleep(60)\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(Step, "limit", lambda _: 2)
    monkeypatch.setattr(figures, "steps", lambda _: [Step("load", module, (), 1), Step("knee", "this", (), 1)])
    assert main(["--page", str(page)]) == 1
    told = capfd.readouterr().out
    assert re.search(rf"\| load +\| +\d+ \| +{wrong}", told)
    assert re.search(r"\| knee +\| +\d+ \| +nothing was written", told)


def test_a_part_that_fails_leaves_its_block_and_the_others_are_written(monkeypatch, page):
    def fails(*_):
        message = "no such luck"
        raise RuntimeError(message)

    monkeypatch.setattr(run, "machine", lambda: "a machine")
    monkeypatch.setitem(PARTS, "load", fails)
    monkeypatch.setitem(PARTS, "knee", lambda *_: Part("half wrong", ["an answer is wrong"]))
    monkeypatch.setitem(PARTS, "audits", lambda *_: Part("the figures", []))
    faults = run.full(["load", "knee", "audits"], QUICK, page)
    assert faults == ["load was not measured: no such luck", "an answer is wrong"]
    told = page.read_text("utf-8")
    assert told.count("old") == len(PARTS) - 1
    assert "<!-- audits: begin -->\n\na machine\n\nthe figures\n\n<!-- audits: end -->" in told


@pytest.mark.long
def test_a_rehearsal_of_all_parts_ends_well():
    command = [sys.executable, "-m", "loadtests.run", "--quick"]
    assert subprocess.run(command, cwd=ROOT, check=False, timeout=900).returncode == 0
