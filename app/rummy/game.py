"""Rules and a wild joker together, prepared once for all the hands that are judged by them."""

from functools import cached_property, lru_cache

from app.rummy.cards import JOKER
from app.rummy.pack import Pack, WildJoker, cut_fault, pack_of
from app.rummy.packing import STATES, variant
from app.rummy.rules import PRESETS, JokerOnly, NoPure, Protection, Rules
from app.rummy.suit_table import warm


class Game:
    """What the search needs to know of the rules, as plain numbers and tables by state (see ``packing.ADD``).

    Attributes:
        rules: the switches.
        wild_joker: what was cut.
        pack: wild cards, points and copies by card code.
        jokers: the codes of the wild cards and the printed joker, the printed one first.
        rank_points: points by rank of a card that is not wild.
        kind: the suit tables to use when points covered come first.
        kind_pure: the suit tables to use when points in pure sequences come first.
        met: by state, whether the requirements of a declaration are met.
        loose_row: by state, whether a loser pays for loose cards only.
        flat_cap: what a hand without a pure sequence costs, in points, or -1 where it is the sum of its cards.
        plenty: whether every card is dealt at all, and the cut is possible.
        protects: what the search may take for granted (``Search``); empty where every state matters.
    """

    def __init__(self, rules: Rules, wild_joker: WildJoker) -> None:
        """Prepare the tables."""
        self.rules = rules
        self.wild_joker = wild_joker
        self.pack: Pack = pack_of(rules, wild_joker)
        self.jokers = (JOKER, *(code for code in range(JOKER) if self.pack.wild[code]))
        self.rank_points = (rules.ace_points, *range(2, 10), 10, 10, 10, 10)
        most_pure = max(1, rules.min_pure)
        flags = (rules.wild_in_place_is_pure, rules.ace_high, rules.ace_points)
        self.kind = variant(most_pure, rules.min_sequences, *flags, weigh_pure=False)
        self.kind_pure = variant(most_pure, rules.min_sequences, *flags, weigh_pure=True)
        self.joker_groups = rules.joker_only is JokerOnly.SEQUENCE
        self.met = tuple(self._met(state) for state in range(STATES))
        self.loose_row = tuple(self._loose_row(state) for state in range(STATES))
        self.has_pure = tuple(state >> 3 > 0 for state in range(STATES))
        flat = rules.no_pure is NoPure.FLAT_CAP and rules.protection is not Protection.NONE
        self.flat_cap = rules.cap if flat and rules.cap is not None else -1
        self.protects = () if flat else self.loose_row
        self.min_pure = rules.min_pure
        self.exempts_pure = rules.protection is Protection.PURE_EXEMPT

        self.plenty = cut_fault(rules, wild_joker) is None and min(self.pack.copies[:JOKER]) > 0

    @cached_property
    def reader(self) -> "Game":
        """The one game that reads groups for all games that read them alike, so that what it reads is remembered once.

        What a group is depends on the wild cards and a few switches, not on the cap or the like; and the wild cards
        depend on the rank of the cut card alone, unless its neighbours are wild too.
        """
        rules = self.rules
        beside = rules.neighbours_wild and len(self.jokers) > 1
        alike = Rules(
            wild_in_place_is_pure=rules.wild_in_place_is_pure,
            set_max=rules.set_max,
            joker_only=rules.joker_only,
            ace_high=rules.ace_high,
            tunnela=rules.tunnela,
            dublee=rules.dublee,
            neighbours_wild=beside,
        )
        rank = self.jokers[1] % 13 if len(self.jokers) > 1 else None
        return game_of(alike, self.wild_joker if beside else WildJoker(rank, None))

    def _met(self, state: int) -> bool:
        return state >> 3 >= self.rules.min_pure and (state >> 1 & 3) >= self.rules.min_sequences

    def _loose_row(self, state: int) -> bool:
        protection = self.rules.protection
        return (
            self.met[state] or protection is Protection.NONE or (protection is Protection.FIRST_LIFE and state >> 3 > 0)
        )


def warm_up() -> None:
    """Remember the suits that hands of the presets usually hold, before a server forks its workers."""
    kinds = {kind for rules in PRESETS.values() for kind in _kinds(game_of(rules, WildJoker(None, None)))}
    for kind in kinds:
        warm(kind, most_cards=5, most_jokers=2)


def _kinds(game: Game) -> tuple[int, ...]:
    return (game.kind, game.kind_pure) if game.exempts_pure else (game.kind,)


@lru_cache(maxsize=512)
def game_of(rules: Rules, wild_joker: WildJoker) -> Game:
    """The game of these rules and this wild joker."""
    return Game(rules, wild_joker)
