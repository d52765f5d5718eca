"""A scored deal as clients see it: JSON from fragments, in which a hand or groups are told as their own calls do."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from app.api.canonical import score_digest
from app.api.encode import analysis_json, rules_json, verdict_json
from app.api.kinds import text_json as text
from app.rummy.bonuses import Bonus, BonusCards
from app.rummy.cards import CARD_TEXT
from app.rummy.deals import Deals
from app.rummy.digest import ENGINE, analysis_digest, verdict_digest
from app.rummy.money import Money, Share, amount_text
from app.rummy.pool import Pool
from app.rummy.rules import Rules
from app.rummy.scoring import Score
from app.rummy.settle import Line

_NOTHING: Final = "null"
_BOOLS: Final = {False: "false", True: "true"}


def score_json(score: Score) -> str:
    """The answer of ``score``."""
    winner = None if score.winner is None else score.lines[score.winner].player.id
    players = ",".join([_player(score, place, line) for place, line in enumerate(score.lines)])
    cards = _NOTHING if score.bonuses is None else _bonus_cards(score.bonuses.cards)
    money = _NOTHING if score.money is None else _money(score.money)
    pool = _NOTHING if score.pool is None else _pool(score.pool, score.rules.rules)
    deals = _NOTHING if score.deals is None else _deals(score.deals, score.rules.rules)
    told = (
        f'{{"settled":{_BOOLS[winner is not None]},"winner":{_maybe(winner)},"points_won":{_number(score.points_won)},'
        f'"players":[{players}],"bonus_cards":{cards},"money":{money},"pool":{pool},"deals":{deals},'
        f'"rules":{rules_json(score.rules)}}}'
    )
    digest = score_digest(score.wild_joker, json.loads(told))
    return f'{told[:-1]},"engine":{ENGINE},"digest":"{digest}"}}'


def _player(score: Score, place: int, line: Line) -> str:
    player = line.player
    result = "pending" if line.points is None else "won" if place == score.winner else "lost"
    bonus = _NOTHING if score.bonuses is None else _bonus(score.bonuses.shares[place])
    money = _NOTHING if score.money is None else _share(score.money.shares[place])
    pool = _NOTHING if score.pool is None else _pool_seat(score.pool, player.id)
    deals = _NOTHING if score.deals is None else _deals_seat(score.deals, player.id)
    analysis = verdict = _NOTHING
    if line.analysis is not None:
        digest = analysis_digest(player.hand or (), score.wild_joker, None, line.analysis)
        analysis = analysis_json(line.analysis, digest)
    if line.verdict is not None:
        verdict = verdict_json(line.verdict, verdict_digest(score.wild_joker, player.discard, line.verdict))
    return (
        f'{{"id":{text(player.id)},"outcome":"{player.outcome}","result":"{result}","points":{_number(line.points)},'
        f'"reason":"{line.why}","detail":{text(line.detail)},"bonus":{bonus},"money":{money},"pool":{pool},'
        f'"deals":{deals},"analysis":{analysis},"verdict":{verdict}}}'
    )


def _bonus_cards(cards: BonusCards) -> str:
    cut, upper, lower = (CARD_TEXT[code] for code in cards)
    return f'{{"cut":"{cut}","upper":"{upper}","lower":"{lower}"}}'


def _bonus(bonus: Bonus) -> str:
    held = _NOTHING
    if bonus.held is not None:
        held = f'{{"cut":{bonus.held.cut},"upper":{bonus.held.upper},"lower":{bonus.held.lower}}}'
    return (
        f'{{"held":{held},"marriages":{bonus.marriages},"paplu":{bonus.paplu},"value_cards":{bonus.value_cards},'
        f'"points":{bonus.points}}}'
    )


def _money(money: Money) -> str:
    won = amount_text(money.collected - money.fee)
    return (
        f'{{"point_value":"{money.stakes.point_value}","collected":"{amount_text(money.collected)}",'
        f'"fee_percent":"{money.stakes.fee_percent}","fee":"{amount_text(money.fee)}","won":"{won}"}}'
    )


def _share(share: Share) -> str:
    return (
        f'{{"points":"{amount_text(share.points)}","bonus":"{amount_text(share.bonuses)}",'
        f'"fee":"{amount_text(share.fee)}","net":"{amount_text(share.net)}"}}'
    )


def _pool(pool: Pool, rules: Rules) -> str:
    return (
        f'{{"limit":{_number(rules.pool_limit)},"out_at":"{rules.out_at}","still_in":{_ids(pool.still_in)},'
        f'"out":{_ids(pool.out)},"may_rejoin":{_ids(pool.may_rejoin)},"rejoin_total":{_number(pool.rejoin_total)},'
        f'"may_split":{_ids(pool.may_split)},"winner":{_maybe(pool.winner)}}}'
    )


def _pool_seat(pool: Pool, name: str) -> str:
    return f'{_change(pool.before, pool.totals, name)},"out":{_BOOLS[name in pool.out]}}}'


def _deals(deals: Deals, rules: Rules) -> str:
    return (
        f'{{"deal":{deals.game.deal},"of":{deals.game.of},"decided_by":"{rules.deals_winner}",'
        f'"leaders":{_ids(deals.leaders)},"tie_break":{_BOOLS[deals.tie_break]},"deals_left":{deals.deals_left},'
        f'"winner":{_maybe(deals.winner)}}}'
    )


def _deals_seat(deals: Deals, name: str) -> str:
    return f'{_change(deals.before, deals.totals, name)},"rank":{deals.ranks[name]}}}'


def _change(before: Mapping[str, int], after: Mapping[str, int], name: str) -> str:
    """A total before and after; the closing brace is missing."""
    return f'{{"total_before":{before[name]},"total":{after[name]}'


def _ids(names: Iterable[str]) -> str:
    return f"[{','.join(map(text, names))}]"


def _maybe(name: str | None) -> str:
    return _NOTHING if name is None else text(name)


def _number(number: int | None) -> str:
    return _NOTHING if number is None else str(number)
