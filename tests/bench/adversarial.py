"""Hands that are hard for a search: many sets beside many runs, every card twice, as many jokers as there are.

The last ones were found by ``python -m tests.bench --worst``. All are legal under the preset beside them.
"""

from collections.abc import Iterator

from app.rummy.cards import parse_card
from app.rummy.pack import parse_wild_joker
from app.rummy.rules import NAMED_PRESETS
from tests.bench.subject import Question

HANDS = (
    # (preset, wild joker, hand)
    ("indian-13", "2", "5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S"),
    ("indian-13", "2", "5S 5H 5D 5C 6S 6H 6D 6C 7S 7H JK JK 2S"),
    ("indian-13", "A", "9S 9S 9H 9H 9D 9D 9C 9C 10S 10H 10D 10C JK"),
    ("indian-13", "2", "5S 5S 6S 6S 7S 7S 8S 8S 9S 9S 10S 10S JS"),
    ("indian-13", "2", "5S 5S 6S 6S 7S 7S 8S 8S 2S 2S 2H 2D JK"),
    ("indian-13", "K", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"),
    ("indian-13", "7", "7S 7S 7H 7H 7D 7D 7C 7C JK JK 5S 6H 9D"),
    ("indian-13", "7", "7S 7S 7H 7H 7D 5S 6S 8S 9S 5H 6H 8H 9H"),
    ("indian-13", "JK", "AS AH AD AC QS QH QD QC KS KH KD KC JK"),
    ("indian-13", "2", "5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C JK 2S"),
    ("indian-13", "2", "3S 4S 5S 3H 4H 5H 3D 4D 5D 2S 2H 2D JK JK"),
    ("pagat", "2", "5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C JK"),
    ("pagat", "2", "5S 5H 5D 6S 6H 6D 7S 7H 7D JK JK 2S 2H 2D"),
    ("first-life", "2", "5S 5H 5D 6S 6H 6D 7S 7H 7D JK JK 2S 2H"),
    ("open", "2", "5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D JK 2S 2H"),
    ("first-life", "K", "AS 3S JS KS AH 3H JH AD 3D JD AC 3C JC KC"),
    ("pagat", "5", "4S 6S 6S 4H 6H 6H 4D 6D 6D 4C 5C 6C JK JK"),
    ("indian-13", "5", "4S AD AD 2D 3D 4D 4D 5D 5D 6D 7D 4C 5C JK"),
    ("pagat", "A", "4S AH 2H 3H 3D AC AC 2C 3C 3C 4C 6C KC JK"),
    ("pagat", "AH", "AS 2S 3S 3H AD AD 2D 3D 4D 4D 5D 6D 8D"),
    ("open", "AC", "AS AS 2S 3S 3S 4S 4S 5S 6S AH 6H 6D JK"),
)


def adversarial() -> Iterator[Question]:
    for preset, wild_joker, cards in HANDS:
        codes = tuple(parse_card(text) for text in cards.split())
        yield codes, parse_wild_joker(wild_joker), NAMED_PRESETS[preset]
