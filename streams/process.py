"""One process of the product: its roles put together, started in order, drained and stopped in order."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from pydantic import SecretStr

from gateway import metrics
from gateway.edge.server import EdgeServer
from gateway.health import MetricsServer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.plans.predictors.installed import load
from gateway.plans.predictors.learned import Artefact
from gateway.protocols.registry import APIS_BY_NAME
from gateway.providers.client import Providers
from gateway.records import Topic
from gateway.sealing import KEY_BYTES, KeyRing, Sealer, keyed_hash
from gateway.settings import Address, Role, Settings, key_ring
from streams.detecting.service import detection_service
from streams.dispatcher.handler import Dispatcher
from streams.dispatcher.outcomes import Outcomes
from streams.engine.cancellations import Cancellations
from streams.engine.service import AgentService
from streams.engine.topology import dispatcher_app, minimizer_app, searcher_app
from streams.engine.window import Window
from streams.engine.worker import Event, Worker
from streams.minimizer.handler import Minimizer
from streams.searcher.driver import Bounds
from streams.searcher.handler import Counted, Searcher
from streams.searcher.ledger import Head
from streams.searcher.models import ProviderModel
from streams.searcher.proposer import Proposer
from streams.searcher.scorers import ModelScorer
from streams.searcher.utility import Rubric

log = logging.getLogger(__name__)

DRAIN_SECONDS = 25.0
LEAST_DRAIN_SECONDS = 1.0
TOPICS_READ = (Topic.INCOMING, Topic.MINIMIZED, Topic.REPLIES, Topic.CONTROL, Topic.OUTCOMES)


class Part(Protocol):
    """What a role contributes to its process."""

    @property
    def alive(self) -> bool:
        """Whether it still works; what has died ends its process."""
        ...

    @property
    def ready(self) -> bool:
        """Whether it can take work now."""
        ...

    async def start(self) -> None:
        """Returns once it works."""
        ...

    async def drain(self, seconds: float) -> None:
        """Takes nothing more and finishes what it has, for that long at most."""
        ...

    async def stop(self) -> None:
        """Gives back everything that it holds."""
        ...


@dataclass(slots=True)
class Process:
    """The parts of a process. They start together and drain in order: the edge first, while the agents work for it."""

    producer: Producer
    parts: Sequence[Part]
    listen: Address
    _metrics_server: MetricsServer | None = None

    @property
    def ready(self) -> bool:
        """Whether every part can work."""
        return all(part.ready for part in self.parts)

    async def start(self) -> None:
        """Starts everything; raises what a part could not start for."""
        self._metrics_server = MetricsServer(self.listen.host, self.listen.port, lambda: self.ready)
        await self._metrics_server.start()
        await self.producer.start()
        await asyncio.gather(*(part.start() for part in self.parts))

    async def stop(self) -> None:
        """Drains, then stops everything: a turn that was taken in is finished or left to another process.

        All parts together have 25 seconds to drain; what one of them fails with keeps no other from stopping.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + DRAIN_SECONDS
        for part in self.parts:
            await _whatever_comes(part.drain(max(LEAST_DRAIN_SECONDS, deadline - loop.time())))
        for part in self.parts:
            await _whatever_comes(part.stop())
        await self.producer.stop()
        if self._metrics_server is not None:
            await self._metrics_server.stop()

    async def until_dead(self) -> None:
        """Returns when a part has died."""
        while all(part.alive for part in self.parts):  # noqa: ASYNC110 - nobody announces that a part has died
            await asyncio.sleep(1.0)


async def _whatever_comes(ending: Coroutine[None, None, None]) -> None:
    try:
        await ending
    except Exception:
        log.exception("a part of the process failed while it ended")


def assemble(settings: Settings, connection: Connection) -> Process:
    """The process with the roles that the settings name."""
    producer = Producer(connection)
    build: dict[Role, Callable[[], Sequence[Part]]] = {
        Role.EDGE: lambda: [EdgeServer(settings, connection, producer, sealer(settings))],
        Role.MINIMIZER: lambda: minimizer(settings, connection, producer),
        Role.DISPATCHER: lambda: [dispatcher(settings, connection, producer)],
        Role.SEARCHER: lambda: searcher(settings, connection, producer),
    }
    metrics.initialize(
        routes=APIS_BY_NAME,
        models=[model.model_name for model in settings.model_list],
        topics=[topic.value for topic in TOPICS_READ],
    )
    parts = [part for role, make in build.items() if role in settings.roles for part in make()]
    return Process(producer, parts, settings.metrics.listen)


def minimizer(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """The parts of the role ``minimizer``."""
    detects = detection_service(settings)
    cancellations = Cancellations(settings.edge.request_timeout_seconds)
    learned = predictor(settings)
    handler = Minimizer(
        producer=producer,
        sealer=sealer(settings),
        hashing_key=given(settings.hashing.key).get_secret_value().encode(),
        policies=settings.policies,
        apis=APIS_BY_NAME,
        detection=detects,
        cancellations=cancellations,
        predictor=learned,
    )
    worker = Worker(Topic.INCOMING, handler.handle, producer.send_dead_letter, window(settings, connection))
    agent = AgentService(
        Role.MINIMIZER.value, connection, producer, worker, cancellations, lambda: minimizer_app(connection, worker)
    )
    return agent, detects


def predictor(settings: Settings) -> Artefact | None:
    """What learned plans follow, if the settings name a file; raises BadRequest where it cannot be followed."""
    if settings.predictor.model is None:
        return None
    installed = load(settings.predictor.model)
    metrics.predictor_info.labels(installed.digest).set(1)
    return installed.artefact


def dispatcher(settings: Settings, connection: Connection, producer: Producer) -> AgentService:
    """The part of the role ``dispatcher``."""
    keep = settings.edge.request_timeout_seconds
    cancellations = Cancellations(keep)
    outcomes = Outcomes(connection, producer.send_dead_letter, keep)
    providers = Providers(settings.model_list, settings.router_settings)
    handler = Dispatcher(producer, providers, cancellations, outcomes)
    worker = Worker(Topic.MINIMIZED, handler.handle, producer.send_dead_letter, window(settings, connection))
    return AgentService(
        Role.DISPATCHER.value,
        connection,
        producer,
        worker,
        cancellations,
        lambda: dispatcher_app(connection, worker, outcomes.forget),
        resources=[providers],
    )


def searcher(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """The parts of the role ``searcher``: none where no tenant has opted in."""
    wanted = settings.search
    if not wanted.tenants or wanted.target is None or wanted.ledger is None:
        return ()
    providers = Providers(settings.trusted_models, settings.router_settings)
    names = (wanted.target, wanted.judge or wanted.target)
    target, judge = (Counted(ProviderModel(name, providers)) for name in names)
    detects = detection_service(settings)
    hash_text = partial(keyed_hash, os.urandom(KEY_BYTES))
    handler = Searcher(
        shares=wanted.tenants,
        sealer=sealer(settings),
        policies=settings.policies,
        apis=APIS_BY_NAME,
        detection=detects,
        scorer=ModelScorer(target, judge, Rubric.PASS_OR_FAIL, decodes=1),
        head=Head(*names, Rubric.PASS_OR_FAIL, decodes=1),
        ledger=wanted.ledger,
        bounds=Bounds(wanted.concurrency, wanted.calls),
        entities=wanted.entities,
        proposer=Proposer(target, detects, hash_text) if wanted.abstractions == "model" else None,
    )
    worker = Worker(Topic.INCOMING, handler.handle, handler.leave, window(settings, connection))
    agent = AgentService(
        Role.SEARCHER.value,
        connection,
        producer,
        worker,
        Cancellations(settings.edge.request_timeout_seconds),
        lambda: searcher_app(connection, worker),
        resources=[providers, handler],
    )
    return agent, detects


def window(settings: Settings, connection: Connection) -> Window[Event]:
    """A window at least as wide as what the edges may have in flight."""
    return Window(max_items=2 * settings.edge.max_in_flight, max_bytes=connection.max_bytes_in_flight)


def sealer(settings: Settings) -> Sealer:
    """The sealer with the configured key rings."""
    tenants = {tenant: KeyRing(key_ring(keys)) for tenant, keys in settings.sealing.tenants.items()}
    return Sealer(KeyRing(key_ring(given(settings.sealing.keys))), tenants, os.urandom)


def given(secret: SecretStr | None) -> SecretStr:
    """A secret that the checks of the settings have made sure is there for this role."""
    assert secret is not None
    return secret
