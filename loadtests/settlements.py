"""Deals to be scored: simulated ones, told as a platform tells them when they are over, seeded and without end.

Those of a pool and of a game of deals bring totals, the others stakes; a few are declarations that do not stand while
others are still in, and a few could not have been.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from app.api.scorebook import score_json
from app.rummy import score
from app.rummy.cards import CARD_TEXT
from loadtests.corpus import INVALID, Case, encoded_json
from loadtests.deals import Outcome, PlayedDeal, Seat, deals

SCORE: Final = "/v1/score"
DEAL: Final = "deal"
"""A deal that is over."""
FAILED: Final = "failed"
"""A deal whose declaration does not stand: the only other one in wins, or several go on."""
_LAID: Final = 0.4
"""The share of deals in which losers' cards are counted as they lie."""
_FAILURES: Final = 0.05
_MISTAKEN: Final = 0.02
_POINT_VALUES: Final = ("0.05", "0.50", "1", "0.125", "80")
_FEES: Final = ("0", "10", "12.5", "15.75")
Members = dict[str, Any]


def settlements(seed: int | str, pool: Sequence[PlayedDeal] = ()) -> Iterator[Case]:
    """Requests to score deals, the same for the same arguments.

    Args:
        seed: where to begin.
        pool: where given, all deals are taken from there and come again, with other stakes and totals each time.
    """
    rng = Random(f"meldwise settlements {seed}")
    for deal in iter(lambda: rng.choice(pool), None) if pool else deals(seed):
        case = settlement(deal, rng)
        members = case.members or {}
        chance = rng.random()
        if chance < _MISTAKEN:
            members["players"][0]["id"] = members["players"][1]["id"]
            yield Case(INVALID, SCORE, encoded_json(members), members, 422)
        elif chance < _MISTAKEN + _FAILURES and (failed := _failed(members)):
            yield Case(FAILED, SCORE, encoded_json(failed), failed)
        else:
            yield case


def settlement(deal: PlayedDeal, rng: Random) -> Case:
    """The request to score a deal, with stakes or totals of its own."""
    members = _told(deal, rng)
    return Case(DEAL, SCORE, encoded_json(members), members)


def right_score(members: Mapping[str, Any]) -> Members:
    """What the service must answer, as the library says."""
    game = {**(members.get("money") or {}), **(members.get("pool") or {}), **(members.get("deals") or {})}
    told: Members = json.loads(score_json(score(members["players"], members["wild_joker"], members["rules"], **game)))
    return told


def _told(deal: PlayedDeal, rng: Random) -> Members:
    laid = rng.random() < _LAID
    players = [_player(f"player-{place}", seat, laid=laid) for place, seat in enumerate(deal.seats)]
    members = {"players": players, "wild_joker": deal.wild_joker, "rules": deal.rules.name}
    rules = deal.rules.rules
    names = [player["id"] for player in players]
    if rules.pool_limit is not None:
        members["pool"] = {"totals": {name: rng.randrange(rules.pool_limit) for name in names}}
    elif rules.deals_winner is not None:
        number = rng.randint(1, 3)
        members["deals"] = {"deal": number, "of": 3, "totals": {name: rng.randrange(80 * number) for name in names}}
    else:
        members["money"] = {"point_value": rng.choice(_POINT_VALUES), "fee_percent": rng.choice(_FEES)}
    return members


def _player(name: str, seat: Seat, *, laid: bool) -> Members:
    if seat.outcome is Outcome.LAST:
        return {"id": name, "outcome": "hand"}
    told: Members = {"id": name, "outcome": str(seat.outcome)}
    if seat.outcome in {Outcome.DECLARED, Outcome.WRONG_DECLARATION}:
        told["groups"] = [[CARD_TEXT[code] for code in group] for group in seat.groups]
        if seat.discard is not None:
            told["discard"] = CARD_TEXT[seat.discard]
    elif seat.outcome is Outcome.HAND and laid:
        told |= {"outcome": "groups", "groups": [[CARD_TEXT[code] for code in group] for group in seat.groups]}
    elif seat.outcome is Outcome.HAND:
        told["hand"] = [CARD_TEXT[code] for code in seat.hand]
    return told


def _failed(members: Members) -> Members | None:
    """The deal as it were if its declarer had laid the cards in groups of two; None where nobody else would be in."""
    declarer = next((player for player in members["players"] if player["outcome"] == "declared"), None)
    if declarer is None or sum(player["outcome"] in {"hand", "groups"} for player in members["players"]) == 0:
        return None
    cards = [card for group in declarer["groups"] for card in group]
    wrong = declarer | {"groups": [cards[place : place + 2] for place in range(0, len(cards), 2)]}
    return members | {"players": [wrong if player is declarer else player for player in members["players"]]}
