"""Special shows: three tunnelas, eight dublees, or a group of eight jokers, whatever the other cards are.

What counts is what the cards are, not what their group is read as: any three identical cards are a tunnela here, any
two a dublee, printed jokers and wild cards among them, whether or not the rules make melds of these.

>>> from app.rummy.cards import CARD_TEXT, parse_card
>>> from app.rummy.pack import pack_of, parse_wild_joker
>>> from app.rummy.rules import PRESETS
>>> pack = pack_of(PRESETS["club-21"], parse_wild_joker("7D"))
>>> hand = [parse_card(text) for text in ("2S " * 3 + "KH " * 3 + "JK " * 3 + "3S 4D 5C 6H").split()]
>>> show, groups = held_show(hand, pack)
>>> str(show), [[CARD_TEXT[code] for code in group] for group in groups]
('three_tunnelas', [['2S', '2S', '2S'], ['KH', 'KH', 'KH'], ['JK', 'JK', 'JK']])
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from app.rummy.game import Game
from app.rummy.melds import DUBLEE_SIZE, MIN_MELD, order_cards, read_group
from app.rummy.pack import Pack
from app.rummy.penalty import count_sequences
from app.rummy.results import AS_ITSELF, Analysis, Counted, Kind, Meld, Penalty, PlacedCard, Show

_TUNNELAS: Final = 3
_DUBLEES: Final = 8
_JOKERS: Final = 8
_IDENTICAL: Final = (
    (Show.THREE_TUNNELAS, Kind.TUNNELA, MIN_MELD, _TUNNELAS),
    (Show.EIGHT_DUBLEES, Kind.DUBLEE, DUBLEE_SIZE, _DUBLEES),
)
"""Shows of identical cards: the kind of their groups, the cards of a group, and how many groups they need."""

Groups = list[list[int]]


class LaidShow(NamedTuple):
    """A special show as it was laid.

    Attributes:
        show: which one.
        kinds: the groups that belong to it, by index, and what each is in it; a group of jokers is what it ever is,
            here None.
    """

    show: Show
    kinds: dict[int, Kind | None]


def laid_show(groups: Sequence[Sequence[int]], pack: Pack) -> LaidShow | None:
    """The special show that these groups hold as they were laid, or None.

    A player who lays more than is needed, a fourth tunnela or a ninth joker, lays a larger show.
    """
    for show, kind, size, needed in _IDENTICAL:
        found = [i for i, cards in enumerate(groups) if len(cards) == size and len(set(cards)) == 1]
        if len(found) >= needed:
            return LaidShow(show, dict.fromkeys(found, kind))
    for index, cards in enumerate(groups):
        if len(cards) >= _JOKERS and all(pack.wild[code] for code in cards):
            return LaidShow(Show.EIGHT_JOKERS, {index: None})
    return None


def held_show(hand: Sequence[int], pack: Pack) -> tuple[Show, Groups] | None:
    """A special show that can be made of this hand, and its groups; None where there is none.

    Where there are more cards for it than needed, those with the lowest codes are shown.
    """
    held = Counter(hand)
    for show, _, size, needed in _IDENTICAL:
        groups = [[code] * size for code in sorted(held) for _ in range(held[code] // size)]
        if len(groups) >= needed:
            return show, groups[:needed]
    jokers = sorted(code for code in hand if pack.wild[code])
    return (Show.EIGHT_JOKERS, [jokers[:_JOKERS]]) if len(jokers) >= _JOKERS else None


def shown_instead(analysis: Analysis, hand: Sequence[int], game: Game, picked_up: int | None) -> Analysis:
    """``analysis``, or where ``hand`` holds a special show, that show: declarable, at no points.

    Args:
        analysis: the hand's best arrangement otherwise.
        hand: its cards. Of a card too many, the one put down is the first that leaves a show, in the order in which
            discards are preferred.
        game: what it is judged by.
        picked_up: the card just taken from the open pile.
    """
    positions = list(range(len(hand)))
    discard = None
    if len(hand) > game.rules.hand_size:
        position = _finish_position(hand, game, picked_up)
        if position is None:
            return analysis
        positions.remove(position)
        discard = PlacedCard(hand[position], position)
    found = held_show([hand[position] for position in positions], game.pack)
    if found is None:
        return analysis
    show, groups = found
    melds = []
    for codes in groups:
        kind, stands = _in_show(show, codes, game)
        order = order_cards(kind, codes, stands)
        places = []
        for index in order:
            places.append(next(position for position in positions if hand[position] == codes[index]))
            positions.remove(places[-1])
        ordered, stand = tuple(codes[index] for index in order), tuple(stands[index] for index in order)
        melds.append(Meld(kind, counts=True, codes=ordered, positions=tuple(places), stands=stand))
    pure, sequences = count_sequences((meld.kind for meld in melds), game.rules)
    return analysis._replace(
        declarable=True,
        penalty=Penalty(0, 0, game.rules.cap, Counted.LOOSE_CARDS),
        melds=tuple(melds),
        loose_codes=(),
        loose_positions=(),
        sequences=sequences,
        pure_sequences=pure,
        missing=(),
        discard=discard,
        show=show,
        ungrouped=tuple(PlacedCard(hand[position], position) for position in positions),
    )


def _in_show(show: Show, codes: Sequence[int], game: Game) -> tuple[Kind, Sequence[int]]:
    """What a group is in a show, and what its cards stand for. Jokers with a wild card among them are a sequence."""
    for named, kind, size, _ in _IDENTICAL:
        if named is show:
            return kind, (AS_ITSELF,) * size
    reading = read_group(codes, game.rules, game.pack)
    return reading.kind or Kind.IMPURE_SEQUENCE, reading.stands


def _finish_position(hand: Sequence[int], game: Game, picked_up: int | None) -> int | None:
    """Where the card lies that is put down to finish by a special show, or None where no card leaves one."""
    kept_back = picked_up is not None and hand.count(picked_up) == 1 and not game.rules.finish_with_picked_up
    points = game.pack.points
    for code in sorted(set(hand), key=lambda code: (-points[code], code)):
        if kept_back and code == picked_up:
            continue
        rest = list(hand)
        rest.remove(code)
        if held_show(rest, game.pack) is not None:
            places = [place for place, held in enumerate(hand) if held == code]
            return places[0] if code == picked_up else places[-1]
    return None
