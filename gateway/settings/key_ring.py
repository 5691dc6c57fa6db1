"""The text form of a sealing key ring: ``"k2:BASE64,k1:BASE64"``; the first seals, all of them open."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode

from pydantic import SecretStr

# As long as gateway.sealing has them, which is not imported: roles that open nothing read settings too.
KEY_BYTES = 32

KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


def key_ring(secret: SecretStr) -> tuple[tuple[str, bytes], ...]:
    """Returns the ids and keys in their order; raises ValueError that names an entry's position and id, never its key.

    >>> from base64 import b64encode
    >>> key_ring(SecretStr("k1:" + b64encode(bytes(32)).decode()))[0][0]
    'k1'
    """
    ring = tuple(
        _entry(number, entry.strip()) for number, entry in enumerate(secret.get_secret_value().split(","), start=1)
    )
    ids = [key_id for key_id, _ in ring]
    repeated = next((key_id for key_id in ids if ids.count(key_id) > 1), None)
    if repeated is not None:
        raise ValueError(f"the id {repeated!r} stands twice in the key ring")
    return ring


def entry_of(key_id: str, key: bytes) -> str:
    """Returns a key in the form of an entry of the ring.

    >>> entry_of("k1", bytes(32))
    'k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
    """
    return f"{key_id}:{b64encode(key).decode('ascii')}"


def _entry(number: int, entry: str) -> tuple[str, bytes]:
    key_id, colon, encoded = entry.partition(":")
    if not colon:
        raise ValueError(f"entry {number} of the key ring is not of the form ID:BASE64")
    if not KEY_ID.fullmatch(key_id):
        raise ValueError(f"the id of entry {number} of the key ring is not 1 to 32 letters, digits, '-' or '_'")
    key = _decoded(encoded)
    if key is None:
        raise ValueError(f"entry {number} of the key ring, {key_id!r}, is not base64")
    if len(key) != KEY_BYTES:
        raise ValueError(f"entry {number} of the key ring, {key_id!r}, holds {len(key)} bytes instead of {KEY_BYTES}")
    return key_id, key


def _decoded(encoded: str) -> bytes | None:
    try:
        return b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return None
