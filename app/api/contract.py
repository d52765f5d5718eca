"""The contract as the service serves it: the document itself, a page to read and try it, and what problems mean."""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import yaml
from flask import Blueprint, Response

from app.api.kinds import KINDS, Problem
from app.api.respond import JSON, Tagged, cacheable, json_text, tagged
from app.api.settings import service, settings
from app.resources import contract_path
from app.rummy.cards import quote

blueprint = Blueprint("contract", __name__)

_SITE: Final = Path(__file__).resolve().parent.parent / "site"
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the first is several times as fast
_HTML: Final = "text/html; charset=utf-8"
_SCRIPT: Final = "text/javascript; charset=utf-8"
_STYLE: Final = "text/css; charset=utf-8"
_PAGE_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Nothing but our own files runs, styles a page or is asked. Pictures in style sheets are data."""


class _Asset(NamedTuple):
    file: str
    content_type: str


ASSETS: Final = {
    "docs.js": _Asset("docs.js", _SCRIPT),
    "site.css": _Asset("site.css", _STYLE),
    "swagger-ui-bundle.js": _Asset("vendor/swagger-ui/swagger-ui-bundle.js", _SCRIPT),
    "swagger-ui.css": _Asset("vendor/swagger-ui/swagger-ui.css", _STYLE),
    "favicon.png": _Asset("vendor/swagger-ui/favicon-32x32.png", "image/png"),
}
"""Files that pages use, by the name under ``/assets/``: a closed list, no path of a client's reaches the disk."""


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The document, byte for byte as it was written."""
    return cacheable(_document(), "application/yaml", settings().cache_seconds)


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """The same as JSON."""
    return cacheable(_document_as_json(), JSON, settings().cache_seconds)


@blueprint.get("/.well-known/jwks.json")
def jwks() -> Response:
    """The public keys of those that sign verdicts; none where none is signed."""
    signer = service().signer
    text = '{"keys":[]}' if signer is None else signer.jwks()
    return cacheable(tagged(text), "application/jwk-set+json", settings().cache_seconds)


@blueprint.get("/docs")
def docs() -> Response:
    """The document for people, to read and try."""
    return _page("docs.html")


@blueprint.get("/")
def home() -> Response:
    """Where to go from here."""
    return _page("index.html")


@blueprint.get("/assets/<name>")
def asset(name: str) -> Response:
    """A file that a page uses."""
    if name not in ASSETS:
        raise Problem("not-found", f"there is no file {quote(name)}")
    found = ASSETS[name]
    return cacheable(_file(found.file), found.content_type, settings().cache_seconds)


@blueprint.get("/problems/<name>")
def problem(name: str) -> Response:
    """What a kind of problem means; its ``type`` leads here."""
    if name not in KINDS:
        raise Problem("not-found", f"there is no kind of problem {quote(name)}; one of {', '.join(KINDS)}")
    kind = KINDS[name]
    told = {"type": kind.uri, "title": kind.title, "status": kind.status, "meaning": kind.meaning}
    return cacheable(tagged(json_text(told)), JSON, settings().cache_seconds)


def _page(file: str) -> Response:
    response = cacheable(_file(file), _HTML, settings().cache_seconds)
    response.headers.update(_PAGE_HEADERS)
    return response


@cache
def _file(name: str) -> Tagged:
    return tagged((_SITE / name).read_bytes())


@cache
def _document() -> Tagged:
    return tagged(contract_path().read_bytes())


@cache
def _document_as_json() -> Tagged:
    return tagged(json_text(yaml.load(_document().data, Loader=_LOADER)))  # noqa: S506 - both are safe


def warm_up() -> None:
    """Read the document now: whoever asks for it first would otherwise hold the others up."""
    _document_as_json()
