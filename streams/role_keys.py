"""The keys of the roles that read raw text; only these roles import this module."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pydantic import SecretStr

from gateway.sealing import KeyRing, Sealer
from gateway.settings import Settings, key_ring


def sealer(settings: Settings) -> Sealer:
    """Returns the sealer with the configured key rings."""
    return Sealer(*_rings(settings), os.urandom)


def use_rings(sealer: Sealer, settings: Settings) -> None:
    """Gives a sealer that is in use the key rings of changed settings."""
    sealer.use(*_rings(settings))


def hashing_key(settings: Settings) -> bytes:
    """Returns the key for hashing identifiers."""
    return _given(settings.hashing.key).get_secret_value().encode()


def analytics_key(settings: Settings) -> bytes:
    """Returns the key for contributors and subjects of analytics."""
    assert settings.analytics is not None  # only asked for where there is analytics
    return _given(settings.analytics.key).get_secret_value().encode()


def audit_key(settings: Settings) -> bytes:
    """Returns the key under which a turn's id becomes the id of its analytics record."""
    return _given(settings.audit.key).get_secret_value().encode()


def _rings(settings: Settings) -> tuple[KeyRing, Mapping[str, KeyRing]]:
    tenants = {tenant: KeyRing(key_ring(keys)) for tenant, keys in settings.sealing.tenants.items()}
    return KeyRing(key_ring(_given(settings.sealing.keys))), tenants


def _given(secret: SecretStr | None) -> SecretStr:
    assert secret is not None  # the settings are checked to have it for these roles
    return secret
