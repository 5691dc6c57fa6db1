"""Asks a turn's edge whether its client still waits, before a turn is sent that the edge may have refused.

And where the broker does not confirm a turn to its edge, a dispatcher that is at it asks as well: whatever comes for a
turn shows its edge that Kafka has it, and it does not refuse the turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from gateway.background import Background
from gateway.errors import Unavailable
from gateway.kafka.producer import Producer
from gateway.kafka.reading import Received
from gateway.records import Awaited, Inquiry, Topic, Unconfirmed, decode_control, turn_id_of

ANSWER_SECONDS = 5.0


@dataclass(slots=True)
class Inquiries:
    """The inquiries of this dispatcher that have no answer yet, and the turns that it is at."""

    producer: Producer
    _asked: dict[str, asyncio.Event] = field(default_factory=dict)
    _at: dict[str, int] = field(default_factory=dict)
    _background: Background = field(default_factory=Background)

    async def is_awaited(self, turn_id: str, reply_partition: int) -> bool:
        """Returns whether the turn's edge says within ``ANSWER_SECONDS`` that the client still waits."""
        self._asked[turn_id] = answered = asyncio.Event()
        try:
            await self.producer.deliver(Topic.REPLIES, turn_id, Inquiry(), reply_partition)
            async with asyncio.timeout(ANSWER_SECONDS):
                await answered.wait()
        except TimeoutError:
            return False
        finally:
            del self._asked[turn_id]
        return True

    @contextmanager
    def at(self, turn_id: str, reply_partition: int) -> Iterator[None]:
        """Within the context this dispatcher is at the turn, and says so to an edge that has no confirmation of it."""
        self._at[turn_id] = reply_partition
        try:
            yield
        finally:
            self._at.pop(turn_id, None)

    def take(self, record: Received) -> None:
        """Applies one record of ``conversations.control``; raises Undecodable."""
        control = decode_control(record.value)
        if isinstance(control, Awaited) and (asked := self._asked.get(turn_id_of(record.headers))):
            asked.set()
        elif isinstance(control, Unconfirmed) and (turn_id := turn_id_of(record.headers)) in self._at:
            self._background.spawn(self._show(turn_id, self._at[turn_id]))

    async def _show(self, turn_id: str, reply_partition: int) -> None:
        with suppress(Unavailable):  # the edge waits no longer than the producer tries
            await self.producer.send(Topic.REPLIES, turn_id, Inquiry(), reply_partition)
