"""Cards: small integers inside, canonical text outside.

A card is an int: ``suit * 13 + rank`` with the suits S H D C as 0 to 3 and the ranks A 2 ... K as 0 to 12; a printed
joker is :data:`JOKER` (52). The text is the rank followed by the suit, ``10H``, ``QD``; a printed joker is ``JK``.

>>> parse_card("T♥") == parse_card("10H") == 22
True
>>> CARD_TEXT[22]
'10H'
"""

from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER: Final = 52
"""The code of every printed joker."""

CARD_TEXT: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")
"""Canonical text by card code."""

_SUIT_SIGNS: Final = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
_PLAYING_CARD_BLOCKS: Final = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
_UNICODE_JOKERS: Final = ("\U0001f0bf", "\U0001f0cf", "\U0001f0df")  # red, black and white joker


class CardError(ValueError):
    """A text that names no card (or no wild joker). The message says what was got and what is allowed."""


def _rank_spellings() -> dict[str, int]:
    spellings = {spelling: rank for rank, text in enumerate(RANKS) for spelling in (text, text.lower())}
    return spellings | {"T": 9, "t": 9}


RANK_CODES: Final[dict[str, int]] = _rank_spellings()
"""Every accepted spelling of a rank alone."""


def _card_spellings() -> dict[str, int]:
    spellings: dict[str, int] = {}
    for suit_code, suit in enumerate(SUITS):
        sign = _SUIT_SIGNS[suit]
        # U+FE0E and U+FE0F ask for the sign as text or as a picture; they are part of what keyboards type.
        for suit_text in (suit, suit.lower(), sign, sign + "\ufe0e", sign + "\ufe0f"):
            for rank_text, rank in RANK_CODES.items():
                spellings[rank_text + suit_text] = suit_code * 13 + rank
        for rank in range(13):
            offset = rank + 1 if rank <= 10 else rank + 2  # the block has a knight between jack and queen
            spellings[chr(_PLAYING_CARD_BLOCKS[suit] + offset)] = suit_code * 13 + rank
    for text in ("JK", "Jk", "jK", "jk", *_UNICODE_JOKERS):
        spellings[text] = JOKER
    for bits in range(32):
        spellings["".join(c.lower() if bits >> i & 1 else c for i, c in enumerate("JOKER"))] = JOKER
    return spellings


CARD_CODES: Final[dict[str, int]] = _card_spellings()
"""Every accepted spelling of a card. A closed table: nothing is trimmed, folded or normalised."""


def card_points(ace_points: int) -> tuple[int, ...]:
    """Points of each card code when it is not wild: A K Q J 10 are 10 (or the ace 1), 2-9 face value, JK 0."""
    by_rank = (ace_points, *range(2, 10), 10, 10, 10, 10)
    return (*(points for _ in SUITS for points in by_rank), 0)


def parse_card(text: str) -> int:
    """The code of the card that ``text`` names.

    Raises:
        CardError: ``text`` is no accepted spelling of a card.
    """
    code = CARD_CODES.get(text)
    if code is None:
        message = f"{quote(text)} is no card; a card is a rank A 2-10 J Q K and a suit S H D C, like 10H, or JK"
        raise CardError(message)
    return code


def quote(text: str, limit: int = 32) -> str:
    """``text`` in quotes, safe for logs and pages: at most ``limit`` characters, strange ones as code points.

    >>> quote("6С")
    "'6<U+0421>'"
    """
    shown = "".join(c if " " <= c <= "~" and c not in "<>&'\"\\" else f"<U+{ord(c):04X}>" for c in text[:limit])
    return f"'{shown}'" + ("…" if len(text) > limit else "")
