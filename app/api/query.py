"""Query strings, read into the same members that a body has, so that the same schemas judge both."""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qsl

from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode, InputError

_MOST_PARAMETERS: Final = 64


def _hand(text: str) -> Any:  # noqa: ANN401 - any JSON value
    return text.split(",") if text else []


def _nullable(text: str) -> Any:  # noqa: ANN401
    return None if text == "none" else text


def _flag(text: str) -> Any:  # noqa: ANN401
    return {"true": True, "false": False}.get(text, text)


def _as_it_is(text: str) -> Any:  # noqa: ANN401
    return text


ANALYZE_PARAMETERS: Final[dict[str, Callable[[str], Any]]] = {
    "hand": _hand,
    "wild_joker": _nullable,
    "rules": _as_it_is,
    "compare": _flag,
    "picked_up": _nullable,
    "expect_rules": _as_it_is,
}
"""The parameters of ``GET /v1/analyze`` and how each becomes a member."""


def read_query(query: bytes, parameters: dict[str, Callable[[str], Any]]) -> tuple[dict[str, Any], list[Fault]]:
    """The members that ``query`` gives, and the faults of the query as such: parameters unknown or repeated.

    Raises:
        InputError: there are too many parameters to look at.
    """
    try:
        pairs = parse_qsl(query.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_PARAMETERS)
    except ValueError as error:
        message = f"more than {_MOST_PARAMETERS} parameters; there are {', '.join(parameters)}"
        raise InputError([Fault((), FaultCode.OUT_OF_RANGE, message)]) from error
    members: dict[str, Any] = {}
    faults = []
    for name, text in pairs:
        if name not in parameters:
            message = f"{quote(name)} is no parameter here; there are {', '.join(parameters)}"
            faults.append(Fault((name,), FaultCode.UNKNOWN_MEMBER, message))
        elif name in members:
            faults.append(Fault((name,), FaultCode.REPEATED, f"{name} is given twice; give it once"))
        else:
            members[name] = parameters[name](text)
    return members, faults
