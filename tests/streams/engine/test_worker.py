from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import Unavailable
from gateway.kafka.producer import NO_TURN
from gateway.records import DeadLetter, Topic, Undecodable, turn_headers
from streams.engine.window import Window
from streams.engine.worker import DeadLettered, Delivery, Event, Worker
from tests.gateway.wires import Message, RecordingProducer, turn_ids


@dataclass(slots=True)
class FakeEvent:
    """An event of a stream, which notes when it is acknowledged."""

    message: Message
    acknowledged: list[tuple[int, int]]

    def ack(self) -> bool:
        """Notes the acknowledgement."""
        self.acknowledged.append((self.message.partition, self.message.offset))
        return True


@dataclass(slots=True)
class Stage:
    """A worker, the records that come to it, and what a test decides about the work on each."""

    handle: Callable[[Delivery], Awaitable[None]] | None = None
    max_items: int = 100
    max_bytes: int = 10_000
    producer: RecordingProducer = field(default_factory=RecordingProducer)
    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    handled: list[Delivery] = field(default_factory=list)
    ends: dict[int, asyncio.Future[None]] = field(default_factory=dict)
    worker: Worker = field(init=False)
    _events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    _turns: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        window: Window[Event] = Window(self.max_items, self.max_bytes)
        self.worker = Worker(Topic.INCOMING, self.handle or self._wait, self.producer.send_dead_letter, window)

    async def _wait(self, delivery: Delivery) -> None:
        self.handled.append(delivery)
        await self.end_of(int(delivery.value))

    def end_of(self, number: int) -> asyncio.Future[None]:
        """What the work on the record with that value waits for."""
        return self.ends.setdefault(number, asyncio.get_running_loop().create_future())

    def come(self, offset: int, turn: str, *, partition: int = 0, value: bytes | None = None) -> None:
        """A record comes."""
        message = Message(offset, str(offset).encode() if value is None else value, turn_headers(turn), partition)
        self._events.put_nowait(FakeEvent(message, self.acknowledged))

    def come_without_turn(self, offset: int) -> None:
        """A record comes that names no turn."""
        self._events.put_nowait(FakeEvent(Message(offset, b"Ann", []), self.acknowledged))

    async def end(self, number: int, error: BaseException | None = None) -> None:
        """The work on a record ends; returns when the worker has done what it does then."""
        if error is None:
            self.end_of(number).set_result(None)
        else:
            self.end_of(number).set_exception(error)
        await settled()

    async def events(self) -> AsyncIterator[Event]:
        """The records, as a stream."""
        while True:
            yield await self._events.get()

    @property
    def offsets(self) -> list[int]:
        """The offsets that were acknowledged, in order."""
        return [offset for _, offset in self.acknowledged]


async def settled() -> None:
    """Lets everything run that can: nothing here waits for more than other tasks."""
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def running(stage: Stage) -> AsyncIterator[Stage]:
    """The worker works."""
    work = asyncio.create_task(stage.worker.run(stage.events()))
    try:
        yield stage
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        await stage.worker.background.drain(0)


TURNS = list(zip(range(30), turn_ids(), strict=False))


@given(st.permutations(range(8)))
def test_records_are_acknowledged_in_order_whatever_order_their_work_ends_in(order: list[int]) -> None:
    async def scenario() -> None:
        async with running(Stage()) as stage:
            for offset, turn in TURNS[:8]:
                stage.come(offset, turn)
            await settled()
            done: set[int] = set()
            for offset in order:
                await stage.end(offset)
                done.add(offset)
                expected = next((each for each in range(8) if each not in done), 8)
                assert stage.offsets == list(range(expected))

    asyncio.run(scenario())


async def test_partitions_are_acknowledged_independently() -> None:
    async with running(Stage()) as stage:
        for offset, turn in TURNS[:4]:
            stage.come(offset, turn, partition=offset % 2)
        await settled()
        await stage.end(3)
        await stage.end(1)
        assert stage.acknowledged == [(1, 1), (1, 3)]


async def test_a_handler_gets_the_turn_its_partition_its_time_and_its_value() -> None:
    async with running(Stage()) as stage:
        stage.come(7, TURNS[0][1], partition=2)
        await settled()
        assert stage.handled == [Delivery(TURNS[0][1], 2, 0.0, b"7")]


async def test_a_delivery_does_not_print_what_it_holds() -> None:
    assert "Ann" not in repr(Delivery("t1", 0, 0.0, b"Ann"))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Undecodable("no"), "undecodable"),
        (DeadLettered("expired"), "expired"),
        (ValueError("Ann"), "internal_error"),
        (Unavailable("away"), "internal_error"),
    ],
)
async def test_a_record_that_cannot_be_worked_on_is_one_dead_letter_and_blocks_nothing(
    error: Exception, reason: str
) -> None:
    async with running(Stage()) as stage:
        stage.come(5, TURNS[0][1], partition=3)
        stage.come(6, TURNS[1][1], partition=3)
        await settled()
        await stage.end(5, error)
        await stage.end(6)
        expected = DeadLetter(topic=Topic.INCOMING.value, partition=3, offset=5, length=1, reason=reason)
        assert [(sent.record, sent.turn_id) for sent in stage.producer.sent] == [(expected, TURNS[0][1])]
        assert stage.offsets == [5, 6]


async def test_a_dead_letter_is_confirmed_before_its_record_is_acknowledged() -> None:
    async with running(Stage()) as stage:
        stage.producer.hold()
        stage.come(5, TURNS[0][1])
        await settled()
        await stage.end(5, Undecodable("no"))
        await stage.producer.until(1)
        assert stage.offsets == []
        stage.producer.release()
        await settled()
        assert stage.offsets == [5]


async def test_a_record_of_no_turn_is_a_dead_letter_and_never_handled() -> None:
    async with running(Stage()) as stage:
        stage.come_without_turn(5)
        await settled()
        assert stage.handled == []
        assert [(sent.turn_id, sent.record) for sent in stage.producer.sent] == [
            (NO_TURN, DeadLetter(topic=Topic.INCOMING.value, partition=0, offset=5, length=3, reason="undecodable"))
        ]
        assert stage.offsets == [5]


async def test_a_second_delivery_of_a_turn_waits_for_the_first_and_is_not_handled() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[0][1], value=b"1")
        stage.come(3, TURNS[0][1], partition=1, value=b"1")
        await settled()
        assert (len(stage.handled), stage.acknowledged) == (1, [])
        await stage.end(1)
        assert (len(stage.handled), stage.acknowledged) == (1, [(0, 1), (0, 2), (1, 3)])


async def test_a_delivery_after_the_turns_work_has_ended_is_handled_anew() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.end(1)
        stage.come(2, TURNS[0][1])
        await settled()
        assert len(stage.handled) == 2


async def test_a_second_delivery_is_not_acknowledged_before_the_firsts_dead_letter_is_confirmed() -> None:
    async with running(Stage()) as stage:
        stage.producer.hold()
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[0][1], partition=1)
        await settled()
        await stage.end(1, DeadLettered("expired"))
        assert stage.acknowledged == []
        stage.producer.release()
        await settled()
        assert sorted(stage.acknowledged) == [(0, 1), (1, 2)]
        assert len(stage.producer.letters) == 1


async def test_a_record_of_a_revoked_partition_is_never_acknowledged() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[1][1], partition=1)
        await settled()
        stage.worker.revoke([0])
        assert stage.worker.admitted == {1: 3}
        await stage.end(1)
        await stage.end(2)
        assert stage.acknowledged == [(1, 2)]


async def test_a_redelivery_after_a_revoke_is_acknowledged_by_itself() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        stage.worker.revoke([0])
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.end(1)
        assert (len(stage.handled), stage.offsets) == (1, [1])


async def test_no_more_records_are_taken_in_than_the_window_holds() -> None:
    async with running(Stage(max_items=2)) as stage:
        for offset, turn in TURNS[:3]:
            stage.come(offset, turn)
        await settled()
        assert len(stage.handled) == 2
        await stage.end(1)
        assert len(stage.handled) == 2, "the head is open: its place and what waits behind it are taken"
        await stage.end(0)
        assert len(stage.handled) == 3


async def test_no_more_bytes_are_taken_in_than_the_window_holds() -> None:
    async with running(Stage(max_bytes=10)) as stage:
        stage.come(1, TURNS[0][1], value=b"0000000001")
        stage.come(2, TURNS[1][1], value=b"2")
        await settled()
        assert len(stage.handled) == 1
        await stage.end(1)
        assert len(stage.handled) == 2


async def test_a_revoke_makes_room() -> None:
    async with running(Stage(max_items=1)) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[1][1], partition=1)
        await settled()
        stage.worker.revoke([0])
        await settled()
        assert len(stage.handled) == 2


async def test_what_waited_for_room_while_its_partition_was_revoked_is_not_taken_in() -> None:
    async with running(Stage(max_items=1)) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[1][1])
        await settled()
        stage.worker.revoke([0])
        stage.come(1, TURNS[2][1])
        await settled()
        assert [delivery.value for delivery in stage.handled] == [b"1", b"1"], "1 comes again, then 2 would"


async def test_a_drain_takes_in_nothing_more_and_waits_for_what_is_open() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        draining = asyncio.create_task(stage.worker.drain(60))
        await settled()
        stage.come(2, TURNS[1][1])
        await settled()
        assert (len(stage.handled), draining.done()) == (1, False)
        await stage.end(1)
        assert await draining
        assert (len(stage.handled), stage.offsets) == (1, [1])


async def test_a_drain_that_takes_too_long_stops_the_work_and_acknowledges_nothing() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[0][1])
        await settled()
        assert not await stage.worker.drain(0)
        await settled()
        assert (stage.offsets, stage.producer.sent) == ([], [])


async def test_settling_waits_until_nothing_is_open() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        settling = asyncio.create_task(stage.worker.settle(60))
        await settled()
        assert not settling.done()
        await stage.end(1)
        await settling


async def test_settling_does_not_wait_for_longer_than_it_may() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.worker.settle(0)
        assert stage.worker.window.items == 1


async def test_it_knows_for_how_long_the_oldest_record_has_been_open() -> None:
    async with running(Stage()) as stage:
        assert stage.worker.oldest_seconds(now=1e12) == 0.0
        stage.come(1, TURNS[0][1])
        await settled()
        opened = stage.worker.window.stalled_since()
        assert opened is not None
        assert (stage.worker.oldest_seconds(opened + 5), stage.worker.oldest_seconds(opened - 5)) == (5.0, 0.0)


async def test_an_error_of_a_handler_leaves_no_text_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.end(1, ValueError("Ann"))
    assert "Ann" not in " ".join(record.getMessage() for record in caplog.records)


@given(st.integers(0, 2**32))
def test_however_work_ends_every_record_is_acknowledged_once_and_in_order(seed: int) -> None:
    async def scenario() -> None:
        chance = random.Random(seed)
        async with running(Stage(max_items=4)) as stage:
            for offset, turn in TURNS:
                stage.come(offset, turn, partition=chance.randrange(2))
            for _ in TURNS:
                await settled()
                handled = [int(each.value) for each in stage.handled]
                number = chance.choice([each for each in handled if not stage.end_of(each).done()])
                await stage.end(number, chance.choice([None, None, ValueError(), DeadLettered("expired")]))
        for partition in (0, 1):
            offsets = [offset for place, offset in stage.acknowledged if place == partition]
            assert offsets == sorted(offsets)
        assert sorted(stage.offsets) == [offset for offset, _ in TURNS]

    asyncio.run(scenario())
