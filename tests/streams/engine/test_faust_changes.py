from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, cast

import faust
import pytest
from faust.tables import TableManager
from faust.tables.recovery import Recovery
from faust.transport.drivers import aiokafka as driver
from faust.types import TP
from mode.threads import ServiceThread

from gateway.kafka.connection import Connection
from gateway.kafka.doorbell import Doorbell
from gateway.records import Topic
from streams.engine.faust_changes import Consumer, InlineConsumer, NoTables, SilentMonitor, begin
from streams.engine.topology import minimizer_app
from tests.streams.engine.test_topology import worker

PARTITION = TP("conversations.incoming", 0)


@pytest.fixture
async def consumer() -> Any:
    """The consumer of an app that is not started, on a connection whose empty fetches wait 7 ms."""
    return minimizer_app(Connection(("unused:1",), 1_000, fetch_wait_ms=7), worker(Topic.INCOMING)).consumer


async def test_fausts_consumer_is_a_thread_and_ours_starts_none(consumer: Any) -> None:
    assert isinstance(consumer, Consumer)
    assert isinstance(consumer._thread, InlineConsumer)
    assert driver.AIOKafkaConsumerThread.start is ServiceThread.start
    assert InlineConsumer.start is not ServiceThread.start


@pytest.mark.filterwarnings("ignore:Unclosed AIOKafkaConsumer:ResourceWarning")
@pytest.mark.parametrize(("kind", "milliseconds"), [(driver.AIOKafkaConsumerThread, 1_500), (InlineConsumer, 7)])
async def test_an_empty_fetch_waits_1500_ms_with_faust_and_as_the_connection_says_with_ours(
    consumer: Any, kind: type[driver.AIOKafkaConsumerThread], milliseconds: int
) -> None:
    made = kind._create_consumer(consumer._thread, asyncio.get_running_loop())
    assert made._fetch_max_wait_ms == milliseconds


@pytest.mark.parametrize(("kind", "committable"), [(driver.Consumer, {}), (Consumer, {PARTITION: 6})])
async def test_what_may_be_committed_is_what_was_acknowledged_with_faust_and_what_the_window_says_with_ours(
    consumer: Any, kind: type[driver.Consumer], committable: dict[TP, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer, "assignment", lambda: {PARTITION})
    window = consumer.app.worker.window
    window.close(window.open(0, 5))
    pending = list(kind._filter_tps_with_pending_acks(consumer))
    monkeypatch.setattr(consumer, "_new_offset", lambda partition: kind._new_offset(consumer, partition))
    assert consumer._filter_committable_offsets(pending) == committable


@pytest.mark.parametrize(("kind", "slept"), [(TableManager, [1.0]), (NoTables, [])])
async def test_faust_waits_a_second_for_tables_before_it_joins_its_group_and_ours_joins_at_once(
    consumer: Any, kind: type[TableManager], slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sleep(self: TableManager, seconds: float) -> None:
        waits.append(seconds)

    async def join(self: TableManager) -> None:
        """Finds no partition."""

    async def start(self: Recovery) -> None:
        """Recovers nothing."""

    waits: list[float] = []
    monkeypatch.setattr(TableManager, "sleep", sleep)
    monkeypatch.setattr(TableManager, "_update_channels", join)
    monkeypatch.setattr(Recovery, "start", start)
    tables = consumer.app.tables
    assert isinstance(tables, NoTables)
    await kind.on_start(tables)
    assert waits == slept


@pytest.mark.parametrize("doorbell", [Doorbell(), None])
async def test_ours_listens_for_what_the_process_writes_itself_where_the_connection_says_so(
    doorbell: Doorbell | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: driver.AIOKafkaConsumerThread) -> None:
        """Connects to nothing."""
        self._consumer = SimpleNamespace(_fetcher=SimpleNamespace(_proc_fetch_request=fetch))

    async def fetch(*args: Any) -> bool:
        return False

    monkeypatch.setattr(driver.AIOKafkaConsumerThread, "on_start", start)
    app = minimizer_app(Connection(("unused:1",), 1_000, doorbell=doorbell), worker(Topic.INCOMING))
    consumer = cast(Any, app.consumer)
    await consumer._thread.on_start()
    assert (consumer._thread._consumer._fetcher._proc_fetch_request is fetch) == (doorbell is None)


async def test_ours_says_after_which_record_it_handed_over_last_until_a_rebalance(
    consumer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetch(*args: Any, **kwargs: Any) -> dict[TP, list[SimpleNamespace]]:
        return {PARTITION: [SimpleNamespace(offset=4), SimpleNamespace(offset=7)]}

    async def told(revoked: object) -> None:
        """Nobody is told."""

    monkeypatch.setattr(driver.AIOKafkaConsumerThread, "_fetch_records", fetch)
    monkeypatch.setattr(consumer, "_on_partitions_revoked", told)
    assert PARTITION in await consumer._thread._fetch_records()
    assert consumer.handed_over == {0: 8}
    await consumer.on_partitions_revoked(set())
    assert consumer.handed_over == {}


@pytest.mark.parametrize(("kind", "committed"), [(driver.Consumer, []), (Consumer, [[4, 5]])])
async def test_a_revoke_throws_acknowledged_offsets_away_with_faust_and_commits_them_with_ours(
    consumer: Any, kind: type[driver.Consumer], committed: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[list[int]] = []

    async def commit() -> None:
        commits.append(list(consumer._acked[PARTITION]))

    async def told(revoked: object) -> None:
        """Nobody is told."""

    monkeypatch.setattr(consumer, "commit", commit)
    monkeypatch.setattr(consumer, "_on_partitions_revoked", told)
    consumer._acked[PARTITION] = [4, 5]
    await kind.on_partitions_revoked(consumer, {PARTITION})
    assert (commits, PARTITION in consumer._acked) == (committed, False)


@pytest.mark.parametrize(("kind", "tasks"), [(driver.Consumer, 4), (Consumer, 0)])
async def test_a_handover_that_need_not_wait_takes_four_tasks_with_faust_and_none_with_ours(
    consumer: Any, kind: type[driver.Consumer], tasks: int
) -> None:
    made: list[object] = []

    def count(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        made.append(work)
        return asyncio.Task(work, loop=loop, **options)

    async def handover() -> None:
        """It is done at once."""

    loop: Any = asyncio.get_running_loop()
    loop.set_task_factory(count)
    ended = await kind.wait_first(consumer, handover(), asyncio.Event().wait())
    loop.set_task_factory(None)
    assert (len(made), len(ended.done), ended.stopped) == (tasks, 1, False)


@pytest.mark.parametrize(("kind", "kept"), [(faust.Monitor, 1), (SilentMonitor, 0)])
def test_every_message_is_counted_by_fausts_monitor_and_by_ours_none(kind: type[faust.Monitor], kept: int) -> None:
    monitor: Any = kind()
    monitor.on_message_in(PARTITION, 1, SimpleNamespace())
    assert monitor.messages_received_total == kept


async def test_work_that_need_not_wait_is_done_without_a_task() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("all of it")

    assert begin(work()) is None
    assert done == ["all of it"]


async def test_work_that_waits_goes_on_when_its_event_comes() -> None:
    event, done = asyncio.Event(), list[str]()

    async def work() -> None:
        for step in ("first", "second"):
            await event.wait()
            await asyncio.sleep(0)
            done.append(step)

    rest = begin(work())
    assert rest is not None
    task = asyncio.create_task(rest)
    await asyncio.sleep(0)
    assert not done
    event.set()
    await task
    assert done == ["first", "second"]


async def test_a_failure_is_raised_before_and_after_a_wait() -> None:
    async def work(*waits: float) -> None:
        for seconds in waits:
            await asyncio.sleep(seconds)
        raise ValueError

    with pytest.raises(ValueError):
        begin(work())
    rest = begin(work(0, 0))
    assert rest is not None
    with pytest.raises(ValueError):
        await rest


async def test_a_cancellation_reaches_work_that_waits() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")

    rest = begin(work())
    assert rest is not None
    task = asyncio.create_task(rest)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["cancelled"]


@pytest.mark.parametrize("coordinator", [None, SimpleNamespace(_group_instance_id="own", member_id="own-1")])
async def test_before_it_has_joined_and_with_a_name_it_has_no_id_that_others_could_take_out(
    consumer: Any, coordinator: SimpleNamespace | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer._thread, "_consumer", SimpleNamespace(_coordinator=coordinator))
    assert consumer.member_id == ""
