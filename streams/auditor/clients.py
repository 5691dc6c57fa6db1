"""The clients as which the auditor plants: each audits a tenant under a policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gateway.keys import hash_key
from gateway.settings import ApiKey, Settings


@dataclass(frozen=True, slots=True)
class ProbeClient:
    """A client: its key, the kinds that it plants, and as whom the edge knows it, empty where settings do not say."""

    api_key: str = field(repr=False)
    kinds: Sequence[str]
    name: str = ""
    tenant: str = ""


def probe_clients(settings: Settings) -> tuple[ProbeClient, ...]:
    """Returns the clients of ``audit.clients``; a role that may not hold their keys gets none.

    >>> from gateway.settings import ALL_ROLES, load
    >>> text = "{audit: {model: echo, clients: [{api_key: cg-1, kinds: [EMAIL]}]}, api_keys: [{name: a, hash: '%s'}]}"
    >>> probe_clients(load(text % hash_key("cg-1"), {}, ALL_ROLES))
    (ProbeClient(kinds=('EMAIL',), name='a', tenant='default'),)
    """
    audit, known = settings.audit, {each.hash: each for each in settings.api_keys}
    keys = [(each, each.api_key.get_secret_value()) for each in audit.clients if each.api_key]
    return tuple(_client(key, each.kinds or audit.kinds, known.get(hash_key(key))) for each, key in keys)


def _client(api_key: str, kinds: Sequence[str], entry: ApiKey | None) -> ProbeClient:
    if entry is None:
        return ProbeClient(api_key, kinds)
    return ProbeClient(api_key, kinds, entry.name, entry.tenant)
