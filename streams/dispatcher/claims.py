"""Claims: a dispatcher goes on with the turns that it has begun after their partitions have gone to another one.

A claim is a record beside the turn's outcome. It is renewed until the turn ends, so that the new owner sends the turn
to a provider only if this dispatcher dies.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from gateway.errors import Unavailable
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.records import Claim, Topic

log = logging.getLogger(__name__)

CLAIM_SECONDS = 15.0
RENEW_SECONDS = CLAIM_SECONDS / 3
WRITE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Claimed:
    """The partition of a claimed turn, and the attempt that answers it."""

    partition: int
    attempt_id: str


@dataclass(slots=True)
class Claims:
    """The claims of this dispatcher."""

    producer: Producer
    _held: dict[str, Claimed] = field(default_factory=dict)
    _renewing: asyncio.Task[None] | None = None

    async def claim(self, turns: Mapping[str, Claimed]) -> None:
        """Claims the turns; returns when the broker has confirmed it, or after ``WRITE_SECONDS`` without it."""
        self._held.update(turns)
        await self._write(turns)
        if self._held and (self._renewing is None or self._renewing.done()):
            self._renewing = asyncio.create_task(self._renew())

    def end(self, turn_id: str) -> None:
        """Renews the turn's claim no longer: the turn has ended."""
        self._held.pop(turn_id, None)

    async def give_back(self, turn_id: str) -> None:
        """Ends the claim of a turn that was not answered, so that the partition's owner sends it at once."""
        if held := self._held.pop(turn_id, None):
            claim = Claim(attempt_id=held.attempt_id, seconds=0.0)
            await self.producer.deliver(Topic.OUTCOMES, turn_id, claim, held.partition)

    async def _renew(self) -> None:
        while self._held:
            await asyncio.sleep(RENEW_SECONDS)
            await self._write(dict(self._held))

    async def _write(self, turns: Mapping[str, Claimed]) -> None:
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await asyncio.gather(*(self._send(turn_id, held) for turn_id, held in turns.items()))
        except (Unavailable, TimeoutError):
            log.warning("the broker did not confirm claims in time", extra=fields(count=len(turns)))

    async def _send(self, turn_id: str, held: Claimed) -> None:
        if turn_id not in self._held:
            return  # it ended meanwhile, and compaction would keep a claim after its outcome instead of the outcome
        claim = Claim(attempt_id=held.attempt_id, seconds=CLAIM_SECONDS)
        await self.producer.send(Topic.OUTCOMES, turn_id, claim, held.partition)
