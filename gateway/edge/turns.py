"""A turn at the edge: its request goes sealed into Kafka, its replies come back in order.

When the client leaves, the turn is cancelled all the way to the provider.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from gateway.edge.binding import Binding
from gateway.edge.control import ControlWriter
from gateway.edge.replies import Inbox, Replies
from gateway.errors import Cause, ProviderFailed, TimedOut, Unavailable
from gateway.kafka.producer import RETRY_AFTER_SECONDS, Producer
from gateway.records import Chunk, DryRun, Failure, IncomingTurn, Reply, Topic, decode_replacement_map
from gateway.sealing import Purpose, Sealer
from gateway.types import ReplacementMap

MAX_ASK_SECONDS = 5.0  # the producer gives a record up after 10 s: no turn may be refused before its edge is asked


@dataclass(slots=True)
class Turn:
    """One turn that Kafka has confirmed. ``deadline`` is in the loop's time."""

    turn_id: str
    tenant: str
    deadline: float
    _inbox: Inbox
    _sealer: Sealer
    binding: Binding = field(default_factory=Binding)

    async def chunks(self) -> AsyncIterator[Chunk]:
        """Yields the chunks of one attempt's answer, in order; raises the GatewayError that ends the turn early."""
        while not self.binding.ended:
            yield await self.chunk()

    async def chunk(self) -> Chunk:
        """Returns the answer's next chunk; raises the GatewayError that ends the turn early."""
        while not self.binding.ended:
            reply = self.binding.accept(await self._next(), self._now())
            if isinstance(reply, Failure):
                raise reply.error()
            if isinstance(reply, Chunk):
                return reply
        raise ProviderFailed("the answer was empty")

    async def dry_run(self) -> bytes:
        """Returns the answer to a dry run; raises the GatewayError that ends the turn early."""
        reply = self.binding.accept(await self._next(), self._now())
        if isinstance(reply, DryRun):
            return self._open(reply.sealed, Purpose.DRY_RUN)
        raise reply.error() if isinstance(reply, Failure) else ProviderFailed("a dry run has no provider's answer")

    def replacement_map(self, chunk: Chunk) -> ReplacementMap:
        """Returns the map that came with an attempt's first chunk."""
        return decode_replacement_map(self._open(chunk.sealed_map or b"", Purpose.REPLACEMENT_MAP))

    def _open(self, envelope: bytes, purpose: Purpose) -> bytes:
        return self._sealer.open(envelope, tenant=self.tenant, turn_id=self.turn_id, purpose=purpose)

    async def _next(self) -> Reply | None:
        give_up_at = self.binding.give_up_at()
        until = self.deadline if give_up_at is None else min(give_up_at, self.deadline)
        try:
            async with asyncio.timeout_at(until):
                return await self._inbox.replies.get()
        except TimeoutError:
            if self._now() >= self.deadline:
                raise TimedOut("the answer did not come in time") from None
            raise ProviderFailed("the attempt that was answering is gone") from None

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


@dataclass(slots=True)
class Turns:
    """Opens turns."""

    producer: Producer
    replies: Replies
    sealer: Sealer
    control: ControlWriter
    accept_seconds: float

    @property
    def ask_seconds(self) -> float:
        """For how long after its beginning a turn is surely awaited; later a dispatcher asks."""
        return min(self.accept_seconds / 2, MAX_ASK_SECONDS)

    @asynccontextmanager
    async def open(self, turn_id: str, incoming: IncomingTurn, deadline: float) -> AsyncIterator[Turn]:
        """Yields a turn that Kafka has; raises Unavailable if nothing shows that within ``accept_seconds``.

        By the time that the error is raised no inquiry about the turn is answered any more, so no dispatcher begins it.
        If the context ends while the turn may still be in work, the turn is cancelled.
        """
        with self.replies.wait_for(turn_id) as inbox:
            turn = Turn(turn_id, incoming.tenant, deadline, inbox, self.sealer)
            try:
                await self._accept(turn_id, incoming, inbox)
                yield turn
            finally:
                if not turn.binding.settled:
                    self.control.cancel(turn_id)

    async def _accept(self, turn_id: str, incoming: IncomingTurn, inbox: Inbox) -> None:
        # Whoever does not ask has begun by then, and half of the time that is left is for the proof.
        doubt_after = (self.ask_seconds + self.accept_seconds) / 2
        doubting = asyncio.get_running_loop().call_later(doubt_after, self.control.doubt, turn_id)
        try:
            async with asyncio.timeout(self.accept_seconds) as patience:
                inbox.on_proof = lambda: _end(patience)
                await self.producer.send(Topic.INCOMING, turn_id, incoming)
        except (TimeoutError, Unavailable):
            if not inbox.proven:
                raise Unavailable(
                    "the broker did not confirm the turn", code=Cause.BROKER_AWAY, retry_after=RETRY_AFTER_SECONDS
                ) from None
        finally:
            doubting.cancel()
            inbox.on_proof = None


def _end(timeout: asyncio.Timeout) -> None:
    if not timeout.expired():
        timeout.reschedule(asyncio.get_running_loop().time())
