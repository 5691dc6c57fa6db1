"""Refuses to send what is on hold: asked before each call of a provider, retries and fallbacks too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gateway import metrics
from gateway.errors import Cause, Unavailable
from gateway.kafka.compacted import Keyed
from gateway.kafka.producer import RETRY_AFTER_SECONDS
from gateway.records import model_subject, tenant_subject
from streams.holds import Holds


@dataclass(frozen=True, slots=True)
class EgressHolds:
    """The holds on tenants and models; ``current`` says whether all of them have been read."""

    current: Callable[[], bool]
    _holds: Holds = field(default_factory=Holds)

    def take(self, record: Keyed) -> None:
        """Applies a record of ``privacy.holds``."""
        self._holds.take(*record)
        for subject, count in self._holds.counts().items():
            metrics.holds.labels(subject).set(count)

    def check(self, tenant: str, model: str) -> None:
        """Raises Unavailable if nothing of the tenant, or nothing to the model, may be sent now.

        ``model`` is its name in the configuration.
        """
        if not self.current():
            message = "the gateway does not know what is on hold, so it sends nothing"
            raise Unavailable(message, code=Cause.HOLDS_UNREAD, retry_after=RETRY_AFTER_SECONDS)
        if self._holds.stands(tenant_subject(tenant)):
            raise Unavailable("nothing is sent for this tenant until a person lifts its hold", code=Cause.TENANT_HELD)
        if self._holds.stands(model_subject(model)):
            raise Unavailable("nothing is sent to this model until a person lifts its hold", code=Cause.MODEL_HELD)
