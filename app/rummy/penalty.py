"""What a hand costs its loser: the one place that states the table of what melds protect.

=============== ===================== ============================ ==============
protection      requirements met      at least one pure, not met   no pure one
=============== ===================== ============================ ==============
``both_lives``  loose cards           all cards                    all cards
``pure_exempt`` loose cards           all but the pure sequences   all cards
``first_life``  loose cards           loose cards                  all cards
``none``        loose cards           loose cards                  loose cards
=============== ===================== ============================ ==============

With ``no_pure`` ``flat_cap`` the last column is the cap instead of the sum of all cards. A loser whose melds come
dearer may leave pure sequences unshown and be taken by that column too. ``flat_cap`` has no effect under ``none``.
Where a tunnela counts as a pure sequence, it is one in all of this.

>>> from app.rummy.rules import PRESETS
>>> penalty(7, 12, 93, pure=1, sequences=1, rules=PRESETS["pagat"])
Penalty(points=80, before_cap=81, cap=80, counted=<Counted.ALL_BUT_PURE: 'all_but_pure'>)
"""

from collections.abc import Iterable
from typing import Final

from app.rummy.results import Counted, Kind, Penalty, Violation, quick_penalty
from app.rummy.rules import NoPure, Protection, Rules, Tunnela

# Members of an enum are slow to look up, and every answer asks for these.
_LOOSE: Final = Counted.LOOSE_CARDS
_ALL_BUT_PURE: Final = Counted.ALL_BUT_PURE
_ALL: Final = Counted.ALL_CARDS
_FLAT: Final = Counted.FLAT_CAP
_FLAT_CAP: Final = NoPure.FLAT_CAP
_NONE: Final = Protection.NONE
_FIRST_LIFE: Final = Protection.FIRST_LIFE
_PURE_EXEMPT: Final = Protection.PURE_EXEMPT
_PURE: Final = Kind.PURE_SEQUENCE
_IMPURE: Final = Kind.IMPURE_SEQUENCE
_TUNNELA: Final = Kind.TUNNELA
_AS_PURE: Final = Tunnela.PURE_SEQUENCE


def counts_as_pure(kind: Kind | None, rules: Rules) -> bool:
    """Whether a meld of this kind is a pure sequence, or a tunnela that counts as one."""
    return kind is _PURE or (kind is _TUNNELA and rules.tunnela is _AS_PURE)


def count_sequences(kinds: Iterable[Kind | None], rules: Rules) -> tuple[int, int]:
    """How many pure sequences, and sequences in all, melds of these kinds are; None is no meld."""
    pure = impure = 0
    for kind in kinds:
        if counts_as_pure(kind, rules):
            pure += 1
        elif kind is _IMPURE:
            impure += 1
    return pure, pure + impure


def requirements_met(pure: int, sequences: int, rules: Rules) -> bool:
    """Whether so many pure sequences, and sequences in all, are enough for a declaration."""
    return sequences >= rules.min_sequences and pure >= rules.min_pure


def missing(pure: int, sequences: int, rules: Rules) -> tuple[Violation, ...]:
    """What so many pure sequences, and sequences in all, lack for a declaration; empty when requirements are met.

    >>> from app.rummy.rules import PRESETS
    >>> [str(code) for code in missing(0, 1, PRESETS["indian-13"])]
    ['no_pure_sequence', 'too_few_sequences']
    """
    lacking = []
    if pure < rules.min_pure:
        lacking.append(Violation.TOO_FEW_PURE_SEQUENCES if pure else Violation.NO_PURE_SEQUENCE)
    if sequences < rules.min_sequences:
        lacking.append(Violation.TOO_FEW_SEQUENCES)
    return tuple(lacking)


def penalty(  # noqa: PLR0913, PLR0917 - what the table speaks of
    loose_points: int, pure_points: int, total_points: int, pure: int, sequences: int, rules: Rules
) -> Penalty:
    """What one arrangement costs: the cheapest row of the table that it satisfies, at most the cap.

    Args:
        loose_points: the points of the cards in no meld.
        pure_points: the points of the cards in pure sequences.
        total_points: the points of all cards, loose or not.
        pure: how many pure sequences there are.
        sequences: how many sequences there are, pure ones included.
        rules: the rules.
    """
    cap = rules.cap
    counted = _counted(pure, sequences, rules)
    if counted is _LOOSE:
        points = loose_points
    elif counted is _ALL_BUT_PURE:
        points = total_points - pure_points
    else:
        points = total_points
    if cap is None:
        return quick_penalty((points, points, None, counted))
    unshown = rules.no_pure is _FLAT_CAP and rules.protection is not _NONE and points > cap
    if unshown or counted is _FLAT:
        return quick_penalty((cap, cap, cap, _FLAT))
    return quick_penalty((min(points, cap), points, cap, counted))


def _counted(pure: int, sequences: int, rules: Rules) -> Counted:
    """The cards that the table counts for an arrangement as it is shown."""
    protection = rules.protection
    if protection is _NONE or requirements_met(pure, sequences, rules):
        return _LOOSE
    if not pure:
        return _FLAT if rules.no_pure is _FLAT_CAP else _ALL
    if protection is _FIRST_LIFE:
        return _LOOSE
    return _ALL_BUT_PURE if protection is _PURE_EXEMPT else _ALL
