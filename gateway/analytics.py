"""Who counts in analytics, and when: the window of a time, and the keyed hashes that stand for people and turns.

A contributor's hash is different in each window, so windows cannot be joined. Whoever has the analytics key can derive
a person's hash in any window: that is how opt-outs and deletions find their records.
"""

from __future__ import annotations

from functools import lru_cache

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gateway.sealing import KEY_BYTES, keyed_hash

HOUR_MS = 3_600_000


def window_of(time_ms: int, window_ms: int) -> int:
    """Returns the window of a time in milliseconds since the epoch: its start, in seconds.

    >>> window_of(1_750_000_123_456, window_ms=180_000)
    1749999960
    """
    return time_ms // window_ms * window_ms // 1000


def rounded_ms(time_ms: int, window_ms: int) -> int:
    """Returns the time rounded down to a whole hour of its window, in milliseconds: the window's start if it is short.

    >>> rounded_ms(1_750_000_123_456, 24 * HOUR_MS), rounded_ms(1_750_000_123_456, 180_000)
    (1749999600000, 1749999960000)
    """
    since = time_ms % window_ms
    return time_ms - since % HOUR_MS


def contributor(key: bytes, tenant: str, window: int, identifier: str) -> str:
    """Returns the hash of a tenant's contributor in a window, 32 hexadecimal digits; ``key`` is the analytics key.

    ``identifier`` is whom the request names or, for a tenant whose identifiers are not trusted, the API key's name.

    >>> contributor(b"key", "support", 0, "u-17") == contributor(b"key", "support", 86_400, "u-17")
    False
    """
    return keyed_hash(_derived(key, "contributor", tenant, str(window)), identifier)


def subject(key: bytes, tenant: str, identifier: str) -> str:
    """Returns the hash that stands for a person of a tenant in ``privacy.requests``, the same in all windows.

    Only who has the analytics key can tell which contributors it belongs to.

    >>> subject(b"key", "support", "u-17") == contributor(b"key", "support", 0, "u-17")
    False
    """
    return keyed_hash(_derived(key, "subject", tenant), identifier)


def event_id(key: bytes, turn_id: str) -> str:
    """Returns what stands for a turn in analytics, 32 hexadecimal digits; ``key`` is the audit key.

    >>> event_id(b"key", "0" * 32) == event_id(b"another", "0" * 32)
    False
    """
    return keyed_hash(key, "event", turn_id)


@lru_cache(maxsize=256)
def _derived(key: bytes, *context: str) -> bytes:
    """Returns the subkey for a context (HKDF-SHA256, RFC 5869); no two contexts share one."""
    info = b"".join(len(part.encode()).to_bytes(8) + part.encode() for part in ("canarygate/analytics", *context))
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(key)
