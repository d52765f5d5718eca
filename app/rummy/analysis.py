"""Analyse a hand: the best lawful arrangement of its cards, whether it can be declared, and what it costs a loser."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from app.rummy.arrangement import arrange
from app.rummy.best import Best, Budget, best_arrangement
from app.rummy.faults import InputError
from app.rummy.game import Game, game_of
from app.rummy.holding import Holding, hold
from app.rummy.pack import WildJoker, hand_faults
from app.rummy.penalty import missing, penalty
from app.rummy.results import Analysis, Compared, Counted, Kind, PlacedCard, Violation, quick_analysis, quick_meld
from app.rummy.rules import NamedRules, Protection, Rules
from app.rummy.shows import shown_instead

# Members of an enum are slow to look up, and every answer asks for these.
_PURE: Final = Kind.PURE_SEQUENCE
_IMPURE: Final = Kind.IMPURE_SEQUENCE
_TUNNELA: Final = Kind.TUNNELA
_LOOSE: Final = Counted.LOOSE_CARDS
_ALL_BUT_PURE: Final = Counted.ALL_BUT_PURE
_RANGES: Final = tuple(tuple(range(size)) for size in range(64))
"""Positions in a hand of any size."""


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
    holding = hold(hand, game)
    if holding.size != game.hand_size or picked_up is not None or not holding.possible:
        faults = hand_faults(hand, wild_joker, rules.rules, picked_up)
        if faults:
            raise InputError(faults)
    analysis = _analyze(holding, hand, game, rules, picked_up, budget)
    if not compare:
        return analysis
    comparison = {}
    for protection in Protection:
        if protection is rules.rules.protection:
            comparison[protection] = Compared(analysis.points, analysis.discard)
            continue
        game = game_of(_under(rules.rules, protection), wild_joker)
        other = _analyze(holding, hand, game, rules, picked_up, budget)
        comparison[protection] = Compared(other.points, other.discard)
    return analysis._replace(comparison=comparison)


@lru_cache(maxsize=512)
def _under(rules: Rules, protection: Protection) -> Rules:
    return replace(rules, protection=protection)


def _analyze(  # noqa: PLR0913, PLR0917 - what a question is made of
    holding: Holding, hand: Sequence[int], game: Game, rules: NamedRules, picked_up: int | None, budget: Budget
) -> Analysis:
    found = _arranged(holding, hand, game, rules, picked_up, budget)
    if not game.special_shows or found.declarable:
        return found
    return shown_instead(found, hand, game, picked_up)


def _arranged(  # noqa: PLR0913, PLR0917 - what a question is made of
    holding: Holding, hand: Sequence[int], game: Game, rules: NamedRules, picked_up: int | None, budget: Budget
) -> Analysis:
    positions: Sequence[int] = _RANGES[len(hand)]
    if holding.size == game.hand_size:
        best = best_arrangement(holding, game, budget)
        return _told(best, holding, hand, positions, game, rules, None)
    code, best, kept_cards = _best_discard(holding, hand, game, picked_up, budget)
    # Of two copies the last goes, but the card just picked up is usually told last, so then the first does.
    places = [place for place in positions if hand[place] == code]
    position = places[0] if code == picked_up else places[-1]
    kept = [card for place, card in enumerate(hand) if place != position]
    positions = [place for place in positions if place != position]
    return _told(best, kept_cards, kept, positions, game, rules, PlacedCard(code, position))


def _best_discard(
    holding: Holding, hand: Sequence[int], game: Game, picked_up: int | None, budget: Budget
) -> tuple[int, Best, Holding]:
    """The card to put down, and the best arrangement of the rest.

    One that makes the hand declarable, else the one that leaves the least penalty. Before the cap, as arrangements are
    compared: a hand above the cap still is better off with its pure sequence whole. Ties go to the card worth most,
    then S H D C, then A to K, a printed joker last.
    """
    points = game.pack.points
    # What arranges the rest arranges the whole hand too, with the card put down loose: so no card leaves less than the
    # whole hand's penalty without the card's points, and none after it in the order can do better than that.
    whole = best_arrangement(holding, game, budget)
    least = whole.before_cap
    whole.free()
    kept_back = picked_up if picked_up is not None and hand.count(picked_up) == 1 else None
    leave: tuple[int, Best, Holding] | None = None
    for code in sorted(set(hand), key=lambda code: (-points[code], code)):
        if code == kept_back and not game.rules.finish_with_picked_up:
            continue
        if leave is not None and 0 < leave[1].before_cap <= least - points[code]:
            break
        rest = list(hand)
        rest.remove(code)
        holding = hold(rest, game)
        best = best_arrangement(holding, game, budget)
        better = code != kept_back and (leave is None or best.before_cap < leave[1].before_cap)
        if not (best.declarable or better):
            best.free()
            continue
        if leave is not None:
            leave[1].free()
        leave = (code, best, holding)
        if best.declarable:
            break
    if leave is None:  # pragma: no cover - a hand has at least four cards here, of which one may be kept back
        message = "no card may be put down"
        raise AssertionError(message)
    return leave


def _told(  # noqa: PLR0913, PLR0917 - all that an analysis is made of
    best: Best,
    holding: Holding,
    hand: Sequence[int],
    positions: Sequence[int],
    game: Game,
    rules: NamedRules,
    discard: PlacedCard | None,
) -> Analysis:
    """Lay out the best arrangement and say what it costs and what it lacks. ``best`` is of no use after that."""
    laid, loose_codes, loose_positions = arrange(best, hand, positions, game)
    declarable = best.declarable
    best.free()
    points = game.points
    pure = sequences = pure_points = 0
    for kind, codes, _, _ in laid:
        if kind is _PURE or (kind is _TUNNELA and game.tunnela == 2):
            pure += 1
            for code in codes:
                pure_points += points[code]
        elif kind is _IMPURE:
            sequences += 1
    sequences += pure
    loose_points = 0
    for code in loose_codes:
        loose_points += points[code]
    cost = penalty(loose_points, pure_points, holding.total, pure, sequences, game.rules)
    lacking = () if declarable else _lacking(pure, sequences, loose_codes, game)
    every = cost.counted is _LOOSE
    only_pure = cost.counted is _ALL_BUT_PURE
    melds = []
    for kind, codes, places, stands in laid:
        counts = every or (only_pure and (kind is _PURE or (kind is _TUNNELA and game.tunnela == 2)))
        melds.append(quick_meld((kind, counts, codes, places, stands)))
    return quick_analysis(
        (
            declarable,
            cost,
            tuple(melds),
            loose_codes,
            loose_positions,
            sequences,
            pure,
            lacking,
            discard,
            rules,
            None,
            None,
            (),
        )
    )


def _lacking(pure: int, sequences: int, loose: tuple[int, ...], game: Game) -> tuple[Violation, ...]:
    lacking = missing(pure, sequences, game.rules)
    return (*lacking, Violation.CARDS_LEFT_OVER) if loose else lacking
