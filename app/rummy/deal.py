"""A deal as it is told: who took part, how it ended for each of them, and the cards that are known of them."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

MOST_PLAYERS: Final = 16
"""More than sit at any table."""


class Outcome(StrEnum):
    """How a deal ended for a player."""

    DECLARED = "declared"
    HAND = "hand"
    GROUPS = "groups"
    FIRST_DROP = "first_drop"
    MIDDLE_DROP = "middle_drop"
    LEFT = "left"
    WRONG_DECLARATION = "wrong_declaration"
    FULL_COUNT = "full_count"


DROPPED: Final = frozenset({Outcome.FIRST_DROP, Outcome.MIDDLE_DROP, Outcome.LEFT})
"""Out before the end, by the player's own will or not."""
UNDECIDED: Final = frozenset({Outcome.HAND, Outcome.GROUPS})
"""In until the end without declaring: loses to a valid declaration, and wins where everybody else is out."""


class Player(NamedTuple):
    """A player and how the deal ended for them.

    Attributes:
        id: the name by which totals and answers know them.
        outcome: how it ended.
        hand: the codes of the cards held, in no order, where they are told so.
        groups: the codes of the cards held, in the groups as laid, where they are told so.
        discard: the code of the card put down to finish, if told; it is in no group.
    """

    id: str
    outcome: Outcome
    hand: tuple[int, ...] | None = None
    groups: tuple[tuple[int, ...], ...] | None = None
    discard: int | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards known to be held, without the one put down."""
        if self.groups is not None:
            return tuple(code for group in self.groups for code in group)
        return self.hand or ()


class Told(NamedTuple):
    """A player as far as could be read: None is what could not, or what was not told.

    Attributes:
        id: as :attr:`Player.id`.
        outcome: as :attr:`Player.outcome`.
        hand: as :attr:`Player.hand`; a card that could not be read is None.
        groups: as :attr:`Player.groups`, likewise.
        discard: as :attr:`Player.discard`.
        unread: the members that were told but could not be read at all, so that what depends on them goes unsaid.
    """

    id: str | None
    outcome: Outcome | None
    hand: Sequence[int | None] | None = None
    groups: Sequence[Sequence[int | None]] | None = None
    discard: int | None = None
    unread: frozenset[str] = frozenset()

    def tells(self, member: str) -> bool:
        """Whether the member is there, readable or not."""
        return member in self.unread or getattr(self, member) is not None
