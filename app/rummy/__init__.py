"""Indian Rummy, pure: cards, rules, melds, the exact search, declarations and penalties. Knows nothing of HTTP.

>>> from app.rummy import analyze, verify
>>> hand = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()
>>> analyze(hand, "2").declarable
True
"""

from collections.abc import Mapping, Sequence

from app.rummy.analysis import analyze_codes
from app.rummy.cards import CardError, parse_card
from app.rummy.declaration import verify_codes
from app.rummy.faults import Fault, FaultCode, InputError
from app.rummy.pack import parse_wild_joker
from app.rummy.results import Analysis, Verdict
from app.rummy.switches import resolve

__all__ = ["Analysis", "CardError", "Fault", "FaultCode", "InputError", "Verdict", "analyze", "resolve", "verify"]


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
