"""Changes to Faust 0.15.3's Kafka driver, as subclasses that an app uses; nothing is patched.

- Its consumer runs in its own thread, which costs half of a role's throughput. Here it runs in the app's loop.
- An empty fetch always waits 1,500 ms at the broker. Here it waits as long as the connection says.
- It keeps what was acknowledged out of order in lists that it sorts at every commit, and cannot commit what a window
  decides. Here the worker's window says how far each partition may be committed.
- A revoke discards offsets that are done but not yet committed. Here they are committed first.
- It creates four tasks to hand over one message, in case it must wait. Here it does so only if it must wait.
- A member with a name (``group.instance.id``) never leaves its group. Here it leaves when it is stopped.
- A member that is stopped while its group rebalances waits for the slowest of the others. Here it leaves at once.
- It waits for ever when the broker lets it into no group. Here it says why, and ends.
- It cannot take another member out of its group, as Kafka lets any member do. Here it can.
- It does not say up to where it has handed over records: its positions pass over a transaction's markers as well, its
  acknowledgements do not. Here it does, so that what waits to be taken in is known.
- Its monitor keeps statistics of every event, which nobody reads. Here it keeps none.
- It waits a second for tables before it joins its group. Here it has none, and joins at once.

The version is pinned because this relies on private names. Each point has a test of what Faust itself does.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from types import coroutine
from typing import Any, cast

import faust
from aiokafka.errors import InvalidSessionTimeoutError, KafkaError, NoError
from aiokafka.protocol.group import LeaveGroupRequest
from faust.tables import TableManager
from faust.transport.drivers import aiokafka as driver
from mode.services import Service, WaitResults

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.logs import fields
from streams.engine.window import Window

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
BAD_SESSION = "the broker allows no such session: look at broker.session_timeout_seconds"
EXPELLED = "the broker does not let this process into its consumer group"


class InlineConsumer(driver.AIOKafkaConsumerThread):
    """Faust's consumer in the loop of its app: it makes direct calls instead of a queue between threads."""

    wait_for_shutdown = False

    async def start(self) -> None:
        """Starts as a plain service, without a thread."""
        await Service.start(self)

    async def on_start(self) -> None:
        """Joins the group, and listens for what the process itself writes where the connection says so."""
        await super().on_start()
        doorbell = cast(Any, self.transport.app).doorbell
        if doorbell is not None:
            doorbell.attach(self._consumer)

    async def maybe_start(self) -> bool:
        """Starts unless it has started; returns whether it did."""
        return await Service.maybe_start(self)

    async def stop(self) -> None:
        """Stops as a plain service, without a thread to join."""
        await Service.stop(self)

    async def crash(self, reason: BaseException) -> None:
        """Crashes the app that it belongs to."""
        await Service.crash(self, reason)

    async def on_stop(self) -> None:
        """Leaves the group, also with a name, and in a rebalance: others take its partitions at once."""
        if self._consumer is None:
            return
        coordinator = self._consumer._coordinator
        coordinator._group_instance_id = None
        if coordinator._performed_join_prepare:  # it holds no partition, and aiokafka ends no join that others hold up
            await cast(Consumer, self.consumer).remove(coordinator.member_id)
        await stop_consumer(self._consumer)

    def _stopped_set(self) -> None:
        self._stopped.set()

    def set_shutdown(self) -> None:
        """Ends the service's shutdown."""
        self._shutdown.set()

    async def _stop_children(self) -> None:
        await self._default_stop_children()

    async def _stop_futures(self) -> None:
        await self._default_stop_futures()

    async def _stop_exit_stacks(self) -> None:
        await self._default_stop_exit_stacks()

    async def call_thread(self, fun: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Calls the function directly and returns its result."""
        result = fun(*args, **kwargs)
        return await result if inspect.isawaitable(result) else result

    async def on_partitions_revoked(self, revoked: Any) -> None:
        """Forwards the revoked partitions to Faust."""
        await self.consumer.on_partitions_revoked(revoked)

    async def on_partitions_assigned(self, assigned: Any, generation_id: int = 0) -> None:
        """Forwards the assigned partitions to Faust."""
        await self.consumer.on_partitions_assigned(assigned, generation_id)

    async def _fetch_records(self, *args: Any, **kwargs: Any) -> Any:
        records = await super()._fetch_records(*args, **kwargs)
        ends = {place.partition: batch[-1].offset + 1 for place, batch in records.items()}
        cast(Consumer, self.consumer).handed_over.update(ends)
        return records

    def _create_consumer(self, loop: Any) -> Any:
        consumer = super()._create_consumer(loop)
        consumer._fetch_max_wait_ms = cast(Any, self.transport.app).fetch_wait_ms
        return consumer


class Consumer(driver.Consumer):
    """Faust's consumer service over the inline consumer.

    ``handed_over`` has, of each partition, the offset after the last record that was read for the agent.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.handed_over: dict[int, int] = {}

    @property
    def member_id(self) -> str:
        """Its id in the group; empty while it has none, and with a name, as its own restart is to disturb nobody."""
        coordinator = self._coordinator
        return "" if coordinator is None or coordinator._group_instance_id else str(coordinator.member_id)

    async def remove(self, member_id: str) -> bool:
        """Takes a member out of the group, as if it had left; returns whether it was in it and the broker did so."""
        coordinator = self._coordinator
        if coordinator.coordinator_id is None:
            return False
        try:
            # Not on the coordinator's connection: there it would stand behind a request to join, which waits for it.
            leave = LeaveGroupRequest(coordinator.group_id, member_id)
            answer = await coordinator._client.send(coordinator.coordinator_id, leave)
        except KafkaError:
            return False
        return bool(answer.error_code == NoError.errno)

    @property
    def _coordinator(self) -> Any:
        consumer = self._thread and cast(Any, self._thread)._consumer
        return consumer and consumer._coordinator

    async def wait_first(self, *waits: Any, **options: Any) -> Any:
        """Returns what ends first: a message's handover, or the suspension that may interrupt its wait."""
        if len(waits) == 1:
            return await super().wait_first(*waits, **options)
        handover, suspension = waits
        rest = begin(handover)
        if rest is None:
            suspension.close()
            return WaitResults([handover], [None], False)
        return await super().wait_first(rest, suspension, **options)

    async def sleep(self, n: Any) -> None:
        """Sleeps for ``n`` seconds or until it is stopped; for 0 it only yields to other tasks."""
        await (super().sleep(n) if n else asyncio.sleep(0))

    @Service.task
    async def _until_expelled(self) -> None:
        while not self.should_stop:
            await self.sleep(LOOK_SECONDS)
            failure = self._coordinator and self._coordinator._pending_exception
            if failure:
                wrong = isinstance(failure, InvalidSessionTimeoutError)
                log.critical(BAD_SESSION if wrong else EXPELLED, extra=fields(reason=type(failure).__name__))
                await self.crash(failure)

    def _new_consumer_thread(self) -> InlineConsumer:
        return InlineConsumer(self, loop=self.loop, thread_loop=self.loop, beacon=self.beacon)

    def _filter_tps_with_pending_acks(self, topics: Any = None) -> Any:
        # Before the first record there may be no assignment to ask for.
        return iter(self.assignment() if self._window.next_offsets else ())

    def _new_offset(self, tp: Any) -> int | None:
        return self._window.committable(tp.partition)

    @property
    def _window(self) -> Window:
        window: Window = cast(Any, self.app).worker.window
        return window

    async def on_partitions_revoked(self, revoked: Any) -> None:
        """Commits what is done before the partitions leave."""
        await self.commit()
        self.handed_over.clear()
        await super().on_partitions_revoked(revoked)


def begin(work: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None] | None:
    """Runs the work in the caller's task up to its first wait; returns the rest, or None if it has ended."""
    try:
        waited_for = work.send(None)
    except StopIteration:
        return None
    return _rest(work, waited_for)


async def _rest(work: Coroutine[Any, Any, None], waited_for: Any) -> None:
    await _resumed(work, waited_for)


@coroutine
def _resumed(work: Coroutine[Any, Any, None], waited_for: Any) -> Generator[Any, Any, None]:
    with suppress(StopIteration):
        while True:
            try:
                result = yield waited_for
            except BaseException as error:
                waited_for = work.throw(error)
            else:
                waited_for = work.send(result)


class Transport(driver.Transport):
    """Faust's transport over our consumer."""

    Consumer = Consumer


class NoTables(TableManager):
    """The tables of an app that has none."""

    async def on_start(self) -> None:
        """Lets the app join its group."""
        await self._update_channels()
        await self.recovery.start()


def _ignore(*args: Any, **kwargs: Any) -> None:
    return None


class SilentMonitor(faust.Monitor):
    """A monitor that keeps nothing, because the product has its own metrics."""

    on_message_in = on_message_out = on_stream_event_in = on_stream_event_out = _ignore
    on_send_completed = on_send_error = on_commit_completed = on_tp_commit = track_tp_end_offset = _ignore
    on_send_initiated = on_commit_initiated = _ignore

    def on_rebalance_start(self, app: Any) -> dict[str, Any]:
        """The state that Faust hands to the other rebalance hooks: none."""
        return {}

    on_rebalance_return = on_rebalance_end = _ignore

    @Service.task
    async def _sampler(self) -> None:
        return
