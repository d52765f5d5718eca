"""Hold the search against the oracle: not the points alone, but every step of the order of arrangements."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.rummy import Analysis, analyze
from app.rummy.pack import pack_of, parse_wild_joker
from app.rummy.results import AS_ITSELF

from . import PROTECTIONS, Best, discards_all_protections, pick_discard, solve_all_protections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def as_best(found: Analysis, wild_joker: str | None) -> Best:
    """Put an analysis in the oracle's terms."""
    rules = found.rules.rules
    points = pack_of(rules, parse_wild_joker(wild_joker)).points
    placed = [card for meld in found.melds for card in meld.cards]
    if found.show is not None:  # the oracle finds that there is one, not its cards
        placed = []
    return Best(
        declarable=found.declarable,
        points=found.points,
        before_cap=found.penalty.before_cap,
        counted=str(found.penalty.counted),
        loose_points=sum(points[card.code] for card in found.loose),
        loose_cards=len(found.loose),
        standing=sum(card.stands not in {AS_ITSELF, card.code} for card in placed),
        pure=0 if found.show else min(found.pure_sequences, rules.min_pure),
        sequences=0 if found.show else min(found.sequences, rules.min_sequences),
        show=found.show and str(found.show),
    )


def differences(hand: Sequence[str], wild_joker: str | None, switches: Mapping[str, Any]) -> list[str]:
    """Tell where the search and the oracle disagree about a hand, under any protection."""
    wrong = []
    for protection, best in solve_all_protections(hand, wild_joker, switches).items():
        found = as_best(analyze(hand, wild_joker, {**switches, "protection": protection}), wild_joker)
        if found != best:
            wrong.append(f"{' '.join(hand)} wild {wild_joker} {switches} {protection}: {found}, not {best}")
    return wrong


def differences_with_a_card_too_many(
    hand: Sequence[str], wild_joker: str | None, switches: Mapping[str, Any], picked_up: str | None
) -> list[str]:
    """Tell where they disagree about what to put down of a hand with one card more, under any protection."""
    wrong = []
    every = discards_all_protections(hand, wild_joker, switches)
    for protection in PROTECTIONS:
        under = {**switches, "protection": protection}
        discard, best = pick_discard(every[protection], hand, wild_joker, under, picked_up)
        found = analyze(hand, wild_joker, under, picked_up=picked_up)
        if found.discard is None or (found.discard.card, as_best(found, wild_joker)) != (discard, best):
            wrong.append(
                f"{' '.join(hand)} wild {wild_joker} {under} picked up {picked_up}: {found}, not {discard} {best}"
            )
    return wrong


def capped(best: Best, cap: int) -> Best:
    """Put a cap on a penalty found without one: nothing else changes where no row of the table charges the cap."""
    return replace(best, points=min(best.before_cap, cap))


def preset_differences(
    hand: Sequence[str], wild_joker: str | None, presets: Mapping[str, Mapping[str, Any]]
) -> list[str]:
    """Tell which presets, told by name, the search judges a hand by otherwise than the oracle does."""
    wrong = []
    solved = solve_all_protections(hand, wild_joker, {**next(iter(presets.values())), "cap": None})
    for name, switches in presets.items():
        best = capped(solved[switches["protection"]], switches["cap"])
        found = as_best(analyze(hand, wild_joker, name), wild_joker)
        if found != best:
            wrong.append(f"{' '.join(hand)} wild {wild_joker} {name}: {found}, not {best}")
    return wrong
