"""Emits what users said to ``conversations.analytics``, after their turns have been forwarded.

Analytics never holds a turn up and never fails one: what cannot be sent in a few seconds is counted and dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gateway import metrics
from gateway.analytics import contributor, event_id, rounded_ms, subject, window_of
from gateway.errors import GatewayError
from gateway.kafka.producer import Producer
from gateway.language import language_code
from gateway.logs import fields
from gateway.records import AnalyticsText, IncomingTurn, Topic
from streams.engine.worker import Delivery
from streams.minimizer.opt_outs import OptOuts
from streams.minimizer.step import Said

log = logging.getLogger(__name__)

SEND_SECONDS: Final = 5.0


class EmissionOutcome(StrEnum):
    """What became of what a user said."""

    EMITTED = "emitted"
    EMPTY = "empty"
    OPTED_OUT = "opted_out"
    PATTERNS_ONLY = "patterns_only"
    REQUESTS_UNREAD = "requests_unread"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, repr=False)
class Emission:
    """Emits the analytics texts of turns. A redelivered turn gives the same record.

    Only the tenants in ``trusted_tenants`` say whom a turn counts for; for the others that is the API key. While not
    all opt-outs are ``known``, nothing is emitted.
    """

    producer: Producer
    analytics_key: bytes
    audit_key: bytes
    window_ms: int
    trusted_tenants: Set[str]
    opt_outs: OptOuts
    known: Callable[[], bool]

    async def emit(self, delivery: Delivery, turn: IncomingTurn, said: Said) -> None:
        """Sends the record of what the user said, unless something speaks against it; counts what became of it."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                outcome = self._objection(turn, said) or await self._sent(delivery, turn, said)
        except (GatewayError, TimeoutError):
            outcome = EmissionOutcome.FAILED
        except Exception:
            log.exception("what a user said could not be emitted", extra=fields(turn_id=delivery.turn_id))
            outcome = EmissionOutcome.FAILED
        metrics.analytics_texts_total.labels(outcome.value).inc()

    def _objection(self, turn: IncomingTurn, said: Said) -> EmissionOutcome | None:
        """Returns why nothing is emitted, None if nothing speaks against it."""
        if not said.text:
            return EmissionOutcome.EMPTY
        if not said.complete:
            return EmissionOutcome.PATTERNS_ONLY
        if not self.known():
            return EmissionOutcome.REQUESTS_UNREAD
        is_out = any(map(self.opt_outs.holds, self._subjects(turn, said)))
        return EmissionOutcome.OPTED_OUT if is_out else None

    def _subjects(self, turn: IncomingTurn, said: Said) -> Iterator[str]:
        """Yields the subjects of all that the turn may belong to: identifiers count here even if nobody trusts them."""
        for identifier in (*(each.identifier for each in said.named), turn.key_name):
            yield subject(self.analytics_key, turn.tenant, identifier)

    async def _sent(self, delivery: Delivery, turn: IncomingTurn, said: Said) -> EmissionOutcome:
        time_ms = round(delivery.timestamp * 1000)
        window = window_of(time_ms, self.window_ms)
        source, identifier = self._whom(turn, said)
        record = AnalyticsText(
            event_id=event_id(self.audit_key, delivery.turn_id),
            window=window,
            contributor=contributor(self.analytics_key, turn.tenant, window, identifier),
            language=language_code(said.text),
            text=said.text,
        )
        rounded = rounded_ms(time_ms, self.window_ms)
        await self.producer.write(Topic.ANALYTICS, record.contributor, record, timestamp_ms=rounded)
        metrics.contributors_total.labels(source).inc()
        return EmissionOutcome.EMITTED

    def _whom(self, turn: IncomingTurn, said: Said) -> tuple[str, str]:
        """Returns whom the turn counts for: the field of the request that says so, or ``key``, and the identifier."""
        if said.named and turn.tenant in self.trusted_tenants:
            return said.named[0].field, said.named[0].identifier
        return "key", turn.key_name
