"""Writes records until the broker has confirmed them, however long it is away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gateway.kafka.producer import Producer
from gateway.records import Record, Topic
from streams.analyst.lines import Line

AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes to the topics of analytics."""

    producer: Producer

    async def put(self, topic: Topic, key: str, value: Record | bytes | None, *, partition: int | None = None) -> None:
        """Writes a record, again and again while the broker is unavailable; returns once it is confirmed."""
        await self.producer.persist(topic, key, value, partition=partition)

    async def put_all(self, lines: Iterable[Line]) -> None:
        """Writes many records, a thousand at a time; returns once all are confirmed."""
        waiting: list[Line] = []
        for line in lines:
            waiting.append(line)
            if len(waiting) == AT_ONCE:
                await self._flush(waiting)
                waiting = []
        await self._flush(waiting)

    async def _flush(self, lines: Iterable[Line]) -> None:
        await asyncio.gather(*(self.put(each.topic, each.key, each.value, partition=each.partition) for each in lines))
