"""Where the files that come with the service are, in a checkout and when installed."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def contract_path(package: Path = _PACKAGE) -> Path:
    """The OpenAPI document: ``app/openapi.yaml`` in an installed package, ``openapi.yaml`` at the top of a checkout.

    The copy inside the package exists only where a build made one, and there it is the right one: beside an installed
    package lie other people's files.
    """
    candidates = (package / "openapi.yaml", package.parent / "openapi.yaml")
    for path in candidates:
        if path.is_file():
            return path
    places = " or ".join(str(path) for path in candidates)
    message = f"The contract is missing: expected it at {places}."
    raise FileNotFoundError(message)
