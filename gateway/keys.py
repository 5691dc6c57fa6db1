"""API keys of the gateway's clients: how they are made and hashed."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256

RANDOM_BYTES = 32
PREFIX = "cg-"


def new_key(random_bytes: bytes) -> str:
    """Returns an API key made of 32 fresh random bytes, safe to use in URLs and shells.

    >>> new_key(bytes(32))
    'cg-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    if len(random_bytes) != RANDOM_BYTES:
        raise ValueError(f"a key is made from {RANDOM_BYTES} random bytes")
    return PREFIX + urlsafe_b64encode(random_bytes).rstrip(b"=").decode("ascii")


def hash_key(key: str) -> str:
    """Returns the SHA-256 of the key's UTF-8, as the configuration writes it.

    A fast hash is enough for keys of `new_key`, which nobody can guess. Passwords that people choose would need a slow
    one.

    >>> hash_key("")
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    """
    return "sha256:" + sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
