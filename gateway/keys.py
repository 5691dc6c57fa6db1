"""API keys of the gateway's clients: made, hashed, and found again by their hash only."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gateway.settings.sections import ApiKey

RANDOM_BYTES = 32
PREFIX = "cg-"


def new_key(random_bytes: bytes) -> str:
    """An API key from 32 fresh random bytes, in characters that a URL and a shell leave alone.

    >>> new_key(bytes(32))
    'cg-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    if len(random_bytes) != RANDOM_BYTES:
        raise ValueError(f"a key is made from {RANDOM_BYTES} random bytes")
    return PREFIX + urlsafe_b64encode(random_bytes).rstrip(b"=").decode("ascii")


def hash_key(key: str) -> str:
    """The hash of a key as the configuration holds it: SHA-256 of its UTF-8.

    A plain hash is enough for keys of `new_key`, which nobody can guess; a chosen password would need a slow one.

    >>> hash_key("")
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    """
    return "sha256:" + sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


class ApiKeys:
    """The API keys that a client may present.

    Keys are compared by their SHA-256, so that the time of a look-up tells nothing about a key that is not known
    already: whoever guesses cannot choose a digest digit by digit.
    """

    def __init__(self, keys: Iterable[ApiKey]) -> None:
        self._by_hash = {key.hash: key for key in keys}

    def find(self, presented: str) -> ApiKey | None:
        """The configured key that was presented, or None."""
        return self._by_hash.get(hash_key(presented))
