"""One process of the product: assembles its roles, starts them together, drains and stops them in order."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, TypeVar

from gateway import logs, metrics
from gateway.health import MetricsServer
from gateway.kafka import aiokafka_changes
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.rights import AccessRights
from gateway.logs import fields
from gateway.records import Topic
from gateway.settings import Address, Role, Settings
from gateway.version import VERSION
from streams.loop_lag import LoopLag
from streams.topics.access import GROUP, READ, TOPIC, WRITE, grants
from streams.topics.table import Layout, topics_of

log = logging.getLogger(__name__)

result_type = TypeVar("result_type")

LEAST_DRAIN_SECONDS = 1.0
TOPICS_READ = (Topic.INCOMING, Topic.MINIMIZED, Topic.REPLIES, Topic.CONTROL, Topic.OUTCOMES)


class Part(Protocol):
    """What a role contributes to its process."""

    @property
    def alive(self) -> bool:
        """Whether it still works; the process ends when a part is not alive."""
        ...

    @property
    def ready(self) -> bool:
        """Whether it can take work now."""
        ...

    @property
    def open_turns(self) -> int:
        """How many turns it has taken and not ended."""
        ...

    async def start(self) -> None:
        """Starts; returns when it works."""
        ...

    async def drain(self, seconds: float) -> int:
        """Takes no more work and finishes what it has, within ``seconds``; returns how many turns it gave up."""
        ...

    async def stop(self) -> None:
        """Releases everything that it holds."""
        ...


@dataclass(slots=True)
class Process:
    """The parts of a process. They start together and drain in order: the edge first, while the agents still work.

    It starts only where the broker has its ``topics`` and gives it the ``rights`` to use them. ``embedded_broker`` is
    the address of the one inside it.
    """

    producer: Producer
    parts: Sequence[Part]
    listen: Address
    drain_seconds: float
    topics: Collection[Topic] = ()
    rights: AccessRights | None = None
    embedded_broker: str | None = None
    _metrics_server: MetricsServer | None = None
    _loop_lag: LoopLag = field(default_factory=LoopLag)
    _started: bool = False
    _was_ready: bool = False
    _given_up: int = 0

    @property
    def ready(self) -> bool:
        """Whether every part can work."""
        return all(part.ready for part in self.parts)

    @property
    def open_turns(self) -> int:
        """How many turns its parts have taken and not ended."""
        return sum(part.open_turns for part in self.parts)

    async def start(self) -> None:
        """Starts everything; raises the error of a part that cannot start, Unavailable if a topic is missing."""
        self._metrics_server = MetricsServer(
            self.listen.host, self.listen.port, lambda: self.ready, self.embedded_broker
        )
        await self._metrics_server.start()
        metrics.loop_lag_seconds.set_function(self._loop_lag.seconds)
        await self.producer.start()
        await self.producer.require(self.topics, self.rights)
        await asyncio.gather(*(part.start() for part in self.parts))
        self._started = True

    async def stop(self, hurry: asyncio.Event | None = None) -> None:
        """Drains, if it had started, then stops everything: an open turn is finished or left to another process.

        All parts together have ``drain_seconds`` to drain, but not beyond ``hurry``. If one of them fails, the others
        are still stopped.
        """
        if self._started:
            await self._drain(hurry or asyncio.Event())
        for part in self.parts:
            await _log_failure(part.stop())
        await self.producer.stop()
        self._loop_lag.stop()
        if self._metrics_server is not None:
            await self._metrics_server.stop()

    async def _drain(self, hurry: asyncio.Event) -> None:
        began = time.monotonic()
        log.info("drain began", extra=fields(count=self.open_turns))
        await _until(hurry, self._drain_parts())
        given_up = self._given_up + self.open_turns
        log.info("drain ended", extra=fields(count=given_up, seconds=round(time.monotonic() - began, 1)))

    async def _drain_parts(self) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.drain_seconds
        for part in self.parts:
            self._given_up += await _log_failure(part.drain(max(LEAST_DRAIN_SECONDS, deadline - loop.time()))) or 0

    async def until_dead(self) -> None:
        """Returns when a part has died; logs when the process becomes ready, and when it no longer is.

        For how long the event loop is held is measured from here on: what was loaded at the start held up no turn.
        """
        self._loop_lag.start()
        while all(part.alive for part in self.parts):
            self._note_readiness()
            await asyncio.sleep(1.0)  # a part that dies sends no event

    def _note_readiness(self) -> None:
        ready = self.ready
        if ready != self._was_ready:
            log.info("ready" if ready else "no longer ready")
        self._was_ready = ready


async def _until(event: asyncio.Event, work: Coroutine[None, None, None]) -> None:
    waits = [asyncio.create_task(work), asyncio.create_task(event.wait())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    await asyncio.gather(*waits, return_exceptions=True)


async def _log_failure(ending: Coroutine[None, None, result_type]) -> result_type | None:
    try:
        return await ending
    except Exception:
        log.exception("a part of the process failed while it ended")
        return None


def assemble(settings: Settings, connection: Connection) -> Process:
    """Returns the process with the roles that the settings name; it imports no code of other roles."""
    aiokafka_changes.apply()
    producer = Producer(connection)
    roles = [role for role in Role if role in settings.roles]
    metrics.initialize(
        models=[model.model_name for model in settings.model_list],
        tenants={key.tenant for key in settings.api_keys},
        topics=[topic.value for topic in TOPICS_READ],
        roles=roles,
    )
    metrics.build_info.labels(VERSION, ",".join(roles)).set(1)
    logs.know(_names(connection, roles))
    parts = [part for role in roles for part in _parts(role, settings, connection, producer)]
    process = Process(producer, parts, settings.metrics.listen, settings.drain_seconds)
    if connection.embedded:  # it makes a topic when it is first used, and has no ACLs
        process.embedded_broker = connection.bootstrap[0]
    else:
        specs = topics_of(settings.roles, settings.configured_roles)
        process.topics = [spec.topic for spec in specs]
        process.rights = _rights(settings.roles, Layout(0, connection.prefix, topics=specs))
    return process


def _rights(roles: Iterable[Role], layout: Layout) -> AccessRights:
    """What a process with these roles does with topics and groups, by their names on the broker."""
    needed = grants({role: role for role in roles}, layout)

    def names(resource: str, operation: str) -> frozenset[str]:
        return frozenset(each.name for each in needed if (each.resource, each.operation) == (resource, operation))

    return AccessRights(names(TOPIC, READ), names(TOPIC, WRITE), names(GROUP, READ))


def _names(connection: Connection, roles: Iterable[Role]) -> Iterator[str]:
    """Yields what Kafka's clients may say: our topics, our groups, and the brokers that the configuration names."""
    yield from (connection.topic(topic) for topic in Topic)
    yield from (f"{connection.prefix}canarygate-{role}" for role in roles)
    for address in connection.bootstrap:
        yield from (address, address.rpartition(":")[0])


def _parts(role: Role, settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    parts: Sequence[Part] = import_module(f"streams.{role.value}.part").parts(settings, connection, producer)
    return parts
