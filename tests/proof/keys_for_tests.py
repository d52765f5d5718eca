"""Keys for tests: the same every time, since they are parameters of tests."""

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from app.keys.signing import thumbprint

KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([number] * 32)) for number in (1, 2, 3)]
KIDS = [thumbprint(key.public_key()) for key in KEYS]


def private_pem(key, password=None):
    encryption = BestAvailableEncryption(password) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)


def public_pem(key):
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


OLD, NEW, NEXT = map(private_pem, KEYS)
LOCKED = private_pem(KEYS[0], b"secret")
OTHER = private_pem(derive_private_key(13, SECP256R1()))
"""Of another kind."""
