"""The questions tests may ask: the best arrangement of a hand, and the best card to put down."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

from .cards import SUITS, Card, Rules, parse, points, show, wild_cards
from .melds import Melds, Sum, total
from .penalty import ALL_BUT_PURE, LOOSE, Arrangement, Best, Row, judge, order, rows
from .shows import special_show

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PROTECTIONS = ("both_lives", "pure_exempt", "first_life", "none")


class _Hand:
    """One hand, arranged anew for every row of the table that is asked for."""

    def __init__(self, hand: Sequence[str], wild_joker: str | None, rules: Rules) -> None:
        self.cards = Counter(parse(text) for text in hand)
        self.wild = wild_cards(wild_joker, rules)
        self.rules = rules
        self.all_points = sum(n * points(card, self.wild, rules) for card, n in self.cards.items())
        self._known: dict[tuple[int, int, bool], Arrangement | None] = {}

    def best(self, protection: str) -> Best:
        """Find the best arrangement over all rows of the table."""
        rules = replace(self.rules, protection=protection)
        answers = [
            judge(row.counted, found, self.all_points, rules)
            for row in rows(rules)
            if (found := self._arrange(row)) is not None
        ]
        best = min(answers, key=order)
        if best.declarable or not rules.special_shows or (shown := special_show(self.cards, self.wild)) is None:
            return best
        return Best(
            declarable=True,
            points=0,
            before_cap=0,
            counted=LOOSE,
            loose_points=0,
            loose_cards=0,
            standing=0,
            pure=0,
            sequences=0,
            show=shown,
        )

    def _arrange(self, row: Row) -> Arrangement | None:
        """Find the best arrangement that a row accepts; None when there is none.

        The best of all arrangements is also the best of any row that happens to accept it, provided that both
        are after the same thing (fewest loose points first).
        """
        exempt = row.counted == ALL_BUT_PURE
        if not exempt:
            free = self._solve(0, 0, exempt=False)
            if free and free.pure >= row.min_pure and free.sequences >= row.min_sequences:
                return free
        return self._solve(row.min_pure, row.min_sequences, exempt=exempt)

    def _solve(self, min_pure: int, min_sequences: int, *, exempt: bool) -> Arrangement | None:
        key = (min_pure, min_sequences, exempt)
        if key not in self._known:
            melds = Melds(self.cards, self.wild, self.rules)
            melds.model.add(total(melds.pure) >= min_pure)
            melds.model.add(total(melds.sequences) >= min_sequences)
            self._known[key] = _arrange(melds, exempt=exempt)
        return self._known[key]


def _arrange(melds: Melds, *, exempt: bool) -> Arrangement | None:
    """Solve to proven optimality: the tie-breaks as one number, each weighing more than all after it.

    A valid declaration needs no weight of its own: among arrangements that meet the requirements it is the
    one without loose cards, and counted by any other row it is no better than counted by its own.
    """
    rules, model = melds.rules, melds.model
    pure = model.new_int_var(0, rules.min_pure, "")
    sequences = model.new_int_var(0, rules.min_sequences, "")
    model.add(pure <= total(melds.pure))
    model.add(sequences <= total(melds.sequences))

    weight = 1
    objective: Sum = []
    for terms, most in (
        ([(sequences, 1)], rules.min_sequences),
        ([(pure, 1)], rules.min_pure),
        ([(v, -c) for v, c in melds.standing], melds.jokers),
        (melds.cards(), melds.size),
        (melds.melded_points(), melds.all_points),
        (melds.pure_points if exempt else [], melds.all_points),
    ):
        objective += [(variable, times * weight) for variable, times in terms]
        weight *= most + 1
    model.maximize(total(objective))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # Settings that change nothing but the time: on these models, the linear relaxation does the work.
    solver.parameters.linearization_level = 2
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.symmetry_level = 0
    solver.parameters.max_presolve_iterations = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        message = f"CP-SAT gave up: {solver.status_name(status)}"
        raise RuntimeError(message)

    def value(terms: Sum) -> int:
        return sum(solver.value(variable) * times for variable, times in terms)

    return Arrangement(
        loose_points=melds.all_points - value(melds.melded_points()),
        loose_cards=melds.size - value(melds.cards()),
        standing=value(melds.standing),
        pure=value(melds.pure),
        sequences=value(melds.sequences),
        pure_points=value(melds.pure_points),
    )


def solve(hand: Sequence[str], wild_joker: str | None, switches: Mapping[str, Any]) -> Best:
    """Find what the best lawful arrangement of a hand comes to under the given switches."""
    rules = Rules.of(switches)
    return _Hand(hand, wild_joker, rules).best(rules.protection)


def solve_all_protections(hand: Sequence[str], wild_joker: str | None, switches: Mapping[str, Any]) -> dict[str, Best]:
    """Answer as ``solve`` does, under each of the four protections."""
    rules = Rules.of(switches)
    asked = _Hand(hand, wild_joker, rules)
    return {protection: asked.best(protection) for protection in PROTECTIONS}


def discards(hand: Sequence[str], wild_joker: str | None, switches: Mapping[str, Any]) -> dict[str, Best]:
    """Tell, for every different card of a hand one too large, what is left when it is put down."""
    return {card: solve(rest, wild_joker, switches) for card, rest in _without_one(hand)}


def discards_all_protections(
    hand: Sequence[str], wild_joker: str | None, switches: Mapping[str, Any]
) -> dict[str, dict[str, Best]]:
    """Answer as ``discards`` does, under each of the four protections, for little more than the time of one."""
    left = {card: solve_all_protections(rest, wild_joker, switches) for card, rest in _without_one(hand)}
    return {name: {card: answers[name] for card, answers in left.items()} for name in PROTECTIONS}


def _without_one(hand: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    cards = [show(parse(text)) for text in hand]
    for card in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(card)
        yield card, rest


def best_discard(
    hand14: Sequence[str],
    wild_joker: str | None,
    switches: Mapping[str, Any],
    picked_up: str | None = None,
) -> tuple[str, Best]:
    """Find the best card to put down, and what the hand then comes to."""
    return pick_discard(discards(hand14, wild_joker, switches), hand14, wild_joker, switches, picked_up)


def pick_discard(
    left: Mapping[str, Best],
    hand14: Sequence[str],
    wild_joker: str | None,
    switches: Mapping[str, Any],
    picked_up: str | None = None,
) -> tuple[str, Best]:
    """Choose among ``discards``: one that makes the hand declarable, else the least penalty left, before the cap.

    A declaration comes before a special show. The card just picked up is no choice, unless it finishes the
    game and may do so. A second card like it in the hand is another card, and may be put down.
    """
    rules = Rules.of(switches)
    wild = wild_cards(wild_joker, rules)
    held = Counter(show(parse(text)) for text in hand14)
    taken = None if picked_up is None else show(parse(picked_up))

    def allowed(card: str) -> bool:
        finishes = rules.finish_with_picked_up and left[card].declarable
        return card != taken or held[card] > 1 or finishes

    def preference(card: str) -> tuple[bool, bool, int, int, int, int]:
        read = parse(card)
        best = left[card]
        return (not best.declarable, best.show is not None, best.before_cap, -points(read, wild, rules), *_place(read))

    chosen = min(filter(allowed, left), key=preference)
    return chosen, left[chosen]


def _place(card: Card) -> tuple[int, int]:
    """Order cards by suit (S H D C), then from ace to king, the printed joker last."""
    return (SUITS.index(card.suit) if card.suit else len(SUITS), card.rank)
