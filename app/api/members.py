"""Members of objects inside a request, read one by one: what is wrong is collected, and reading goes on."""

from collections.abc import Collection, Iterator, Mapping

from app.api.fields import Path
from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode
from app.rummy.switches import type_name

_MOST_UNKNOWN = 32
"""So many unknown members are told of one object; with more it is hardly the object that was meant."""


def unknown_members(value: Mapping[str, object], known: Collection[str], path: Path) -> Iterator[Fault]:
    """The members of ``value`` that are not ``known``."""
    for name in [name for name in value if name not in known][:_MOST_UNKNOWN]:
        message = f"{quote(name)} is no member here; there are {', '.join(known)}"
        yield Fault((*path, name), FaultCode.UNKNOWN_MEMBER, message)


def read_whole(value: object, what: str, limits: tuple[int, int], path: Path, faults: list[Fault]) -> int | None:
    """The whole number ``value``, or None where it is none within the limits; ``what`` it is goes into the fault."""
    low, high = limits
    if type(value) is int and low <= value <= high:
        return value
    code = FaultCode.OUT_OF_RANGE if type(value) is int else FaultCode.WRONG_TYPE
    got = str(value)[:24] if type(value) is int else type_name(value)
    faults.append(Fault(path, code, f"{what} is a whole number from {low} to {high}, not {got}"))
    return None
