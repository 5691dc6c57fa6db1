"""The dispatcher's work on one turn: call the provider, send its answer as it arrives, record how the turn ended.

It sees minimized text only and has no key that opens more. The order is the last reply, then the outcome, then the
acknowledgement, so a crash in between repeats a turn instead of losing it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from secrets import token_hex

import msgspec
import orjson

from gateway import metrics
from gateway.errors import GatewayError, ProviderFailed, TimedOut, TooLarge
from gateway.kafka.producer import Producer
from gateway.logs import CURRENT_TURN, fields
from gateway.providers.client import Providers
from gateway.records import Chunk, Failure, MinimizedTurn, Outcome, OutcomeKind, Topic, decode
from gateway.types import JsonObject
from streams.dispatcher.outcomes import Outcomes
from streams.engine.cancellations import Cancellations
from streams.engine.worker import DeadLettered, Delivery

log = logging.getLogger(__name__)

CHUNK_BYTES = 262_144

Arrived = asyncio.Queue[list[bytes] | None]


@dataclass(frozen=True, slots=True)
class Dispatcher:
    """Handles the records of ``conversations.minimized``. A turn that has ended is not sent to a provider again."""

    producer: Producer
    providers: Providers
    cancellations: Cancellations
    outcomes: Outcomes

    async def handle(self, delivery: Delivery) -> None:
        """Answers the turn, or ends it with an error; raises DeadLettered if it needs a dead letter."""
        CURRENT_TURN.set(delivery.turn_id)
        turn = decode(delivery.value, MinimizedTurn)
        if await self.outcomes.ended(delivery):
            return
        outcome = await self._outcome(delivery, turn)
        await self.producer.deliver(
            Topic.OUTCOMES, delivery.turn_id, Outcome(outcome=outcome), partition=delivery.partition
        )
        self.outcomes.add(delivery.turn_id, until=turn.deadline_ms / 1000, now=time.time())
        log.info("turn ended", extra=fields(turn_id=delivery.turn_id, outcome=outcome.value, model=turn.model))
        if outcome is OutcomeKind.EXPIRED:
            raise DeadLettered("expired")

    async def _outcome(self, delivery: Delivery, turn: MinimizedTurn) -> OutcomeKind:
        if self.cancellations.cancelled(delivery.turn_id):
            return OutcomeKind.CANCELLED
        attempt = Attempt(self.producer, delivery.turn_id, turn)
        call = asyncio.create_task(self._call(attempt))
        self.cancellations.watch(delivery.turn_id, call.cancel)
        error: GatewayError
        try:
            await call
            return OutcomeKind.ANSWERED
        except asyncio.CancelledError:
            if self.cancellations.cancelled(delivery.turn_id):
                return OutcomeKind.CANCELLED
            call.cancel()
            if not attempt.sent:
                raise  # another dispatcher answers the turn
            error = ProviderFailed("the attempt that was answering was stopped")
        except GatewayError as failure:
            error = failure
        except Exception:
            log.exception("an attempt failed", extra=fields(turn_id=delivery.turn_id, attempt_id=attempt.attempt_id))
            error = GatewayError("the gateway failed")
        finally:
            self.cancellations.unwatch(delivery.turn_id)
        await attempt.fail(error)
        return OutcomeKind.EXPIRED if attempt.expired else OutcomeKind.FAILED

    async def _call(self, attempt: Attempt) -> None:
        try:
            async with asyncio.timeout(attempt.seconds_left()):
                with metrics.stage_seconds.labels("provider").time():
                    await attempt.answer(self.providers)
        except TimeoutError:
            raise TimedOut("the turn's time is over") from None


@dataclass(slots=True)
class Attempt:
    """One try at answering a turn. All its chunks carry its id, and the first one the sealed replacement map."""

    producer: Producer
    turn_id: str
    turn: MinimizedTurn
    attempt_id: str = field(default_factory=lambda: token_hex(8))
    sent: int = 0

    @property
    def expired(self) -> bool:
        """Whether the turn's time is over."""
        return self.seconds_left() <= 0

    def seconds_left(self) -> float:
        """Returns the turn's remaining time in seconds."""
        return self.turn.deadline_ms / 1000 - time.time()

    async def answer(self, providers: Providers) -> None:
        """Calls the provider and sends its answer to the client; raises the GatewayError that ended it."""
        body: JsonObject = orjson.loads(bytes(self.turn.body))
        deadline = asyncio.get_running_loop().time() + self.seconds_left()
        if not self.turn.stream:
            answer = await providers.complete(body, deadline)
            await self._send([answer], last=True)
            return
        async with aclosing(providers.stream(body, deadline)) as events:
            await self._send_as_they_come(events)

    async def fail(self, error: GatewayError) -> None:
        """Tells the client that this attempt ended with an error."""
        await self._reply(Failure.of(error, self.attempt_id))

    async def _send_as_they_come(self, batches: AsyncIterator[list[bytes]]) -> None:
        arrived: Arrived = asyncio.Queue()
        reading = asyncio.create_task(_read_into(arrived, batches))
        try:
            ended = False
            while not ended:
                events, ended = await _take(arrived)
                if ended:
                    await reading
                await self._send(events, last=ended)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def _send(self, events: list[bytes], *, last: bool) -> None:
        chunk = Chunk(
            attempt_id=self.attempt_id,
            sequence=self.sent,
            last=last,
            events=[msgspec.Raw(event) for event in events],
            sealed_map=self.turn.sealed_map if self.sent == 0 else None,
        )
        try:
            await self._reply(chunk)
        except TooLarge:
            raise ProviderFailed("the provider's answer is larger than this gateway carries") from None
        self.sent += 1

    async def _reply(self, reply: Chunk | Failure) -> None:
        await self.producer.deliver(Topic.REPLIES, self.turn_id, reply, self.turn.reply_partition)


async def _read_into(arrived: Arrived, batches: AsyncIterator[list[bytes]]) -> None:
    try:
        async for events in batches:
            arrived.put_nowait(events)
    finally:
        arrived.put_nowait(None)


async def _take(arrived: Arrived) -> tuple[list[bytes], bool]:
    # Events that arrive while a chunk is being sent share the next one, so the cost depends on bytes, not tokens.
    batch = await arrived.get()
    taken: list[bytes] = []
    while batch is not None:
        taken += batch
        if arrived.empty() or sum(map(len, taken)) >= CHUNK_BYTES:
            return taken, False
        batch = arrived.get_nowait()
    return taken, True
