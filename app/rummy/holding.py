"""The cards of a hand as the search wants them: counted by suit, rank and whether they are wild."""

from collections.abc import Sequence

from app.rummy.cards import JOKER
from app.rummy.game import Game


class Holding:
    """Cards, counted.

    Attributes:
        natural: per suit, counts of two bits a rank.
        wild: per suit, likewise, its wild cards.
        jokers: all jokers, printed and wild.
        printed: the printed ones.
        total: points of all cards.
        size: how many cards there are.
        possible: whether these cards can exist together; ``pack.hand_faults`` names those that cannot.
    """

    def __init__(self) -> None:
        """Be empty."""
        self.natural = [0] * 4  # written out: packing.blank would make a list first
        self.wild = [0] * 4
        self.held = [0] * 53
        self.jokers = self.printed = self.total = self.size = self.possible = 0

    def count(self, codes: Sequence[int], game: Game) -> None:
        """Count ``codes``, once."""
        held, copies, is_wild, points = self.held, game.copies, game.wild, game.points
        suits, bits = game.suits, game.bits
        natural, wild = self.natural, self.wild
        jokers = total = 0
        possible = game.plenty
        for code in codes:
            count = held[code] + 1
            held[code] = count
            if count > copies[code]:
                possible = 0
            if not is_wild[code]:
                natural[suits[code]] += bits[code]
                total += points[code]
            else:
                jokers += 1
                if code != JOKER:
                    wild[suits[code]] += bits[code]
        self.jokers, self.printed, self.total = jokers, held[JOKER], total
        self.size = len(codes)
        self.possible = possible


def hold(codes: Sequence[int], game: Game) -> Holding:
    """The holding of these card codes."""
    holding = Holding()
    holding.count(codes, game)
    return holding
