"""Where two answers say different things: not in their proofs, nor in words for people, but in all else.

>>> list(differences(told({"points": 80, "engine": 1}), told({"points": 77, "engine": 2})))
[{'pointer': '#/points', 'stored': 80, 'now': 77}]
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.api.canonical import canonical
from app.api.kinds import pointer

_BESIDE: Final = frozenset({"engine", "digest", "signature", "detail"})
"""Members that are proofs, or words: they may be others without the answer being another."""


def told(answer: Mapping[str, Any]) -> dict[str, Any]:
    """What an answer says; of a refusal its kind and the codes of its faults."""
    if "type" in answer:
        faults = answer.get("errors") or ()
        return {"type": answer["type"], "errors": [fault.get("code") for fault in faults]}
    said: dict[str, Any] = _without_proofs(answer)
    return said


def differences(stored: Any, now: Any, path: tuple[str | int, ...] = ()) -> Iterator[dict[str, Any]]:  # noqa: ANN401
    """Where two JSON values differ: the pointer, and what is there, as far as something is."""
    if isinstance(stored, dict) and isinstance(now, dict):
        for name in {**stored, **now}:
            yield from _parts(stored, now, name, path)
    elif isinstance(stored, list) and isinstance(now, list):
        for index in range(max(len(stored), len(now))):
            yield from _parts(dict(enumerate(stored)), dict(enumerate(now)), index, path)
    elif canonical(stored) != canonical(now):  # where 1 and true are two
        yield {"pointer": pointer(path), "stored": stored, "now": now}


def _parts(
    stored: Mapping[Any, Any], now: Mapping[Any, Any], key: str | int, path: tuple[str | int, ...]
) -> Iterator[dict[str, Any]]:
    if key in stored and key in now:
        yield from differences(stored[key], now[key], (*path, key))
    else:
        there = {name: side[key] for name, side in (("stored", stored), ("now", now)) if key in side}
        yield {"pointer": pointer((*path, key)), **there}


def _without_proofs(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return {name: _without_proofs(part) for name, part in value.items() if name not in _BESIDE}
    return [_without_proofs(part) for part in value] if isinstance(value, list) else value
