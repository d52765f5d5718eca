"""Analyse a hand: the best lawful arrangement of its cards, whether it can be declared, and what it costs a loser."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from app.rummy.arrangement import arrange
from app.rummy.best import Best, Budget, Cards, best_arrangement, could_deal, pack_cards
from app.rummy.faults import InputError
from app.rummy.game import Game, game_of
from app.rummy.pack import WildJoker, hand_faults
from app.rummy.penalty import missing, penalty
from app.rummy.results import Analysis, Compared, Counted, Kind, PlacedCard, Violation, quick_meld
from app.rummy.rules import NamedRules, Protection, Rules
from app.rummy.shows import shown_instead

# Members of an enum are slow to look up, and every answer asks for these.
_PURE: Final = Kind.PURE_SEQUENCE
_IMPURE: Final = Kind.IMPURE_SEQUENCE
_LOOSE: Final = Counted.LOOSE_CARDS
_ALL_BUT_PURE: Final = Counted.ALL_BUT_PURE


def analyze_codes(  # noqa: PLR0913 - all that a question can say
    hand: Sequence[int],
    wild_joker: WildJoker,
    rules: NamedRules,
    *,
    compare: bool = False,
    picked_up: int | None = None,
    budget: Budget | None = None,
) -> Analysis:
    """The best arrangement of ``hand``, as card codes.

    Args:
        hand: the hand size of the rules, or one card more: drawn, and one to be put down.
        wild_joker: what the cut of the pack says.
        rules: the rules to judge by.
        compare: whether to tell the points (and the discard) under each protection too.
        picked_up: with one card more, the card just taken from the open pile: not to be put down again in this turn.
            Where the hand holds its twin, the twin may go.
        budget: what the answer may cost; without limit unless told.

    Raises:
        InputError: a hand of the wrong size, cards that cannot exist together, a ``picked_up`` that is not in the hand
            or where nothing is to be put down.
        BudgetError: the budget is used up.
    """
    budget = Budget() if budget is None else budget
    game = game_of(rules.rules, wild_joker)
    if len(hand) != game.rules.hand_size or picked_up is not None or not could_deal(hand, game):
        faults = hand_faults(hand, wild_joker, rules.rules, picked_up)
        if faults:
            raise InputError(faults)
    analysis = _analyze(hand, game, rules, picked_up, budget)
    if not compare:
        return analysis
    comparison = {}
    for protection in Protection:
        if protection is rules.rules.protection:
            comparison[protection] = Compared(analysis.points, analysis.discard)
            continue
        game = game_of(_under(rules.rules, protection), wild_joker)
        other = _analyze(hand, game, rules, picked_up, budget)
        comparison[protection] = Compared(other.points, other.discard)
    return analysis._replace(comparison=comparison)


@lru_cache(maxsize=512)
def _under(rules: Rules, protection: Protection) -> Rules:
    return replace(rules, protection=protection)


def _analyze(hand: Sequence[int], game: Game, rules: NamedRules, picked_up: int | None, budget: Budget) -> Analysis:
    found = _arranged(hand, game, rules, picked_up, budget)
    if found.declarable or not game.rules.special_shows:
        return found
    return shown_instead(found, hand, game, picked_up)


def _arranged(hand: Sequence[int], game: Game, rules: NamedRules, picked_up: int | None, budget: Budget) -> Analysis:
    positions: Sequence[int] = range(len(hand))
    if len(hand) == game.rules.hand_size:
        cards = pack_cards(hand, game)
        return _told(best_arrangement(cards, game, budget), cards, hand, positions, game, rules, None)
    code, best, cards = _best_discard(hand, game, picked_up, budget)
    # Of two copies the last goes, but the card just picked up is usually told last, so then the first does.
    places = [place for place in positions if hand[place] == code]
    position = places[0] if code == picked_up else places[-1]
    kept = [card for place, card in enumerate(hand) if place != position]
    positions = [place for place in positions if place != position]
    return _told(best, cards, kept, positions, game, rules, PlacedCard(code, position))


def _best_discard(hand: Sequence[int], game: Game, picked_up: int | None, budget: Budget) -> tuple[int, Best, Cards]:
    """The card to put down, and the best arrangement of the rest.

    One that makes the hand declarable, else the one that leaves the least penalty. Before the cap, as arrangements are
    compared: a hand above the cap still is better off with its pure sequence whole. Ties go to the card worth most,
    then S H D C, then A to K, a printed joker last.
    """
    points = game.pack.points
    kept_back = picked_up if picked_up is not None and hand.count(picked_up) == 1 else None
    leave: tuple[int, Best, Cards] | None = None
    least = -1
    for code in sorted(set(hand), key=lambda code: (-points[code], code)):
        if code == kept_back and not game.rules.finish_with_picked_up:
            continue
        rest = list(hand)
        rest.remove(code)
        cards = pack_cards(rest, game)
        best = best_arrangement(cards, game, budget)
        if best.declarable:
            return code, best, cards
        if code == kept_back:
            continue
        if leave is None or best.before_cap < least:
            least, leave = best.before_cap, (code, best, cards)
    if leave is None:  # pragma: no cover - a hand has at least four cards here, of which one may be kept back
        message = "no card may be put down"
        raise AssertionError(message)
    return leave


def _told(  # noqa: PLR0913, PLR0917 - all that an analysis is made of
    best: Best,
    cards: Cards,
    hand: Sequence[int],
    positions: Sequence[int],
    game: Game,
    rules: NamedRules,
    discard: PlacedCard | None,
) -> Analysis:
    """Lay out the best arrangement and say what it costs and what it lacks."""
    laid, loose = arrange(best, hand, positions, game)
    points = game.pack.points
    pure = sequences = pure_points = 0
    for kind, held in laid:
        if kind is _PURE:
            pure += 1
            for code, _, _ in held:
                pure_points += points[code]
        elif kind is _IMPURE:
            sequences += 1
    sequences += pure
    loose_points = 0
    for code, _, _ in loose:
        loose_points += points[code]
    cost = penalty(loose_points, pure_points, cards.total, pure, sequences, game.rules)
    lacking = missing(pure, sequences, game.rules)
    if loose:
        lacking = (*lacking, Violation.CARDS_LEFT_OVER)
    every = cost.counted is _LOOSE
    only_pure = cost.counted is _ALL_BUT_PURE
    melds = tuple([quick_meld((kind, every or (only_pure and kind is _PURE), held)) for kind, held in laid])
    return Analysis(best.declarable, cost, melds, loose, sequences, pure, lacking, discard, rules)
