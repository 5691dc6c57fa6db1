"""Offsets at which no consumer sees a record, the markers of others' transactions, and a stuck consumer beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiokafka import TopicPartition

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import Cancellation, Topic
from gateway.roles import Role
from streams.engine.peers import peers_of
from streams.engine.service import AgentService
from streams.engine.topology import App, minimizer_app
from streams.engine.worker import Delivery, Worker
from streams.topics.admin import apply
from streams.topics.table import Layout
from tests.gateway.wires import turn_ids
from tests.support.kafka import RealBroker
from tests.support.transactions import write_transaction
from tests.support.waiting import eventually

FIRST, SECOND, THIRD = [turn for turn, _ in zip(turn_ids(), range(3), strict=False)]
WAIT_SECONDS = 30.0
CHECKS = 3


@asynccontextmanager
async def running(broker: RealBroker, topic_prefix: str, partitions: int = 1, **options: Any) -> AsyncIterator[Agent]:
    """An agent on topics with that many partitions."""
    connection = Connection((broker.bootstrap,), 1 << 20, prefix=topic_prefix, fetch_wait_ms=10, **options)
    await apply(connection.options, Layout(1 << 20, topic_prefix, partitions, 1))
    producer = Producer(connection)
    await producer.start()
    agent = Agent(connection, producer)
    try:
        await agent.service.start()
        yield agent
    finally:
        await agent.service.stop()
        await producer.stop()


@dataclass(slots=True)
class Agent:
    """A minimizer's agent on a topic with one partition, whose handler only notes the turns."""

    connection: Connection
    producer: Producer
    handled: list[str] = field(default_factory=list)
    service: AgentService = field(init=False)

    def __post_init__(self) -> None:
        worker = Worker(Topic.INCOMING, self._handle, self.producer.send_dead_letter, max_bytes=1_000_000)
        self.service = AgentService(
            Role.MINIMIZER,
            self.connection,
            self.producer,
            worker,
            peers_of(Role.MINIMIZER, self.connection),
            [],
            lambda: minimizer_app(self.connection, worker),
        )
        self.service._watchdog.patience_seconds = 0.0

    async def _handle(self, delivery: Delivery) -> None:
        self.handled.append(delivery.turn_id)

    @property
    def app(self) -> App:
        """The running app."""
        assert self.service._app is not None
        return self.service._app

    async def stuck(self) -> bool:
        """Whether every one of some checks finds it stuck: the first one after a change never does."""
        assert self.service._control is not None
        return [await self.service._stuck(self.app, self.service._control) for _ in range(CHECKS)][-1]

    async def position(self) -> int:
        """The consumer's position."""
        place = TopicPartition(self.connection.topic(Topic.INCOMING), 0)
        return await self.app.consumer.position(place) or 0

    async def transact(self, *turns: str) -> None:
        """Writes a foreign transaction."""
        (broker,) = self.connection.bootstrap
        await asyncio.to_thread(write_transaction, broker, self.connection.topic(Topic.INCOMING), turns)

    async def until_handled(self, *turns: str) -> None:
        """Returns when exactly these turns were handled."""
        await eventually(lambda: self.handled == list(turns), WAIT_SECONDS, "the handling of all records")


async def test_an_agent_whose_session_the_broker_does_not_allow_is_dead_and_says_which_setting_is_wrong(
    real_broker: RealBroker, topic_prefix: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(real_broker, topic_prefix, session_seconds=0.5) as agent:
        await eventually(lambda: not agent.service.alive, WAIT_SECONDS, "the end")
    assert "look at broker.session_timeout_seconds" in caplog.text


@pytest.fixture
async def agent(real_broker: RealBroker, topic_prefix: str) -> AsyncIterator[Agent]:
    async with running(real_broker, topic_prefix) as agent:
        yield agent


async def test_an_idle_agent_behind_a_marker_is_not_stuck(agent: Agent) -> None:
    await agent.transact(FIRST, SECOND)
    await agent.until_handled(FIRST, SECOND)

    async def is_past_the_marker() -> bool:
        return await agent.position() == 3

    await eventually(is_past_the_marker, WAIT_SECONDS, "the marker")
    assert not await agent.stuck()
    await agent.producer.send(Topic.INCOMING, THIRD, Cancellation())
    await agent.until_handled(FIRST, SECOND, THIRD)


async def test_an_agent_that_does_not_take_in_what_was_read_before_a_marker_is_stuck(agent: Agent) -> None:
    await agent.transact(FIRST)
    await agent.until_handled(FIRST)
    agent.service.worker.window.next_offsets.clear()  # as if the record had never come to the worker
    assert await agent.stuck()


async def test_an_agent_whose_consumer_stops_behind_a_marker_is_stuck(agent: Agent) -> None:
    await agent.transact(FIRST)
    await agent.until_handled(FIRST)
    agent.app.consumer.pause_partitions(agent.app.consumer.assignment())
    await agent.producer.send(Topic.INCOMING, SECOND, Cancellation())
    assert await agent.stuck()
