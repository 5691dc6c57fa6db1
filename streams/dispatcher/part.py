"""The dispatcher's part of a process: its agent with the providers that it calls."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.kafka.compacted import CompactedReader
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.providers.client import Providers
from gateway.records import Topic
from gateway.settings import DispatcherSettings, Role, Settings
from streams.dispatcher.claims import Claims
from streams.dispatcher.egress import EgressHolds
from streams.dispatcher.endings import Endings
from streams.dispatcher.handler import Dispatcher
from streams.dispatcher.inquiries import Inquiries
from streams.dispatcher.outcomes import Outcomes
from streams.engine.cancellations import Cancellations
from streams.engine.lanes import FairQueue, LaneLimits, Lanes
from streams.engine.peers import peers_of
from streams.engine.service import AgentService, open_bytes
from streams.engine.topology import dispatcher_app
from streams.engine.worker import Worker
from streams.process import Part

SLACK_SECONDS = 60.0  # the record of a turn that has ended may come again while an older turn of its partition is open


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the part of the role ``dispatcher``."""
    keep = settings.edge.request_timeout_seconds
    cancellations, inquiries = Cancellations(keep), Inquiries(producer)
    peers = peers_of(Role.DISPATCHER, connection)
    outcomes = Outcomes(connection, producer.send_dead_letter, Endings(keep + SLACK_SECONDS), peers)
    providers = Providers(settings.model_list, settings.router_settings)
    holds = EgressHolds(lambda: reader.current)
    reader = CompactedReader(connection, Topic.HOLDS, holds.take, producer)
    handler = Dispatcher(
        producer=producer,
        providers=providers,
        cancellations=cancellations,
        outcomes=outcomes,
        lanes=Lanes(FairQueue(limits(settings.dispatcher, connection.max_bytes_in_flight))),
        claims=Claims(producer),
        inquiries=inquiries,
        holds=holds,
    )
    worker = Worker(
        Topic.MINIMIZED, handler.handle, producer.send_dead_letter, open_bytes(connection), claim=handler.claim
    )
    agent = AgentService(
        Role.DISPATCHER,
        connection,
        producer,
        worker,
        peers,
        [cancellations.take, inquiries.take],
        lambda: dispatcher_app(connection, worker, outcomes.forget),
        resources=[reader, providers],
        knows=lambda: reader.current,
        take_keys=[lambda changed: providers.use(changed.model_list)],
    )
    return [agent]


def limits(dispatcher: DispatcherSettings, max_bytes: int) -> LaneLimits:
    """Returns how many calls of providers are open, and how many turns wait for one."""
    return LaneLimits(
        setting="dispatcher.max_waiting_per_tenant",
        running=dispatcher.max_calls,
        running_per_tenant=dispatcher.max_calls_per_tenant,
        running_per_kind=dispatcher.max_calls_per_model,
        waiting_per_tenant=dispatcher.max_waiting_per_tenant,
        bytes=2 * max_bytes,
        bytes_per_tenant=max_bytes,
    )
