"""Deals that cannot have gone as they are told: everything that is wrong with the story, at once.

>>> from app.rummy.pack import parse_wild_joker
>>> from app.rummy.rules import PRESETS
>>> told = [Told("asha", Outcome.FIRST_DROP, groups=[[0, 1, 2]]), Told("bela", Outcome.FIRST_DROP)]
>>> for fault in story_faults(told, parse_wild_joker("7"), PRESETS["indian-13"]):
...     print(fault.path, fault.code)
('players', 0, 'groups') impossible
('players',) impossible
"""

from collections.abc import Iterator, Sequence
from typing import Final

from app.rummy.cards import RANKS, quote
from app.rummy.deal import DROPPED, MOST_PLAYERS, UNDECIDED, Outcome, Told
from app.rummy.faults import Fault, FaultCode
from app.rummy.pack import WildJoker, copy_faults, cut_fault
from app.rummy.rules import Rules

Placed = tuple[int, tuple[str | int, ...]]
"""A card and its place in the request."""
_LAID: Final = frozenset({Outcome.DECLARED, Outcome.GROUPS, Outcome.WRONG_DECLARATION, Outcome.FULL_COUNT})
"""Outcomes of players who may have laid out groups."""
_PUT_DOWN: Final = frozenset({Outcome.DECLARED, Outcome.WRONG_DECLARATION})
"""Outcomes of players who put down a card to finish."""
_JUST_DRAWN: Final = frozenset({Outcome.LEFT, Outcome.WRONG_DECLARATION, Outcome.FULL_COUNT})
"""Outcomes of players who may hold a card more than a hand, drawn and not yet discarded."""


def story_faults(players: Sequence[Told], wild_joker: WildJoker, rules: Rules) -> list[Fault]:
    """Everything in ``players`` that cannot have been under ``rules``, with paths from the whole request."""
    faults = [*_wild_joker_faults(wild_joker, rules), *_table_faults(players, rules)]
    last = _last_one_in(players)
    declared = any(player.outcome is Outcome.DECLARED for player in players)
    for index, player in enumerate(players):
        if player.outcome is not None:
            faults += _outcome_faults(("players", index), player, player.outcome, rules)
            unknown = player.outcome is Outcome.HAND and not player.tells("hand") and player is not last
            if unknown and not rules.value_cards and (not declared or player.tells("groups")):
                faults.append(hand_missing(index))
            faults += _card_faults(("players", index), player, player.outcome, rules, last_one=player is last)
    faults += _ending_faults(players)
    cut = wild_joker if cut_fault(rules, wild_joker) is None else WildJoker(None, None)
    faults += copy_faults(_held(players), rules, cut)
    faults += _drawn_again_faults(players, rules, cut)
    return faults


def hand_missing(index: int) -> Fault:
    """The cards of a loser are not told. Where somebody has declared, only a declaration that stands makes losers."""
    message = 'hand is missing: the cards of a loser, like ["4S", "10H", "JK"]'
    return Fault(("players", index, "hand"), FaultCode.MISSING, message)


def _wild_joker_faults(wild_joker: WildJoker, rules: Rules) -> Iterator[Fault]:
    fault = cut_fault(rules, wild_joker)
    if fault is not None:
        yield fault
    elif wild_joker.cut is None and (rules.paplu_bonus or rules.value_cards):
        which = "paplu_bonus" if rules.paplu_bonus else "value_cards"
        got = "null" if wild_joker.rank is None else f"the rank {RANKS[wild_joker.rank]}"
        message = (
            f"these rules pay for cards next to the cut card in its suit ({which}), so wild_joker is the cut card "
            f'with its suit, for example "7D", or "JK", not {got}'
        )
        yield Fault(("wild_joker",), FaultCode.SENSELESS, message)


def _table_faults(players: Sequence[Told], rules: Rules) -> Iterator[Fault]:
    """Too few or too many players, or the same one twice."""
    number = len(players)
    cards = 52 * rules.decks + rules.printed_jokers
    if not 2 <= number <= MOST_PLAYERS:
        message = f"a deal has 2 to {MOST_PLAYERS} players, not {number}"
        yield Fault(("players",), FaultCode.OUT_OF_RANGE, message)
    elif number * rules.hand_size + 1 > cards:
        message = (
            f"{number} hands of {rules.hand_size} are {number * rules.hand_size} cards, and the pack has {cards}, of "
            f"which one at least is left to draw; give fewer players, or decks"
        )
        yield Fault(("players",), FaultCode.OUT_OF_RANGE, message)
    seen: set[str] = set()
    for index, player in enumerate(players):
        if player.id in seen:
            message = f"{quote(player.id)} is the id of another player already; each has one of their own"
            yield Fault(("players", index, "id"), FaultCode.REPEATED, message)
        if player.id is not None:
            seen.add(player.id)


def _outcome_faults(path: tuple[str | int, ...], player: Told, outcome: Outcome, rules: Rules) -> Iterator[Fault]:
    """Outcomes that the rules do not know, and members that do not go with an outcome."""
    not_allowed = {
        Outcome.FIRST_DROP: ("first_drop", rules.first_drop),
        Outcome.MIDDLE_DROP: ("middle_drop", rules.middle_drop),
        Outcome.LEFT: ("middle_drop", rules.middle_drop),
    }
    switch, points = not_allowed.get(outcome, ("", 0))
    if points is None:
        instead = '; who left may be charged a "full_count"' if outcome is Outcome.LEFT else ""
        message = f"under these rules {outcome} cannot be, since {switch} is null: not allowed{instead}"
        yield Fault((*path, "outcome"), FaultCode.IMPOSSIBLE, message)
    if player.tells("groups") and outcome not in _LAID:
        why = "who dropped or left has laid out no groups" if outcome in DROPPED else "a hand has no groups"
        message = f'{why}; give the cards as hand, or the outcome "groups" for groups that count as laid'
        yield Fault((*path, "groups"), FaultCode.IMPOSSIBLE, message)
    if player.tells("hand") and (outcome in {Outcome.DECLARED, Outcome.GROUPS} or player.tells("groups")):
        message = f"the cards of this player ({outcome}) are told as groups, so there is no hand beside them"
        yield Fault((*path, "hand"), FaultCode.SENSELESS, message)
    if player.tells("discard") and outcome not in _PUT_DOWN:
        message = f"only who declares puts down a card to finish, so {outcome} has no discard"
        yield Fault((*path, "discard"), FaultCode.SENSELESS, message)


def _card_faults(
    path: tuple[str | int, ...], player: Told, outcome: Outcome, rules: Rules, *, last_one: bool
) -> Iterator[Fault]:
    """Cards that must be told and are not, and too few or too many of them."""
    if outcome in {Outcome.DECLARED, Outcome.GROUPS} and not last_one and not player.tells("groups"):
        message = f'groups is missing: {outcome} is judged as laid, like [["5H", "6H", "7H"], ["KS", "KD", "JK"]]'
        yield Fault((*path, "groups"), FaultCode.MISSING, message)
    elif outcome is Outcome.WRONG_DECLARATION and rules.wrong_declaration is None and not player.tells("groups"):
        message = (
            "groups is missing: these rules fix no penalty (wrong_declaration is null), so the groups of a wrong "
            "declaration count as a loser's"
        )
        yield Fault((*path, "groups"), FaultCode.MISSING, message)
    elif rules.value_cards and outcome not in DROPPED and not (player.tells("hand") or player.tells("groups")):
        message = "hand is missing: value cards are counted in every hand that was not dropped"
        yield Fault((*path, "hand"), FaultCode.MISSING, message)

    size = rules.hand_size
    drawn = last_one or outcome in _JUST_DRAWN
    if player.hand is not None and not (len(player.hand) == size or (drawn and len(player.hand) == size + 1)):
        message = f"this player holds {size} cards{f', or {size + 1} just after drawing' if drawn else ''}"
        message += f"; this hand has {len(player.hand)}"
        yield Fault((*path, "hand"), FaultCode.WRONG_CARD_COUNT, message)
    # A declaration of too few or too many cards is judged, as it is everywhere: it is wrong, not impossible.
    held = None if player.groups is None else sum(map(len, player.groups))
    if held is not None and outcome is Outcome.GROUPS and held != size:
        message = f"a loser's groups hold all {size} cards, single ones in groups of their own; these hold {held}"
        yield Fault((*path, "groups"), FaultCode.WRONG_CARD_COUNT, message)


def _ending_faults(players: Sequence[Told]) -> Iterator[Fault]:
    """A deal that ended twice, or not at all."""
    outcomes = [player.outcome for player in players]
    declared = [index for index, outcome in enumerate(outcomes) if outcome is Outcome.DECLARED]
    for index in declared[1:]:
        other = players[declared[0]].id
        message = (
            f"{'another player' if other is None else quote(other)} has declared, and one declaration ends a deal; an "
            f'earlier one that did not stand is a "wrong_declaration"'
        )
        yield Fault(("players", index, "outcome"), FaultCode.IMPOSSIBLE, message)
    if declared or None in outcomes or len(outcomes) < 2:
        return
    left = sum(outcome in UNDECIDED for outcome in outcomes)
    if left == 0:
        message = "nobody is left to win: a deal ends when all but one are out, and that one wins"
        yield Fault(("players",), FaultCode.IMPOSSIBLE, message)
    elif left > 1:
        message = f'nobody has declared and {left} players are left, so the deal goes on; who won is "declared"'
        yield Fault(("players",), FaultCode.IMPOSSIBLE, message)


def _last_one_in(players: Sequence[Told]) -> Told | None:
    """The player who has won because everybody else is out, or None."""
    if any(player.outcome in {None, Outcome.DECLARED} for player in players):
        return None
    left = [player for player in players if player.outcome in UNDECIDED]
    return left[0] if len(left) == 1 else None


def _held(players: Sequence[Told]) -> Iterator[Placed]:
    """Every card that lies before a player, or has just been put down to finish, with its place."""
    for index, player in enumerate(players):
        yield from _of(index, player)
        if player.discard is not None and player.outcome is not Outcome.WRONG_DECLARATION:
            yield player.discard, ("players", index, "discard")


def _of(index: int, player: Told) -> Iterator[Placed]:
    for place, code in enumerate(player.hand or ()):
        if code is not None:
            yield code, ("players", index, "hand", place)
    for number, group in enumerate(player.groups or ()):
        for place, code in enumerate(group):
            if code is not None:
                yield code, ("players", index, "groups", number, place)


def _drawn_again_faults(players: Sequence[Told], rules: Rules, cut: WildJoker) -> Iterator[Fault]:
    """The card that an earlier wrong declaration put down may be in another hand by now, but was not in its own."""
    for index, player in enumerate(players):
        if player.discard is not None and player.outcome is Outcome.WRONG_DECLARATION:
            path = ("players", index, "discard")
            cards: list[Placed] = [*_of(index, player), (player.discard, path)]
            yield from (fault for fault in copy_faults(cards, rules, cut) if fault.path == path)
