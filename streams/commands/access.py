"""Reaches the broker for a command: that of the configuration, or the one inside a trial run on this host."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

import aiohttp

from gateway.errors import Unavailable
from gateway.kafka import aiokafka_changes
from gateway.kafka.connection import Connection, connect_to
from gateway.kafka.producer import Producer
from gateway.records import Topic
from gateway.settings import Address, Kafka, Settings, load_file
from gateway.settings.environment import Environment
from gateway.settings.sections import address
from streams.commands.contents import contents, read_all
from streams.commands.folding import Kept
from streams.topics.table import max_message_bytes

PATIENCE_SECONDS = 5.0
ANALYTICS_KEY = ("analytics", "key")


@dataclass(frozen=True, slots=True, repr=False)
class Access:
    """The topics, for one command: all that they hold, and a producer."""

    settings: Settings
    producer: Producer
    connection: Connection

    async def contents(
        self, *topics: Topic, since_ms: int = 0, key: str | None = None
    ) -> Mapping[Topic, Sequence[Kept]]:
        """Returns all records of the topics; raises Unavailable if one is missing or cannot be read."""
        return await contents(self.connection, await self._partitions(topics), since_ms=since_ms, key=key)

    async def read_all(self, take: Callable[[Topic, Kept], None], *topics: Topic, since_ms: int) -> None:
        """Passes all records of the topics that were written since to ``take``; raises as `contents` does."""
        await read_all(self.connection, await self._partitions(topics), take, since_ms=since_ms)

    async def _partitions(self, topics: Sequence[Topic]) -> Mapping[Topic, int]:
        if not self.connection.embedded:
            await self.producer.require(topics)
        return {topic: await self.producer.partitions(topic) for topic in topics}


Verb = Callable[[Access, Namespace], Awaitable[str]]


def answer(options: Namespace, verb: Verb) -> int:
    """Runs a command and prints what it answers; returns 0, or raises what keeps it from being done."""
    text = options.config.read_text(encoding="utf-8") if options.config else ""
    settings = load_file(text, Environment(os.environ), [ANALYTICS_KEY] if options.needs_analytics_key else [])
    sys.stdout.write(asyncio.run(_answer(settings, options, verb)) + "\n")
    return 0


async def _answer(settings: Settings, options: Namespace, verb: Verb) -> str:
    aiokafka_changes.apply()
    connection = await _connection(settings, options.metrics_listen)
    producer = Producer(connection)
    try:
        await producer.start()
        return await verb(Access(settings, producer, connection), options)
    finally:
        await producer.stop()


async def _connection(settings: Settings, metrics_listen: str | None) -> Connection:
    largest = max_message_bytes(settings.edge.max_body_bytes)
    if isinstance(settings.broker, Kafka):
        return connect_to(settings.broker, largest)
    from streams.topics import embedded  # noqa: PLC0415 - with a real broker no second Kafka client is loaded

    at = address(metrics_listen) if metrics_listen else settings.metrics.listen
    return Connection(
        (await _embedded_broker(at),),
        min(largest, embedded.MAX_RECORD_BYTES),
        embedded=True,
        fetch_wait_ms=embedded.FETCH_WAIT_MS,
    )


async def _embedded_broker(at: Address) -> str:
    """Returns the address of the embedded broker of the process whose metrics are served there."""
    patience = aiohttp.ClientTimeout(PATIENCE_SECONDS)
    try:
        async with aiohttp.ClientSession(timeout=patience) as client, client.get(f"http://{at}/broker") as response:
            found: Mapping[str, str] = await response.json() if response.status == 200 else {}
            return str(address(found["bootstrap"]))
    except (aiohttp.ClientError, TimeoutError, LookupError, TypeError, ValueError):
        raise Unavailable(
            f"no gateway with an embedded broker runs on this host, or not with its metrics at {at}: start one with "
            "canarygate run, name its port with --metrics-listen, or name a real broker in a file with --config"
        ) from None
