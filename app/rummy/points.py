"""What a hand costs and whether it can be declared, without laying it out: for those who ask about millions.

>>> from app.rummy.cards import parse_card
>>> from app.rummy.pack import parse_wild_joker
>>> from app.rummy.rules import NAMED_PRESETS
>>> hand = [parse_card(text) for text in "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()]
>>> points_of(hand, parse_wild_joker("2"), NAMED_PRESETS["indian-13"], Budget())
(True, 0)
"""

from collections.abc import Sequence

from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget, best_arrangement, could_deal, pack_cards
from app.rummy.game import game_of
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
    game = game_of(rules.rules, wild_joker)
    usual = len(hand) == game.rules.hand_size and picked_up is None and not game.rules.special_shows
    if not usual or not could_deal(hand, game):
        analysis = analyze_codes(hand, wild_joker, rules, picked_up=picked_up, budget=budget)
        return analysis.declarable, analysis.points
    best = best_arrangement(pack_cards(hand, game), game, budget)
    cap = game.rules.cap
    return best.declarable, best.before_cap if cap is None else min(cap, best.before_cap)
