"""What the edge tells minimizers, dispatchers and other edges, in the background: no client waits for it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from gateway.background import Background
from gateway.kafka.producer import NO_TURN, Producer
from gateway.logs import fields
from gateway.records import Awaited, Cancellation, LetterClaim, Record, Topic, Unconfirmed

log = logging.getLogger(__name__)

DELIVERY_SECONDS = 30.0  # longer than an unconfirmed record can wait in the producer


@dataclass(frozen=True, slots=True)
class ControlWriter:
    """Writes to ``conversations.control``."""

    producer: Producer
    background: Background

    def cancel(self, turn_id: str) -> None:
        """Says that the turn's client has left."""
        self.background.spawn(self._deliver(turn_id, Cancellation()))

    def confirm(self, turn_id: str) -> None:
        """Says that the turn's client still waits."""
        self.background.spawn(self._deliver(turn_id, Awaited()))

    def doubt(self, turn_id: str) -> None:
        """Says that the broker has not confirmed the turn."""
        self.background.spawn(self._deliver(turn_id, Unconfirmed()))

    def claim(self, claim: LetterClaim) -> None:
        """Says that this edge wants to write a dead letter."""
        self.background.spawn(self._deliver(NO_TURN, claim))

    async def _deliver(self, turn_id: str, record: Record) -> None:
        try:
            async with asyncio.timeout(DELIVERY_SECONDS):
                await self.producer.deliver(Topic.CONTROL, turn_id, record)
        except TimeoutError:
            log.warning("the broker did not confirm a control record in time", extra=fields(turn_id=turn_id))
