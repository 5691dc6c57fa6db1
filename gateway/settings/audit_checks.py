"""What the section ``audit`` lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from gateway.keys import hash_key
from gateway.roles import ALL_ROLES, Role
from gateway.settings.audit import JUDGED
from gateway.settings.document import Document, Step
from gateway.settings.mistakes import Mistake
from gateway.types import Reaction, Surface

_REACTIONS: Final = ("audit", "reactions", Step.EACH, Step.EACH)


def missing_keys_of_audit(document: Document, roles: Collection[Role]) -> Iterator[Mistake]:
    """Yields what the auditor needs on a real broker."""
    if Role.AUDITOR in roles and (set(roles) != ALL_ROLES or document.section("audit").get("model")):
        for key in ("key", "model", "api_key", "edge"):
            if not document.section("audit").get(key):
                yield document.mistake(("audit", key), "is missing: the auditor needs it")


def mistakes_of_audit(document: Document, *, embedded: bool) -> Iterator[Mistake]:
    """Yields what cannot be meant: probes without a key, objectives and reactions where nothing is judged."""
    audit = document.section("audit")
    if embedded and "model" in audit and "api_key" not in audit:
        yield document.mistake(("audit", "api_key"), "is missing: probes for audit.model are sent with it")
    yield from _useless_objectives(document)
    yield from _reactions_to_nothing(document, embedded=embedded)


def unknown_tenant_of_probes(document: Document, roles: Collection[Role]) -> Iterator[Mistake]:
    """Yields the blocks of a tenant that the auditor could not name; the document holds its secrets."""
    api_key = document.section("audit").get("api_key")
    known = {text for _, text in document.texts(("api_keys", Step.EACH, "hash"))}
    if Role.AUDITOR not in roles or not isinstance(api_key, str) or hash_key(api_key) in known:
        return
    for path, reaction in document.texts(_REACTIONS):
        if reaction == Reaction.BLOCK_TENANT:
            yield document.mistake(path, "needs the tenant of audit.api_key: no entry of `api_keys` has its hash")


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
