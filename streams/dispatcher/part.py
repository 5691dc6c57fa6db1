"""The dispatcher's part of a process: its agent with the providers that it calls."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.providers.client import Providers
from gateway.records import Topic
from gateway.settings import Role, Settings
from streams.dispatcher.handler import Dispatcher
from streams.dispatcher.outcomes import Outcomes
from streams.engine.cancellations import Cancellations
from streams.engine.service import AgentService, window
from streams.engine.topology import dispatcher_app
from streams.engine.worker import Worker
from streams.process import Part


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the part of the role ``dispatcher``."""
    keep = settings.edge.request_timeout_seconds
    cancellations = Cancellations(keep)
    outcomes = Outcomes(connection, producer.send_dead_letter, keep)
    providers = Providers(settings.model_list, settings.router_settings)
    handler = Dispatcher(producer, providers, cancellations, outcomes)
    worker = Worker(Topic.MINIMIZED, handler.handle, producer.send_dead_letter, window(settings, connection))
    agent = AgentService(
        Role.DISPATCHER.value,
        connection,
        producer,
        worker,
        cancellations,
        lambda: dispatcher_app(connection, worker, outcomes.forget),
        resources=[providers],
    )
    return [agent]
