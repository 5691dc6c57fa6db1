"""The people who have opted out of analytics, as ``privacy.requests`` says."""

from __future__ import annotations

from dataclasses import dataclass, field

from gateway import metrics
from gateway.kafka.compacted import Keyed
from gateway.records import PrivacyRequest, Undecodable, decode_privacy


@dataclass(frozen=True, slots=True, repr=False)
class OptOuts:
    """The subjects that opted out. A later request takes effect as soon as it is read."""

    _subjects: set[str] = field(default_factory=set)

    def holds(self, subject: str) -> bool:
        """Whether the subject has opted out."""
        return subject in self._subjects

    def take(self, record: Keyed) -> None:
        """Applies one record: an opt-out, or its end where the record is a tombstone.

        What cannot be read counts as an opt-out: whoever wrote it wanted less, not more. Receipts and deletions of what
        was emitted change nothing of what will be.

        >>> out = OptOuts()
        >>> out.take(Keyed(b"subject", b"unreadable"))
        >>> out.holds("subject")
        True
        >>> out.take(Keyed(b"subject", None))
        >>> out.holds("subject")
        False
        """
        subject, _, part = (record.key or b"").decode("ascii", "replace").partition("/")
        if record.value is None and not part:
            self._subjects.discard(subject)
        elif not part and _opts_out(record.value):
            self._subjects.add(subject)
        metrics.opted_out_subjects.set(len(self._subjects))


def _opts_out(value: bytes | None) -> bool:
    try:
        request = decode_privacy(value)
    except Undecodable:
        return True
    return isinstance(request, PrivacyRequest) and request.action == "opt_out"
