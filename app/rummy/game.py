"""Rules and a wild joker together, prepared once for all the hands that are judged by them."""

from functools import lru_cache
from typing import Final

from app.rummy.cards import JOKER
from app.rummy.pack import WildJoker, cut_fault, pack_of
from app.rummy.packing import STATES, blank, variant
from app.rummy.rules import DEFAULT_PRESET, PRESETS, Dublee, JokerOnly, NoPure, Protection, Rules, Tunnela
from app.rummy.suit_memo import warm

_TUNNELA: Final = {Tunnela.OFF: 0, Tunnela.MELD: 1, Tunnela.PURE_SEQUENCE: 2}


class Game:
    """What the search needs to know of the rules, as plain numbers and tables by card code or state (``packing.ADD``).

    Attributes:
        rules: the switches.
        wild_joker: what was cut.
        pack: wild cards, points and copies by card code.
        jokers: the codes of the wild cards and the printed joker, the printed one first.
        wild, points, copies: those of ``pack``.
        suits, bits: the suit of a card that is no printed joker, and how one is counted in it (:mod:`.holding`).
        rank_points: points by rank of a card that is not wild.
        kind: the suit tables to use when points covered come first.
        kind_pure: the suit tables to use when points in pure sequences come first.
        met: by state, whether the requirements of a declaration are met.
        loose_row: by state, whether a loser pays for loose cards only.
        has_pure: by state, whether there is a pure sequence.
        protecting: whether ``loose_row`` tells all that matters of a state: not where the cap may be charged instead.
        flat_cap: what a hand without a pure sequence costs, in points, or -1 where it is the sum of its cards.
        cap: the most that a hand costs, in points, or -1.
        plenty: whether every card is dealt at all, and the cut is possible.
    """

    def __init__(self, rules: Rules, wild_joker: WildJoker) -> None:
        """Prepare the tables."""
        self.rules = rules
        self.wild_joker = wild_joker
        self.pack = pack_of(rules, wild_joker)
        self.jokers = (JOKER, *(code for code in range(JOKER) if self.pack.wild[code]))
        self.wild = [int(wild) for wild in self.pack.wild]
        self.points = list(self.pack.points)
        self.copies = list(self.pack.copies)
        self.suits = [code // 13 for code in range(JOKER)]
        self.bits = [1 << 2 * (code % 13) for code in range(JOKER)]
        self.rank_points = [rules.ace_points, *range(2, 10), 10, 10, 10, 10]
        self.hand_size = rules.hand_size
        self.set_max = rules.set_max
        self.min_pure = rules.min_pure
        self.min_sequences = rules.min_sequences
        self.ace_high = int(rules.ace_high)
        self.wild_is_pure = int(rules.wild_in_place_is_pure)
        self.tunnela = _TUNNELA[rules.tunnela]
        self.dublee = int(rules.dublee is Dublee.MELD)
        self.joker_groups = int(rules.joker_only is JokerOnly.SEQUENCE)
        self.kind = self._variant(weigh_pure=False)
        self.kind_pure = self._variant(weigh_pure=True)
        self.met, self.loose_row, self.has_pure = blank(STATES), blank(STATES), blank(STATES)
        for state in range(STATES):
            self.met[state] = self._met(state)
            self.loose_row[state] = self._loose_row(state)
            self.has_pure[state] = int(state >> 3 > 0)
        flat = rules.no_pure is NoPure.FLAT_CAP and rules.protection is not Protection.NONE
        self.cap = -1 if rules.cap is None else rules.cap
        self.flat_cap = self.cap if flat else -1
        self.protecting = int(not flat)
        self.exempts_pure = int(rules.protection is Protection.PURE_EXEMPT)
        self.neighbours = int(rules.neighbours_wild)
        self.special_shows = int(rules.special_shows)
        self.plenty = int(cut_fault(rules, wild_joker) is None and min(self.pack.copies[:JOKER]) > 0)
        self.own_reader: Game | None = None

    def reader(self) -> "Game":
        """The one game that reads groups for all games that read them alike, so that what it reads is remembered once.

        What a group is depends on the wild cards and a few switches, not on the cap or the like; and the wild cards
        depend on the rank of the cut card alone, unless its neighbours are wild too.
        """
        if self.own_reader is None:
            self.own_reader = _reader_of(self.rules, self.wild_joker, self.jokers)
        return self.own_reader

    def _variant(self, *, weigh_pure: bool) -> int:
        rules = self.rules
        most_pure = max(1, rules.min_pure)
        flags = (rules.wild_in_place_is_pure, rules.ace_high, rules.ace_points)
        return variant(most_pure, rules.min_sequences, *flags, weigh_pure, self.tunnela, self.dublee)

    def _met(self, state: int) -> int:
        return int(state >> 3 >= self.rules.min_pure and (state >> 1 & 3) >= self.rules.min_sequences)

    def _loose_row(self, state: int) -> int:
        protection = self.rules.protection
        first_life = protection is Protection.FIRST_LIFE and state >> 3 > 0
        return int(self._met(state) or protection is Protection.NONE or first_life)


def _reader_of(rules: Rules, wild_joker: WildJoker, jokers: tuple[int, ...]) -> Game:
    """The game of :meth:`Game.reader`."""
    beside = rules.neighbours_wild and len(jokers) > 1
    alike = Rules(
        wild_in_place_is_pure=rules.wild_in_place_is_pure,
        set_max=rules.set_max,
        joker_only=rules.joker_only,
        ace_high=rules.ace_high,
        tunnela=rules.tunnela,
        dublee=rules.dublee,
        neighbours_wild=beside,
    )
    rank = jokers[1] % 13 if len(jokers) > 1 else None
    return game_of(alike, wild_joker if beside else WildJoker(rank, None))


def warm_up() -> None:
    """Remember the suits that hands of the presets usually hold, before a server forks its workers.

    Most presets lay suits alike, as the default one does: of those most are remembered; of other games with as many
    cards more than of the rest.
    """
    default = PRESETS[DEFAULT_PRESET]
    most_cards: dict[int, int] = {}
    for rules in PRESETS.values():
        for kind in _kinds(game_of(rules, WildJoker(None, None))):
            alike = 4 if rules.hand_size == default.hand_size else 3
            most_cards[kind] = max(alike, most_cards.get(kind, 0))
    for kind in _kinds(game_of(default, WildJoker(None, None))):
        most_cards[kind] = 6
    for kind, cards in most_cards.items():
        warm(kind, cards, most_jokers=5 if cards > 4 else 2)


def _kinds(game: Game) -> tuple[int, ...]:
    return (game.kind, game.kind_pure) if game.exempts_pure else (game.kind,)


@lru_cache(maxsize=512)
def game_of(rules: Rules, wild_joker: WildJoker) -> Game:
    """The game of these rules and this wild joker."""
    return Game(rules, wild_joker)
