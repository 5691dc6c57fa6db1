"""All that was written about each canary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gateway.records import (
    AuditVerdict,
    CanaryFinding,
    LeakAcknowledged,
    MintedCanary,
    ProbeAnswered,
    WrittenVerdict,
)
from gateway.types import Surface


class CanaryStanding(StrEnum):
    """How a canary stands on a surface."""

    OUTSTANDING = "outstanding"
    CLEAN = "clean"
    LOST = "lost"
    UNACKNOWLEDGED = "unacknowledged"  # it leaked, and no person has said that it is known
    ACKNOWLEDGED = "acknowledged"


@dataclass(slots=True, repr=False)
class Dossier:
    """All that was written about a canary; ``minted`` is None where its record is gone."""

    canary: str
    minted: MintedCanary | None = None
    answered: ProbeAnswered | None = None
    verdicts: list[WrittenVerdict] = field(default_factory=list)
    findings: list[CanaryFinding] = field(default_factory=list)
    acknowledged: list[LeakAcknowledged] = field(default_factory=list)

    def take(self, record: MintedCanary | ProbeAnswered | CanaryFinding | AuditVerdict) -> None:
        """Takes in a record about the canary; one that is about a cluster changes nothing."""
        match record:
            case MintedCanary():
                self.minted = record
            case ProbeAnswered():
                self.answered = record
            case WrittenVerdict():
                self.verdicts.append(record)
            case CanaryFinding():
                self.findings.append(record)
            case LeakAcknowledged():
                self.acknowledged.append(record)

    @property
    def standings(self) -> Mapping[Surface, CanaryStanding]:
        """How it stands on each surface that it should pass, or leaked on."""
        expected = self.minted.deadlines_ms if self.minted else ()
        found = dict.fromkeys(expected, CanaryStanding.OUTSTANDING) | dict(self._judged())
        return {surface: found[surface] for surface in Surface if surface in found}

    def _judged(self) -> Iterator[tuple[Surface, CanaryStanding]]:
        leaked = {each.surface for each in self.verdicts if each.outcome == "leaked"}
        known = {surface for each in self.acknowledged for surface in each.surfaces}
        for verdict in self.verdicts:
            if verdict.surface not in leaked:
                yield verdict.surface, CanaryStanding(verdict.outcome)
        for surface in leaked:
            yield surface, CanaryStanding.ACKNOWLEDGED if surface in known else CanaryStanding.UNACKNOWLEDGED
