"""One agent as a part of a process: its Faust app, its worker, its reader of cancellations and its watchdog."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError

from gateway import metrics
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import Follower
from gateway.logs import fields
from gateway.records import Topic
from gateway.settings import Settings
from streams.engine.cancellations import Cancellations
from streams.engine.topology import App
from streams.engine.watchdog import Watchdog
from streams.engine.window import Window
from streams.engine.worker import Event, Worker

log = logging.getLogger(__name__)

WATCH_SECONDS = 5.0
PATIENCE_SECONDS = 60.0


class Resource(Protocol):
    """Something that an agent needs while it runs."""

    async def start(self) -> None:
        """Starts; returns when it can be used."""
        ...

    async def stop(self) -> None:
        """Releases it."""
        ...


@dataclass(slots=True)
class AgentService:
    """Runs one role's agent: ready while it has partitions or may get them, alive until its consumer is stuck."""

    role: str
    connection: Connection
    producer: Producer
    worker: Worker
    cancellations: Cancellations
    make_app: Callable[[], App]
    resources: Sequence[Resource] = ()
    alive: bool = True
    ready: bool = False
    _app: App | None = None
    _control: Follower | None = None
    _watching: asyncio.Task[None] | None = None
    _watchdog: Watchdog = field(default_factory=lambda: Watchdog(PATIENCE_SECONDS))

    async def start(self) -> None:
        """Starts its resources, reads cancellations, joins its consumer group and starts to work."""
        for resource in self.resources:
            await resource.start()
        self._control = Follower(self.connection, Topic.CONTROL, self.cancellations.take, self.producer)
        await self._control.start(range(await self.producer.partitions(Topic.CONTROL)))
        await self.producer.partitions(self.worker.topic)
        self._app = self.make_app()
        await self._app.start()
        self._watching = asyncio.create_task(self._watch(self._app, self._control))
        self.ready = True

    async def drain(self, seconds: float) -> None:
        """Takes no more records and finishes the open ones; what is not done in time is left to another member."""
        self.ready = False
        if not await self.worker.drain(seconds):
            log.warning("stopped with records open", extra=fields(role=self.role, count=self.worker.window.items))
            # They are no longer worked on, so leaving the group must not wait for them.
            self.worker.revoke(tuple(self.worker.admitted))

    async def stop(self) -> None:
        """Leaves the group after committing what was acknowledged."""
        if self._watching is not None:
            self._watching.cancel()
        if self._app is not None:
            await self._app.stop()
        if self._control is not None:
            await self._control.stop()
        for resource in reversed(self.resources):
            await resource.stop()

    async def _watch(self, app: App, control: Follower) -> None:
        try:
            while not app.should_stop and control.alive and not await self._stuck(app, control):
                age = self.worker.oldest_seconds(time.monotonic())
                metrics.oldest_record_seconds.labels(self.worker.topic.value).set(age)
                await asyncio.sleep(WATCH_SECONDS)
            log.critical("the consumer has died", extra=fields(role=self.role, topic=self.worker.topic.value))
        finally:
            self.alive = self.ready = False  # an agent without its watchdog is not alive

    async def _stuck(self, app: App, control: Follower) -> bool:
        try:
            async with asyncio.timeout(WATCH_SECONDS):
                ends = await control.end_offsets(
                    self.worker.topic, {each.partition for each in app.consumer.assignment()}
                )
                taken_in = {partition: await self._position(app, partition) for partition in ends}
        except (KafkaError, TimeoutError):
            # An unreachable broker or a rebalance is not this consumer's fault.
            return False
        return self._watchdog.stuck(taken_in, ends, has_room=not self.worker.full, now=time.monotonic())

    async def _position(self, app: App, partition: int) -> int:
        admitted = self.worker.admitted.get(partition, 0)
        if admitted < app.handed_over.get(partition, 0):
            return admitted
        # All that was read is taken in. The consumer's position passes over markers of transactions and gaps as well.
        topic = self.connection.topic(self.worker.topic)
        return await app.consumer.position(TopicPartition(topic, partition)) or 0


def window(settings: Settings, connection: Connection) -> Window[Event]:
    """Returns a window that holds at least what the edges may have in flight."""
    return Window(max_items=2 * settings.edge.max_in_flight, max_bytes=connection.max_bytes_in_flight)
