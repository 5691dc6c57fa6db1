from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.errors import IllegalStateError

from gateway import metrics
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import Cancellation, DeadLetter, DryRun, Topic, decode, encode, turn_headers
from gateway.roles import Role
from streams.engine import service as service_module
from streams.engine.cancellations import Cancellations
from streams.engine.heartbeat import Heart
from streams.engine.peers import peers_of
from streams.engine.service import AgentService
from streams.engine.topology import minimizer_app
from streams.engine.worker import DeadLettered, Delivery, Doing, Worker
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.gateway.wires import TURN, RecordingProducer, turn_ids
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0


@dataclass(slots=True)
class Resource:
    """Something that the agent needs, which notes its life."""

    life: list[str]

    async def start(self) -> None:
        """Begins."""
        self.life.append("started")

    async def stop(self) -> None:
        """Ends."""
        self.life.append("stopped")


@dataclass(slots=True)
class Agent:
    """A running agent, what its handler got, and what it waits for."""

    connection: Connection
    producer: Producer
    handled: asyncio.Queue[Delivery] = field(default_factory=asyncio.Queue)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    life: list[str] = field(default_factory=list)
    cancellations: Cancellations = field(default_factory=lambda: Cancellations(600))
    service: AgentService = field(init=False)

    def __post_init__(self) -> None:
        worker = Worker(Topic.INCOMING, self._handle, self.producer.send_dead_letter, max_bytes=1_000_000)
        self.service = AgentService(
            Role.MINIMIZER,
            self.connection,
            self.producer,
            worker,
            peers_of(Role.MINIMIZER, self.connection),
            [self.cancellations.take],
            lambda: minimizer_app(self.connection, worker),
            resources=[Resource(self.life)],
        )

    async def _handle(self, delivery: Delivery) -> None:
        self.handled.put_nowait(delivery)
        delivery.doing = Doing.MINIMIZING
        await self.go.wait()
        if delivery.value == b"unopenable":
            raise DeadLettered("unopenable")

    async def next(self) -> Delivery:
        """The next delivery."""
        return await asyncio.wait_for(self.handled.get(), WAIT_SECONDS)

    async def committed(self) -> int:
        """How many records the group is done with."""
        consumer = AIOKafkaConsumer(
            bootstrap_servers=list(self.connection.bootstrap), group_id="canarygate-minimizer", enable_auto_commit=False
        )
        await consumer.start()
        try:
            places = [TopicPartition(Topic.INCOMING.value, number) for number in range(4)]
            return sum([await consumer.committed(place) or 0 for place in places])
        finally:
            await consumer.stop()


@asynccontextmanager
async def running(broker: EmbeddedBroker) -> AsyncIterator[Agent]:
    connection = Connection((broker.bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS)
    producer = Producer(connection)
    await producer.start()
    agent = Agent(connection, producer)
    try:
        await agent.service.start()
        yield agent
    finally:
        await agent.service.stop()
        await producer.stop()


async def test_all_records_are_worked_on_and_committed_even_poison_ones(embedded_broker: EmbeddedBroker) -> None:
    async with running(embedded_broker) as agent, AIOKafkaProducer(bootstrap_servers=embedded_broker.bootstrap) as raw:
        assert (agent.service.ready, agent.service.alive, agent.life) == (True, True, ["started"])
        agent.go.set()
        topic = Topic.INCOMING.value
        await raw.send_and_wait(topic, b"fine", partition=0, headers=turn_headers(TURN))
        await raw.send_and_wait(topic, b"of no turn", partition=1)
        await raw.send_and_wait(topic, b"null header", partition=1, headers=[("turn_id", None)])
        await raw.send_and_wait(topic, b"unopenable", partition=2, headers=turn_headers(TURN[::-1]))
        assert {(await agent.next()).value for _ in range(2)} == {b"fine", b"unopenable"}
        letters = await dead_letters(embedded_broker, 3)
        assert sorted((letter.partition, letter.offset, letter.reason) for letter in letters) == [
            (1, 0, "undecodable"),
            (1, 1, "undecodable"),
            (2, 0, "unopenable"),
        ]

        async def all_committed() -> bool:
            return await agent.committed() == 4

        await eventually(all_committed, WAIT_SECONDS, "the commit of all four records")
    assert agent.life == ["started", "stopped"]


async def dead_letters(broker: EmbeddedBroker, count: int) -> list[DeadLetter]:
    async with AIOKafkaConsumer(
        Topic.DEAD_LETTERS.value,
        bootstrap_servers=broker.bootstrap,
        auto_offset_reset="earliest",
        fetch_max_wait_ms=FETCH_WAIT_MS,
    ) as consumer:
        return [decode((await consumer.getone()).value, DeadLetter) for _ in range(count)]


async def test_it_reads_cancellations(embedded_broker: EmbeddedBroker) -> None:
    async with running(embedded_broker) as agent:
        await agent.producer.send(Topic.CONTROL, TURN, Cancellation())
        await eventually(lambda: agent.cancellations.cancelled(TURN), WAIT_SECONDS, "the cancellation")


async def test_a_drain_finishes_what_is_open_and_leaves_the_rest_to_another_member(
    embedded_broker: EmbeddedBroker,
) -> None:
    first, second = (turn for turn, _ in zip(turn_ids(), range(2), strict=False))
    async with running(embedded_broker) as agent:
        await agent.producer.send(Topic.INCOMING, first, Cancellation(), 0)
        assert (await agent.next()).turn_id == first
        draining = asyncio.create_task(agent.service.drain(60))
        await asyncio.sleep(0)
        assert not agent.service.ready
        await agent.producer.send(Topic.INCOMING, second, Cancellation(), 0)
        agent.go.set()
        await draining
        assert agent.handled.empty()
    async with running(embedded_broker) as successor:
        successor.go.set()
        delivery = await successor.next()
        assert (delivery.turn_id, delivery.value) == (second, encode(Cancellation()))


async def test_an_agent_that_no_longer_hears_of_cancellations_is_dead(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "WATCH_SECONDS", 0.05)
    async with running(embedded_broker) as agent:
        control = agent.service._control
        assert control is not None
        await control.stop()
        await eventually(lambda: not agent.service.alive, WAIT_SECONDS, "the death of the agent")
        assert not agent.service.ready


async def test_an_agent_whose_app_has_stopped_is_dead(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "WATCH_SECONDS", 0.05)
    async with running(embedded_broker) as agent:
        app = agent.service._app
        assert app is not None
        await app.crash(ValueError())
        await eventually(lambda: not agent.service.alive, WAIT_SECONDS, "the death of the agent")


async def test_an_agent_whose_consumer_is_stuck_is_dead(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "WATCH_SECONDS", 0.05)
    async with running(embedded_broker) as agent:
        agent.go.set()
        await agent.producer.send(Topic.INCOMING, TURN, Cancellation(), 0)
        await agent.next()
        app = agent.service._app
        assert app is not None
        app.consumer.pause_partitions(app.consumer.assignment())
        agent.service._watchdog.patience_seconds = 0.2
        await agent.producer.send(Topic.INCOMING, TURN, Cancellation(), 0)
        await eventually(lambda: not agent.service.alive, WAIT_SECONDS, "the death of the agent")


async def test_an_agent_that_is_full_is_not_stuck(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(embedded_broker) as agent:
        app, control = agent.service._app, agent.service._control
        assert app is not None
        assert control is not None
        agent.service.worker.max_bytes = 100
        agent.service._watchdog.patience_seconds = 0.0
        for turn, _ in zip(turn_ids(), range(3), strict=False):
            await agent.producer.send(Topic.INCOMING, turn, DryRun(sealed=bytes(30)), 0)
        await agent.next()
        await eventually(lambda: agent.service.worker.full, WAIT_SECONDS, "the second record")
        assert [await agent.service._stuck(app, control) for _ in range(3)] == [False] * 3
        agent.go.set()
        await agent.next()


async def test_an_agent_that_nobody_watches_any_more_is_dead(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "WATCH_SECONDS", 0.05)
    async with running(embedded_broker) as agent:
        monkeypatch.setattr(agent.service, "worker", None)
        await eventually(lambda: not agent.service.alive, WAIT_SECONDS, "the death of the agent")
        monkeypatch.undo()


class GoneConsumer:
    """The consumer of an app whose broker is away, or which is in a rebalance."""

    handed_over: Mapping[int, int] = MappingProxyType({})

    def assignment(self) -> set[TopicPartition]:
        """One partition."""
        return {TopicPartition(Topic.INCOMING.value, 0)}

    async def position(self, place: TopicPartition) -> int:
        """Nobody can say."""
        raise IllegalStateError


async def test_an_agent_survives_an_unreachable_broker(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(embedded_broker) as agent:
        app, control = agent.service._app, agent.service._control
        assert app is not None
        assert control is not None
        await agent.producer.send(Topic.INCOMING, TURN, Cancellation(), 0)
        monkeypatch.setattr(app, "consumer", GoneConsumer())
        agent.service._watchdog.patience_seconds = 0.0
        assert not await agent.service._stuck(app, control)
        monkeypatch.undo()


async def test_it_is_not_ready_while_it_does_not_know_what_it_must(embedded_broker: EmbeddedBroker) -> None:
    async with running(embedded_broker) as agent:
        agent.service.knows = lambda: False
        assert not agent.service.ready
        agent.service.knows = lambda: True
        assert agent.service.ready


async def test_it_is_ready_while_the_broker_takes_its_heartbeats(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(embedded_broker) as agent:
        assert agent.service.ready
        monkeypatch.setattr(agent.service, "_heart", Heart(Role.MINIMIZER, RecordingProducer(), str))
        assert not agent.service.ready, "no heartbeat was taken"


@pytest.mark.parametrize(("role", "owns"), [(Role.DISPATCHER, True), (Role.MINIMIZER, False)])
async def test_the_dispatcher_that_has_a_partition_writes_the_dead_letters_of_its_control_records(
    embedded_broker: EmbeddedBroker, role: Role, owns: bool
) -> None:
    async with running(embedded_broker) as agent:
        agent.service.role = role
        await eventually(lambda: agent.service._owns(0) is owns, WAIT_SECONDS, "the assignment")
        assert [agent.service._owns(partition) for partition in (1, 5)] == [owns, owns]
        agent.service._partitions = 64
        assert not agent.service._owns(63), "another dispatcher has that partition"


async def test_what_waits_and_how_far_it_lags_is_measured(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "WATCH_SECONDS", 0.05)
    async with running(embedded_broker) as agent:
        await agent.producer.send(Topic.INCOMING, TURN, Cancellation(), 0)
        await agent.next()

        def measured() -> bool:
            now = values()
            return now["canarygate_open_turns", "minimizing"] == 1 and now["canarygate_consumer_lag_records", "0"] == 1

        await eventually(measured, WAIT_SECONDS, "the open turn")
        agent.go.set()


def values() -> dict[tuple[str, str], float]:
    """The samples of this role and topic, by their names and their last label's value."""
    return {
        (sample.name, sample.labels.get("reason") or sample.labels.get("partition", "")): sample.value
        for metric in metrics.REGISTRY.collect()
        for sample in metric.samples
        if sample.labels.get("role") == "minimizer" or sample.labels.get("topic") == Topic.INCOMING.value
    }


async def test_a_stop_waits_for_no_app_that_does_not_leave_its_group_and_says_so(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(embedded_broker) as agent:
        app = agent.service._app
        assert app is not None
        stop = app.stop
        monkeypatch.setattr(service_module, "LEAVE_SECONDS", 0.05)
        monkeypatch.setattr(app, "stop", asyncio.Event().wait)
        async with asyncio.timeout(WAIT_SECONDS):
            await agent.service.stop()
        assert "the consumer group was not left in time" in caplog.text
        await stop()
