"""The rules of a game: frozen, named by presets, overridden by switches, identified by a fingerprint.

>>> PRESETS["pagat"].protection
<Protection.PURE_EXEMPT: 'pure_exempt'>
>>> PRESETS["indian-13"].fingerprint == Rules(cap=80).fingerprint != Rules(cap=None).fingerprint
True
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Final


class Protection(StrEnum):
    """What a loser's melds protect (the table in ``docs`` and ``penalty.py``)."""

    BOTH_LIVES = "both_lives"
    PURE_EXEMPT = "pure_exempt"
    FIRST_LIFE = "first_life"
    NONE = "none"


class NoPure(StrEnum):
    """What a hand without a pure sequence costs."""

    SUM = "sum"
    FLAT_CAP = "flat_cap"


class JokerOnly(StrEnum):
    """How a group of printed jokers alone is read."""

    SEQUENCE = "sequence"
    INVALID = "invalid"


class PrintedCut(StrEnum):
    """What is wild when the cut card is a printed joker: the aces, or printed jokers only."""

    ACES = "aces"
    NONE = "none"


class Tunnela(StrEnum):
    """What three identical cards are."""

    OFF = "off"
    MELD = "meld"
    PURE_SEQUENCE = "pure_sequence"


class Dublee(StrEnum):
    """What two identical cards are."""

    OFF = "off"
    MELD = "meld"


class OutAt(StrEnum):
    """When a player is out of a pool: on reaching its limit, or only above it."""

    REACH = "reach"
    EXCEED = "exceed"


class DealsWinner(StrEnum):
    """What decides a game of a fixed number of deals."""

    LOWEST_TOTAL = "lowest_total"
    CHIPS = "chips"


@dataclass(frozen=True)
class Rules:
    """Every switch of a game, with the values of ``indian-13`` as defaults. What each means: :mod:`.switches`."""

    hand_size: int = 13
    decks: int = 2
    printed_jokers: int = 2
    printed_cut: PrintedCut = PrintedCut.ACES
    min_sequences: int = 2
    min_pure: int = 1
    wild_in_place_is_pure: bool = True
    set_max: int = 4
    joker_only: JokerOnly = JokerOnly.SEQUENCE
    ace_high: bool = True
    ace_points: int = 10
    protection: Protection = Protection.BOTH_LIVES
    no_pure: NoPure = NoPure.SUM
    cap: int | None = 80
    first_drop: int | None = 20
    middle_drop: int | None = 40
    wrong_declaration: int | None = 80
    full_count: int = 80
    finish_with_picked_up: bool = False
    tunnela: Tunnela = Tunnela.OFF
    dublee: Dublee = Dublee.OFF
    neighbours_wild: bool = False
    special_shows: bool = False
    paplu_bonus: int = 0
    value_cards: bool = False
    pool_limit: int | None = None
    out_at: OutAt = OutAt.REACH
    rejoin_max: int | None = None
    split_min: int | None = None
    deals_winner: DealsWinner | None = None

    @cached_property
    def _hash(self) -> int:
        return hash(self.fingerprint)

    def __hash__(self) -> int:
        """Equal rules have equal fingerprints; hashing every field at each look-up would be slow."""
        return self._hash

    @cached_property
    def fingerprint(self) -> str:
        """16 hex digits that name these rules: equal exactly when every switch is equal, whatever the preset's name.

        Only switches that differ from the defaults enter, so that a switch added later changes no fingerprint of old.
        """
        told = (f"{f.name}={getattr(self, f.name)!s}" for f in fields(self) if getattr(self, f.name) != f.default)
        return sha256(";".join(["meldwise rules", *sorted(told)]).encode()).hexdigest()[:16]


_POINTS: Final = Rules()
_HOME_21: Final = Rules(
    hand_size=21,
    decks=3,
    printed_jokers=3,
    min_sequences=3,
    min_pure=3,
    protection=Protection.PURE_EXEMPT,
    cap=120,
    first_drop=30,
    middle_drop=70,
    wrong_declaration=120,
    full_count=120,
    tunnela=Tunnela.MELD,
    dublee=Dublee.MELD,
)
PRESETS: Final[dict[str, Rules]] = {
    "indian-13": _POINTS,
    "pool-101": replace(_POINTS, pool_limit=101, rejoin_max=79, split_min=80),
    "pool-201": replace(_POINTS, first_drop=25, middle_drop=50, pool_limit=201, rejoin_max=174, split_min=175),
    "pool-61": replace(
        _POINTS,
        cap=60,
        first_drop=15,
        middle_drop=30,
        wrong_declaration=60,
        full_count=60,
        pool_limit=61,
        rejoin_max=44,
    ),
    "deals": replace(_POINTS, deals_winner=DealsWinner.LOWEST_TOTAL),
    "pagat": replace(_POINTS, protection=Protection.PURE_EXEMPT, first_drop=10),
    "first-life": replace(_POINTS, protection=Protection.FIRST_LIFE),
    "open": replace(_POINTS, protection=Protection.NONE),
    "paplu": replace(_POINTS, min_pure=2, protection=Protection.PURE_EXEMPT, cap=None, first_drop=10, set_max=3),
    "indian-10": replace(_POINTS, hand_size=10, cap=60, wrong_declaration=60, full_count=60),
    "gin-10": replace(
        _POINTS,
        hand_size=10,
        decks=1,
        printed_jokers=0,
        min_sequences=0,
        min_pure=0,
        ace_high=False,
        ace_points=1,
        protection=Protection.NONE,
        cap=None,
        first_drop=None,
        middle_drop=None,
        wrong_declaration=None,
    ),
    "indian-21": _HOME_21,
    "club-21": replace(
        _HOME_21,
        tunnela=Tunnela.PURE_SEQUENCE,
        dublee=Dublee.OFF,
        neighbours_wild=True,
        special_shows=True,
        value_cards=True,
    ),
}
"""The games by name."""

DEFAULT_PRESET: Final = "indian-13"


@dataclass(frozen=True)
class NamedRules:
    """Rules together with the name they were asked for by.

    Attributes:
        name: the preset.
        customised: whether any switch differs from the preset.
        rules: the switches.
    """

    name: str
    rules: Rules
    customised: bool = False

    @property
    def fingerprint(self) -> str:
        """See :attr:`Rules.fingerprint`."""
        return self.rules.fingerprint


NAMED_PRESETS: Final[dict[str, NamedRules]] = {name: NamedRules(name, rules) for name, rules in PRESETS.items()}
