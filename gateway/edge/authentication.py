"""Which configured API key a client presents."""

from __future__ import annotations

from collections.abc import Iterable

from gateway.keys import hash_key
from gateway.settings import ApiKey


class ApiKeys:
    """The API keys that a client may present.

    Keys are looked up by their SHA-256, so the time of a look-up reveals nothing about an unknown key: an attacker
    cannot approach a digest digit by digit.
    """

    def __init__(self, keys: Iterable[ApiKey]) -> None:
        self._by_hash = {key.hash: key for key in keys}

    def find(self, presented: str) -> ApiKey | None:
        """Returns the configured entry for a key that a client sent, or None."""
        return self._by_hash.get(hash_key(presented))
