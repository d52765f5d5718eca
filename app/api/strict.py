"""Strict JSON: one value, in strict UTF-8, of bounded depth, that means the same to every reader."""

import json
import re
from typing import Any, Final, Never

from app.api.kinds import Problem
from app.rummy.cards import quote

_BOM: Final = b"\xef\xbb\xbf"
_BRACKETS: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
"""A whole string, or one bracket outside of strings."""
_TEXT: Final = bytes(set(range(256)) - set(b'[]{}"'))
_OPENING: Final = b"[{"


def parse(body: bytes, max_depth: int, what: str = "the body") -> Any:  # noqa: ANN401 - any JSON value
    """The JSON value that ``body`` says.

    >>> parse(b'{"hand": ["10H"]}', 10)
    {'hand': ['10H']}

    Raises:
        Problem: it says none, or none that means the same to every reader.
    """
    if body.startswith(_BOM):
        raise Problem("not-json", f"{what} starts with a byte order mark; send UTF-8 without one")
    if body.count(b"[") + body.count(b"{") > max_depth and _depth(body) > max_depth:
        raise Problem("not-json", f"arrays and objects are nested deeper than {max_depth}")
    try:
        text = body.decode("utf-8")
        try:
            value, end = _DECODER.raw_decode(text)
        except json.JSONDecodeError:  # or there is space before it, which this does not take
            return _DECODER.decode(text)
        return value if end == len(text) else _DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise Problem("not-json", f"{what} is not UTF-8: byte {error.start} cannot be there") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        detail = f"{what} is empty" if not body.strip() else f"{what} is not JSON at {where}: {error.msg}"
        raise Problem("not-json", detail) from error
    except (ValueError, RecursionError) as error:  # an integer of more digits than Python converts
        raise Problem("not-json", f"{what} has a number of more than 4300 digits") from error


def _depth(body: bytes) -> int:
    depth = deepest = 0
    for bracket in _brackets(body):
        if bracket in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
    return deepest


def _brackets(body: bytes) -> bytes:
    """The brackets of ``body`` that are in no string. Most bodies have none in strings, and no backslash."""
    if b"\\" not in body:
        # Quotes come in pairs then; a bracket between the two of a pair leaves an odd run of them somewhere.
        skeleton = body.translate(None, _TEXT).replace(b'""', b"")
        if b'"' not in skeleton:
            return skeleton
    return b"".join([token for token in _BRACKETS.findall(body) if len(token) == 1 and token != b'"'])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise Problem(
                    "not-json", f"an object has the member {quote(name)} twice; which one counts is not defined"
                )
            seen.add(name)
    return members


def _constant(name: str) -> Never:
    raise Problem("not-json", f"{name} is no JSON value")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
