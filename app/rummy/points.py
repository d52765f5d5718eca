"""What a hand costs and whether it can be declared, without laying it out: for those who ask about millions.

>>> from app.rummy.best import Budget
>>> from app.rummy.cards import parse_card
>>> from app.rummy.pack import parse_wild_joker
>>> from app.rummy.rules import NAMED_PRESETS
>>> hand = [parse_card(text) for text in "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()]
>>> points_of(hand, parse_wild_joker("2"), NAMED_PRESETS["indian-13"], Budget())
(True, 0)
"""

from collections.abc import Sequence

from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget, best_arrangement
from app.rummy.game import Game, game_of
from app.rummy.holding import hold
from app.rummy.pack import WildJoker
from app.rummy.rules import NamedRules


def points_of(
    hand: Sequence[int], wild_joker: WildJoker, rules: NamedRules, budget: Budget, *, picked_up: int | None = None
) -> tuple[bool, int]:
    """Whether ``hand`` is declarable, and its points: as :func:`.analyze_codes` says, in less time.

    Raises:
        InputError: as there.
        BudgetError: as there.
    """
    quick = _quick(hand, game_of(rules.rules, wild_joker), budget) if picked_up is None else None
    if quick is not None:
        return quick
    analysis = analyze_codes(hand, wild_joker, rules, picked_up=picked_up, budget=budget)
    return analysis.declarable, analysis.points


def _quick(hand: Sequence[int], game: Game, budget: Budget) -> tuple[bool, int] | None:
    """The answer where nothing is to be put down or complained about and no special show is looked for; else None."""
    holding = hold(hand, game)
    if holding.size != game.hand_size or not holding.possible or game.special_shows:
        return None
    best = best_arrangement(holding, game, budget)
    best.free()
    points = best.before_cap
    if 0 <= game.cap < points:
        points = game.cap
    return best.declarable, points
