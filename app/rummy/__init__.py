"""Indian Rummy, pure: cards, rules, melds, the exact search, declarations and penalties. Knows nothing of HTTP.

>>> from app.rummy import analyze, verify
>>> hand = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()
>>> analyze(hand, "2").declarable
True
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.rummy.analysis import analyze_codes
from app.rummy.cards import CardError, parse_card
from app.rummy.deal import Outcome, Player
from app.rummy.deals import DealsSoFar
from app.rummy.declaration import verify_codes
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.money import read_stakes
from app.rummy.pack import parse_wild_joker
from app.rummy.pool import PoolSoFar
from app.rummy.results import Analysis, Verdict
from app.rummy.scoring import Score, score_codes
from app.rummy.switches import resolve

__all__ = [
    "Analysis",
    "CardError",
    "Fault",
    "FaultCode",
    "InputError",
    "Score",
    "Verdict",
    "analyze",
    "resolve",
    "score",
    "verify",
]


def analyze(
    hand: Sequence[str],
    wild_joker: str | None,
    rules: str | Mapping[str, object] | None = None,
    *,
    compare: bool = False,
    picked_up: str | None = None,
) -> Analysis:
    """The best arrangement of a hand of card texts; see :func:`.analysis.analyze_codes`.

    Raises:
        CardError: a text that is no card or no wild joker.
        InputError: rules that cannot be, or a hand that cannot be under them.
    """
    picked = None if picked_up is None else parse_card(picked_up)
    codes = [parse_card(text) for text in hand]
    return analyze_codes(codes, parse_wild_joker(wild_joker), resolve(rules), compare=compare, picked_up=picked)


def verify(
    groups: Sequence[Sequence[str]],
    wild_joker: str | None,
    rules: str | Mapping[str, object] | None = None,
    *,
    discard: str | None = None,
) -> Verdict:
    """The judgement of a declaration of card texts; see :func:`.declaration.verify_codes`.

    Raises:
        CardError: a text that is no card or no wild joker.
        InputError: rules that cannot be, or cards that cannot exist together.
    """
    put_down = None if discard is None else parse_card(discard)
    codes = [[parse_card(text) for text in group] for group in groups]
    return verify_codes(codes, parse_wild_joker(wild_joker), resolve(rules), discard=put_down)


def score(  # noqa: PLR0913 - all that a deal can be told with
    players: Sequence[Mapping[str, Any]],
    wild_joker: str | None,
    rules: str | Mapping[str, object] | None = None,
    *,
    point_value: str | None = None,
    fee_percent: str = "0",
    totals: Mapping[str, int] | None = None,
    deal: int | None = None,
    of: int | None = None,
) -> Score:
    """A whole deal scored; see :func:`.scoring.score_codes`.

    Args:
        players: everybody who took part, each ``{"id", "outcome"}`` and, where they are known, ``"hand"`` or
            ``"groups"`` of card texts and the ``"discard"``.
        wild_joker: what the cut of the pack says.
        rules: the rules to score by.
        point_value: in points rummy, what a point is worth, as a decimal text.
        fee_percent: what the house keeps of the points won, as a decimal text.
        totals: in a pool or a game of deals, each player's total before this deal.
        deal: in a game of deals, the number of this one.
        of: in a game of deals, how many were agreed.

    Raises:
        CardError: a text that is no card or no wild joker.
        InputError: rules that cannot be, or a deal that cannot have gone so under them.
        ValueError: an outcome or a decimal text that is none, or one of ``deal`` and ``of`` without the other.
    """
    if (deal is None) != (of is None):
        message = "deal and of go together: the number of this deal, and how many were agreed"
        raise ValueError(message)
    told = [_player(**player) for player in players]
    stakes = None if point_value is None else read_stakes(point_value, fee_percent)
    resolved = resolve(rules)
    game = None if deal is None or of is None else DealsSoFar(deal, of, totals)
    pool = None if totals is None or game else PoolSoFar(totals)
    return score_codes(told, parse_wild_joker(wild_joker), resolved, stakes=stakes, pool=pool, deals=game)


def _player(
    id: str,  # noqa: A002 - as the contract calls it
    outcome: str,
    hand: Sequence[str] | None = None,
    groups: Sequence[Sequence[str]] | None = None,
    discard: str | None = None,
) -> Player:
    held = None if hand is None else tuple(map(parse_card, hand))
    laid = None if groups is None else tuple(tuple(map(parse_card, group)) for group in groups)
    return Player(id, Outcome(outcome), held, laid, None if discard is None else parse_card(discard))
