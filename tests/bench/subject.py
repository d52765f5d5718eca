"""What is measured: the library on ready card codes, and the points alone."""

from collections.abc import Callable
from functools import lru_cache
from time import process_time_ns

from app.rummy import arrangement, suit_memo
from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.pack import WildJoker, parse_wild_joker
from app.rummy.points import points_of
from app.rummy.rules import NAMED_PRESETS, NamedRules
from loadtests.hands import Deal

USUAL_RULES = NAMED_PRESETS["indian-13"]
Question = tuple[tuple[int, ...], WildJoker, NamedRules]
Subject = Callable[[Question], object]


def question(deal: Deal, rules: NamedRules = USUAL_RULES) -> Question:
    return deal.hand, parse_wild_joker(deal.wild_joker), rules


def analyze(asked: Question) -> object:
    """The points and the melds together."""
    return analyze_codes(*asked)


def points_only(asked: Question) -> object:
    """The points alone."""
    return points_of(*asked, Budget())


def forget() -> None:
    """A cold start: no suit, run, set or meld is remembered. What is prepared once for the rules stays."""
    suit_memo.forget()
    for value in vars(arrangement).values():
        if isinstance(value, lru_cache(len).__class__):
            value.cache_clear()


def microseconds(subject: Subject, asked: Question) -> float:
    """The process's CPU time for one hand."""
    begun = process_time_ns()
    subject(asked)
    return (process_time_ns() - begun) / 1e3
