"""Signatures: whole verdicts as JSON, signed with Ed25519 as detached JSON Web Signatures (RFC 7515, RFC 8037).

What is signed is the canonical JSON (RFC 8785) of the answer without its ``signature``, so that an answer may be
parsed, stored and written again before somebody checks it.

Needs the extra ``sign``.
"""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

from app.api.canonical import canonical
from app.keys.files import KeyFileError, Watched

_BLOCK: Final = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----", re.DOTALL)
_SIGNATURE: Final = re.compile(r"([A-Za-z0-9_-]{1,512})\.\.([A-Za-z0-9_-]{86})", re.ASCII)
_ALGORITHM: Final = "EdDSA"
UNKNOWN_KEY: Final = "the key that it names is not among those given"
"""What is wrong with a signature by anybody's key."""
_FORMS: Final = "PEM or JSON Web Keys"


class KeySet(NamedTuple):
    """The keys of a file.

    Attributes:
        first: the first key if it can sign, else None.
        kid: the first key's name.
        public: every public key by its name, the SHA-256 thumbprint of RFC 7638, in the order of the file.
    """

    first: Ed25519PrivateKey | None
    kid: str
    public: Mapping[str, Ed25519PublicKey]


class Signer:
    """Signs answers with the first key of a file, which is read again when it changes."""

    def __init__(self, path: str) -> None:
        """Read the file.

        Raises:
            KeyFileError: it cannot be read, or its first key cannot sign.
        """
        self._keys = Watched(path, read_signing_keys)

    def seal(self, text: str) -> str:
        """``text``, a JSON object, with its ``signature`` as the last member."""
        keys = self._keys.now()
        if keys.first is None:  # pragma: no cover - read_signing_keys refuses such a file
            raise KeyFileError("the first key cannot sign")
        signature = detached(keys.first, keys.kid, canonical(json.loads(text)))
        return f'{text[:-1]},"signature":"{signature}"}}'

    def jwks(self) -> str:
        """The public keys, all of them, as a JSON Web Key Set (RFC 7517)."""
        return jwks(self._keys.now().public)


def detached(key: Ed25519PrivateKey, kid: str, payload: bytes) -> str:
    """The JWS of ``payload`` in its compact form, the payload left out (RFC 7515, appendix F)."""
    head = _head(kid)
    return f"{head}..{_encode(key.sign(_signing_input(head, payload)))}"


def fault_in(answer: Mapping[str, Any], keys: KeySet) -> str | None:
    """What is wrong with the ``signature`` of an answer, or None."""
    parts = _SIGNATURE.fullmatch(str(answer.get("signature")))
    if parts is None:
        return "it is no detached JWS with a signature of Ed25519"
    try:
        header = json.loads(_decode(parts[1]))
        algorithm, kid = header["alg"], header["kid"]
    except (ValueError, TypeError, KeyError):
        return "its header is no JSON object with alg and kid"
    if algorithm != _ALGORITHM or not header.keys() <= {"alg", "kid", "typ"}:
        return f"its header asks for more than {_ALGORITHM}"
    key = keys.public.get(kid) if isinstance(kid, str) else None
    if key is None:
        return UNKNOWN_KEY
    try:
        signed = {name: value for name, value in answer.items() if name != "signature"}
        key.verify(_decode(parts[2]), _signing_input(parts[1], canonical(signed)))
    except InvalidSignature:
        return "it does not fit the answer"
    return None


def jwks(public: Mapping[str, Ed25519PublicKey]) -> str:
    """``public`` as a JSON Web Key Set."""
    keys = [{**_public_jwk(key), "kid": kid, "alg": _ALGORITHM, "use": "sig"} for kid, key in public.items()]
    return json.dumps({"keys": keys}, separators=(",", ":"))


def read_signing_keys(data: bytes) -> KeySet:
    """The keys of a file of which the first can sign.

    Raises:
        KeyFileError: there is something else in it.
    """
    keys = read_keys(data)
    if keys.first is None:
        raise KeyFileError("the first key signs, so it must be a private one; this one is public")
    return keys


def read_keys(data: bytes) -> KeySet:
    """The keys of a file, private or public: PEM, a JSON Web Key, or a set of them.

    Raises:
        KeyFileError: there is something else in it, or nothing.
    """
    keys = list(_json_keys(data) if data.lstrip().startswith(b"{") else _pem_keys(data))
    if not keys:
        raise KeyFileError(f"the file holds no key as {_FORMS}")
    public = {}
    for number, key in enumerate(keys, 1):
        open_key = key.public_key() if isinstance(key, Ed25519PrivateKey) else key
        kid = thumbprint(open_key)
        if kid in public:
            raise KeyFileError(f"key {number} is there twice")
        public[kid] = open_key
    first = keys[0]
    return KeySet(first if isinstance(first, Ed25519PrivateKey) else None, next(iter(public)), public)


def thumbprint(key: Ed25519PublicKey) -> str:
    """The name of a key: the SHA-256 of its canonical JSON (RFC 7638)."""
    told = json.dumps(_public_jwk(key), sort_keys=True, separators=(",", ":"))
    return _encode(sha256(told.encode()).digest())


def _pem_keys(data: bytes) -> Iterator[Ed25519PrivateKey | Ed25519PublicKey]:
    for number, block in enumerate(_BLOCK.finditer(data), 1):
        try:
            key = load_pem_public_key(block[0]) if block[1] == b"PUBLIC KEY" else load_pem_private_key(block[0], None)
        except TypeError as error:
            raise KeyFileError(f"key {number} has a password; keys are read without one") from error
        except (ValueError, UnsupportedAlgorithm) as error:
            raise KeyFileError(f"key {number} cannot be read as PEM") from error
        if not isinstance(key, Ed25519PrivateKey | Ed25519PublicKey):
            raise KeyFileError(f"key {number} is no Ed25519 key")
        yield key


def _json_keys(data: bytes) -> Iterator[Ed25519PrivateKey | Ed25519PublicKey]:
    try:
        told = json.loads(data)
    except ValueError as error:
        raise KeyFileError("the file is no JSON") from error
    keys = told.get("keys", [told])
    for number, key in enumerate(keys if isinstance(keys, list) else [keys], 1):
        if not isinstance(key, dict) or (key.get("kty"), key.get("crv")) != ("OKP", "Ed25519"):
            raise KeyFileError(f'key {number} is no Ed25519 key; it has {{"kty":"OKP","crv":"Ed25519","x":...}}')
        try:
            public = Ed25519PublicKey.from_public_bytes(_decode(key["x"]))
            private = Ed25519PrivateKey.from_private_bytes(_decode(key["d"])) if "d" in key else None
        except (ValueError, TypeError, KeyError) as error:
            raise KeyFileError(f"the numbers of key {number} are not those of an Ed25519 key") from error
        if private is not None and _public_jwk(private.public_key()) != _public_jwk(public):
            raise KeyFileError(f"the private number of key {number} does not belong to its public one")
        yield private or public


def _public_jwk(key: Ed25519PublicKey) -> dict[str, str]:
    return {"kty": "OKP", "crv": "Ed25519", "x": _encode(key.public_bytes_raw())}


@lru_cache(maxsize=16)
def _head(kid: str) -> str:
    return _encode(json.dumps({"alg": _ALGORITHM, "kid": kid}, separators=(",", ":")).encode())


def _signing_input(head: str, payload: bytes) -> bytes:
    return f"{head}.{_encode(payload)}".encode("ascii")


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
