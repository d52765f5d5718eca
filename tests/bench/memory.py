"""Resident memory over many different hands: it must stay flat, because every memo is bounded."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

from app.rummy.cards import RANKS
from app.rummy.pack import parse_wild_joker
from app.rummy.suit_memo import memo_size
from loadtests.hands import HAND_SIZE, pack
from tests.bench.subject import USUAL_RULES, analyze

_PAGE = os.sysconf("SC_PAGE_SIZE")
_EVERY_SECONDS = 5.0


def resident_mb() -> float:
    """Resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE / 1e6


def watch_memory(count: int, seed: str) -> Iterator[str]:
    """Analyse ``count`` random hands; a line every few seconds and at every tenth, the tenths together at the end."""
    rng = Random(f"meldwise memory {seed}")
    cards = pack(None)
    wild_jokers = [parse_wild_joker(rank) for rank in RANKS]
    begun = told = monotonic()
    tenths = [f"at the start: {resident_mb():.1f} MB"]
    done = 0
    for tenth in range(1, 11):
        while done < count * tenth // 10:
            hand = tuple(rng.sample(cards, HAND_SIZE))
            analyze((hand, rng.choice(wild_jokers), USUAL_RULES))
            done += 1
            if done % 256 == 0 and monotonic() - told > _EVERY_SECONDS:
                told = monotonic()
                rate = done / (told - begun)
                yield f"  {done:,} of {count:,}, {rate:,.0f}/s, {(count - done) / rate:,.0f} s left"
        tenths.append(f"after {done:,} hands: {resident_mb():.1f} MB, {memo_size():,} suits remembered")
        yield tenths[-1]
    yield "\n".join(f"* {line}" for line in tenths)
