"""Questions of every kind, the same wherever they are asked: seeded, and those of the published cases."""

import json
from pathlib import Path
from random import Random

from tests.oracle.hands import MAKERS, random_switches, random_wild

CASES = Path(__file__).resolve().parents[1] / "cases"


def cases(name):
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def published(every=1):
    """The questions of the cases."""
    for name in ("hands", "more-hands", "bulk"):
        for case in cases(name)[::every]:
            yield {"hand": case["hand"], "wild_joker": case["wild_joker"]}
    for case in cases("declarations")[::every]:
        yield {"groups": case["groups"], "wild_joker": case["wild_joker"]}


def deals():
    """Whole deals of every kind of game: stakes, pools, games of deals, one that goes on."""
    for case in cases("deals"):
        yield {name: value for name, value in case.items() if name != "id"}


def seeded(seed, how_many):
    """Hands and declarations under rules of their own, with all that a question can say."""
    rng = Random(seed)
    while how_many:
        switches = random_switches(rng, rng.choice((13, 13, 10, 16)))
        if 3 * max(switches["min_sequences"], switches["min_pure"]) > switches["hand_size"]:
            continue
        how_many -= 1
        wild_joker = random_wild(rng, switches)
        one_more = how_many % 3 == 0
        hand = rng.choice(list(MAKERS.values()))(rng, switches, wild_joker, switches["hand_size"] + one_more)
        if how_many % 2:
            yield {"groups": list(grouped(rng, hand)), "wild_joker": wild_joker, "rules": switches}
        else:
            more = {"picked_up": rng.choice(hand)} if one_more else {}
            yield {"hand": hand, "wild_joker": wild_joker, "rules": switches, "compare": how_many % 4 == 0, **more}


def grouped(rng, hand):
    left = list(hand)
    while left:
        size = rng.choice((1, 3, 3, 4, 5))
        yield left[:size]
        left = left[size:]


def shuffled(rng, asked):
    """The same question with its cards, and its groups, in another order."""
    if "hand" in asked:
        return asked | {"hand": rng.sample(asked["hand"], len(asked["hand"]))}
    groups = [rng.sample(group, len(group)) for group in asked["groups"]]
    return asked | {"groups": rng.sample(groups, len(groups))}


def path(asked):
    return "/v1/score" if "players" in asked else "/v1/analyze" if "hand" in asked else "/v1/verify"
