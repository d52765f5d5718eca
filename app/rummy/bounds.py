"""Bounds: what four suits can come to together at most. No arrangement is better, and many are worse."""

from app.rummy.suit_table import Table


def first_joker(t0: Table, t1: Table, t2: Table, t3: Table) -> int:
    """The most that the first joker adds to four suits."""
    return max(t0.most[1] - t0.most[0], t1.most[1] - t1.most[0], t2.most[1] - t2.most[0], t3.most[1] - t3.most[0])


def most_together(t0: Table, t1: Table, t2: Table, t3: Table, jokers: int) -> int:
    """The most that four suits can come to together, however they share the jokers."""
    most = 0
    for i in range(jokers + 1):
        x0 = t0.most[i]
        for j in range(jokers + 1 - i):
            x1 = x0 + t1.most[j]
            left = jokers - i - j
            for k in range(left + 1):
                total = x1 + t2.most[k] + t3.most[left - k]
                if total > most:
                    most = total
    return most


def count_cards(counts: int) -> int:
    """How many cards a suit's counts are."""
    cards = 0
    while counts:
        cards += counts & 3
        counts >>= 2
    return cards
