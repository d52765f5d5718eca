"""Declarations: groups judged as their player laid them, never regrouped; beside the verdict, what was possible."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.cards import CARD_TEXT
from app.rummy.faults import InputError
from app.rummy.melds import MAX_RUN, read_group
from app.rummy.pack import Pack, WildJoker, declaration_faults, pack_of
from app.rummy.penalty import count_sequences, counts_as_pure, missing, penalty
from app.rummy.results import (
    AS_ITSELF,
    Analysis,
    Complaint,
    JudgedGroup,
    Kind,
    PlacedCard,
    Reason,
    Verdict,
    Violation,
    spot,
)
from app.rummy.rules import Dublee, NamedRules, Rules, Tunnela
from app.rummy.shows import laid_show

_REASON_TEXT: Final = {
    Reason.TOO_FEW_CARDS: "it has too few cards",
    Reason.TOO_MANY_CARDS: "it has too many cards",
    Reason.MIXED_SUITS: "its cards are of several suits",
    Reason.NOT_CONSECUTIVE: "its ranks are not consecutive",
    Reason.ACE_WRAPS: "a run does not go around the ace",
    Reason.REPEATED_CARD: "a card lies twice in the run",
    Reason.REPEATED_SUIT: "a suit lies twice in the set",
    Reason.MIXED_RANKS: "its cards are of several ranks",
    Reason.JOKERS_ONLY: "printed jokers alone are no meld under these rules",
}


def verify_codes(  # noqa: PLR0913 - all that a question can say
    groups: Sequence[Sequence[int]],
    wild_joker: WildJoker,
    rules: NamedRules,
    *,
    discard: int | None = None,
    budget: Budget | None = None,
    with_best: bool = True,
) -> Verdict:
    """Judge a declaration: each group as laid, and the whole.

    Args:
        groups: the groups as laid, as card codes.
        wild_joker: what the cut of the pack says.
        rules: the rules to judge by.
        discard: the code of the card put down to finish, if told; it is in no group and in no best arrangement.
        budget: what the search for the best arrangement may cost; without limit unless told.
        with_best: whether to search for it; the judgement itself takes a fraction of the time.

    Raises:
        InputError: cards that cannot exist together, the discard and the cut card included. Too few or too many cards
            are judged, not refused.
        BudgetError: the budget is used up.
    """
    told = rules.rules
    faults = declaration_faults(groups, wild_joker, told, discard)
    if faults:
        raise InputError(faults)
    pack = pack_of(told, wild_joker)
    judged = tuple(_judge_group(index, cards, told, pack) for index, cards in enumerate(groups))
    pure, sequences = count_sequences((group.kind for group in judged), told)
    size = sum(map(len, groups))

    complaints = [*_requirement_complaints(pure, sequences, told), *_group_complaints(judged, told)]
    laid = laid_show(groups, pack) if complaints and told.special_shows else None
    as_loser = penalty(*_points(judged, told, pack), pure, sequences, told).points
    ungrouped: tuple[PlacedCard, ...] = ()
    if laid is not None:
        judged, ungrouped = _in_show(judged, laid.kinds)
        complaints, as_loser = [], 0
    violations = (*complaints, *_count_complaints(size, told, discard))
    wrong = as_loser if told.wrong_declaration is None else told.wrong_declaration
    return Verdict(
        valid=not violations,
        points=wrong if violations else 0,
        points_as_loser=as_loser,
        violations=violations,
        groups=judged,
        best=_best(groups, wild_joker, rules, budget) if with_best and size == told.hand_size else None,
        rules=rules,
        show=None if laid is None else laid.show,
        ungrouped=ungrouped,
    )


def _in_show(
    groups: Sequence[JudgedGroup], kinds: Mapping[int, Kind | None]
) -> tuple[tuple[JudgedGroup, ...], tuple[PlacedCard, ...]]:
    """The groups where those of a special show, by index, are what they are in it; and the cards of the others."""
    judged = []
    ungrouped: list[PlacedCard] = []
    for index, group in enumerate(groups):
        if (kind := kinds.get(index)) is not None:
            cards = tuple(card._replace(stands=AS_ITSELF) for card in group.cards)
            judged.append(JudgedGroup(kind, cards, ()))
            continue
        judged.append(group)
        if index not in kinds:
            ungrouped += (card._replace(stands=AS_ITSELF) for card in group.cards)
    return tuple(judged), tuple(ungrouped)


def _judge_group(index: int, cards: Sequence[int], rules: Rules, pack: Pack) -> JudgedGroup:
    kind, stands, reasons = read_group(cards, rules, pack)
    start = spot(index, 0)
    return JudgedGroup(kind, tuple(map(PlacedCard, cards, range(start, start + len(cards)), stands)), reasons)


def _points(groups: Sequence[JudgedGroup], rules: Rules, pack: Pack) -> tuple[int, int, int]:
    """The points of the loose cards, of the pure sequences and of all cards."""
    loose = pure = total = 0
    for group in groups:
        points = sum(pack.points[card.code] for card in group.cards)
        total += points
        if group.kind is None:
            loose += points
        elif counts_as_pure(group.kind, rules):
            pure += points
    return loose, pure, total


def _best(groups: Sequence[Sequence[int]], wild_joker: WildJoker, rules: NamedRules, budget: Budget | None) -> Analysis:
    """The best arrangement of the grouped cards, its positions told as spots in the groups."""
    hand = [code for group in groups for code in group]
    spots = [spot(index, place) for index, group in enumerate(groups) for place in range(len(group))]
    best = analyze_codes(hand, wild_joker, rules, budget=budget)

    def moved(positions: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(spots[position] for position in positions)

    melds = tuple(meld._replace(positions=moved(meld.positions)) for meld in best.melds)
    ungrouped = tuple(card._replace(position=spots[card.position]) for card in best.ungrouped)
    return best._replace(melds=melds, loose_positions=moved(best.loose_positions), ungrouped=ungrouped)


def _requirement_complaints(pure: int, sequences: int, rules: Rules) -> list[Complaint]:
    lacking = missing(pure, sequences, rules)
    if not lacking:
        return []
    details = {
        Violation.NO_PURE_SEQUENCE: f"there {_are(0, 'pure sequence')}; a declaration needs at least {rules.min_pure}",
        Violation.TOO_FEW_PURE_SEQUENCES: f"there {_are(pure, 'pure sequence')}; a declaration needs at least "
        f"{rules.min_pure}",
        Violation.TOO_FEW_SEQUENCES: f"there {_are(sequences, 'sequence')}, pure or not; a declaration needs at least "
        f"{rules.min_sequences}",
    }
    return [Complaint(code, details[code], None) for code in lacking]


def _group_complaints(groups: Sequence[JudgedGroup], rules: Rules) -> list[Complaint]:
    """First the groups that are no melds, then the single cards that are left over."""
    invalid, left_over = [], []
    for index, group in enumerate(groups):
        if group.kind is not None:
            continue
        if len(group.cards) == 1:
            detail = f"{group.cards[0].card} is left over; every card must be in a meld, a joker too"
            left_over.append(Complaint(Violation.CARDS_LEFT_OVER, detail, index))
        else:
            why = ", ".join(_REASON_TEXT[reason] for reason in group.reasons)
            detail = f"{_shown(group.cards)} is no meld: {why}; a meld is {_melds(rules)}"
            invalid.append(Complaint(Violation.INVALID_GROUP, detail, index))
    return invalid + left_over


def _melds(rules: Rules) -> str:
    """What melds there are, in words.

    >>> _melds(Rules(tunnela=Tunnela.MELD))
    'a run of 3 to 13 cards of one suit, a set of 3 to 4 of one rank or 3 identical cards'
    """
    kinds = [f"a run of 3 to {MAX_RUN} cards of one suit", f"a set of 3 to {rules.set_max} of one rank"]
    if rules.tunnela is not Tunnela.OFF:
        kinds.append("3 identical cards")
    if rules.dublee is not Dublee.OFF:
        kinds.append("2 identical cards")
    return f"{', '.join(kinds[:-1])} or {kinds[-1]}"


def _count_complaints(size: int, rules: Rules, discard: int | None) -> list[Complaint]:
    if size == rules.hand_size:
        return []
    detail = (
        f"the groups hold {size or 'no'} card{'s' * (size != 1)}; a declaration lays down exactly {rules.hand_size}"
    )
    if size == rules.hand_size + 1 and discard is None:
        detail += "; the card put down to finish is in no group: give it as discard"
    return [Complaint(Violation.WRONG_CARD_COUNT, detail, None)]


def _are(number: int, what: str) -> str:
    """How many there are, in words.

    >>> _are(0, "sequence"), _are(1, "sequence"), _are(2, "sequence")
    ('is no sequence', 'is 1 sequence', 'are 2 sequences')
    """
    return f"are {number} {what}s" if number > 1 else f"is {number or 'no'} {what}"


def _shown(cards: Sequence[PlacedCard], limit: int = 14) -> str:
    if not cards:
        return "an empty group"
    texts = [CARD_TEXT[card.code] for card in cards[:limit]]
    return " ".join(texts) + (" …" if len(cards) > limit else "")
