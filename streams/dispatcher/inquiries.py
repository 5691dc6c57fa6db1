"""Asks a turn's edge whether its client still waits, before a turn is sent that the edge may have refused."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from gateway.kafka.producer import Producer
from gateway.kafka.reading import Received
from gateway.records import Awaited, Inquiry, Topic, decode_control, turn_id_of

ANSWER_SECONDS = 5.0


@dataclass(slots=True)
class Inquiries:
    """The inquiries of this dispatcher that have no answer yet."""

    producer: Producer
    _asked: dict[str, asyncio.Event] = field(default_factory=dict)

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

    def take(self, record: Received) -> None:
        """Applies one record of ``conversations.control``; raises Undecodable."""
        if isinstance(decode_control(record.value), Awaited) and (asked := self._asked.get(turn_id_of(record.headers))):
            asked.set()
