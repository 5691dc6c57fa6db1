"""The auditor's part of a process, with what the settings say of probes and surfaces."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from random import SystemRandom
from typing import Final

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.settings import Settings
from streams.auditor import objectives
from streams.auditor.history import AuditHistory
from streams.auditor.lease import AuditorLease
from streams.auditor.ledger import AuditLedger
from streams.auditor.planting import Deadlines, Planter
from streams.auditor.service import Auditor
from streams.auditor.tally import AuditTally
from streams.evidence.counts import AuditCounts
from streams.process import Part

HOUR_SECONDS: Final = 3600.0


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the parts of the role ``auditor``: none where nothing is planted."""
    audit, analytics = settings.audit, settings.analytics
    if audit.model is None:
        return ()
    assert audit.key is not None  # the settings are checked to have it for this role
    watched = objectives.watched(settings)
    objectives.show(settings)
    most = (analytics.max_conversations,) if analytics else ()
    ledger = AuditLedger(audit.key.get_secret_value().encode(), settings.fingerprint, *most)
    counts = AuditCounts(settings.fingerprint)
    # Not ``watched``: without analytics there is nothing on its surfaces that nobody watches.
    tally = AuditTally(counts, audit.kinds, audit.surfaces, time.time())
    planter = Planter(
        audit=audit,
        edge=audit.edge or f"http://{settings.edge.listen}",
        ledger=ledger,
        deadlines=Deadlines(watched, _summary_seconds(settings)),
        chance=SystemRandom(),
        draw_id=lambda: secrets.token_hex(16),
        producer=producer,
    )
    rounded_seconds = max(HOUR_SECONDS, analytics.window_ms / 1000) if analytics else 0.0
    history = AuditHistory(connection, producer, ledger, counts, rounded_seconds)
    lease = AuditorLease(connection)
    return (Auditor(connection, producer, ledger, history, lease, tally, planter, watched, rounded_seconds),)


def _summary_seconds(settings: Settings) -> float:
    """How long a summary may take: to its window's end, then until the audit has answered."""
    if settings.analytics is None:
        return 0.0
    return settings.analytics.window_ms / 1000 + settings.analytics.grace_seconds + settings.publication.audit_seconds
