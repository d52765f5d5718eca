"""Bounds: what four suits can come to together at most. No arrangement is better, and many are worse."""

from app.rummy.game import Game
from app.rummy.holding import Holding
from app.rummy.packing import ADD, caps
from app.rummy.suit_memo import count_asked, jokers_alone, lookup, useful_ranks
from app.rummy.suit_table import Table


def first_joker(t0: Table, t1: Table, t2: Table, t3: Table) -> int:
    """The most that the first joker adds to four suits."""
    m0, m1, m2, m3 = t0.most, t1.most, t2.most, t3.most
    most = m0[1] - m0[0]
    if m1[1] - m1[0] > most:
        most = m1[1] - m1[0]
    if m2[1] - m2[0] > most:
        most = m2[1] - m2[0]
    return max(m3[1] - m3[0], most)


def most_together(t0: Table, t1: Table, t2: Table, t3: Table, jokers: int) -> int:
    """The most that four suits can come to together, however they share the jokers."""
    m0, m1, m2, m3 = t0.most, t1.most, t2.most, t3.most
    if jokers == 2:
        return m0[0] + m1[0] + m2[0] + m3[0] + _two_jokers(t0, t1, t2, t3)
    most = 0
    for i in range(jokers + 1):
        x0 = m0[i]
        for j in range(jokers + 1 - i):
            x1 = x0 + m1[j]
            left = jokers - i - j
            for k in range(left + 1):
                total = x1 + m2[k] + m3[left - k]
                if total > most:
                    most = total
    return most


def _two_jokers(t0: Table, t1: Table, t2: Table, t3: Table) -> int:
    """The most that two jokers add to four suits: both to one of them, or one each to two."""
    m0, m1, m2, m3 = t0.most, t1.most, t2.most, t3.most
    first, second, third, fourth = m0[1] - m0[0], m1[1] - m1[0], m2[1] - m2[0], m3[1] - m3[0]
    if first < second:
        first, second = second, first
    if third < fourth:
        third, fourth = fourth, third
    apart = max(first + third, first + second, third + fourth)
    return max(apart, m0[2] - m0[0], m1[2] - m1[0], m2[2] - m2[0], m3[2] - m3[0])


def count_cards(counts: int) -> int:
    """How many cards a suit's counts are."""
    cards = 0
    while counts:
        cards += counts & 3
        counts >>= 2
    return cards


def most_in_place(holding: Holding, game: Game) -> int:
    """How many jokers can lie as themselves at most."""
    jokers, wild = holding.jokers, holding.wild
    if game.kind >> 8 or game.neighbours:
        return jokers
    if not (wild[0] or wild[1] or wild[2] or wild[3]):
        return 0
    if jokers > 2:  # with two more jokers any wild card makes a run in its own place, else it needs a neighbour
        return jokers
    in_place = 0
    for suit in range(4):
        if wild[suit]:
            in_place += count_cards(wild[suit] & useful_ranks(holding.natural[suit], wild[suit], 1))
    return in_place


def can_be_met(holding: Holding, game: Game) -> int:
    """Whether each suit by itself, with all jokers, makes sequences enough for the requirements of a declaration."""
    add, kind, jokers = ADD[caps(game.kind)], game.kind_pure, holding.jokers
    top = 0
    if jokers > 1:
        top = jokers_alone(kind, jokers, holding.printed, game.joker_groups).tops[jokers]
    count_asked(4)
    for suit in range(4):
        key = holding.natural[suit]
        if jokers:
            key |= holding.wild[suit] << 26
        top = add[top * 32 + lookup(kind, key, jokers).tops[jokers]]
    return game.met[top]
