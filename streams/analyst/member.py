"""A member of the analyst's group: it works on the partitions that it is given, and coordinates with partition 0.

The group is plain aiokafka's: positions are in the snapshots, and a partition is read again where a window asks for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.errors import KafkaError

from gateway import metrics
from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import consumer_options
from gateway.logs import fields
from gateway.records import Topic
from gateway.roles import Role
from gateway.settings import Settings
from streams.analyst.coordinator import Coordinator
from streams.analyst.ending import WindowEnding
from streams.analyst.openings import Openings
from streams.analyst.runner import PartitionRunner
from streams.analyst.snapshots import OPENING_PARTITION
from streams.analyst.windows import Calendar
from streams.analyst.writing import Writer
from streams.engine.resource import Resource
from streams.engine.watchdog import Watchdog

log = logging.getLogger(__name__)

ROLE: Final = Role.ANALYST
STOP_SECONDS: Final = 15.0
REBALANCE_SECONDS: Final = 20.0
WATCH_SECONDS: Final = 2.0
PATIENCE_SECONDS: Final = 60.0
NEVER_IDLE_MS: Final = 86_400_000  # a partition whose window has ended waits for the others without reading


@dataclass(slots=True)
class Member:
    """Works from ``start`` to ``stop``; ``ending`` makes what ends windows where partition 0 is, of so many partitions.

    ``clock`` gives the time in seconds since the epoch; ``resources`` are what it needs meanwhile,
    ``take_keys`` takes changed keys.
    """

    connection: Connection
    producer: Producer
    calendar: Calendar
    ending: Callable[[int], WindowEnding]
    clock: Callable[[], float]
    works: bool = True
    resources: Sequence[Resource] = ()
    take_keys: Sequence[Callable[[Settings], None]] = ()
    open_turns: int = 0
    alive: bool = True
    draining: bool = False
    _openings: Openings = field(init=False)
    _reachable: bool = False
    _consumer: AIOKafkaConsumer | None = None
    _partitions: int = 0
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "learning"))
    _runners: dict[int, PartitionRunner] = field(default_factory=dict)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _watching: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._openings = Openings(self.connection)

    @property
    def ready(self) -> bool:
        """Whether it works: the broker answers, and all detectors are there."""
        return self.works and self.alive and self._reachable and not self.draining

    def use_keys(self, settings: Settings) -> None:
        """Works with the keys of these settings from now on."""
        for take in self.take_keys:
            take(settings)

    async def start(self) -> None:
        """Reads which window is open and joins the group; raises Unavailable where the state is refused."""
        for resource in self.resources:
            await resource.start()
        self._partitions = await self.producer.partitions(Topic.ANALYTICS)
        await self.producer.partitions(Topic.SNAPSHOTS)
        await self._openings.start()
        self._consumer = consumer = AIOKafkaConsumer(**self._options())
        await consumer.start()
        if self.connection.doorbell:
            self.connection.doorbell.attach(consumer)
        consumer.subscribe([self.connection.topic(Topic.ANALYTICS)], listener=_Listener(self))
        self._watching = asyncio.create_task(self._watch())

    async def drain(self, seconds: float) -> int:
        """Keeps what was learned and leaves the group, so that others take its partitions."""
        self.draining = True
        await self.revoke()
        await self._leave()
        return 0

    async def stop(self) -> None:
        """Leaves the group, if it has not yet, and releases what it holds."""
        if self._watching is not None:
            self._watching.cancel()
        await self.revoke()
        await self._leave()
        await self._openings.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for resource in self.resources:
            await resource.stop()

    async def assign(self, partitions: Collection[int]) -> None:
        """Begins to work on these partitions."""
        if self._consumer is None or self.draining:
            return
        # Each one says itself from where it reads.
        self._consumer.pause(*(TopicPartition(self.connection.topic(Topic.ANALYTICS), each) for each in partitions))
        for partition in partitions:
            self._runners[partition] = runner = PartitionRunner(
                partition,
                self.connection,
                self._consumer,
                Writer(self.producer),
                self._openings,
                self.calendar,
                self._threads,
            )
            self._tasks[str(partition)] = asyncio.create_task(runner.run())
        if OPENING_PARTITION in partitions:
            coordinator = Coordinator(self.ending(self._partitions), self._openings, self.clock)
            self._tasks["coordinator"] = asyncio.create_task(coordinator.run())
        metrics.assigned_partitions.labels(ROLE.value).set(len(partitions))
        log.info("partitions assigned", extra=fields(role=ROLE.value, partitions=sorted(partitions)))

    async def revoke(self) -> None:
        """Ends the work on all partitions; what was learned is kept, so that others can go on from there."""
        if not self._tasks:
            return
        tasks, self._tasks = self._tasks, {}
        runners, self._runners = self._runners, {}
        if (coordinating := tasks.get("coordinator")) is not None:
            coordinating.cancel()
        for runner in runners.values():
            runner.stop()
        _, late = await asyncio.wait(tasks.values(), timeout=STOP_SECONDS)
        for task in late:
            task.cancel()
        self._note_failures(tasks.values())
        metrics.assigned_partitions.labels(ROLE.value).set(0)
        metrics.rebalances_total.labels(ROLE.value).inc()
        log.info("partitions lost", extra=fields(role=ROLE.value, partitions=sorted(runners)))

    async def _leave(self) -> None:
        if self._consumer is not None:
            consumer, self._consumer = self._consumer, None
            await stop_consumer(consumer)

    async def _watch(self) -> None:
        """Says how far behind it is; ends when something that works here has failed."""
        watchdog = Watchdog(PATIENCE_SECONDS)
        while self._openings.alive and not self._note_failures(self._tasks.values()):
            self._reachable = await self.producer.reachable()
            metrics.kafka_connected.labels(ROLE.value).set(self._reachable)
            if await self._is_stuck(watchdog):
                break
            await asyncio.sleep(WATCH_SECONDS)
        if not self.draining:
            log.critical("the consumer has died", extra=fields(role=ROLE.value, topic=Topic.ANALYTICS.value))
            self.alive = False

    def _note_failures(self, tasks: Collection[asyncio.Task[None]]) -> bool:
        failed = [task for task in tasks if task.done() and not task.cancelled() and task.exception() is not None]
        for task in failed:
            log.error("work on a partition failed", exc_info=task.exception())
        return bool(failed)

    async def _is_stuck(self, watchdog: Watchdog) -> bool:
        """Shows how far behind each partition is; returns whether one that should be read stands still."""
        consumer = self._consumer
        if consumer is None:
            return False
        places = {each: TopicPartition(self.connection.topic(Topic.ANALYTICS), each) for each in self._runners}
        try:
            async with asyncio.timeout(WATCH_SECONDS):
                ends = await consumer.end_offsets(list(places.values())) if places else {}
        except (KafkaError, TimeoutError):
            return False
        runners = {each: runner for each, runner in self._runners.items() if each in places}
        lags = {each: ends[places[each]] - runner.position for each, runner in runners.items()}
        metrics.show_lag(Topic.ANALYTICS.value, lags)
        reading = {each: runner.position for each, runner in runners.items() if runner.reading}
        ends_read = {each: ends[places[each]] for each in reading}
        return watchdog.stuck(reading, ends_read, has_room=True, now=time.monotonic())

    def _options(self) -> dict[str, Any]:
        connection = self.connection
        return consumer_options(connection) | {
            "group_id": f"{connection.prefix}canarygate-{ROLE.value}",
            "group_instance_id": connection.group_instance_id,
            "auto_offset_reset": "earliest",
            "session_timeout_ms": round(connection.session_seconds * 1000),
            "heartbeat_interval_ms": round(min(500.0, connection.session_seconds * 250)),
            "rebalance_timeout_ms": round(REBALANCE_SECONDS * 1000),
            "max_poll_interval_ms": NEVER_IDLE_MS,
        }


class _Listener(ConsumerRebalanceListener):  # type: ignore[misc]
    """Tells the member what it has."""

    def __init__(self, member: Member) -> None:
        self._member = member

    async def on_partitions_revoked(self, revoked: Collection[TopicPartition]) -> None:
        """Before the group shares its partitions anew."""
        await self._member.revoke()

    async def on_partitions_assigned(self, assigned: Collection[TopicPartition]) -> None:
        """After the group has shared its partitions."""
        await self._member.assign([each.partition for each in assigned])
