"""The keys that the settings ask for; what they do not ask for is not loaded."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from app.config import Config, ConfigError, variable
from app.keys.files import KeyFileError

if TYPE_CHECKING:
    from app.keys.signing import Signer

Made = TypeVar("Made")


class Keys(NamedTuple):
    """What the service does with keys.

    Attributes:
        signer: signs whole verdicts; None where they are not signed.
    """

    signer: "Signer | None" = None

    @classmethod
    def of(cls, config: Config) -> "Keys":
        """What ``config`` asks for.

        Raises:
            ConfigError: files that cannot be used, or extras that are not installed.
        """
        faults: list[str] = []
        made = cls(signer=_made("signing_keys", config.signing_keys, _signer, "sign", faults))
        if faults:
            raise ConfigError(faults)
        return made


def _made(name: str, path: str, make: Callable[[str], Made], extra: str, faults: list[str]) -> Made | None:
    if not path:
        return None
    try:
        return make(path)
    except ImportError:
        faults.append(f"{variable(name)} needs the extra {extra}: pip install 'meldwise[{extra}]'")
    except KeyFileError as error:
        faults.append(f"{variable(name)}: {error}")
    return None


def _signer(path: str) -> "Signer":
    from app.keys.signing import Signer  # noqa: PLC0415 - only where it is configured

    return Signer(path)
