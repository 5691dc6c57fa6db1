"""What the section ``audit`` lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from gateway.keys import hash_key
from gateway.roles import ALL_ROLES, Role
from gateway.settings.audit import CANARY_KINDS, JUDGED
from gateway.settings.document import Document, Step
from gateway.settings.mistakes import Mistake, Path, place
from gateway.settings.sections import ApiKey
from gateway.types import JsonObject, Reaction, Surface

_REACTIONS: Final = ("audit", "reactions", Step.EACH, Step.EACH)


def missing_keys_of_audit(document: Document, roles: Collection[Role]) -> Iterator[Mistake]:
    """Yields what the auditor needs on a real broker."""
    if Role.AUDITOR in roles and (set(roles) != ALL_ROLES or document.section("audit").get("model")):
        for key in ("key", "model", "clients", "edge"):
            if not document.section("audit").get(key):
                yield document.mistake(("audit", key), "is missing: the auditor needs it")


def mistakes_of_audit(document: Document, *, embedded: bool) -> Iterator[Mistake]:
    """Yields what cannot be meant: probes without a key, kinds that nobody plants, objectives and reactions where
    nothing is judged.
    """
    audit = document.section("audit")
    if embedded and "model" in audit and not audit.get("clients"):
        yield document.mistake(("audit", "clients"), "is missing: probes for audit.model are sent as these clients")
    for path, client in _clients(document):
        if "api_key" not in client:
            yield document.mistake((*path, "api_key"), "is missing: the probes of this client are sent with it")
    yield from _kinds_that_nobody_plants(document)
    yield from _useless_objectives(document)
    yield from _reactions_to_nothing(document, embedded=embedded)


def mistakes_of_clients(document: Document, roles: Collection[Role]) -> Iterator[Mistake]:
    """Yields clients that the auditor cannot tell apart, or that audit the same; the document holds their keys."""
    if Role.AUDITOR not in roles:
        return
    owners = dict(_owners(document))
    first = {owner: path for path, owner in reversed(owners.items()) if owner}
    for path, owner in owners.items():
        if owner and first[owner] != path:
            message = f"has the tenant and the policy of {place(first[owner])}: one client for both is enough"
            yield document.mistake(path, message)
        if owner is None and len(owners) > 1:
            message = "is unknown: of several clients, each needs an entry with the hash of its key in `api_keys`"
            yield document.mistake((*path, "api_key"), message)
    if None in owners.values():
        yield from _blocks_of_unknown_tenants(document)


def _blocks_of_unknown_tenants(document: Document) -> Iterator[Mistake]:
    for path, reaction in document.texts(_REACTIONS):
        if reaction == Reaction.BLOCK_TENANT:
            message = "needs the tenants of audit.clients: no entry of `api_keys` has the hash of a client's key"
            yield document.mistake(path, message)


def _owners(document: Document) -> Iterator[tuple[Path, tuple[object, ...] | None]]:
    """Yields the tenant and the policy of each client whose key can be read; None where the file does not say."""
    entries = document.value.get("api_keys")
    known = {
        entry.get("hash"): tuple(entry.get(key, ApiKey.model_fields[key].default) for key in ("tenant", "policy"))
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict)
    }
    for path, client in _clients(document):
        if isinstance(api_key := client.get("api_key"), str):
            yield path, known.get(hash_key(api_key))


def _clients(document: Document) -> Iterator[tuple[Path, JsonObject]]:
    clients = document.section("audit").get("clients")
    for index, client in enumerate(clients if isinstance(clients, list) else ()):
        if isinstance(client, dict):
            yield ("audit", "clients", index), client


def _kinds_that_nobody_plants(document: Document) -> Iterator[Mistake]:
    kinds = document.section("audit").get("kinds", [*CANARY_KINDS])
    for path, kind in document.texts(("audit", "clients", Step.EACH, "kinds", Step.EACH)):
        if isinstance(kinds, list) and kind not in kinds:
            yield document.mistake(path, "is not among audit.kinds, so no client plants it")


def _reactions_to_nothing(document: Document, *, embedded: bool) -> Iterator[Mistake]:
    audit = document.section("audit")
    reactions, searched = audit.get("reactions"), audit.get("surfaces")
    if isinstance(reactions, dict) and isinstance(searched, list):
        for surface in reactions.keys() - set(map(str, searched)):
            message = "is not searched: audit.surfaces does not name this surface"
            yield document.mistake(("audit", "reactions", surface), message)
    if embedded or "analytics" in document.value:
        return
    for path, reaction in document.texts(_REACTIONS):
        if reaction == Reaction.HOLD_PUBLICATIONS:
            yield document.mistake(path, "does nothing without analytics: nothing is published")


def _useless_objectives(document: Document) -> Iterator[Mistake]:
    """Yields objectives that no number of clean canaries can show."""
    audit = document.section("audit")
    objectives, surfaces = audit.get("objectives"), audit.get("surfaces")
    for surface in objectives if isinstance(objectives, dict) else ():
        if surface in {*Surface} - JUDGED:
            message = "no canary is bound to pass this surface, so no bound comes down to an objective"
            yield document.mistake(("audit", "objectives", surface), message)
        elif isinstance(surfaces, list) and surface in JUDGED.difference(map(str, surfaces)):
            yield document.mistake(("audit", "objectives", surface), "is not among audit.surfaces: nobody looks there")
