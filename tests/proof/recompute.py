"""A digest made again by docs/proof.md alone, from a question and its answer: nothing of the service helps."""

import hashlib
import json


def digest(asked, answer):
    return hashlib.sha256(text(asked, answer).encode("ascii")).hexdigest()


def text(asked, answer):
    call = "analyze" if "hand" in asked else "verify"
    lines = [
        f"meldwise {answer['engine']} {call}",
        f"rules {answer['rules']['fingerprint']}",
        f"wild_joker {asked['wild_joker'] or 'none'}",
    ]
    if call == "analyze":
        lines += [
            f"picked_up {asked.get('picked_up') or 'none'}",
            words("hand", sorted(asked["hand"])),
            *result(answer),
        ]
    else:
        groups = [
            words("group " + (group["kind"] or "+".join(group["reasons"])), sorted(map(card, group["cards"])))
            for group in answer["groups"]
        ]
        lines += [
            f"discard {asked.get('discard') or 'none'}",
            f"valid {str(answer['valid']).lower()}",
            f"points {answer['points']} {answer['points_as_loser']}",
            words("violations", sorted({violation["code"] for violation in answer["violations"]})),
            *sorted(groups),
            *show(answer),
            *(["best follows", *result(answer["best"])] if answer["best"] else ["best none"]),
        ]
    return "".join(line + "\n" for line in lines)


def result(answer):
    penalty = answer["penalty"]
    return [
        f"declarable {str(answer['declarable']).lower()}",
        f"penalty {penalty['points']} {penalty['before_cap']} {penalty['counted']}",
        *(words(meld["kind"], map(card, meld["cards"])) for meld in answer["melds"]),
        words("loose", sorted(map(card, answer["loose"]))),
        f"discard {answer['discard']['card'] if answer['discard'] else 'none'}",
        *show(answer),
        *(
            f"under {name} {row['points']} {row['discard']['card'] if row['discard'] else 'none'}"
            for name, row in answer.get("comparison", {}).items()
        ),
    ]


def show(answer):
    if "show" not in answer:
        return []
    return [words(f"show {answer['show'] or 'none'}", sorted(map(card, answer["ungrouped"])))]


def card(told):
    return f"{told['card']}={told['stands_for'] or 'none'}" if "stands_for" in told else told["card"]


def words(name, rest):
    return " ".join([name, *(list(rest) or ["none"])])


def score_digest(asked, answer):
    told = {name: value for name, value in answer.items() if name not in {"rules", "engine", "digest", "signature"}}
    told["players"] = [
        {name: value for name, value in player.items() if name != "detail"}
        | {name: player[name] and player[name]["digest"] for name in ("analysis", "verdict")}
        for player in answer["players"]
    ]
    lines = [
        f"meldwise {answer['engine']} score",
        f"rules {answer['rules']['fingerprint']}",
        f"wild_joker {asked['wild_joker'] or 'none'}",
        json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False),
    ]
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
