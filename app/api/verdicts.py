"""Whole verdicts: from what was asked, read, to the answer as JSON. The same over HTTP and from a file.

Knows nothing of the web framework.
"""

from typing import Any

from app.api.encode import analysis_json, verdict_json
from app.api.expect import check_rules
from app.api.scorebook import score_json
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.declaration import verify_codes
from app.rummy.digest import analysis_digest, verdict_digest
from app.rummy.results import Analysis, Verdict
from app.rummy.scoring import Score, score_codes


def analysis(asked: dict[str, Any], nodes: int) -> tuple[Analysis, str]:
    """The answer to what :data:`app.api.schemas.ANALYZE` or its linked form has read, as a value and as JSON.

    Args:
        asked: what they have read.
        nodes: what the search may cost.

    Raises:
        Problem: the client expects other rules.
        InputError: the cards cannot be.
        BudgetError: the search costs more.
    """
    check_rules(asked["rules"], asked["expect_rules"])
    hand, wild_joker, picked_up = asked["hand"], asked["wild_joker"], asked["picked_up"]
    found = analyze_codes(
        hand, wild_joker, asked["rules"], compare=asked["compare"], picked_up=picked_up, budget=Budget(nodes)
    )
    return found, analysis_json(found, analysis_digest(hand, wild_joker, picked_up, found))


def verdict(asked: dict[str, Any], nodes: int) -> tuple[Verdict, str]:
    """The answer to what :data:`app.api.schemas.VERIFY` has read, likewise."""
    check_rules(asked["rules"], asked["expect_rules"])
    wild_joker, discard = asked["wild_joker"], asked["discard"]
    found = verify_codes(asked["groups"], wild_joker, asked["rules"], discard=discard, budget=Budget(nodes))
    return found, verdict_json(found, verdict_digest(wild_joker, discard, found))


def scored_deal(asked: dict[str, Any], nodes: int) -> tuple[Score, str]:
    """The answer to what :data:`app.api.ledger.SCORE` has read, likewise."""
    check_rules(asked["rules"], asked["expect_rules"])
    stakes, pool, deals = asked["money"], asked["pool"], asked["deals"]
    budget = Budget(nodes)
    scored = score_codes(
        asked["players"], asked["wild_joker"], asked["rules"], stakes=stakes, pool=pool, deals=deals, budget=budget
    )
    return scored, score_json(scored)
