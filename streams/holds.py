"""What is on hold, as ``privacy.holds`` says: after a leak, until a person lifts it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gateway.records import HELD_SUBJECTS, HoldRecord, Lifting, Undecodable, decode_hold, held_subject


@dataclass(frozen=True, slots=True, repr=False)
class Holds:
    """The last record of each subject, None where this version cannot read it: that counts as a hold.

    >>> holds = Holds()
    >>> holds.take(b"tenant/support", b"of another version")
    >>> holds.stands("tenant/support"), holds.stands("tenant/sales")
    (True, False)
    """

    last: dict[str, HoldRecord | None] = field(default_factory=dict)

    def take(self, key: bytes | None, value: bytes | None) -> None:
        """Applies a record; a tombstone lifts nothing, as nobody gave a reason."""
        subject = (key or b"").decode("utf-8", "replace")
        if held_subject(subject) is not None and value is not None:
            self.last[subject] = _read(value)

    def stands(self, subject: str) -> bool:
        """Whether the subject is held."""
        return subject in self.last and not isinstance(self.last[subject], Lifting)

    def counts(self) -> Mapping[str, int]:
        """Returns how many publications, tenants and models are held."""
        standing = [held_subject(subject) for subject in self.last if self.stands(subject)]
        return {kind: standing.count(kind) for kind in HELD_SUBJECTS}


def _read(value: bytes) -> HoldRecord | None:
    try:
        return decode_hold(value)
    except Undecodable:
        return None
