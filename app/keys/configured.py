"""The keys that the settings ask for; what they do not ask for is not loaded."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from app.config import Config, ConfigError, variable
from app.keys.files import KeyFileError

if TYPE_CHECKING:
    from app.keys.access import Access
    from app.keys.signing import Signer

Made = TypeVar("Made")


class Keys(NamedTuple):
    """What the service does with keys.

    Attributes:
        signer: signs whole verdicts; None where they are not signed.
        access: knows the clients; None where anybody may ask.
    """

    signer: "Signer | None"
    access: "Access | None"

    @classmethod
    def of(cls, config: Config) -> "Keys":
        """What ``config`` asks for.

        Raises:
            ConfigError: files that cannot be used, or extras that are not installed.
        """
        faults: list[str] = []
        made = cls(
            signer=_made("signing_keys", config.signing_keys, _signer, faults),
            access=_made("api_keys", config.api_keys, _access, faults),
        )
        if faults:
            raise ConfigError(faults)
        return made


def _made(name: str, path: str, make: Callable[[str], Made], faults: list[str]) -> Made | None:
    if not path:
        return None
    try:
        return make(path)
    except KeyFileError as error:
        faults.append(f"{variable(name)}: {error}")
    return None


def _signer(path: str) -> "Signer":
    try:
        from app.keys.signing import Signer  # noqa: PLC0415 - only where it is configured
    except ImportError as error:
        raise KeyFileError("signing needs the extra sign: pip install 'meldwise[sign]'") from error
    return Signer(path)


def _access(path: str) -> "Access":
    from app.keys.access import Access  # noqa: PLC0415 - only where it is configured

    return Access(path)
