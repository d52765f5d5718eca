"""What the game answers: melds, penalties, analyses and verdicts, as frozen values with the contract's names."""

from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple

from app.rummy.cards import CARD_TEXT
from app.rummy.rules import NamedRules, Protection

AS_ITSELF: Final = -1
"""In :attr:`PlacedCard.stands`: the card stands as itself and nothing needs saying."""
FOR_NOTHING: Final = -2
"""In :attr:`PlacedCard.stands`: a joker in a set beyond the four suits; it stands for no card."""


class Kind(StrEnum):
    """Kinds of meld."""

    PURE_SEQUENCE = "pure_sequence"
    IMPURE_SEQUENCE = "impure_sequence"
    SET = "set"
    TUNNELA = "tunnela"
    DUBLEE = "dublee"


class Show(StrEnum):
    """Special shows: what ends a game of 21 cards though the others are not arranged."""

    THREE_TUNNELAS = "three_tunnelas"
    EIGHT_DUBLEES = "eight_dublees"
    EIGHT_JOKERS = "eight_jokers"


class Reason(StrEnum):
    """Why a group is no meld."""

    TOO_FEW_CARDS = "too_few_cards"
    TOO_MANY_CARDS = "too_many_cards"
    MIXED_SUITS = "mixed_suits"
    NOT_CONSECUTIVE = "not_consecutive"
    ACE_WRAPS = "ace_wraps"
    REPEATED_CARD = "repeated_card"
    REPEATED_SUIT = "repeated_suit"
    MIXED_RANKS = "mixed_ranks"
    JOKERS_ONLY = "jokers_only"


class Violation(StrEnum):
    """Why a whole declaration is not valid, or a hand not declarable."""

    NO_PURE_SEQUENCE = "no_pure_sequence"
    TOO_FEW_PURE_SEQUENCES = "too_few_pure_sequences"
    TOO_FEW_SEQUENCES = "too_few_sequences"
    INVALID_GROUP = "invalid_group"
    CARDS_LEFT_OVER = "cards_left_over"
    WRONG_CARD_COUNT = "wrong_card_count"


class Counted(StrEnum):
    """Which cards a penalty counts."""

    LOOSE_CARDS = "loose_cards"
    ALL_BUT_PURE = "all_but_pure"
    ALL_CARDS = "all_cards"
    FLAT_CAP = "flat_cap"


class PlacedCard(NamedTuple):
    """A card where it lies in an answer.

    Attributes:
        code: the card's code.
        position: its index in the request's hand; for a declaration ``group * 64 + index`` (see :func:`spot`).
        stands: the code it stands for, :data:`AS_ITSELF` or :data:`FOR_NOTHING`.
    """

    code: int
    position: int
    stands: int = AS_ITSELF

    @property
    def card(self) -> str:
        """The card's canonical text."""
        return CARD_TEXT[self.code]

    @property
    def stands_for(self) -> str | None:
        """The text of the card it stands for, or None."""
        return CARD_TEXT[self.stands] if self.stands >= 0 else None


class Meld(NamedTuple):
    """A meld of an arrangement.

    Attributes:
        kind: what it is.
        counts: whether it protects its cards from the penalty.
        codes: its cards' codes, in the order in which people lay them out.
        positions: the position of each.
        stands: per card the code it stands for, :data:`AS_ITSELF` or :data:`FOR_NOTHING`.
    """

    kind: Kind
    counts: bool
    codes: tuple[int, ...]
    positions: tuple[int, ...]
    stands: tuple[int, ...]

    @property
    def cards(self) -> tuple[PlacedCard, ...]:
        """Its cards, one by one."""
        return tuple(map(PlacedCard, self.codes, self.positions, self.stands))


class Penalty(NamedTuple):
    """What a hand costs its loser, in points.

    Attributes:
        points: after the cap.
        before_cap: before it.
        cap: the most a hand costs, or None.
        counted: the cards that count.
    """

    points: int
    before_cap: int
    cap: int | None
    counted: Counted


quick_penalty = partial(tuple.__new__, Penalty)
"""Makes a Penalty of a tuple of its members: the usual call takes several times as long."""
quick_meld = partial(tuple.__new__, Meld)
"""Makes a Meld of a tuple of its members, likewise; answers have many."""


class Compared(NamedTuple):
    """Points under another protection, and the best card to put down under it (14 cards only)."""

    points: int
    discard: PlacedCard | None


class Analysis(NamedTuple):
    """The best lawful arrangement of a hand.

    Attributes:
        declarable: whether the melds make a valid declaration.
        penalty: what the hand costs its loser.
        melds: the arrangement: pure sequences first, then impure ones, then sets.
        loose_codes: the codes of the cards in no meld, in order of position (without the discard).
        loose_positions: their positions.
        sequences: sequences among the melds, pure ones included.
        pure_sequences: pure sequences among the melds.
        missing: what the arrangement lacks for a declaration; empty exactly when declarable.
        discard: with one card more than the hand size, the best card to put down.
        rules: the rules it was judged by.
        comparison: where asked for, the points under each protection.
        show: the special show by which the hand can be declared, where it cannot otherwise; the melds are its groups.
        ungrouped: the cards outside a special show, in order of position (without the discard).
    """

    declarable: bool
    penalty: Penalty
    melds: tuple[Meld, ...]
    loose_codes: tuple[int, ...]
    loose_positions: tuple[int, ...]
    sequences: int
    pure_sequences: int
    missing: tuple[Violation, ...]
    discard: PlacedCard | None
    rules: NamedRules
    comparison: dict[Protection, Compared] | None = None
    show: Show | None = None
    ungrouped: tuple[PlacedCard, ...] = ()

    @property
    def points(self) -> int:
        """The penalty after the cap, in points."""
        return self.penalty.points

    @property
    def loose(self) -> tuple[PlacedCard, ...]:
        """The cards in no meld, one by one."""
        return tuple(map(PlacedCard, self.loose_codes, self.loose_positions))


quick_analysis = partial(tuple.__new__, Analysis)
"""Makes an Analysis of a tuple of its members, likewise."""


class JudgedGroup(NamedTuple):
    """A group as its player laid it, read most kindly.

    Attributes:
        kind: what it is, or None when it is no meld.
        cards: its cards in the order in which they were laid.
        reasons: why it is no meld, sorted by name; empty when it is one.
    """

    kind: Kind | None
    cards: tuple[PlacedCard, ...]
    reasons: tuple[Reason, ...]


class Complaint(NamedTuple):
    """One violation of a declaration.

    Attributes:
        code: its name.
        detail: a sentence for people.
        group: the index of the group it is about, or None for the whole.
    """

    code: Violation
    detail: str
    group: int | None


class Verdict(NamedTuple):
    """The judgement of a declaration.

    Attributes:
        valid: whether it stands.
        points: 0, or the penalty of a wrong declaration.
        points_as_loser: what these groups cost a loser, counted as laid.
        violations: all that is wrong with the whole.
        groups: each group's reading, in order.
        best: the best arrangement of the grouped cards, or None where they make no hand or it was not asked
            for; its positions are spots.
        rules: the rules it was judged by.
        show: the special show that was laid, where the groups are no declaration otherwise.
        ungrouped: the cards laid outside a special show, in the order laid.
    """

    valid: bool
    points: int
    points_as_loser: int
    violations: tuple[Complaint, ...]
    groups: tuple[JudgedGroup, ...]
    best: Analysis | None
    rules: NamedRules
    show: Show | None = None
    ungrouped: tuple[PlacedCard, ...] = ()


SPOT_SHIFT: Final = 64
"""Room for positions within one group; a hand has at most 22 cards, a request's groups are bounded below this."""


def spot(group: int, index: int) -> int:
    """The position of card ``index`` of group ``group`` as one int.

    >>> divmod(spot(3, 2), SPOT_SHIFT)
    (3, 2)
    """
    return group * SPOT_SHIFT + index
