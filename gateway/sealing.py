"""AES-256-GCM envelopes for what only the edge and the minimizer may read.

An envelope names its key and opens only for the tenant, turn and purpose that it was sealed for. Every turn and purpose
has its own subkey (HKDF-SHA256, RFC 5869), so the number of random nonces per key stays far below its limit
(NIST SP 800-38D, section 8.3).

Layout: version (1 byte), length of the key id (1), key id, nonce (12), ciphertext with its tag (16).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

VERSION = 1
KEY_BYTES = 32
NONCE_BYTES = 12
TAG_BYTES = 16


class Purpose(StrEnum):
    """What an envelope holds. An envelope sealed for one purpose never opens for another."""

    REQUEST = "request"
    REPLACEMENT_MAP = "replacement-map"
    DRY_RUN = "dry-run"


class CannotOpen(Exception):
    """The envelope is damaged, was sealed for something else, or its key is not in the ring."""


@dataclass(frozen=True, slots=True, repr=False)
class KeyRing:
    """Keys of 32 bytes by id: the first one seals, all of them open."""

    keys: tuple[tuple[str, bytes], ...]

    def __post_init__(self) -> None:
        if not self.keys or any(len(key) != KEY_BYTES for _, key in self.keys):
            raise ValueError(f"a key ring needs at least one key, each of {KEY_BYTES} bytes")

    def __repr__(self) -> str:
        return f"KeyRing(ids={[key_id for key_id, _ in self.keys]})"

    def find(self, key_id: str) -> bytes | None:
        """Returns the key with this id, or None."""
        return dict(self.keys).get(key_id)


@dataclass(slots=True)
class Sealer:
    """Seals and opens envelopes with the tenant's own key ring, or with the default one.

    ``random_bytes`` returns that many fresh random bytes, for nonces.
    """

    default: KeyRing
    tenants: Mapping[str, KeyRing]
    random_bytes: Callable[[int], bytes]

    def use(self, default: KeyRing, tenants: Mapping[str, KeyRing]) -> None:
        """Seals and opens with these rings from now on."""
        self.default, self.tenants = default, tenants

    def seal(self, plaintext: bytes, *, tenant: str, turn_id: str, purpose: Purpose) -> bytes:
        """Returns the plaintext sealed with the first key of the tenant's ring.

        >>> import os
        >>> sealer = Sealer(KeyRing((("k1", bytes(32)),)), {}, os.urandom)
        >>> envelope = sealer.seal(b"text", tenant="default", turn_id="t1", purpose=Purpose.REQUEST)
        >>> sealer.open(envelope, tenant="default", turn_id="t1", purpose=Purpose.REQUEST)
        b'text'
        """
        key_id, key = self._ring(tenant).keys[0]
        header = bytes((VERSION, len(key_id))) + key_id.encode("ascii")
        nonce = self.random_bytes(NONCE_BYTES)
        cipher = AESGCM(_subkey(key, turn_id, purpose))
        return header + nonce + cipher.encrypt(nonce, plaintext, _bound(header, tenant, turn_id, purpose))

    def open(self, envelope: bytes, *, tenant: str, turn_id: str, purpose: Purpose) -> bytes:
        """Returns the plaintext of an envelope sealed for this tenant, turn and purpose; else raises CannotOpen."""
        header, nonce, ciphertext = _parts(envelope)
        key = self._ring(tenant).find(header[2:].decode("ascii", "replace"))
        if key is None:
            raise CannotOpen("the envelope names a key that is not in the ring")
        try:
            return AESGCM(_subkey(key, turn_id, purpose)).decrypt(
                nonce, ciphertext, _bound(header, tenant, turn_id, purpose)
            )
        except InvalidTag:
            raise CannotOpen("the envelope was changed, or sealed for another turn, tenant or purpose") from None

    def _ring(self, tenant: str) -> KeyRing:
        return self.tenants.get(tenant, self.default)


def keyed_hash(key: bytes, *parts: str) -> str:
    """Returns a stable pseudonym for the parts: the first 32 hexadecimal digits of their HMAC-SHA256.

    >>> keyed_hash(b"key", "a", "bc") == keyed_hash(b"key", "ab", "c")
    False
    """
    message = b"".join(len(part.encode()).to_bytes(8) + part.encode() for part in parts)
    return hmac.new(key, message, sha256).hexdigest()[:32]


def _subkey(key: bytes, turn_id: str, purpose: Purpose) -> bytes:
    info = f"canarygate/{VERSION}/{purpose.value}/{turn_id}".encode()
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(key)


def _bound(header: bytes, tenant: str, turn_id: str, purpose: Purpose) -> bytes:
    return header + "\0".join((tenant, turn_id, purpose.value)).encode()


def _parts(envelope: bytes) -> tuple[bytes, bytes, bytes]:
    if len(envelope) < 2 or envelope[0] != VERSION:
        raise CannotOpen("the envelope has an unknown version")
    nonce_at = 2 + envelope[1]
    ciphertext_at = nonce_at + NONCE_BYTES
    if len(envelope) < ciphertext_at + TAG_BYTES:
        raise CannotOpen("the envelope is cut short")
    return envelope[:nonce_at], envelope[nonce_at:ciphertext_at], envelope[ciphertext_at:]
