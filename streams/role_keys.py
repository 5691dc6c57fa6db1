"""The keys of the roles that read raw text, as they use them: only these roles import it."""

from __future__ import annotations

import os

from pydantic import SecretStr

from gateway.sealing import KeyRing, Sealer
from gateway.settings import Settings, key_ring


def sealer(settings: Settings) -> Sealer:
    """Return the sealer with the configured key rings."""
    tenants = {tenant: KeyRing(key_ring(keys)) for tenant, keys in settings.sealing.tenants.items()}
    return Sealer(KeyRing(key_ring(_given(settings.sealing.keys))), tenants, os.urandom)


def hashing_key(settings: Settings) -> bytes:
    """Return the key under which identifiers are hashed."""
    return _given(settings.hashing.key).get_secret_value().encode()


def _given(secret: SecretStr | None) -> SecretStr:
    assert secret is not None  # the checks of the settings have made sure of it for these roles
    return secret
