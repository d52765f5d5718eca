"""What holds for every input of the parts that read: cards, JSON, lines, rules and queries.

Each property says again, in other words than the code does, what is right.
"""

import io
import json
import re
from collections import Counter
from itertools import cycle
from urllib.parse import quote_plus, unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.kinds import KINDS, MOST_ERRORS, Problem, invalid_input, located, problem_json
from app.api.query import QueryError, read_query
from app.api.strict import parse
from app.bulk.lines import blocks_of_lines
from app.rummy.cards import CARD_CODES, CARD_TEXT, RANK_CODES, CardError, parse_card
from app.rummy.faults import InputError
from app.rummy.pack import parse_wild_joker
from app.rummy.rules import NamedRules
from app.rummy.switches import SWITCHES, canonical, resolve
from tests.fuzz import strategies
from tests.fuzz.share import examples

_CARD = re.compile(
    "(?P<rank>[Aa2-9TtJjQqKk]|10)(?P<suit>[SsHhDdCc]|[♠♥♦♣][\ufe0e\ufe0f]?)|(?i:jk|joker)"
    "|[\U0001f0a1-\U0001f0ab\U0001f0ad\U0001f0ae\U0001f0b1-\U0001f0bb\U0001f0bd\U0001f0be\U0001f0bf"
    "\U0001f0c1-\U0001f0cb\U0001f0cd\U0001f0ce\U0001f0cf\U0001f0d1-\U0001f0db\U0001f0dd\U0001f0de\U0001f0df]",
    re.ASCII,
)
"""Cards as the documentation has them."""
_MOST_DEPTH = 10
_HARMLESS = re.compile(r"[ -~…]*")


def harmless(message):
    """A message goes to logs and pages: one line of printable ASCII (and an ellipsis), of bounded length."""
    assert _HARMLESS.fullmatch(message), ascii(message)
    assert len(message) < 1500, message


@examples(250)
@given(strategies.any_text)
def test_a_text_is_a_card_or_told_to_be_none(text):
    right = _CARD.fullmatch(text) is not None
    try:
        code = parse_card(text)
    except CardError as error:
        assert not right
        harmless(str(error))
    else:
        assert right
        assert parse_card(CARD_TEXT[code]) == code
        if text.isascii() and not text.upper().startswith("J"):
            assert CARD_TEXT[code] == text.upper().replace("T", "10")


@examples(150)
@given(strategies.any_text)
def test_a_text_is_a_wild_joker_or_told_to_be_none(text):
    right = text in RANK_CODES or _CARD.fullmatch(text) is not None
    try:
        wild_joker = parse_wild_joker(text)
    except CardError as error:
        assert not right
        harmless(str(error))
    else:
        assert right
        assert wild_joker == parse_wild_joker(text)
        assert (text in CARD_CODES) == (wild_joker.cut is not None)


class _RefusedError(Exception):
    pass


def _strict_value(body):
    """The value of a body by other means: a parser that takes more, and every further rule by itself.

    Raises:
        _RefusedError: there is none.
    """

    def once(pairs):
        if max(Counter(name for name, _ in pairs).values(), default=0) > 1:
            raise _RefusedError
        return dict(pairs)

    def no_constant(_):
        raise _RefusedError

    try:
        text = body.decode("utf-8")
        if text.startswith("\ufeff"):
            raise _RefusedError
        value = json.loads(text, object_pairs_hook=once, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise _RefusedError from error
    if _depth(value) > _MOST_DEPTH:
        raise _RefusedError
    return value


def _depth(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)


@examples(400)
@given(strategies.nearly_json)
def test_a_body_is_one_strict_json_value_or_refused(body):
    try:
        expected = _strict_value(body)
    except _RefusedError:
        with pytest.raises(Problem) as refusal:
            parse(body, _MOST_DEPTH)
        assert refusal.value.kind.status == 400
        harmless(refusal.value.detail)
    else:
        value = parse(body, _MOST_DEPTH)
        assert json.dumps(value) == json.dumps(expected)


@examples(250)
@given(strategies.streams_of_lines, st.lists(st.integers(1, 7), min_size=1), st.integers(1, 12), st.integers(1, 16))
def test_how_bytes_come_never_changes_the_lines(data, sizes, longest, block):
    def lines(read):
        return [line for lines in blocks_of_lines(read, longest, 1 << 30, block) for line in lines]

    stream, wanted = io.BytesIO(data), cycle(sizes)
    # A line that is too long is told even where it is blank; it counts by its bytes before LF.
    expected = [
        None if len(line) > longest else line for line in data.split(b"\n") if len(line) > longest or line.strip()
    ]
    assert lines(lambda size: stream.read(min(size, next(wanted)))) == expected
    assert lines(io.BytesIO(data).read) == expected


@examples(250)
@given(strategies.any_rules)
def test_rules_are_resolved_or_every_fault_is_told(spec):
    try:
        named = resolve(spec)
    except InputError as error:
        _told_well(error.faults)
        return
    assert isinstance(named, NamedRules)
    told = canonical(named.rules)
    # What is told of rules is the same rules, under any preset's name, whatever the order of the switches.
    assert resolve(json.loads(json.dumps({"preset": "open", **told}))).fingerprint == named.fingerprint
    assert resolve(dict(reversed(told.items()))).fingerprint == named.fingerprint
    assert named.customised == (canonical(resolve(named.name).rules) != told)
    if isinstance(spec, dict):
        for switch, value in spec.items():
            assert switch == "preset" or told[switch] == value
            assert switch == "preset" or type(told[switch]) is type(value)


def _told_well(faults):
    detail, members = invalid_input(faults, located)
    harmless(detail)
    assert faults
    for fault in faults:
        harmless(fault.detail)
        assert fault.path == () or fault.path[0] in {"preset", *SWITCHES} or fault.code == "unknown_member"
    told = json.loads(problem_json(KINDS["invalid-input"], detail, members))
    assert 1 <= len(told["errors"]) <= MOST_ERRORS


@examples(250)
@given(strategies.queries)
def test_a_query_is_read_or_every_fault_is_told(query):
    known = ("hand", "wild_joker", "compare")
    try:
        members, faults = read_query(query, known)
    except QueryError as error:
        assert query.count("&") >= 64
        harmless(error.faults[0].detail)
        return
    given = [part.partition("=")[::2] for part in query.split("&") if part]
    read = [tuple(_unquoted(text) for text in pair) for pair in given]
    names = Counter(name for name, _ in read)
    assert members == {name: next(v for n, v in read if n == name) for name in names if name in known}
    assert [fault.path[0] for fault in faults] == [n for n, times in names.items() if n not in known or times > 1]
    for fault in faults:
        harmless(fault.detail)


def _unquoted(text):
    return unquote_to_bytes(text.replace("+", " ").encode("latin-1")).decode("utf-8", "replace")


@examples(100)
@given(st.dictionaries(st.sampled_from(["hand", "wild_joker", "compare"]), st.text(max_size=20)))
def test_what_is_written_into_a_query_is_read_out_of_it(members):
    written = "&".join(f"{name}={quote_plus(value.encode('utf-8', 'replace'))}" for name, value in members.items())
    read, faults = read_query(written, ("hand", "wild_joker", "compare"))
    assert not faults
    assert read == {name: value.encode("utf-8", "replace").decode() for name, value in members.items()}
