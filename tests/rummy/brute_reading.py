"""A second reading of one group, slow and plain: try every way to lay the cards, and take the best by the rule book.

It shares no code with ``app.rummy.melds``: every joker is tried in every place of every run and every set.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from app.rummy.pack import Pack
from app.rummy.results import AS_ITSELF, FOR_NOTHING
from app.rummy.rules import Rules

LINE = (*range(13), 0)  # ranks by place in a run: the ace is at both ends
KINDNESS = ("pure_sequence", "tunnela as pure", "impure_sequence", "tunnela", "set", "dublee")


def best_reading(cards: Sequence[int], rules: Rules, pack: Pack) -> tuple[str, tuple[int, ...]] | None:
    """The kind and what each card stands for, or None when the group is no meld."""
    ways = [*_runs(cards, rules, pack), *_sets(cards, rules, pack), *_identical(cards, rules)]
    return min(ways)[-1] if ways else None


def _lay(cards: Sequence[int], targets: Sequence[int], pack: Pack) -> Iterator[tuple[int, ...]]:
    """Every way to give each target to one card: a natural card takes its own only, a joker any."""
    if not cards:
        yield ()
        return
    card, *others = cards
    for index, target in enumerate(targets):
        if pack.wild[card] or card == target:
            for rest in _lay(others, [*targets[:index], *targets[index + 1 :]], pack):
                yield (target, *rest)


def _runs(cards: Sequence[int], rules: Rules, pack: Pack) -> Iterator[tuple]:
    size = len(cards)
    if not 3 <= size <= 13 or (set(cards) == {52} and rules.joker_only == "invalid"):
        return
    last = 13 if rules.ace_high else 12
    for suit, start in product(range(4), range(last - size + 2)):
        places = range(start, start + size)
        targets = [suit * 13 + LINE[place] for place in places]
        for way in _lay(cards, targets, pack):
            own = sorted(places[targets.index(code)] for code, target in zip(cards, way, strict=True) if code == target)
            spare = size - len(own)
            pure = not spare and (rules.wild_in_place_is_pure or not any(pack.wild[code] for code in cards))
            yield (
                KINDNESS.index("pure_sequence" if pure else "impure_sequence"),
                spare,  # few jokers for other cards
                suit,
                own,  # low
                -start if own else start,  # extended upward; printed jokers alone begin at the ace
                _order(cards, way, _fill_order(targets, places, own), pack),
                ("pure_sequence", _stands(cards, way, pack, say_own=False))
                if pure
                else ("impure_sequence", _stands(cards, way, pack, say_own=not rules.wild_in_place_is_pure)),
            )


def _sets(cards: Sequence[int], rules: Rules, pack: Pack) -> Iterator[tuple]:
    size = len(cards)
    if not 3 <= size <= rules.set_max or all(pack.wild[code] for code in cards):
        return
    for rank in range(13):
        suits = [suit * 13 + rank for suit in range(4)]
        naturals = {code for code in cards if not pack.wild[code]}
        for chosen in _sub_suits(suits, min(size, 4)):
            if not naturals <= set(chosen):
                continue
            targets = [*chosen, *(FOR_NOTHING,) * (size - 4)]
            for way in _lay(cards, targets, pack):
                spare = sum(code != target for code, target in zip(cards, way, strict=True))
                fill = [code for code in suits if code in targets and code not in _own(cards, way)]
                order = _order(cards, way, [*fill, FOR_NOTHING], pack)
                filled = [suits.index(code) for code in fill]
                result = ("set", _stands(cards, way, pack, say_own=False))
                yield (KINDNESS.index("set"), spare, 0, filled, 0, order, result)


def _identical(cards: Sequence[int], rules: Rules) -> Iterator[tuple]:
    """Tunnelas and dublees: every card is itself, so there is one way to lay them."""
    if len(set(cards)) != 1:
        return
    if len(cards) == 3 and rules.tunnela != "off":
        kindness = "tunnela as pure" if rules.tunnela == "pure_sequence" else "tunnela"
        yield KINDNESS.index(kindness), ("tunnela", (AS_ITSELF,) * 3)
    if len(cards) == 2 and rules.dublee == "meld":
        yield KINDNESS.index("dublee"), ("dublee", (AS_ITSELF,) * 2)


def _own(cards: Sequence[int], way: Sequence[int]) -> set[int]:
    return {code for code, target in zip(cards, way, strict=True) if code == target}


def _sub_suits(suits: list[int], size: int) -> Iterator[list[int]]:
    for picked in product((True, False), repeat=4):
        chosen = [code for code, yes in zip(suits, picked, strict=True) if yes]
        if len(chosen) == size:
            yield chosen


def _fill_order(targets: list[int], places: range, own: list[int]) -> list[int]:
    """Targets of the jokers in the order to fill them: gaps and upward from low to high, then downward."""
    lowest = own[0] if own else -1
    free = [place for place in places if place not in own]
    order = [place for place in free if place > lowest] + [place for place in reversed(free) if place < lowest]
    return [targets[places.index(place)] for place in order]


def _order(cards: Sequence[int], way: Sequence[int], fill: list[int], pack: Pack) -> list[int]:
    """How the jokers, by code and then as laid, take the places; the least is the lawful order."""
    jokers = sorted((code, index) for index, code in enumerate(cards) if pack.wild[code])
    return [-1 if way[index] == code else fill.index(way[index]) for code, index in jokers]


def _stands(cards: Sequence[int], way: Sequence[int], pack: Pack, *, say_own: bool) -> tuple[int, ...]:
    return tuple(
        AS_ITSELF if code == target and not (say_own and pack.wild[code]) else target
        for code, target in zip(cards, way, strict=True)
    )


def plain_reasons(cards: Sequence[int], rules: Rules, pack: Pack) -> set[str]:
    """The reasons of a group that is no meld, spelled out."""
    size, naturals = len(cards), [code for code in cards if not pack.wild[code]]
    jokers = size - len(naturals)
    ranks, suits = {code % 13 for code in naturals}, {code // 13 for code in naturals}
    few = {"too_few_cards"} if size < 3 else set()
    if not naturals:
        barred = set(cards) == {52} and rules.joker_only == "invalid" and size > 1
        return few | ({"jokers_only"} if barred else set()) | ({"too_many_cards"} if size > 13 else set())
    if len(ranks) == 1:
        most = rules.set_max if len(naturals) > 1 else 13
        many = {"too_many_cards"} if size > most else set()
        return few | many | ({"repeated_suit"} if len(suits) < len(naturals) else set())
    if len(suits) > 1:
        return {"mixed_ranks", "mixed_suits"}
    found = few | ({"too_many_cards"} if size > 13 else set())
    if len(ranks) < len(naturals):
        found.add("repeated_card")
    room = min(len(ranks) + jokers, 13)
    line = LINE if rules.ace_high else LINE[:13]
    circle = (*range(13), *range(13))
    if not any(ranks <= set(line[start : start + room]) for start in range(len(line) - room + 1)):
        around = any(ranks <= set(circle[start : start + room]) for start in range(13))
        found.add("ace_wraps" if around else "not_consecutive")
    return found
