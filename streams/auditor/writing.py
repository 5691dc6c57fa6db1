"""Writes the audit's records, again and again while the broker is away."""

from __future__ import annotations

import asyncio

from gateway.errors import Unavailable
from gateway.kafka.producer import RETRY_AFTER_SECONDS, Producer
from gateway.records import Record, Topic


async def write(producer: Producer, topic: Topic, key: str, record: Record) -> None:
    """Returns once the record is durable."""
    while True:
        try:
            return await producer.write(topic, key, record)
        except Unavailable:
            await asyncio.sleep(RETRY_AFTER_SECONDS)
