"""One process of the product: assembles its roles, starts them together, drains and stops them in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from gateway import metrics
from gateway.health import MetricsServer
from gateway.kafka import aiokafka_changes
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import Topic
from gateway.settings import Address, Role, Settings
from streams.topics.table import topics_of

log = logging.getLogger(__name__)

DRAIN_SECONDS = 25.0
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

    async def start(self) -> None:
        """Starts; returns when it works."""
        ...

    async def drain(self, seconds: float) -> None:
        """Takes no more work and finishes what it has, within ``seconds``."""
        ...

    async def stop(self) -> None:
        """Releases everything that it holds."""
        ...


@dataclass(slots=True)
class Process:
    """The parts of a process. They start together and drain in order: the edge first, while the agents still work.

    It starts only where the broker has its ``topics``.
    """

    producer: Producer
    parts: Sequence[Part]
    listen: Address
    topics: Collection[Topic] = ()
    _metrics_server: MetricsServer | None = None

    @property
    def ready(self) -> bool:
        """Whether every part can work."""
        return all(part.ready for part in self.parts)

    async def start(self) -> None:
        """Starts everything; raises the error of a part that cannot start, Unavailable if a topic is missing."""
        self._metrics_server = MetricsServer(self.listen.host, self.listen.port, lambda: self.ready)
        await self._metrics_server.start()
        await self.producer.start()
        await self.producer.require(self.topics)
        await asyncio.gather(*(part.start() for part in self.parts))

    async def stop(self) -> None:
        """Drains, then stops everything: an open turn is finished or left to another process.

        All parts together have 25 seconds to drain. If one of them fails, the others are still stopped.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + DRAIN_SECONDS
        for part in self.parts:
            await _log_failure(part.drain(max(LEAST_DRAIN_SECONDS, deadline - loop.time())))
        for part in self.parts:
            await _log_failure(part.stop())
        await self.producer.stop()
        if self._metrics_server is not None:
            await self._metrics_server.stop()

    async def until_dead(self) -> None:
        """Returns when a part has died."""
        while all(part.alive for part in self.parts):  # noqa: ASYNC110 - a part that dies sends no event
            await asyncio.sleep(1.0)


async def _log_failure(ending: Coroutine[None, None, None]) -> None:
    try:
        await ending
    except Exception:
        log.exception("a part of the process failed while it ended")


def assemble(settings: Settings, connection: Connection) -> Process:
    """Returns the process with the roles that the settings name; it imports no code of other roles."""
    aiokafka_changes.apply()
    producer = Producer(connection)
    metrics.initialize(
        models=[model.model_name for model in settings.model_list],
        topics=[topic.value for topic in TOPICS_READ],
    )
    roles = [role for role in Role if role in settings.roles]
    parts = [part for role in roles for part in _parts(role, settings, connection, producer)]
    # The embedded broker makes a topic when it is first used.
    topics = () if connection.embedded else [spec.topic for spec in topics_of(settings.roles)]
    return Process(producer, parts, settings.metrics.listen, topics)


def _parts(role: Role, settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    parts: Sequence[Part] = import_module(f"streams.{role.value}.part").parts(settings, connection, producer)
    return parts
