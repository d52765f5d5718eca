"""Stored answers: whether an answer on record still fits its own digest, and its signature.

An answer that somebody has kept is JSON like any other: it may be old, cut short or changed. So the digest is made of
what the record says, as ``docs/proof.md`` has it, and of the question as it is read today.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Any

from app.api.canonical import score_digest
from app.rummy.cards import CARD_TEXT
from app.rummy.digest import wild_joker_text


class Fit(StrEnum):
    """How a proof and its answer go together."""

    FITS = "fits"
    DOES_NOT_FIT = "does_not_fit"
    UNKNOWN_KEY = "unknown_key"
    NOT_CHECKED = "not_checked"
    NONE = "none"


def digest_fit(call: str, asked: Mapping[str, Any], answer: Mapping[str, Any]) -> Fit:
    """Whether the ``digest`` of a stored ``answer``, and every digest in it, is that of what it says.

    Args:
        call: ``analyze``, ``verify`` or ``score``.
        asked: the question, read.
        answer: what is on record.
    """
    if "digest" not in answer:
        return Fit.NONE
    try:
        right = _fits_deal(asked, answer) if call == "score" else _fits(call, asked, answer)
    except (KeyError, TypeError, AttributeError, ValueError):  # members are missing, or of other types
        right = False
    return Fit.FITS if right else Fit.DOES_NOT_FIT


def _fits_deal(asked: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    for told, player in zip(asked["players"], answer["players"], strict=True):
        own = {"wild_joker": asked["wild_joker"], "picked_up": None, "hand": told.hand, "discard": told.discard}
        if player["analysis"] is not None and not _fits("analyze", own, player["analysis"]):
            return False
        if player["verdict"] is not None and not _fits("verify", own, player["verdict"]):
            return False
    return bool(answer["digest"] == score_digest(asked["wild_joker"], answer, answer["engine"]))


def _fits(call: str, asked: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    lines = [
        f"meldwise {answer['engine']} {call}",
        f"rules {answer['rules']['fingerprint']}",
        f"wild_joker {wild_joker_text(asked['wild_joker'])}",
    ]
    if call == "analyze":
        hand = sorted(CARD_TEXT[code] for code in asked["hand"])
        lines += [_words("picked_up", _code(asked["picked_up"])), _words("hand", hand), *_result(answer)]
    else:
        lines += [_words("discard", _code(asked["discard"])), *_judgement(answer)]
    text = "".join(f"{line}\n" for line in lines)
    return bool(answer["digest"] == sha256(text.encode("utf-8", "replace")).hexdigest())


def _judgement(answer: Mapping[str, Any]) -> Iterable[str]:
    groups = [
        _words("group " + (group["kind"] or "+".join(group["reasons"])), sorted(map(_card, group["cards"])))
        for group in answer["groups"]
    ]
    best = answer["best"]
    return [
        f"valid {_bool(answer['valid'])}",
        f"points {answer['points']} {answer['points_as_loser']}",
        _words("violations", sorted({violation["code"] for violation in answer["violations"]})),
        *sorted(groups),
        *_show(answer),
        *(["best none"] if best is None else ["best follows", *_result(best)]),
    ]


def _result(answer: Mapping[str, Any]) -> Iterable[str]:
    penalty = answer["penalty"]
    return [
        f"declarable {_bool(answer['declarable'])}",
        f"penalty {penalty['points']} {penalty['before_cap']} {penalty['counted']}",
        *(_words(meld["kind"], map(_card, meld["cards"])) for meld in answer["melds"]),
        _words("loose", sorted(map(_card, answer["loose"]))),
        _words("discard", _placed(answer["discard"])),
        *_show(answer),
        *(
            _words(f"under {name} {row['points']}", _placed(row["discard"]))
            for name, row in answer.get("comparison", {}).items()
        ),
    ]


def _show(answer: Mapping[str, Any]) -> Iterable[str]:
    if "show" not in answer:
        return ()
    return [_words(f"show {answer['show'] or 'none'}", sorted(map(_card, answer["ungrouped"])))]


def _card(told: Mapping[str, Any]) -> str:
    return f"{told['card']}={told['stands_for'] or 'none'}" if "stands_for" in told else str(told["card"])


def _placed(told: Mapping[str, Any] | None) -> Iterable[str]:
    return () if told is None else (told["card"],)


def _code(code: int | None) -> Iterable[str]:
    return () if code is None else (CARD_TEXT[code],)


def _bool(value: object) -> str:
    return {True: "true", False: "false"}[value]  # type: ignore[index]  # anything else is a KeyError, as it should be


def _words(name: str, rest: Iterable[str]) -> str:
    return " ".join([name, *(list(rest) or ["none"])])
