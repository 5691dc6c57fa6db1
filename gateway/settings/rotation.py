"""Which changed keys a process takes in while it runs, and which ones it works with from its next start on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from typing import Final

from pydantic import SecretStr

from gateway.settings.key_ring import key_ring
from gateway.settings.mistakes import Mistake, Path, SettingsError, place
from gateway.settings.schema import Settings

_CLIENTS: Final = ("audit", "clients")
_LIVE: Final[tuple[tuple[str, ...], ...]] = (
    ("api_keys",),
    ("sealing",),
    ("model_list",),
    ("trusted_models",),
    _CLIENTS,
)
# A hash must be the same in every process and for as long as somebody compares it; a connection logs in once.
_AT_START: Final[tuple[tuple[str, ...], ...]] = (
    ("hashing", "key"),
    ("analytics", "key"),
    ("analytics", "noise_key"),
    ("audit", "key"),
    ("broker", "sasl_username"),
    ("broker", "sasl_password"),
)


@dataclass(frozen=True, slots=True)
class Rotation:
    """The settings with the new keys; the places of what was ``taken`` in, and of what is ``waiting`` for a start."""

    settings: Settings
    taken: tuple[str, ...]
    waiting: tuple[str, ...]


def rotate(running: Settings, before: Settings, now: Settings) -> Rotation:
    """Returns the running settings with the keys that differ between what the files said ``before`` and say ``now``.

    Raises SettingsError where a ring lacks the key that sealed until now: turns on their way could not be opened.
    """
    # The analyst's k-min counts the clients of the audit, and is the same in a whole window.
    same_number = len(before.audit.clients) == len(now.audit.clients)
    at_start = _AT_START if same_number else (_CLIENTS, *_AT_START)
    differing = [path for path in (*_LIVE, *_AT_START) if _at(before, path) != _at(now, path)]
    taken = [path for path in differing if path not in at_start]
    mistakes = tuple(_lost(before, now)) if ("sealing",) in taken else ()
    if mistakes:
        raise SettingsError(mistakes)
    settings = reduce(partial(_replaced, now=now), taken, running)
    waiting = [path for path in differing if path in at_start]
    return Rotation(settings, tuple(map(place, taken)), tuple(map(place, waiting)))


def _replaced(settings: Settings, path: tuple[str, ...], now: Settings) -> Settings:
    """Returns the settings with what stands in that place now."""
    section, *key = path
    value = getattr(now, section)
    if key:
        value = getattr(settings, section).model_copy(update={key[0]: getattr(value, key[0])})
    return settings.model_copy(update={section: value})


def _at(settings: Settings, path: tuple[str, ...]) -> object:
    value: object = settings
    for name in path:
        value = getattr(value, name, None)
    return value


def _lost(before: Settings, now: Settings) -> Iterator[Mistake]:
    """Yields the rings that lack the key which sealed until now; a tenant without one of its own uses the default."""
    for tenant in (None, *before.sealing.tenants, *{key.tenant for key in before.api_keys}):
        sealed_with, opens = _ring(before, tenant), _ring(now, tenant)
        if sealed_with and sealed_with[0] not in opens:
            ring: Path = ("sealing", "keys") if tenant is None else ("sealing", "tenants", tenant)
            yield Mistake(
                None,
                place(ring),
                "lacks the key that seals now: keep it behind the new one until no record needs it, and restart to do "
                "without it at once",
            )


def _ring(settings: Settings, tenant: str | None) -> tuple[tuple[str, bytes], ...]:
    secret: SecretStr | None = settings.sealing.keys
    if tenant is not None:
        secret = settings.sealing.tenants.get(tenant, secret)
    return key_ring(secret) if secret else ()
