"""The analyst's part of a process: its member of the group, with what the settings say of windows and publication."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from time import time
from typing import TYPE_CHECKING

from gateway.detection.detector import Detector
from gateway.detectors import load_tiers
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import ReleasedSummary
from gateway.settings import Settings
from streams.analyst.asking import Asking
from streams.analyst.closing import Publishing
from streams.analyst.ending import WindowEnding
from streams.analyst.following import Following
from streams.analyst.member import Member
from streams.analyst.waiting import Waiting
from streams.analyst.windows import Calendar
from streams.analyst.writing import Writer
from streams.analytics.gate import GatePolicy, Review, approvals
from streams.analytics.sensitive import SensitiveTopic
from streams.process import Part

if TYPE_CHECKING:
    from streams.analyst.model_writer import ModelWriter

DAY_SECONDS = 86_400


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the parts of the role ``analyst``: none without analytics."""
    if settings.analytics is None:
        return ()
    detector = load_tiers(settings.detection).get("never")
    calendar = Calendar(settings.analytics.window_ms // 1000, settings.analytics.grace_seconds)
    publishing = publishing_of(settings, detector)
    writer = _writer(settings)

    def ending(partitions: int) -> WindowEnding:
        audit_ms = _audit_ms(settings)
        waiting = Waiting(
            lambda summary: approvals(_sensitive(summary), publishing.policy), is_audited=audit_ms is not None
        )
        return WindowEnding(
            connection=connection,
            partitions=partitions,
            writer=Writer(producer),
            following=Following(connection, producer, waiting),
            calendar=calendar,
            publishing=publishing,
            audit_ms=audit_ms,
            asking=Asking(writer, settings.publication.writer_seconds) if writer else None,
        )

    resources, take_keys = ([writer], [writer.use_keys]) if writer else ([], [])
    return (
        Member(
            connection,
            producer,
            calendar,
            ending,
            time,
            works=detector is not None,
            resources=resources,
            take_keys=take_keys,
        ),
    )


def publishing_of(settings: Settings, detector: Detector | None) -> Publishing:
    """Returns how summaries are judged; without a detector none passes."""
    analytics, publication = settings.analytics, settings.publication
    assert analytics is not None
    assert analytics.noise_key is not None  # the settings are checked to have it for this role
    policy = GatePolicy(
        detects=lambda text: detector is None or bool(detector.detect(text)),
        k_min=analytics.k_min,
        sensitive_k_min=publication.sensitive_k_min,
        planted_contributors=_planted_contributors(settings),
        sensitive_topics=frozenset(SensitiveTopic(each) for each in publication.sensitive_topics),
        max_share=publication.max_share,
        overlap_words=publication.overlap_words,
        epsilon=Fraction(str(publication.epsilon)),
        review=Review(publication.review),
    )
    return Publishing(
        policy=policy,
        noise_key=analytics.noise_key.get_secret_value().encode(),
        window_seconds=analytics.window_ms // 1000,
        most_conversations=analytics.max_conversations,
        budget=Fraction(str(publication.epsilon_budget)),
        period=publication.retention_days * DAY_SECONDS,
    )


def _planted_contributors(settings: Settings) -> int:
    """How many contributors the auditor adds: one a client; one where the file only says that it must answer."""
    clients = len(settings.audit.clients) if settings.audit.model else 0
    return max(clients, 1) if settings.publication.audit == "required" else clients


def _writer(settings: Settings) -> ModelWriter | None:
    """Returns the model that writes sentences; code that reaches models is loaded only where there is one."""
    name = settings.publication.writer
    if name is None:
        return None
    writer: ModelWriter = import_module("streams.analyst.model_writer").ModelWriter(settings, name)
    return writer


def _audit_ms(settings: Settings) -> int | None:
    publication = settings.publication
    return round(publication.audit_seconds * 1000) if publication.audit == "required" else None


def _sensitive(summary: ReleasedSummary) -> list[SensitiveTopic]:
    return [SensitiveTopic(each) for each in summary.sensitive]
