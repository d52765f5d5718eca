"""Where the rules come from: a sentence on every preset, and the family of rules that it and every switch belong to.

The families disagree with each other, and many rules are told by word of mouth; ``docs/rules.md`` says where and which
reading is taken here.
"""

from typing import Final, NamedTuple

_PLATFORMS: Final = "points rummy as Indian online platforms publish it"
_POOLS: Final = "pool rummy as Indian online platforms publish it"
_DEALS: Final = "deals rummy as Indian online platforms publish it"
_PAGAT: Final = "pagat.com's description of Indian Rummy"
_HOME: Final = "home play"
_CLUB: Final = "21-card (marriage) rummy as clubs and online platforms publish it"
_GIN: Final = "gin rummy"
_EVERY: Final = "every description of the family"
_SPLIT: Final = "the sources disagree"


class Told(NamedTuple):
    """What a preset is.

    Attributes:
        summary: a sentence for people.
        source: the family of rules that it comes from.
    """

    summary: str
    source: str


PRESETS_TOLD: Final[dict[str, Told]] = {
    "indian-13": Told(
        "Points rummy with 13 cards: two sequences, one of them pure; until a loser has both, every card counts, up to "
        "80 points.",
        _PLATFORMS,
    ),
    "pool-101": Told("The same deal after deal; who reaches 101 points in all is out, and the last one wins.", _POOLS),
    "pool-201": Told("A longer pool, out at 201 points, with dearer drops.", _POOLS),
    "pool-61": Told("A shorter pool, out at 61 points, with a cap of 60 and cheaper drops.", _POOLS),
    "deals": Told("The same for a number of deals agreed upon; the lowest total wins.", _DEALS),
    "pagat": Told("A loser's pure sequences are exempt even where the second sequence is missing.", _PAGAT),
    "first-life": Told("With one pure sequence, a loser pays for loose cards only.", _HOME),
    "open": Told("A loser pays for loose cards only, whatever the melds.", f"{_HOME}, and simple programs"),
    "paplu": Told(
        "Paplu: two pure sequences, sets of three, no cap; with three packs (seven players or more) three identical "
        "cards are a meld too.",
        f"{_PAGAT}; it asks for two pure combinations, which are read as sequences",
    ),
    "indian-10": Told(
        "Points rummy with 10 cards: two sequences, one of them pure, the rest in sequences or sets, up to 60 points.",
        f"{_PLATFORMS}, with 10 cards; one that asks for two sets beside two sequences needs twelve",
    ),
    "gin-10": Told(
        "Gin without knocking: any melds of 10 cards, no jokers, the ace low and worth 1, the deadwood counts.", _GIN
    ),
    "indian-21": Told(
        "21 cards from three packs: three pure sequences, and tunnelas and dublees are melds like others.",
        f"{_HOME} with 21 cards",
    ),
    "club-21": Told(
        "21 cards from three packs: three pure sequences or tunnelas, special shows, the neighbours of the cut card "
        "jokers too, and value cards.",
        _CLUB,
    ),
}
"""Every preset by name."""

SOURCES: Final[dict[str, str]] = {
    "hand_size": _EVERY,
    "decks": _EVERY,
    "printed_jokers": _EVERY,
    "printed_cut": f"{_SPLIT}: online platforms make the aces wild, {_PAGAT} nothing more",
    "min_sequences": f"{_EVERY}: two, or three of 21 cards",
    "min_pure": f"{_SPLIT}: one on online platforms, two in paplu, three of 21 cards",
    "wild_in_place_is_pure": f"{_SPLIT}; online platforms let it be pure",
    "set_max": f"{_SPLIT}: three, four, or with jokers more",
    "joker_only": f"{_SPLIT}, where they speak of it at all",
    "ace_high": f"{_EVERY}, but {_GIN}",
    "ace_points": f"{_EVERY}: 10; {_GIN}: 1",
    "protection": f"{_SPLIT}: online platforms both_lives or pure_exempt, {_PAGAT} pure_exempt, {_HOME} any",
    "no_pure": f"{_SPLIT}: the sum of all cards, or on some online platforms 80 whatever they sum up to",
    "cap": "points rummy: 80, of 10 cards 60, of 21 cards 120; paplu: none",
    "first_drop": f"{_SPLIT}: 20 on online platforms, 10 in {_PAGAT}",
    "middle_drop": f"{_SPLIT}: 40, or in {_HOME} no drop at all later on",
    "wrong_declaration": _PLATFORMS,
    "full_count": _PLATFORMS,
    "finish_with_picked_up": f"{_SPLIT}; few speak of it",
    "tunnela": f"{_CLUB}: a pure sequence; paplu with three packs and {_HOME} with 21 cards: a meld",
    "dublee": f"{_HOME} with 21 cards; elsewhere only a special show",
    "neighbours_wild": _CLUB,
    "special_shows": _CLUB,
    "paplu_bonus": f"{_HOME}: the card that gave paplu its name",
    "value_cards": _CLUB,
    "pool_limit": _POOLS,
    "out_at": f"{_SPLIT}: most platforms on reaching the limit, some above it",
    "rejoin_max": _POOLS,
    "split_min": _POOLS,
    "deals_winner": f"{_DEALS}: chips on most platforms, {_HOME} the lowest total",
}
"""The family of rules that every switch, by name, comes from, and what it makes of it."""
