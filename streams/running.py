"""Runs a process until a signal or the death of one of its parts."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvloop

from gateway import memory
from gateway.kafka.connection import Connection, connect_to
from gateway.kafka.doorbell import Doorbell
from gateway.logs import fields
from gateway.settings import Embedded, Role, Settings
from gateway.version import VERSION
from streams.process import Process, assemble
from streams.rotation import KeyRotation
from streams.topics.table import max_message_bytes

log = logging.getLogger(__name__)

STOP_SECONDS = 30.0  # after the drain
CANCEL_SECONDS = 5.0
DIED = 1


def run_until_stopped(settings: Settings, rotation: KeyRotation | None, announce: Callable[[Process], None]) -> int:
    """Runs the process; returns 0 after SIGTERM or SIGINT, 1 when a part of it has died.

    The first signal begins the drain, a second one ends it. Calls ``announce`` once when everything is ready, and
    lets the ``rotation`` hand changed keys to the process while it runs.
    """
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        status = DIED
        try:
            status = runner.run(_run(settings, rotation, announce))
        finally:
            if runner.run(_some_stay()):
                log.error("tasks of a part do not end: exiting without them")
                os._exit(status)
        return status


async def _run(settings: Settings, rotation: KeyRotation | None, announce: Callable[[Process], None]) -> int:
    stopping, hurrying = asyncio.Event(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, _set_next, stopping, hurrying)
    roles = [role.value for role in Role if role in settings.roles]
    log.info("starting", extra=fields(version=VERSION, roles=roles, configuration=settings.fingerprint))
    async with _connection(settings) as connection:
        with memory.loading():
            process = assemble(settings, connection)
        watching: asyncio.Task[None] | None = None
        try:
            await process.start()
            memory.settle()
            announce(process)
            if rotation is not None:
                watching = asyncio.create_task(rotation.run(process.parts))
            return await _until_stopped(process, stopping)
        finally:
            if watching is not None:
                watching.cancel()
            await _stop(process, hurrying)


def _set_next(*events: asyncio.Event) -> None:
    next((event for event in events if not event.is_set()), events[-1]).set()


async def _until_stopped(process: Process, stopping: asyncio.Event) -> int:
    waits = [asyncio.create_task(stopping.wait()), asyncio.create_task(process.until_dead())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    return 0 if stopping.is_set() else DIED


async def _stop(process: Process, hurrying: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(process.drain_seconds + STOP_SECONDS):
            await process.stop(hurrying)
    except TimeoutError:
        # Without the broker a commit can wait forever; uncommitted records are delivered again.
        log.error("could not stop in time: exiting without the last commit")
        os._exit(DIED)


async def _some_stay() -> bool:
    """Cancels what still runs; returns whether some of it goes on: Faust starts a cancelled agent again, for ever."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    return bool(rest and (await asyncio.wait(rest, timeout=CANCEL_SECONDS))[1])


@asynccontextmanager
async def _connection(settings: Settings) -> AsyncIterator[Connection]:
    largest = max_message_bytes(settings.edge.max_body_bytes)
    if isinstance(settings.broker, Embedded):
        with _embedded(largest) as connection:
            yield connection
    else:
        yield connect_to(settings.broker, largest)


@contextmanager
def _embedded(largest: int) -> Iterator[Connection]:
    from streams.topics import embedded  # noqa: PLC0415 - with a real broker no second Kafka client is loaded

    with embedded.EmbeddedBroker() as broker:
        yield Connection(
            (broker.bootstrap,),
            min(largest, embedded.MAX_RECORD_BYTES),
            embedded=True,
            fetch_wait_ms=embedded.FETCH_WAIT_MS,
            max_bytes_in_flight=embedded.MAX_BYTES_IN_FLIGHT,
            doorbell=Doorbell(),
        )
