"""One try at answering a turn: the provider's answer goes to the client in chunks, as it arrives."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from secrets import token_hex

import msgspec
import orjson

from gateway.errors import GatewayError, ProviderFailed, TooLarge
from gateway.kafka.producer import Producer
from gateway.providers.calls import MayCall
from gateway.providers.client import Providers
from gateway.records import Chunk, Failure, MinimizedTurn, Topic
from gateway.types import JsonObject

CHUNK_BYTES = 262_144

Arrived = asyncio.Queue[list[bytes] | None]


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

    async def answer(self, providers: Providers, may_call: MayCall) -> None:
        """Calls the provider, if it may, and sends its answer to the client; raises the GatewayError that ended it."""
        body: JsonObject = orjson.loads(bytes(self.turn.body))
        deadline = asyncio.get_running_loop().time() + self.seconds_left()
        if not self.turn.stream:
            answer = await providers.complete(body, deadline, self.turn.tenant, may_call)
            await self._send([answer], last=True)
            return
        async with aclosing(providers.stream(body, deadline, self.turn.tenant, may_call)) as events:
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
