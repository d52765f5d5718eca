"""Card texts: a closed list of spellings, one canonical text, nothing trimmed or folded."""

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rummy.cards import CARD_CODES, CARD_TEXT, JOKER, CardError, card_points, parse_card, quote


def text_of(spelling: str) -> str:
    return CARD_TEXT[parse_card(spelling)]


def test_there_are_fifty_two_cards_and_a_joker_with_different_texts():
    assert len(set(CARD_TEXT)) == len(CARD_TEXT) == 53


@pytest.mark.parametrize("code", range(53))
def test_a_canonical_text_is_read_as_the_card_it_came_from(code):
    assert parse_card(CARD_TEXT[code]) == code


def test_codes_go_by_suit_and_then_by_rank():
    assert [CARD_TEXT[code] for code in (0, 12, 13, 26, 39, 51, JOKER)] == ["AS", "KS", "AH", "AD", "AC", "KC", "JK"]


@pytest.mark.parametrize(
    ("spelling", "text"),
    [
        ("10h", "10H"),
        ("TH", "10H"),
        ("th", "10H"),
        ("qd", "QD"),
        ("Qd", "QD"),
        ("A♠", "AS"),
        ("10♥", "10H"),
        ("a♦\ufe0f", "AD"),
        ("K♣\ufe0e", "KC"),
        ("\U0001f0a1", "AS"),
        ("\U0001f0ae", "KS"),
        ("\U0001f0bd", "QH"),
        ("\U0001f0cb", "JD"),
        ("\U0001f0da", "10C"),
        ("JOKER", "JK"),
        ("Joker", "JK"),
        ("jk", "JK"),
        ("\U0001f0cf", "JK"),
    ],
)
def test_other_spellings_that_people_and_keyboards_use_are_read(spelling, text):
    assert text_of(spelling) == text


def test_the_list_of_spellings_is_the_documented_one_and_holds_nothing_else():
    ranks = {text: rank for rank, texts in enumerate("Aa 2 3 4 5 6 7 8 9 Tt Jj Qq Kk".split()) for text in texts} | {
        "10": 9
    }
    suits = ("S s ♠ ♠\ufe0e ♠\ufe0f", "H h ♥ ♥\ufe0e ♥\ufe0f", "D d ♦ ♦\ufe0e ♦\ufe0f", "C c ♣ ♣\ufe0e ♣\ufe0f")
    cards = {
        rank + text: suit * 13 + ranks[rank]
        for suit, texts in enumerate(suits)
        for text in texts.split()
        for rank in ranks
    }
    signs = "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭🂮🂱🂲🂳🂴🂵🂶🂷🂸🂹🂺🂻🂽🂾🃁🃂🃃🃄🃅🃆🃇🃈🃉🃊🃋🃍🃎🃑🃒🃓🃔🃕🃖🃗🃘🃙🃚🃛🃝🃞"
    cards |= {sign: code for code, sign in enumerate(signs)}
    cards |= dict.fromkeys("🂿🃏🃟", JOKER)
    for word in ("jk", "joker"):
        cards |= dict.fromkeys(map("".join, itertools.product(*((letter, letter.upper()) for letter in word))), JOKER)
    assert cards == CARD_CODES


@pytest.mark.parametrize("block", [0x1F0A0, 0x1F0B0, 0x1F0C0, 0x1F0D0])
def test_unicode_playing_cards_are_read_by_their_names(block):
    for point in range(block + 1, block + 15):
        name = unicodedata.name(chr(point))
        if "KNIGHT" in name:
            assert chr(point) not in CARD_CODES
            continue
        rank, suit = name.removeprefix("PLAYING CARD ").split(" OF ")
        texts = {"ACE": "A", "TWO": "2", "THREE": "3", "FOUR": "4", "FIVE": "5", "SIX": "6", "SEVEN": "7"}
        texts |= {"EIGHT": "8", "NINE": "9", "TEN": "10", "JACK": "J", "QUEEN": "Q", "KING": "K"}
        assert text_of(chr(point)) == texts[rank] + suit[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "1S",
        "11S",
        "0S",
        "S10",
        "10",
        "H",
        "10S\n",
        " 10S",
        "10S ",
        "1 0S",
        "10SS",
        "5\u017f",  # long s
        "\uff11\uff10S",  # full-width digits
        "6\u0421",  # Cyrillic Es
        "\u0667S",  # Arabic-Indic seven
        "10S\x00",
        "\ufeff10S",
        "10\ufe0fS",
        "10S\ufe0f",
        "\U0001f0a0",  # the back of a card
        "\U0001f0ac",  # knight of spades
        "JKS",
        "JO",
        "Jo\u212aer",  # Kelvin sign
        "ten of hearts",
        "\ud800",  # a lone surrogate
    ],
)
def test_anything_else_is_no_card(text):
    with pytest.raises(
        CardError, match="is no card; a card is a rank A 2-10 J Q K and a suit S H D C, like 10H, or JK"
    ):
        parse_card(text)


@given(st.text(max_size=4))
def test_a_text_is_a_card_only_if_it_is_on_the_list(text):
    if text in CARD_CODES:
        assert text_of(text) in CARD_TEXT
    else:
        with pytest.raises(CardError):
            parse_card(text)


@given(st.text())
def test_a_quoted_text_is_short_printable_and_safe_in_a_page(text):
    quoted = quote(text)
    assert quoted.removesuffix("…").isascii()
    assert quoted.removesuffix("…").isprintable()
    assert not set('&"\\') & set(quoted)
    assert len(quoted) <= 32 * len("<U+10FFFF>") + 3
    assert quoted.endswith("…") == (len(text) > 32)


def test_what_is_quoted_stands_as_it_is_only_where_it_is_plain_and_harmless():
    for code in range(0x200):
        plain = 32 <= code <= 126 and chr(code) not in "<>&'\"\\"
        assert quote(chr(code)) == (f"'{chr(code)}'" if plain else f"'<U+{code:04X}>'")
    assert quote("\U0001f0a1") == "'<U+1F0A1>'"


def test_of_a_long_text_thirty_two_characters_are_quoted_unless_fewer_are_asked_for():
    assert quote("x" * 32) == f"'{'x' * 32}'"
    assert quote("x" * 33) == f"'{'x' * 32}'…"
    assert (quote("abc", 3), quote("abc", 2)) == ("'abc'", "'ab'…")


def test_faces_and_tens_count_ten_the_others_their_face_value_and_a_printed_joker_nothing():
    points = card_points(10)
    assert [points[code] for code in range(13)] == [10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert points[:13] == points[13:26] == points[26:39] == points[39:52]
    assert points[JOKER] == 0


def test_an_ace_counts_one_where_the_rules_say_so():
    assert card_points(1)[::13][:4] == (1, 1, 1, 1)
    assert card_points(1)[12] == 10
