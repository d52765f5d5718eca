"""What to throw at the service: right things, things that are nearly right, and anything at all."""

import json

from hypothesis import strategies as st

from app.rummy.cards import CARD_CODES, RANK_CODES
from app.rummy.rules import PRESETS
from app.rummy.switches import SWITCHES

SPELLINGS = sorted(CARD_CODES)
ALIKE = "SsſＳ♠♤𝐒HhНΗ♥♡❤DdᎠ♦♢CcСϹ♣♧10１O٣²①TtＴJjKkKАΑQqЅ\ufe0e\ufe0f\u200b\u202e\u00a0 \t\r\n\0\x7f\x85\u2028🂡🂬🃏"
"""What is a part of cards, and what only looks so."""


def edited(texts, parts):
    """Texts with a few parts put in, taken out or put in another's place."""
    edit = st.tuples(st.integers(0, 1 << 16), st.sampled_from(["in", "out", "instead", "twice"]), parts)

    def change(text, edits):
        for place, how, part in edits:
            at = place % (len(text) + 1)
            if how == "in":
                text = text[:at] + part + text[at:]
            elif how == "out":
                text = text[:at] + text[at + 1 + place % 3 :]
            elif how == "instead":
                text = text[:at] + part + text[at + 1 :]
            else:
                text = text[:at] + text[at : at + 4] + text[at:]
        return text

    return st.builds(change, texts, st.lists(edit, max_size=4))


texts = st.text(max_size=12) | st.text(ALIKE, max_size=4)
card_texts = st.sampled_from(SPELLINGS) | edited(st.sampled_from(SPELLINGS), st.sampled_from(ALIKE) | st.characters())
rank_texts = st.sampled_from(sorted(RANK_CODES)) | edited(st.sampled_from(sorted(RANK_CODES)), st.sampled_from(ALIKE))
any_text = texts | card_texts | rank_texts

numbers = (
    st.integers(-3, 130)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([0.0, -0.0, 1.0, 13.0, 1e300, 2**31, 2**63, -(2**63) - 1, 10**400])
)
scalars = st.none() | st.booleans() | numbers | any_text
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=4),
    max_leaves=12,
)
json_bytes = json_values.map(lambda value: json.dumps(value).encode()) | json_values.map(
    lambda value: json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
)
json_parts = st.sampled_from(
    [
        *(
            b'"',
            b"\\",
            b"[",
            b"]",
            b"{",
            b"}",
            b",",
            b":",
            b"[[[[[[",
            b'{"a":',
            b"}}",
            b"-",
            b"+",
            b".",
            b"e",
            b"0",
            b"1",
        ),
        *(
            b"NaN",
            b"-Infinity",
            b"nul",
            b"null",
            b"true",
            b"1e999",
            b"9" * 5000,
            b"\\u",
            b"\\ud800",
            b"\\udc00",
            b'\\"',
        ),
        *(
            b"\x00",
            b"\x1f",
            b"\x7f",
            b"\xff",
            b"\xc0\x80",
            b"\xed\xa0\x80",
            b"\xef\xbb\xbf",
            b"\xe2\x80\xa8",
            b"\xc2\xa0",
        ),
        *(b" ", b"\t", b"\r", b"\n", b"\x0c", b'"a":1,', b'"a":1', b'"hand":', b"/**/"),
    ]
) | st.binary(max_size=3)
nearly_json = edited(json_bytes, json_parts) | st.lists(json_parts, max_size=12).map(b"".join) | st.binary(max_size=64)

switch_values = st.one_of(
    st.booleans(),
    st.none(),
    st.integers(-1, 22),
    st.sampled_from([40, 60, 80, 101, 174, 10_000, 10_001]),
    st.sampled_from(
        sorted(
            {
                str(value)
                for switch in SWITCHES.values()
                if hasattr(switch.allowed, "__members__")
                for value in switch.allowed
            }
        )
    ),
    scalars,
)
rules_objects = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(sorted(PRESETS)) | scalars,
        **dict.fromkeys(SWITCHES, switch_values),
    },
)
few_switches = st.dictionaries(st.sampled_from(sorted(SWITCHES)), switch_values, max_size=3).flatmap(
    lambda switches: st.sampled_from([switches, {"preset": "pagat", **switches}, {"preset": "club-21", **switches}])
)
any_rules = few_switches | rules_objects | st.sampled_from(sorted(PRESETS)) | json_values

streams_of_lines = st.lists(
    st.sampled_from([b"\n", b"\r\n", b"\r", b"a", b"bb", b" ", b"\t", b"{}", b"\n\n", b"x" * 9, b"\xff", b"\0"])
    | st.binary(max_size=5),
    max_size=40,
).map(b"".join)

query_parts = st.sampled_from(
    [
        *("hand=", "wild_joker=", "rules=", "compare=", "picked_up=", "expect_rules=", "detail=", "stream=", "foo="),
        *(
            "&",
            "&&",
            "=",
            ";",
            ",",
            "+",
            "%",
            "%2",
            "%zz",
            "%00",
            "%0a",
            "%20",
            "%2C",
            "%26",
            "%3D",
            "%ff",
            "%E2%99%A0",
        ),
        *(
            "4S",
            "10H",
            "JK",
            "2",
            "none",
            "null",
            "true",
            "false",
            "pagat",
            "[]",
            "#",
            "?",
            "/",
            "\xe2\x99\xa0",
            "\xff",
        ),
    ]
) | st.text(st.characters(max_codepoint=255), max_size=3)
queries = st.lists(query_parts, max_size=30).map("".join)
