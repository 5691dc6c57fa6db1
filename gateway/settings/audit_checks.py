"""What the section ``audit`` lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gateway.roles import ALL_ROLES, Role
from gateway.settings.audit import JUDGED
from gateway.settings.document import Document
from gateway.settings.mistakes import Mistake
from gateway.types import Surface


def missing_keys_of_audit(document: Document, roles: Collection[Role]) -> Iterator[Mistake]:
    """Yields what the auditor needs on a real broker."""
    if Role.AUDITOR in roles and (set(roles) != ALL_ROLES or document.section("audit").get("model")):
        for key in ("key", "model", "api_key", "edge"):
            if not document.section("audit").get(key):
                yield document.mistake(("audit", key), "is missing: the auditor needs it")


def mistakes_of_audit(document: Document, *, embedded: bool) -> Iterator[Mistake]:
    """Yields what cannot be meant: probes without a key, and objectives for what is not judged."""
    audit = document.section("audit")
    if embedded and "model" in audit and "api_key" not in audit:
        yield document.mistake(("audit", "api_key"), "is missing: probes for audit.model are sent with it")
    yield from _useless_objectives(document)


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
