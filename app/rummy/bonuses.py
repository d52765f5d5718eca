"""What cards are worth by themselves, outside of caps and totals: the paplu, and the value cards of the 21-card game.

>>> from app.rummy.cards import CARD_TEXT
>>> from app.rummy.pack import parse_wild_joker
>>> [[CARD_TEXT[code] for code in bonus_cards(parse_wild_joker(cut))] for cut in ("KH", "JK")]
[['KH', 'AH', 'QH'], ['AS', '2S', 'KS']]
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.rummy.cards import JOKER
from app.rummy.deal import DROPPED
from app.rummy.pack import WildJoker, neighbours
from app.rummy.rules import Rules
from app.rummy.settle import Line, Settled, Why

_OF_A_KIND: Final = (0, 10, 30, 50)
"""What one, two or three copies of one value card collect from each other player."""
_MARRIAGES: Final = (0, 100, 300, 500)
"""What one, two or three marriages do; their cards do not count as copies too."""


class BonusCards(NamedTuple):
    """The cut card and its neighbours in its suit, or how many of each are held. The upper one is the paplu."""

    cut: int
    upper: int
    lower: int


class Transfer(NamedTuple):
    """Points that one player owes another.

    Attributes:
        payer: the place of the one who pays.
        collector: the place of the one who collects.
        points: how many, above 0.
    """

    payer: int
    collector: int
    points: int


class Bonus(NamedTuple):
    """What cards brought a player.

    Attributes:
        held: how many of the bonus cards count for the player, or None where none do, whatever the player holds.
        marriages: how many whole marriages are among them.
        paplu: points for or against the player on account of the paplu.
        value_cards: points for or against the player on account of value cards.
    """

    held: BonusCards | None
    marriages: int
    paplu: int
    value_cards: int

    @property
    def points(self) -> int:
        """All together; above 0 the player collects."""
        return self.paplu + self.value_cards


class Bonuses(NamedTuple):
    """The bonuses of a deal.

    Attributes:
        cards: the cards that bring them.
        shares: one for each player.
        transfers: who owes whom.
    """

    cards: BonusCards
    shares: tuple[Bonus, ...]
    transfers: tuple[Transfer, ...]


def bonus_cards(wild_joker: WildJoker) -> BonusCards:
    """The cut card, which must be known, and its neighbours. A printed joker counts as the ace of spades."""
    upper, lower = neighbours(wild_joker)
    return BonusCards(0 if wild_joker.cut is None or wild_joker.cut == JOKER else wild_joker.cut, upper, lower)


def card_bonuses(settled: Settled, wild_joker: WildJoker, rules: Rules) -> Bonuses | None:
    """The bonuses of a deal that is over, or None where the rules have none or it goes on."""
    if settled.winner is None or not (rules.paplu_bonus or rules.value_cards):
        return None
    cards = bonus_cards(wild_joker)
    places = range(len(settled.lines))
    held = [
        BonusCards(*(line.player.cards.count(code) for code in cards)) if _counts(line, rules) else None
        for line in settled.lines
    ]
    marriages = [min(own) if own and rules.value_cards else 0 for own in held]
    paplu = _paplu(settled, held, rules)
    value: list[Transfer] = []
    if rules.value_cards:
        worth = [0 if own is None else _worth(own) for own in held]
        value = [
            Transfer(payer, collector, worth[collector])
            for collector in places
            for payer in places
            if payer != collector and worth[collector] and held[payer] is not None
        ]
    shares = tuple(Bonus(held[p], marriages[p], _net(p, paplu), _net(p, value)) for p in places)
    return Bonuses(cards, shares, (*paplu, *value))


def _counts(line: Line, rules: Rules) -> bool:
    """Whether bonus cards count for a player at all: value cards for all who did not drop, the paplu for a declarer."""
    return (rules.value_cards and line.player.outcome not in DROPPED) or line.why is Why.VALID_DECLARATION


def _paplu(settled: Settled, held: Sequence[BonusCards | None], rules: Rules) -> list[Transfer]:
    """Every opponent, dropped or not, pays a valid declarer; who wins as the last one in has declared nothing."""
    winner = settled.winner
    if winner is None or settled.lines[winner].why is not Why.VALID_DECLARATION:
        return []
    own = held[winner]
    points = rules.paplu_bonus * (own.upper if own else 0)
    return [Transfer(payer, winner, points) for payer in range(len(held)) if payer != winner and points]


def _worth(held: BonusCards) -> int:
    """What the value cards of one hand collect from each other player: marriages first, then what is left over.

    >>> _worth(BonusCards(2, 1, 1)), _worth(BonusCards(2, 2, 0)), _worth(BonusCards(2, 2, 2))
    (110, 60, 300)
    """
    marriages = min(held)
    return _MARRIAGES[marriages] + sum(_OF_A_KIND[number - marriages] for number in held)


def _net(place: int, transfers: Sequence[Transfer]) -> int:
    return sum(t.points * ((t.collector == place) - (t.payer == place)) for t in transfers)
