"""Which auditor works: one of all that run, the others wait until it is gone. Kafka's consumer group decides.

Two would count each find twice and answer each other's summaries. The lease is the first partition of a topic of the
audit; its holder keeps it whoever joins, which no assignor of aiokafka promises.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import Final

from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener, TopicPartition
from aiokafka.cluster import ClusterMetadata
from aiokafka.coordinator.assignors.abstract import AbstractPartitionAssignor
from aiokafka.coordinator.protocol import ConsumerProtocolMemberAssignment, ConsumerProtocolMemberMetadata

from gateway import metrics
from gateway.errors import Unavailable
from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.reading import consumer_options
from gateway.records import Topic
from gateway.roles import Role

log = logging.getLogger(__name__)

VERSION: Final = 0
LEASE: Final = 0  # the partition that is the lease
POLL_MS: Final = 1_000


class HolderStays(AbstractPartitionAssignor):  # type: ignore[misc]
    """Gives the lease to the member that got it last, or to any where nobody has it.

    A member says in its metadata since when it has held it. One that was away and does not know yet that another took
    over says an earlier time.
    """

    name = "canarygate-holder-stays"

    def __init__(self) -> None:
        self.held_since_ms: int | None = None

    def metadata(self, topics: Iterable[str]) -> ConsumerProtocolMemberMetadata:
        """Returns what this member says when it joins."""
        said = b"" if self.held_since_ms is None else str(self.held_since_ms).encode()
        return ConsumerProtocolMemberMetadata(VERSION, list(topics), said)

    def assign(
        self, cluster: ClusterMetadata, members: Mapping[str, ConsumerProtocolMemberMetadata]
    ) -> dict[str, ConsumerProtocolMemberAssignment]:
        """Returns who gets what, as the leader of the group says."""
        holder = max(sorted(members), key=lambda member: int(members[member].user_data or b"-1"))
        topics = [(topic, [LEASE]) for topic in members[holder].subscription]
        return {
            member: ConsumerProtocolMemberAssignment(VERSION, topics if member == holder else [], b"")
            for member in members
        }

    def on_assignment(self, assignment: ConsumerProtocolMemberAssignment) -> None:
        """Knows what this member got."""
        held = any(partitions for _, partitions in assignment.assignment)
        self.held_since_ms = (self.held_since_ms or round(time.time() * 1000)) if held else None


class AuditorLease(ConsumerRebalanceListener):  # type: ignore[misc]
    """The one lease of all auditors at a broker. The embedded broker has one process, which holds it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._assignor = HolderStays()
        self._consumer: AIOKafkaConsumer | None = None
        self._held = asyncio.Event()

    async def start(self) -> None:
        """Joins the group."""
        if self._connection.embedded:
            self._held.set()
            return
        session_ms = int(self._connection.session_seconds * 1000)
        self._consumer = AIOKafkaConsumer(
            **consumer_options(self._connection),
            group_id=f"{self._connection.prefix}canarygate-{Role.AUDITOR}",
            partition_assignment_strategy=[self._assignor],
            session_timeout_ms=session_ms,
            heartbeat_interval_ms=session_ms // 3,
        )
        self._consumer.subscribe([self._connection.topic(Topic.AUDIT_SNAPSHOTS)], listener=self)
        await self._consumer.start()

    async def held(self) -> None:
        """Returns when this process holds it."""
        await self._held.wait()

    async def keep(self) -> None:
        """Stays in the group until it is cancelled; raises Unavailable when another process holds the lease."""
        if self._consumer is None:
            await asyncio.Event().wait()
            return
        while True:
            await self._consumer.getmany(timeout_ms=POLL_MS)
            if self._held.is_set() and self._assignor.held_since_ms is None:
                log.error("another auditor has taken over: this one was silent for too long, and ends")
                raise Unavailable("another auditor has taken over")

    async def stop(self) -> None:
        """Leaves the group, so that another takes over at once."""
        if self._consumer is not None:
            await stop_consumer(self._consumer)

    def on_partitions_revoked(self, revoked: Iterable[TopicPartition]) -> None:
        """Changes nothing: only who gets the lease instead ends it."""

    def on_partitions_assigned(self, assigned: Iterable[TopicPartition]) -> None:
        """Knows whether this process holds the lease now. Nothing is read by it."""
        assert self._consumer is not None
        metrics.kafka_connected.labels(Role.AUDITOR.value).set(1)
        places = list(assigned)
        self._consumer.pause(*places)
        if places:
            self._held.set()
        else:
            log.warning("another auditor works: this one waits until it is gone")
