"""Who won a deal, what every other player's hand costs, and why.

>>> from app.rummy.cards import parse_card
>>> from app.rummy.pack import parse_wild_joker
>>> from app.rummy.rules import NAMED_PRESETS
>>> players = [Player("asha", Outcome.FIRST_DROP), Player("bela", Outcome.HAND)]
>>> settled = settle(players, parse_wild_joker("7"), NAMED_PRESETS["indian-13"], Budget())
>>> settled.winner, [(str(line.why), line.points) for line in settled.lines]
(1, [('first_drop', 20), ('last_one_in', 0)])
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from app.rummy.analysis import analyze_codes
from app.rummy.best import Budget
from app.rummy.deal import UNDECIDED, Outcome, Player
from app.rummy.declaration import verify_codes
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.pack import WildJoker
from app.rummy.results import Analysis, Counted, Penalty, Verdict
from app.rummy.rules import NamedRules, Rules
from app.rummy.story import hand_missing


class Why(StrEnum):
    """Why a player is charged so."""

    VALID_DECLARATION = "valid_declaration"
    LAST_ONE_IN = "last_one_in"
    BEST_ARRANGEMENT = "best_arrangement"
    AS_LAID = "as_laid"
    FIRST_DROP = "first_drop"
    MIDDLE_DROP = "middle_drop"
    LEFT = "left"
    WRONG_DECLARATION = "wrong_declaration"
    FULL_COUNT = "full_count"
    DEAL_GOES_ON = "deal_goes_on"


class Line(NamedTuple):
    """What a deal brought a player.

    Attributes:
        player: who, and what was told of them.
        points: what it cost: 0 for the winner, None as long as the deal goes on for them.
        why: what the points are for.
        detail: the same as a sentence for people.
        analysis: the best arrangement of a hand, where that is what counts.
        verdict: the judgement of groups, where that is what counts.
    """

    player: Player
    points: int | None
    why: Why
    detail: str
    analysis: Analysis | None = None
    verdict: Verdict | None = None


class Settled(NamedTuple):
    """A deal, judged.

    Attributes:
        lines: one for each player, in the order in which they were told.
        winner: the winner's place among them, or None as long as the deal goes on.
    """

    lines: tuple[Line, ...]
    winner: int | None

    @property
    def points_won(self) -> int | None:
        """The points of all other players together, or None as long as the deal goes on."""
        return None if self.winner is None else sum(line.points or 0 for line in self.lines)


_COUNTED: Final = {
    Counted.LOOSE_CARDS: " of loose cards",
    Counted.ALL_BUT_PURE: " of all cards but those in pure sequences",
    Counted.ALL_CARDS: " of all cards, since no meld protects any",
    Counted.FLAT_CAP: ", the cap, for want of a pure sequence",
}


def settle(players: Sequence[Player], wild_joker: WildJoker, rules: NamedRules, budget: Budget) -> Settled:
    """Judge a deal whose story has been found possible (see :func:`.story.story_faults`).

    Raises:
        InputError: a verdict makes the story impossible after all.
        BudgetError: the budget is used up.
    """
    judged = {
        place: verify_codes(player.groups, wild_joker, rules, discard=player.discard, budget=budget)
        for place, player in enumerate(players)
        if player.groups is not None and player.outcome in {Outcome.DECLARED, Outcome.WRONG_DECLARATION}
    }
    faults = _second_thoughts(players, judged)
    if faults:
        raise InputError(faults)
    winner = _winner(players, judged)
    untold = [
        hand_missing(place)
        for place, player in enumerate(players)
        if player.outcome is Outcome.HAND and player.hand is None and winner not in {None, place}
    ]
    if untold:
        raise InputError(untold)
    lines = []
    for place, player in enumerate(players):
        if place == winner:
            lines.append(_won(player, judged.get(place)))
        elif player.outcome not in UNDECIDED:
            lines.append(_charged(player, judged.get(place), rules.rules))
        elif winner is None:
            detail = "the declaration does not stand, so the deal goes on for this player"
            lines.append(Line(player, None, Why.DEAL_GOES_ON, detail))
        else:
            lines.append(_lost(player, wild_joker, rules, budget))
    return Settled(tuple(lines), winner)


def _second_thoughts(players: Sequence[Player], judged: dict[int, Verdict]) -> list[Fault]:
    """What only verdicts can tell to be impossible."""
    faults = []
    nobody_else = not any(player.outcome in UNDECIDED for player in players)
    for place, verdict in judged.items():
        path = ("players", place, "groups")
        declared = players[place].outcome is Outcome.DECLARED
        if declared and not verdict.valid and nobody_else:
            message = (
                "this declaration does not stand, but everybody else is out, so this player had won before it and had "
                'nothing to declare: then the outcome is "hand"'
            )
            faults.append(Fault(path, FaultCode.IMPOSSIBLE, message))
        elif not declared and verdict.valid:
            message = (
                "these groups are a valid declaration; if it was wrong for another reason, as out of turn, leave the "
                "groups out"
            )
            faults.append(Fault(path, FaultCode.IMPOSSIBLE, message))
    return faults


def _winner(players: Sequence[Player], judged: dict[int, Verdict]) -> int | None:
    """The place of the valid declarer, else of the last one in, else None."""
    for place, player in enumerate(players):
        if player.outcome is Outcome.DECLARED and judged[place].valid:
            return place
    left = [place for place, player in enumerate(players) if player.outcome in UNDECIDED]
    return left[0] if len(left) == 1 else None


def _won(player: Player, verdict: Verdict | None) -> Line:
    if verdict is None:
        return Line(player, 0, Why.LAST_ONE_IN, "everybody else is out, and the last one wins")
    return Line(player, 0, Why.VALID_DECLARATION, "a valid declaration wins", verdict=verdict)


def _lost(player: Player, wild_joker: WildJoker, rules: NamedRules, budget: Budget) -> Line:
    """A hand that somebody else's declaration, or everybody's being out, has beaten."""
    if player.groups is not None:
        verdict = verify_codes(player.groups, wild_joker, rules, budget=budget)
        points = verdict.points_as_loser
        detail = f"{points} {_points(points)} for these groups, counted as laid"
        return Line(player, points, Why.AS_LAID, detail, verdict=verdict)
    analysis = analyze_codes(player.hand or (), wild_joker, rules, budget=budget)
    return Line(player, analysis.points, Why.BEST_ARRANGEMENT, _explained(analysis.penalty), analysis)


def _charged(player: Player, verdict: Verdict | None, rules: Rules) -> Line:
    """A fixed penalty, or what stands for it."""
    fixed = {
        Outcome.FIRST_DROP: (Why.FIRST_DROP, rules.first_drop, "a first drop"),
        Outcome.MIDDLE_DROP: (Why.MIDDLE_DROP, rules.middle_drop, "a middle drop"),
        Outcome.LEFT: (Why.LEFT, rules.middle_drop, "leaving, as a middle drop,"),
        Outcome.FULL_COUNT: (Why.FULL_COUNT, rules.full_count, "a full count"),
    }
    wrong = rules.wrong_declaration if verdict is None else verdict.points
    why, points, what = fixed.get(player.outcome, (Why.WRONG_DECLARATION, wrong, "a wrong declaration"))
    points = points or 0
    detail = f"{what} costs {points} {_points(points)}"
    if why is Why.WRONG_DECLARATION and rules.wrong_declaration is None:
        detail += ", since its groups count as a loser's"
    if verdict is not None:
        detail += ": " + ", ".join(dict.fromkeys(complaint.code for complaint in verdict.violations))
    return Line(player, points, why, detail, verdict=verdict)


def _explained(penalty: Penalty) -> str:
    points, before_cap, cap, counted = penalty
    limit = f", but at most {cap}" if points < before_cap else ""
    return f"{before_cap} {_points(before_cap)}{_COUNTED[counted]}{limit}"


def _points(number: int) -> str:
    return "point" if number == 1 else "points"
