"""Heartbeats: a member tells the edges each second that it takes in turns, and so learns whether its broker answers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from gateway import metrics
from gateway.errors import Unavailable
from gateway.kafka.producer import NO_TURN, Producer
from gateway.logs import fields
from gateway.records import Heartbeat, Topic
from gateway.roles import Role

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
SILENT_SECONDS = 5.0


@dataclass(slots=True)
class Heart:
    """The heartbeats of one member of a role, from ``start`` to ``stop``; they say which member it is now."""

    role: Role
    producer: Producer
    member_id: Callable[[], str]
    _confirmed: float | None = None
    _connected: bool = True
    _beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Sends the first heartbeat, and goes on with one a second."""
        await self._beat()
        self._beating = asyncio.create_task(self._beat_on())

    async def stop(self) -> None:
        """Sends no more."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    def beats(self, now: float) -> bool:
        """Whether the broker took a heartbeat in the last ``SILENT_SECONDS``; ``now`` is of the monotonic clock."""
        return self._confirmed is not None and now - self._confirmed < SILENT_SECONDS

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._beat()

    async def _beat(self) -> None:
        try:
            async with asyncio.timeout(SILENT_SECONDS):
                heartbeat = Heartbeat(role=self.role, member_id=self.member_id())
                await self.producer.send(Topic.CONTROL, NO_TURN, heartbeat)
            self._confirmed = time.monotonic()
            self._note(connected=True)
        except (Unavailable, TimeoutError):
            self._note(connected=False)

    def _note(self, *, connected: bool) -> None:
        metrics.kafka_connected.labels(self.role.value).set(connected)
        if connected is not self._connected:
            self._connected = connected
            log.warning("broker found" if connected else "broker lost", extra=fields(role=self.role.value))
