from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer

from gateway.kafka import doorbell as doorbell_module
from gateway.kafka import topics_reader
from gateway.kafka.connection import Connection
from gateway.kafka.doorbell import Doorbell
from gateway.kafka.producer import Producer
from gateway.kafka.reading import Follower, Received
from gateway.kafka.topics_reader import TopicsReader
from gateway.records import Cancellation, Topic, encode
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.gateway.wires import TURN, RecordingProducer
from tests.support.waiting import eventually

WAIT_SECONDS = 20.0
NEVER_SECONDS = 3_600.0
REQUEST = SimpleNamespace(topics=[("read", [(0, 0, 1)])])


@dataclass(slots=True)
class Fetches:
    """A consumer whose fetches bring something or not, as told, and are noted."""

    brings: deque[bool] = field(default_factory=deque)
    count: int = 0
    stopped: bool = False
    _fetcher: SimpleNamespace = field(init=False)

    def __post_init__(self) -> None:
        self._fetcher = SimpleNamespace(_proc_fetch_request=self._fetch)

    async def _fetch(self, assignment: Any, node: int, request: Any) -> bool:
        self.count += 1
        return self.brings.popleft() if self.brings else False

    async def _run(self) -> None:
        while not self.stopped:
            await self._fetcher._proc_fetch_request(None, 0, REQUEST)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Fetches again and again, as aiokafka does."""
        task = asyncio.create_task(self._run())
        yield
        self.stopped = True
        task.cancel()


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def never_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Consumers fetch only when it rings."""
    monkeypatch.setattr(doorbell_module, "REST_SECONDS", NEVER_SECONDS)
    monkeypatch.setattr(doorbell_module, "LONGEST_REST_SECONDS", NEVER_SECONDS)


@pytest.mark.usefixtures("never_by_itself")
async def test_a_consumer_fetches_first_then_when_its_topic_rings_and_on_while_there_is_more() -> None:
    doorbell, fetches = Doorbell(), Fetches(deque([True, True]))
    doorbell.attach(fetches)
    with fetches.running():
        await settled()
        assert fetches.count == 3  # what was there, and the empty one after it
        doorbell.ring("read")
        doorbell.ring("read")
        await settled()
        assert fetches.count == 4
        doorbell.ring("another")
        await settled()
        assert fetches.count == 4


@pytest.mark.usefixtures("never_by_itself")
async def test_what_is_written_while_a_fetch_waits_is_fetched_next() -> None:
    doorbell, fetches = Doorbell(), Fetches()
    answers: asyncio.Queue[bool] = asyncio.Queue()

    async def fetch(assignment: Any, node: int, request: Any) -> bool:
        fetches.count += 1
        return await answers.get()

    fetches._fetcher._proc_fetch_request = fetch
    doorbell.attach(fetches)
    with fetches.running():
        await settled()
        doorbell.ring("read")
        answers.put_nowait(False)
        await settled()
        assert fetches.count == 2


async def test_what_others_write_is_fetched_after_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorbell_module, "REST_SECONDS", 0.001)
    fetches = Fetches()
    Doorbell().attach(fetches)
    with fetches.running():
        await eventually(lambda: fetches.count >= 3, WAIT_SECONDS, "the third fetch")


async def test_rests_grow_while_nothing_comes_and_are_short_again_when_something_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rests: list[float] = []

    async def note(rung: asyncio.Event, seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(doorbell_module, "_wait", note)
    fetches = Fetches(deque([False, False, False, False, True, False]))
    Doorbell().attach(fetches)
    for _ in range(7):
        await fetches._fetcher._proc_fetch_request(None, 0, REQUEST)
    assert rests == [0.25, 0.5, 1.0, 1.0, 1.0, 0.25, 0.5]


@pytest.mark.usefixtures("never_by_itself")
async def test_a_consumer_that_stops_while_it_rests_is_not_held_up() -> None:
    fetches = Fetches()
    Doorbell().attach(fetches)
    await fetches._fetcher._proc_fetch_request(None, 0, REQUEST)
    resting = asyncio.create_task(fetches._fetcher._proc_fetch_request(None, 0, REQUEST))
    await settled()
    resting.cancel()
    assert await resting is False


@pytest.mark.usefixtures("never_by_itself")
async def test_a_producer_rings_for_a_follower_of_the_same_process(embedded_broker: EmbeddedBroker) -> None:
    connection = Connection(
        (embedded_broker.bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS, doorbell=Doorbell()
    )
    taken: asyncio.Queue[Received] = asyncio.Queue()
    producer = Producer(connection)
    follower = Follower(connection, Topic.CONTROL, taken.put_nowait, RecordingProducer())
    await producer.start()
    await follower.start([0])
    try:
        async with AIOKafkaProducer(bootstrap_servers=embedded_broker.bootstrap) as raw:
            for _ in range(3):
                await raw.send_and_wait(Topic.CONTROL.value, b"quiet", partition=0)
        for _ in range(2):
            await producer.send(Topic.CONTROL, TURN, Cancellation(), 0)
        async with asyncio.timeout(WAIT_SECONDS):
            values = [(await taken.get()).value for _ in range(5)]
        assert values == [b"quiet"] * 3 + [encode(Cancellation())] * 2
    finally:
        await follower.stop()
        await producer.stop()


@pytest.mark.usefixtures("never_by_itself")
async def test_a_reader_of_topics_rests_until_a_producer_of_the_same_process_rings(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    resting, wait = asyncio.Event(), doorbell_module._wait

    async def noted(rung: asyncio.Event, seconds: float) -> None:
        if not rung.is_set():
            resting.set()
        await wait(rung, seconds)

    monkeypatch.setattr(doorbell_module, "_wait", noted)
    monkeypatch.setattr(topics_reader, "READ_WAIT_MS", 50)
    connection = Connection(
        (embedded_broker.bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS, doorbell=Doorbell()
    )
    producer = Producer(connection)
    await producer.start()
    async with TopicsReader(connection, {Topic.REVIEW: [0]}) as reader:
        async with asyncio.timeout(WAIT_SECONDS):
            await resting.wait()
        async with AIOKafkaProducer(bootstrap_servers=embedded_broker.bootstrap) as raw:
            await raw.send_and_wait(Topic.REVIEW.value, b"quiet", partition=0)
        assert await reader.next() == []
        await producer.write(Topic.REVIEW, "key", b"rings", partition=0)
        read = [record.value async for fetched in reader.to_end() for _, record in fetched]
        assert read == [b"quiet", b"rings"]
    await producer.stop()
