"""What a leak puts on hold, by the surface on which it was found.

A hold is written before the verdict of its leak: whoever restarts in between finds the leak again, and holds again.
Once the verdict stands, nothing comes back. A leak whose hold a person has lifted meanwhile holds no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gateway.records import PUBLICATIONS, Hold, HoldRecord, Lifting, model_subject, tenant_subject
from gateway.types import Reaction, Surface
from streams.holds import Holds


class Origin(NamedTuple):
    """The tenant and the model of the turn from which a canary leaked; empty where they are not known."""

    tenant: str = ""
    model: str = ""


class SurfaceLeak(NamedTuple):
    """A canary that was found where it must not be, at a time in milliseconds since the epoch."""

    surface: Surface
    canary: str
    kind: str
    origin: Origin
    at_ms: int


@dataclass(frozen=True, slots=True)
class Reactions:
    """Makes holds of leaks; ``holds`` is what stands, ``configuration`` the fingerprint of the settings."""

    by_surface: Mapping[Surface, Collection[Reaction]]
    configuration: str
    holds: Holds = field(default_factory=Holds)

    def to(self, leak: SurfaceLeak) -> Iterator[tuple[str, Hold]]:
        """Yields each subject that the leak holds, with the record to write."""
        for subject in _subjects(self.by_surface.get(leak.surface, ()), leak.origin):
            before = self.holds.last.get(subject)
            if not _is_lifted(leak, before):
                self.holds.last[subject] = hold = self._hold(leak, before)
                yield subject, hold

    def _hold(self, leak: SurfaceLeak, before: HoldRecord | None) -> Hold:
        stands = before if isinstance(before, Hold) else None
        return Hold(
            surface=leak.surface,
            canary=leak.canary,
            canary_kind=leak.kind,
            leaked_ms=leak.at_ms,
            held_ms=stands.held_ms if stands else leak.at_ms,
            leaks=stands.leaks + 1 if stands else 1,
            configuration=self.configuration,
        )


def _subjects(reactions: Collection[Reaction], origin: Origin) -> Iterator[str]:
    if Reaction.HOLD_PUBLICATIONS in reactions:
        yield PUBLICATIONS
    if Reaction.BLOCK_TENANT in reactions and origin.tenant:
        yield tenant_subject(origin.tenant)
    if Reaction.BLOCK_MODEL in reactions and origin.model:
        yield model_subject(origin.model)


def _is_lifted(leak: SurfaceLeak, before: HoldRecord | None) -> bool:
    """Whether a person lifted the hold of this very leak, whose verdict had not been written yet."""
    lifted = before.hold if isinstance(before, Lifting) else None
    return lifted is not None and (lifted.canary, lifted.surface) == (leak.canary, leak.surface)
