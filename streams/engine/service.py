"""One agent as a part of a process: its Faust app, its worker, its reader of control records and its watchdog."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError

from gateway import metrics
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import Follower, Received
from gateway.logs import fields
from gateway.records import Topic
from gateway.roles import Role
from gateway.settings import Settings
from streams.engine.heartbeat import Heart
from streams.engine.peers import Peers
from streams.engine.resource import Resource
from streams.engine.topology import App
from streams.engine.watchdog import Watchdog
from streams.engine.worker import Worker

log = logging.getLogger(__name__)

WATCH_SECONDS = 5.0
ASK_SECONDS = 5.0
PATIENCE_SECONDS = 60.0
LEAVE_SECONDS = 20.0


@dataclass(slots=True)
class AgentService:
    """Runs one role's agent: ready while the broker takes its heartbeats, alive until its consumer is stuck.

    It is ready only while it ``knows`` what it must know for its work.
    """

    role: Role
    connection: Connection
    producer: Producer
    worker: Worker
    peers: Peers
    take_control: Sequence[Callable[[Received], None]]
    make_app: Callable[[], App]
    resources: Sequence[Resource] = ()
    knows: Callable[[], bool] = lambda: True
    take_keys: Sequence[Callable[[Settings], None]] = ()
    alive: bool = True
    draining: bool = False
    _app: App | None = None
    _partitions: int = 0
    _control: Follower | None = None
    _watching: asyncio.Task[None] | None = None
    _ticking: asyncio.Task[None] | None = None
    _watchdog: Watchdog = field(default_factory=lambda: Watchdog(PATIENCE_SECONDS))
    _heart: Heart = field(init=False)

    def __post_init__(self) -> None:
        self._heart = Heart(self.role, self.producer, lambda: "" if self._app is None else self._app.group.member_id)

    @property
    def ready(self) -> bool:
        """Whether it takes in turns: the broker took a heartbeat of late, and it is not about to stop."""
        return self.alive and not self.draining and self._heart.beats(time.monotonic()) and self.knows()

    @property
    def open_turns(self) -> int:
        """How many turns have been read and not ended."""
        return self.worker.count

    async def start(self) -> None:
        """Starts its resources, reads control records, joins its consumer group and starts to work."""
        for resource in self.resources:
            await resource.start()
        self._partitions = await self.producer.partitions(self.worker.topic)
        self._control = Follower(self.connection, Topic.CONTROL, self._take_control, self.producer, self._owns)
        await self._control.start(range(await self.producer.partitions(Topic.CONTROL)))
        self._app = self.make_app()
        await self._app.start()
        await self._heart.start()
        self._ticking = asyncio.create_task(self.peers.tick_on())
        self._watching = asyncio.create_task(self._watch(self._app, self._control))

    def use_keys(self, settings: Settings) -> None:
        """Hands changed settings to ``take_keys``: turns that are open go on with what they have."""
        for take in self.take_keys:
            take(settings)

    async def drain(self, seconds: float) -> int:
        """Leaves the group at once, so that others take its partitions, and finishes the turns that have begun.

        What is not done in time is left to another member; returns how many turns that are.
        """
        self.draining = self.worker.closing = True
        await self._heart.stop()
        await self._leave()
        return await self.worker.drain(seconds)

    async def stop(self) -> None:
        """Leaves the group, if it has not yet, and releases what it holds."""
        await self._heart.stop()
        await self._leave()
        if self._control is not None:
            await self._control.stop()
        for resource in reversed(self.resources):
            await resource.stop()

    async def _leave(self) -> None:
        """Claims what has begun, commits, and leaves the group; a broker that is away is not waited for."""
        for task in (self._watching, self._ticking):
            if task is not None:
                task.cancel()
        if self._app is not None:
            app, self._app = self._app, None
            _, late = await asyncio.wait([asyncio.create_task(app.stop())], timeout=LEAVE_SECONDS)
            if late:
                log.warning("the consumer group was not left in time", extra=fields(role=self.role.value))

    def _owns(self, control_partition: int) -> bool:
        # Every member reads the control records: the dead letter is for the dispatcher that has this partition's work.
        if self.role is not Role.DISPATCHER or self._app is None:
            return False
        return control_partition % self._partitions in {each.partition for each in self._app.consumer.assignment()}

    def _take_control(self, record: Received) -> None:
        for take in self.take_control:
            take(record)
        if self._app is not None:
            self.peers.hear(record, self._app.group)

    async def _watch(self, app: App, control: Follower) -> None:
        try:
            while not app.should_stop and control.alive and not await self._stuck(app, control):
                self._measure(time.monotonic())
                await asyncio.sleep(WATCH_SECONDS)
            log.critical("the consumer has died", extra=fields(role=self.role.value, topic=self.worker.topic.value))
        finally:
            if not self.draining:
                self.alive = False  # an agent without its watchdog is not alive

    def _measure(self, now: float) -> None:
        role, oldest = self.role.value, dict.fromkeys(metrics.OPEN_REASONS[self.role], 0.0)
        counts = dict.fromkeys(oldest, 0)
        for delivery in self.worker.open_turns():
            counts[delivery.doing] += 1
            oldest[delivery.doing] = max(oldest[delivery.doing], now - delivery.since)
        for reason in oldest:
            metrics.open_turns.labels(role, reason).set(counts[reason])
            metrics.oldest_turn_seconds.labels(role, reason).set(oldest[reason])
        metrics.open_bytes.labels(role).set(self.worker.bytes)
        metrics.oldest_record_seconds.labels(self.worker.topic.value).set(max(oldest.values()))

    async def _stuck(self, app: App, control: Follower) -> bool:
        try:
            async with asyncio.timeout(ASK_SECONDS):
                ends = await control.end_offsets(
                    self.worker.topic, {each.partition for each in app.consumer.assignment()}
                )
                taken_in = {partition: await self._position(app, partition) for partition in ends}
        except (KafkaError, TimeoutError):
            # An unreachable broker or a rebalance is not this consumer's fault.
            return False
        metrics.show_lag(self.worker.topic.value, self._lags(ends, taken_in))
        return self._watchdog.stuck(taken_in, ends, has_room=not self.worker.full, now=time.monotonic())

    def _lags(self, ends: Mapping[int, int], taken_in: Mapping[int, int]) -> dict[int, int]:
        window = self.worker.window
        return {
            partition: end - (taken_in[partition] if (first := window.first_open(partition)) is None else first)
            for partition, end in ends.items()
        }

    async def _position(self, app: App, partition: int) -> int:
        admitted = self.worker.window.next_offsets.get(partition, 0)
        if admitted < app.handed_over.get(partition, 0):
            return admitted
        # All that was read is taken in. The consumer's position passes over markers of transactions and gaps as well.
        topic = self.connection.topic(self.worker.topic)
        return await app.consumer.position(TopicPartition(topic, partition)) or 0


def open_bytes(connection: Connection) -> int:
    """Returns how many bytes of records a worker holds: twice what its lanes admit, as refused turns take a moment."""
    return 4 * connection.max_bytes_in_flight
