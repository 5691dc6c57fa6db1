"""What the sections ``analytics`` and ``publication`` lack, and where they contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from gateway.roles import ALL_ROLES, Role
from gateway.settings.analytics import AnalyticsSettings, PublicationSettings
from gateway.settings.document import Document, Step
from gateway.settings.mistakes import Mistake

# A request for a person names the person's hash in every window that is kept, in one record.
MAX_WINDOWS: Final = 10_000
HOURS_OF_A_DAY: Final = 24


def missing_keys_of_analytics(document: Document, roles: Collection[Role]) -> Iterator[Mistake]:
    """Yields the keys that these roles need on a real broker if there is analytics, or that there is none."""
    if "analytics" not in document.value:
        if Role.ANALYST in roles and set(roles) != ALL_ROLES:
            yield document.mistake(("analytics",), "is missing: without it the analyst has nothing to do")
        return
    for section, key, role in (
        ("analytics", "key", Role.MINIMIZER),
        ("analytics", "noise_key", Role.ANALYST),
        ("audit", "key", Role.MINIMIZER),
    ):
        if role in roles and not document.section(section).get(key):
            yield document.mistake((section, key), "is missing; only the embedded broker goes without")


def mistakes_of_analytics(document: Document) -> Iterator[Mistake]:
    """Yields what cannot be meant: a publication of nothing, and values that rule each other out."""
    if "analytics" not in document.value:
        if "publication" in document.value:
            yield document.mistake(("publication",), "does nothing without analytics: write that section as well")
        return
    yield from _numbers_that_contradict(document)
    yield from _nothing_to_review(document)
    yield from _impossible_writer(document)


def _numbers_that_contradict(document: Document) -> Iterator[Mistake]:
    analytics, publication = AnalyticsSettings(), PublicationSettings()
    k_min = _number(document, "analytics", "k_min", analytics.k_min)
    window_hours = _number(document, "analytics", "window_hours", analytics.window_hours)
    retention_days = _number(document, "publication", "retention_days", publication.retention_days)
    if _number(document, "analytics", "grace_seconds", analytics.grace_seconds) >= window_hours * 3600:
        yield document.mistake(("analytics", "grace_seconds"), "is as long as a window: it should be shorter")
    if _number(document, "publication", "sensitive_k_min", publication.sensitive_k_min) < k_min:
        message = "is less than analytics.k_min, which a sensitive topic needs at least"
        yield document.mistake(("publication", "sensitive_k_min"), message)
    budget = _number(document, "publication", "epsilon_budget", publication.epsilon_budget)
    if _number(document, "publication", "epsilon", publication.epsilon) > budget:
        message = "is more than publication.epsilon_budget: not even one window could be published"
        yield document.mistake(("publication", "epsilon"), message)
    if retention_days * HOURS_OF_A_DAY > MAX_WINDOWS * window_hours:
        message = f"keeps more than {MAX_WINDOWS} windows: make it shorter, or analytics.window_hours longer"
        yield document.mistake(("publication", "retention_days"), message)


def _nothing_to_review(document: Document) -> Iterator[Mistake]:
    publication = document.section("publication")
    if publication.get("sensitive_topics") == [] and publication.get("review") == "sensitive":
        yield document.mistake(("publication", "review"), "is for sensitive topics, and sensitive_topics names none")


def _impossible_writer(document: Document) -> Iterator[Mistake]:
    """Yields a writer that is no trusted model, and one that would leave the audit no time."""
    section, publication = document.section("publication"), PublicationSettings()
    writer = section.get("writer")
    if writer is None:
        return
    if writer not in {name for _, name in document.texts(("trusted_models", Step.EACH, "model_name"))}:
        yield document.mistake(("publication", "writer"), "names no model of `trusted_models`")
    seconds = _number(document, "publication", "writer_seconds", publication.writer_seconds)
    audit_seconds = _number(document, "publication", "audit_seconds", publication.audit_seconds)
    if section.get("audit", publication.audit) == "required" and seconds >= audit_seconds:
        message = "is as long as publication.audit_seconds, within which the audit must answer: make it shorter"
        yield document.mistake(("publication", "writer_seconds"), message)


def _number(document: Document, section: str, key: str, default: float) -> float:
    """Returns the number in the file; the default where there is none, as what is no number is reported by itself."""
    value = document.section(section).get(key, default)
    return value if isinstance(value, int | float) else default
