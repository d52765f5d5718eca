"""Query strings: read into the same members that a body has, or refused where an address takes none."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import parse_qsl

from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode, InputError

_MOST_PARAMETERS: Final = 64


class QueryError(InputError):
    """An :class:`~app.rummy.faults.InputError` whose faults lie in parameters, whatever the method."""


def read_query(query: str, parameters: Iterable[str]) -> tuple[dict[str, str], list[Fault]]:
    """What ``query`` gives, and its faults as such: parameters unknown or repeated, each told once.

    Raises:
        QueryError: there are too many parameters to look at.
    """
    known = ", ".join(parameters) or "none"
    try:
        # WSGI gives the bytes of an address as Latin-1; they are meant as UTF-8.
        text = query.encode("latin-1").decode("utf-8", "replace")
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_PARAMETERS)
    except ValueError as error:
        message = f"more than {_MOST_PARAMETERS} parameters; there are {known}"
        raise QueryError([Fault((), FaultCode.OUT_OF_RANGE, message)]) from error
    members: dict[str, str] = {}
    faults = []
    for name, times in Counter(name for name, _ in pairs).items():
        if name not in parameters:
            message = f"{quote(name)} is no parameter here; there are {known}"
            faults.append(Fault((name,), FaultCode.UNKNOWN_MEMBER, message))
            continue
        members[name] = next(value for key, value in pairs if key == name)
        if times > 1:
            message = f"{name} is given {times} times; give it once"
            faults.append(Fault((name,), FaultCode.REPEATED, message))
    return members, faults


def refuse_query(environ: dict[str, Any]) -> None:
    """Refuse parameters where there are none, rather than answer as if they meant nothing.

    Raises:
        QueryError: the address has some.
    """
    query = environ.get("QUERY_STRING")
    if query:
        _, faults = read_query(query, ())
        if faults:
            raise QueryError(faults)
