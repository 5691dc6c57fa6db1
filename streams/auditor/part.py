"""The auditor's part of a process, with what the settings say of probes and surfaces."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from random import SystemRandom
from typing import Final

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.settings import ModelSettings, Settings
from gateway.types import Surface
from streams.auditor.allowance import ProbeAllowance
from streams.auditor.deadlines import Deadlines
from streams.auditor.ledger import AuditLedger
from streams.auditor.log_files import LogFiles
from streams.auditor.pages import MetricsPages
from streams.auditor.planting import Planter
from streams.auditor.service import Auditor
from streams.auditor.tally import AuditTally
from streams.auditor.texts import OF_ANALYTICS
from streams.auditor.watching import OtherSurfaces
from streams.auditor.witness import AuditWitness
from streams.canaries.faults import Fault
from streams.process import Part

HOUR_SECONDS: Final = 3600.0


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the parts of the role ``auditor``: none where nothing is planted."""
    audit, analytics = settings.audit, settings.analytics
    if audit.model is None:
        return ()
    assert audit.key is not None  # the settings are checked to have it for this role
    watched = audit.searched - (frozenset() if analytics else OF_ANALYTICS)
    witness = AuditWitness(audit.witness.listen, largest_body(settings)) if audit.witness else None
    key = audit.key.get_secret_value().encode()
    ledger = AuditLedger(key, settings.fingerprint, witnessed=witness is not None)
    tally = AuditTally(settings.fingerprint, audit.kinds, watched, time.time())
    planter = Planter(
        audit=audit,
        edge=audit.edge or f"http://{settings.edge.listen}",
        faults=faults(settings.model_list),
        ledger=ledger,
        deadlines=Deadlines(watched, _summary_seconds(settings)),
        chance=SystemRandom(),
        draw_id=lambda: secrets.token_hex(16),
        producer=producer,
        tally=tally,
        allowance=ProbeAllowance(audit.monthly_probes),
        witness=witness,
    )
    files = LogFiles(audit.logs if Surface.LOGS in watched else ())
    pages = MetricsPages(audit.metrics if Surface.METRICS in watched else ())
    others = OtherSurfaces(ledger, tally, files, pages)
    rounded_seconds = max(HOUR_SECONDS, analytics.window_ms / 1000) if analytics else 0.0
    return (Auditor(connection, producer, ledger, tally, planter, others, watched, rounded_seconds),)


def _summary_seconds(settings: Settings) -> float:
    """How long a summary may take: to its window's end, then until the audit has answered."""
    if settings.analytics is None:
        return 0.0
    return settings.analytics.window_ms / 1000 + settings.analytics.grace_seconds + settings.publication.audit_seconds


def faults(models: Sequence[ModelSettings]) -> Sequence[Fault]:
    """Returns what may be wrong with a probe: its model's name only where no wildcard would send it to a provider."""
    any_name = any(model.model_name.endswith("*") for model in models)
    return [fault for fault in Fault if not any_name or fault is not Fault.UNKNOWN_MODEL]


def largest_body(settings: Settings) -> int:
    """Returns how many bytes the witness takes: a minimized body may be longer than the one that a client sent."""
    return 2 * settings.edge.max_body_bytes
