"""Which leak rates are to be shown, on the surfaces that are watched, and what it takes to show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gateway import metrics
from gateway.settings import Settings
from gateway.types import Surface
from streams.auditor.texts import OF_ANALYTICS
from streams.canaries.bounds import clean_needed


def watched(settings: Settings) -> frozenset[Surface]:
    """Returns the surfaces that the auditor looks at: of analytics only where there is any."""
    return settings.audit.surfaces - (frozenset() if settings.analytics else OF_ANALYTICS)


def show(settings: Settings) -> None:
    """Exposes the objectives."""
    for surface, rate in _objectives(settings).items():
        metrics.leak_objective.labels(surface).set(rate)


def needed(settings: Settings) -> Iterator[str]:
    """Yields for each objective how many clean canaries show it."""
    for surface, rate in sorted(_objectives(settings).items()):
        yield f"objective {surface} {rate:g}: shown by {clean_needed(rate)} canaries of which none leaks"


def _objectives(settings: Settings) -> Mapping[Surface, float]:
    if settings.audit.model is None:
        return {}
    seen = watched(settings)
    return {surface: rate for surface, rate in settings.audit.objectives.items() if surface in seen}
