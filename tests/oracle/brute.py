"""A third opinion, for tiny hands: every way to divide the cards, every group judged by the letter of the rules.

It shares only the reading of cards and switches with the integer programme. Nothing is pruned, nothing is clever:
nine cards are about its limit. It knows no special shows, which tiny hands do not hold.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .cards import JOKER, SUITS, Card, Rules, is_joker, parse, points, wild_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Group = tuple[Card, ...]

#: Kinds, the kindest last.
DUBLEE, SET, TUNNELA, IMPURE, TUNNELA_AS_PURE, PURE = range(6)


def divisions(cards: Group, fewest: int) -> Iterator[tuple[list[Group], Group]]:
    """Yield every division of cards into groups of so many at least, and loose ones."""
    if not cards:
        yield [], ()
        return
    first, rest = cards[0], cards[1:]
    for groups, loose in divisions(rest, fewest):
        yield groups, (first, *loose)
    for more in range(fewest - 1, len(rest) + 1):
        for places in combinations(range(len(rest)), more):
            group = (first, *(rest[i] for i in places))
            left = tuple(card for i, card in enumerate(rest) if i not in places)
            for groups, loose in divisions(left, fewest):
                yield [group, *groups], loose


@cache
def intervals(length: int, *, ace_high: bool) -> list[list[int]]:
    """List the runs of ranks of a length: the ace before the two, or after the king."""
    line = [*range(1, 14), 1] if ace_high else [*range(1, 14)]
    if length > 13:
        return []
    return [line[i : i + length] for i in range(len(line) - length + 1)]


@cache
def reading(group: Group, wild: frozenset[Card], rules: Rules) -> tuple[int, int] | None:
    """Read a group the kindest way: its kind, and the fewest jokers standing for other cards; None for no meld."""
    found = [*_as_run(group, wild, rules), *_as_set(group, wild, rules), *_as_identical(group, rules)]
    return max(found, key=lambda one: (one[0], -one[1]), default=None)


def _as_identical(group: Group, rules: Rules) -> Iterator[tuple[int, int]]:
    if len(set(group)) == 1 and len(group) == 3 and rules.tunnela != "off":
        yield (TUNNELA_AS_PURE if rules.tunnela == "pure_sequence" else TUNNELA), 0
    if len(set(group)) == 1 and len(group) == 2 and rules.dublee == "meld":
        yield DUBLEE, 0


def _as_run(group: Group, wild: frozenset[Card], rules: Rules) -> Iterator[tuple[int, int]]:
    if len(group) < 3:
        return
    if all(card == JOKER for card in group) and rules.joker_only == "invalid":
        return
    for suit in SUITS:
        for ranks in intervals(len(group), ace_high=rules.ace_high):
            open_places = list(ranks)
            standing, wild_in_place, fits = 0, False, True
            # Natural cards must stand in their own places; a wild card does if its place is still open.
            for card in sorted(group, key=lambda one: is_joker(one, wild)):
                if card.suit == suit and card.rank in open_places:
                    open_places.remove(card.rank)
                    wild_in_place |= card in wild
                elif is_joker(card, wild):
                    standing += 1
                else:
                    fits = False
            if fits:
                pure = not standing and (rules.wild_in_place_is_pure or not wild_in_place)
                yield (PURE if pure else IMPURE, standing)


def _as_set(group: Group, wild: frozenset[Card], rules: Rules) -> Iterator[tuple[int, int]]:
    natural = [card for card in group if not is_joker(card, wild)]
    if (
        3 <= len(group) <= rules.set_max
        and len({card.rank for card in natural}) == 1
        and len({card.suit for card in natural}) == len(natural)
    ):
        in_place = {card for card in group if card in wild and card.rank == natural[0].rank}
        yield SET, len(group) - len(natural) - len(in_place)


def _costs(
    loose: int, all_but_pure: int, total: int, pure: int, sequences: int, rules: Rules
) -> Iterator[tuple[int, int, str]]:
    """Yield every row of the table that an arrangement satisfies: penalty before the cap, row, and what counts."""
    if sequences >= rules.min_sequences and pure >= rules.min_pure:
        yield loose, 1, "loose_cards"
    elif pure >= 1:
        cost, counted = {
            "both_lives": (total, "all_cards"),
            "pure_exempt": (all_but_pure, "all_but_pure"),
            "first_life": (loose, "loose_cards"),
            "none": (loose, "loose_cards"),
        }[rules.protection]
        yield cost, 2, counted
    if rules.protection == "none":
        yield loose, 3, "loose_cards"
    elif rules.no_pure == "flat_cap" and rules.cap is not None:
        # Also where there is a pure run: one need not show it.
        yield rules.cap, 3, "flat_cap"
    elif pure == 0:
        yield total, 3, "all_cards"


def solve(hand: Sequence[str], wild_joker: str | None, switches: Mapping[str, Any]) -> dict[str, Any]:
    """Find the best arrangement; the same members as ``Best``."""
    rules = Rules.of(switches)
    wild = wild_cards(wild_joker, rules)
    cards = tuple(sorted(parse(text) for text in hand))

    def worth(some: Group) -> int:
        return sum(points(card, wild, rules) for card in some)

    best: tuple[tuple[int, ...], str] | None = None
    for groups, loose in divisions(cards, 2 if rules.dublee == "meld" else 3):
        read = [reading(group, wild, rules) for group in groups]
        kinds = [one[0] for one in read if one]
        if len(kinds) < len(groups):
            continue
        standing = sum(one[1] for one in read if one)
        pure = sum(kind >= TUNNELA_AS_PURE for kind in kinds)
        sequences = pure + kinds.count(IMPURE)
        in_pure = sum(worth(group) for group, one in zip(groups, read, strict=True) if one and one[0] > IMPURE)
        cost, row, counted = min(_costs(worth(loose), worth(cards) - in_pure, worth(cards), pure, sequences, rules))
        met = sequences >= rules.min_sequences and pure >= rules.min_pure
        key = (
            cost,
            not (met and not loose),
            worth(loose),
            len(loose),
            standing,
            -min(pure, rules.min_pure),
            -min(sequences, rules.min_sequences),
            row,
        )
        best = (key, counted) if best is None else min(best, (key, counted))
    if best is None:
        raise AssertionError("leaving every card loose is always an arrangement")
    won, counted = best
    return {
        "declarable": not won[1],
        "points": won[0] if rules.cap is None else min(won[0], rules.cap),
        "before_cap": won[0],
        "counted": counted,
        "loose_points": won[2],
        "loose_cards": won[3],
        "standing": won[4],
        "pure": -won[5],
        "sequences": -won[6],
        "show": None,
    }
