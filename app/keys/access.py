"""Who may ask: the clients of a file, each known by the SHA-256 of its key, and what each may ask and how often.

A line of the file is one key: the client's name, the SHA-256 of the key in hex, and what the client is held to::

    game-server  9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    archive      60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  only=audit limit=600/minute

Keys are random and long, so a plain hash of one tells nothing about it. A client may have several keys, as it does
while it goes from one to the next; they share a limit.
"""

import re
import time
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from app.keys.files import KeyFileError, Watched

if TYPE_CHECKING:
    from limits.limits import RateLimitItem
    from limits.strategies import RateLimiter

CALLS: Final = frozenset({"analyze", "audit", "rules", "score", "verify"})
"""What a client may be held to: the calls, by the word after ``/v1/``."""
_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_HASH: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LIMIT: Final = re.compile(r"([1-9][0-9]{0,8})/(second|minute|hour|day)", re.ASCII)
_FORM: Final = (
    "a line is a name, the SHA-256 of a key in 64 hex digits and perhaps only=analyze,verify limit=600/minute"
)


class Client(NamedTuple):
    """Who asks.

    Attributes:
        name: the operator's name for it.
        calls: what it may ask, words of :data:`CALLS`; None for anything.
        limit: how often, or None for no limit.
        often: the limit in words.
    """

    name: str
    calls: frozenset[str] | None
    limit: "RateLimitItem | None" = None
    often: str = ""


class Access:
    """The clients of a file, which is read again when it changes, and what they have asked lately.

    Processes that are forked after it was made count together what clients ask.
    """

    def __init__(self, path: str) -> None:
        """Read the file.

        Raises:
            KeyFileError: it cannot be read.
        """
        self._clients = Watched(path, read_clients)
        self._limiter = _limiter()

    def client(self, key: bytes) -> Client | None:
        """Who has this key, if anyone.

        Every key on file is looked at, each in the same time whatever it is, so that how long it takes tells nothing.
        """
        asked = sha256(key).digest()
        found = None
        for digest, client in self._clients.now().items():
            if compare_digest(digest, asked):
                found = client
        return found

    def seconds_to_wait(self, client: Client) -> int:
        """0 where the client may ask now, and this counts as having asked; else how long until it may again."""
        if client.limit is None or self._limiter is None or self._limiter.hit(client.limit, client.name):
            return 0
        reset = self._limiter.get_window_stats(client.limit, client.name).reset_time
        return max(1, ceil(reset - time.time()))


def _limiter() -> "RateLimiter | None":
    """What counts; None where the extra is not installed. Made even if no client has a limit yet: one may get one."""
    try:
        from limits.strategies import SlidingWindowCounterRateLimiter  # noqa: PLC0415 - it may not be there

        from app.keys.counts import SharedCounts  # noqa: PLC0415
    except ImportError:
        return None
    return SlidingWindowCounterRateLimiter(SharedCounts())


def read_clients(data: bytes) -> Mapping[bytes, Client]:
    """The clients of a file by the SHA-256 of their keys.

    Raises:
        KeyFileError: a line is none of these, or there is no client at all.
    """
    clients: dict[bytes, Client] = {}
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        digest, client = _client(number, words)
        if digest in clients:
            raise KeyFileError(f"line {number}: the key of {clients[digest].name} once more")
        clients[digest] = client
    if not clients:
        raise KeyFileError(f"the file has no client; {_FORM}")
    return clients


def _client(number: int, words: list[str]) -> tuple[bytes, Client]:
    name, digest, *more = words if len(words) > 1 else (*words, "")
    if not (_NAME.fullmatch(name) and _HASH.fullmatch(digest)):
        raise KeyFileError(f"line {number}: {_FORM}")
    said = dict(word.partition("=")[::2] for word in more)
    calls = frozenset(said.pop("only").split(",")) if "only" in said else None
    limit = _LIMIT.fullmatch(said.pop("limit")) if "limit" in said else None
    if said or len(more) != (calls is not None) + (limit is not None):
        raise KeyFileError(f"line {number}: {_FORM}")
    if calls is not None and not calls <= CALLS:
        raise KeyFileError(f"line {number}: only= names some of {', '.join(sorted(CALLS))}, with commas between them")
    client = Client(name, calls)
    if limit is not None:
        client = client._replace(limit=_limit(limit[0]), often=f"{limit[1]} times a {limit[2]}")
    return bytes.fromhex(digest), client


def _limit(text: str) -> "RateLimitItem":
    try:
        from limits import parse  # noqa: PLC0415 - only where a client has a limit
    except ImportError as error:
        raise KeyFileError("limits need the extra limit: pip install 'meldwise[limit]'") from error
    return parse(text)
