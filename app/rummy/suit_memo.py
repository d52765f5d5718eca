"""Suits remembered: what :mod:`.suit_builder` has made, by cards and rules, bounded in memory."""

from itertools import combinations
from typing import Final

from app.rummy.suit_builder import Builder
from app.rummy.suit_table import Table, clipped

MEMO_LIMIT: Final = 1 << 17
"""Suits that are added to a generation of the memo at most; and ways to lay a part of a suit that are kept at hand."""
_EXACTLY: Final = 1 << 52
"""Beyond the key of a suit: one more than the jokers that are left to it, where more of them are another suit."""
_MOST_KINDS: Final = 16
"""Kinds for which builders and parts of suits are kept at hand: more than the presets have."""


class _Memo:
    """Suits remembered, by kind and key, in two generations: bounded in memory, and what is in use survives.

    A generation that has had its time is let go little by little, as no hand should wait for all of it.

    Attributes:
        leaving: what is let go, as dicts.
        size: suits added to the young generation, but those that were remembered beforehand (:func:`warm`).
        asked: how often a search asked for a suit.
        made: how often one had to be worked out.
    """

    def __init__(self) -> None:
        self.asked = self.made = 0
        self.young: dict[int, dict[int, Table]] = {}
        self.old: dict[int, dict[int, Table]] = {}
        self.size = 0
        self.laid: dict[int, dict[int, Table]] = {}
        self.leaving: list[dict[int, Table]] = []
        self.alone: dict[int, Table] = {}
        self.idle: dict[int, list[Builder]] = {}


def recent(kind: int) -> dict[int, Table]:
    """The young generation of a kind, for a first look before :func:`lookup`; not to be changed."""
    known = _memo.young.get(kind)
    if known is None:
        known = _memo.young[kind] = {}
    return known


def lookup(kind: int, key: int, jokers: int) -> Table:
    """The suit ``key`` (naturals | wilds << 26) under the ``packing.variant`` ``kind``, for ``jokers`` or more.

    Of the ways to lay it none is dominated, and the first spends no joker. What the memo holds never changes an answer.
    """
    known = recent(kind)
    table = known.get(key)
    if table is not None and table.jokers >= jokers:
        return table
    older = _memo.old.get(kind)
    table = None if older is None else older.get(key)
    if table is None or table.jokers < jokers:
        bare = _without_hopeless(kind, key, jokers)
        table = _build(kind, key, jokers) if bare == key else _bare(kind, bare, jokers)
    return _keep(kind, key, table)


def _keep(kind: int, key: int, table: Table) -> Table:
    """Remember ``table``, and let go a little of what has had its time."""
    if _memo.size >= MEMO_LIMIT:
        _memo.leaving += _memo.old.values()
        _memo.old, _memo.young, _memo.size = _memo.young, {}, 0
    recent(kind)[key] = table
    _memo.size += 1
    if _memo.leaving:
        _let_go(2)
    return table


def _let_go(how_many: int) -> None:
    """Forget so many suits, or parts of suits, that have had their time.

    It is asked for more than come meanwhile, so that all are gone before the next ones go.
    """
    leaving = _memo.leaving
    try:
        last = leaving.pop()
    except IndexError:  # pragma: no cover - another thread has just taken it
        return
    for _ in range(how_many):
        if last:
            last.popitem()
    if last:
        leaving.append(last)


def _bare(kind: int, key: int, jokers: int) -> Table:
    """The suit ``key`` for ``jokers`` and no more: in its place for others, of which more jokers would make more."""
    known = recent(kind)
    exact = key | (jokers + 1) * _EXACTLY
    table = known.get(exact)
    if table is None:
        table = lookup(kind, key, jokers)
        if table.jokers > jokers:
            table = clipped(table, jokers)
        _keep(kind, exact, table)
    return table


def jokers_alone(kind: int, jokers: int, printed: int, groups: int) -> Table:
    """What jokers make by themselves, ``printed`` of them printed ones, as if they were a fifth suit.

    Three of them are an impure run, where ``groups`` says so; printed ones are identical cards too. A way's one "run"
    is ``runs of three | tunnelas << 8 | dublees << 16``.
    """
    key = (kind << 6 | jokers) << 6 | printed << 1 | groups
    table = _memo.alone.get(key)
    if table is None:
        builder = _take(kind)
        table = builder.alone(jokers, printed, groups)
        _give(kind, builder)
        _memo.alone[key] = table
    return table


def forget() -> None:
    """Empty the memo (for benchmarks and tests: a cold start)."""
    _memo.young, _memo.old, _memo.size = {}, {}, 0
    _memo.laid, _memo.alone, _memo.idle, _memo.leaving = {}, {}, {}, []


def warm(kind: int, most_cards: int, most_jokers: int) -> None:
    """Remember the usual suits beforehand, for up to ``most_jokers``.

    They are up to ``most_cards`` cards, natural but for one rank that may be wild, held twice perhaps; or one of the
    natural ones is held twice, and then there is a card less beside a wild one. Done before a server forks, all its
    workers share them and no request waits for them.
    """
    for size in range(most_cards + 1):
        for ranks in combinations(range(13), size):
            natural = sum([1 << 2 * rank for rank in ranks])
            lookup(kind, natural, most_jokers)
            for rank in range(13):
                one_more = 1 << 2 * rank
                if natural & one_more:
                    if size < most_cards:
                        lookup(kind, natural + one_more, most_jokers)
                    if size + 2 < most_cards:
                        for other in range(13):
                            wild = 1 << 2 * other
                            if not natural & wild:
                                lookup(kind, natural + one_more + (wild << 26), most_jokers)
                else:
                    if size < most_cards:
                        lookup(kind, natural + (one_more << 26), most_jokers)
                    if size + 1 < most_cards:
                        lookup(kind, natural + (one_more << 27), most_jokers)
    _memo.size = 0  # else the usual suits of all presets together would fill a generation, and be the next to go


def memo_size() -> int:
    """Suits remembered now, both generations."""
    return sum(map(len, (*_memo.young.values(), *_memo.old.values())))


def count_asked(suits: int) -> None:
    """Count suits that a search has asked for."""
    _memo.asked += suits


def memo_use() -> tuple[int, int]:
    """How often searches have asked for a suit since the process began, and how often one was worked out.

    Searches tell when they end; suits that were worked out beforehand (:func:`warm`) nobody has asked for.
    """
    return _memo.asked, _memo.made


_ONE_A_RANK: Final = 0x1555555
_NATURALS: Final = (1 << 26) - 1


def useful_ranks(natural: int, wild: int, jokers: int) -> int:
    """The ranks of a suit whose cards a run could take, as both bits of each rank's count.

    With no joker those of three consecutive places, with one those with another card within two places, else all.
    """
    if jokers > 1:
        return _NATURALS
    held = natural | wild if jokers else natural
    held = (held | held >> 1) & _ONE_A_RANK
    held |= (held & 1) << 26
    if jokers:
        useful = held & (held >> 2 | held >> 4 | held << 2 | held << 4)
    else:
        starts = held & held >> 2 & held >> 4
        useful = starts | starts << 2 | starts << 4
    useful = (useful | useful >> 26) & _ONE_A_RANK
    return useful | useful << 1


def _without_hopeless(kind: int, key: int, jokers: int) -> int:
    """``key`` without the cards that no meld of its suit can take: many suits become one, and most of them empty."""
    natural, wild = key & _NATURALS, key >> 26
    if jokers > 1:
        return key
    useful = useful_ranks(natural, wild, jokers)
    if kind >> 8:  # of a card held twice or more there may be a meld
        copies = natural >> 1 & _ONE_A_RANK
        useful |= copies | copies << 1
    return (wild & useful if jokers else 0) << 26 | natural & useful


def _take(kind: int) -> Builder:
    """A builder for one caller at a time; who has done gives it back by :func:`_give`."""
    laid = _memo.laid.get(kind)
    idle = _memo.idle.get(kind)
    if laid is None or idle is None or len(laid) > MEMO_LIMIT:
        if laid is not None:
            _memo.leaving.append(laid)
        if len(_memo.laid) >= _MOST_KINDS:
            _memo.laid, _memo.idle = {}, {}
        laid = _memo.laid[kind] = {}
        idle = _memo.idle[kind] = []
    return idle.pop() if idle else Builder(kind, laid)


def _build(kind: int, key: int, jokers: int) -> Table:
    _memo.made += 1
    builder = _take(kind)
    parts = len(builder.laid)
    table = builder.suit(key & _NATURALS, key >> 26, jokers)
    parts = len(builder.laid) - parts
    _give(kind, builder)
    if _memo.leaving:
        _let_go(2 + 2 * parts)
    return table


def _give(kind: int, builder: Builder) -> None:
    """Let others use a builder that has done its work."""
    idle = _memo.idle.get(kind)
    if idle is not None and len(idle) < 8:
        idle.append(builder)


_memo = _Memo()
