"""What is wrong with an input, as named faults with a place: never one string, always all of them."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class FaultCode(StrEnum):
    """Why an input is refused: a closed list, the same in code and contract."""

    UNKNOWN_CARD = "unknown_card"
    UNKNOWN_WILD_JOKER = "unknown_wild_joker"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_JOKERS = "too_many_jokers"
    WRONG_CARD_COUNT = "wrong_card_count"
    NOT_IN_HAND = "not_in_hand"
    NOTHING_TO_DISCARD = "nothing_to_discard"
    UNKNOWN_PRESET = "unknown_preset"
    UNKNOWN_MEMBER = "unknown_member"
    MISSING = "missing"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    SENSELESS = "senseless"
    REPEATED = "repeated"
    UNKNOWN_PLAYER = "unknown_player"
    IMPOSSIBLE = "impossible"


class Fault(NamedTuple):
    """One fault.

    Attributes:
        path: where it lies in the input, outermost first: ``("hand", 3)``; empty for the whole.
        code: its name.
        detail: a sentence for people: what was got, what is allowed, an example.
    """

    path: tuple[str | int, ...]
    code: FaultCode
    detail: str


class BudgetError(RuntimeError):
    """The search ran out of the nodes it was given. The same question with the same budget always does."""


class InputError(ValueError):
    """An input the game refuses; :attr:`faults` lists all that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Keep the faults; the message joins their details."""
        super().__init__("; ".join(fault.detail for fault in faults))
        self.faults: tuple[Fault, ...] = tuple(faults)
