"""The auditor's part of a process, with what the settings say of probes and surfaces."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from random import SystemRandom
from typing import Final

from gateway.kafka.compacted import CompactedReader
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import Topic
from gateway.settings import ModelSettings, Settings, name_in_list
from gateway.types import Surface
from streams.analytics.tally import MOST_CONVERSATIONS
from streams.auditor import objectives
from streams.auditor.allowance import ProbeAllowance
from streams.auditor.clients import probe_clients
from streams.auditor.deadlines import Deadlines
from streams.auditor.history import AuditHistory
from streams.auditor.lease import AuditorLease
from streams.auditor.ledger import AuditLedger
from streams.auditor.log_files import LogFiles
from streams.auditor.pages import MetricsPages
from streams.auditor.planting import Planter
from streams.auditor.reactions import Reactions
from streams.auditor.service import Auditor
from streams.auditor.tally import AuditTally
from streams.auditor.watching import OtherSurfaces
from streams.auditor.witness import AuditWitness
from streams.canaries.faults import Fault
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
    witness = AuditWitness(audit.witness.listen, largest_body(settings)) if audit.witness else None
    reactions = Reactions(audit.reactions, settings.fingerprint)
    ledger = AuditLedger(
        audit.key.get_secret_value().encode(),
        settings.fingerprint,
        reactions,
        analytics.max_conversations if analytics else MOST_CONVERSATIONS,
        witnessed=witness is not None,
    )
    counts = AuditCounts(settings.fingerprint)
    # Not ``watched``: without analytics there is nothing on its surfaces that nobody watches.
    clients = probe_clients(settings)
    tally = AuditTally(counts, audit.kinds, [each.name for each in clients], audit.searched, time.time())
    planter = Planter(
        audit=audit,
        edge=audit.edge or f"http://{settings.edge.listen}",
        clients=clients,
        model=name_in_list(audit.model, [each.model_name for each in settings.model_list]) or audit.model,
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
    files = LogFiles(audit.logs if Surface.LOGS in watched else (), audit.key.get_secret_value().encode())
    pages = MetricsPages(audit.metrics if Surface.METRICS in watched else ())
    others = OtherSurfaces(ledger, tally, files, pages)
    rounded_seconds = max(HOUR_SECONDS, analytics.window_ms / 1000) if analytics else 0.0
    history = AuditHistory(connection, producer, ledger, counts, rounded_seconds)
    lease = AuditorLease(connection)
    holds = CompactedReader(connection, Topic.HOLDS, lambda record: reactions.holds.take(*record), producer)
    return (
        Auditor(connection, producer, ledger, history, lease, tally, planter, others, holds, watched, rounded_seconds),
    )


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
