"""The minimizer's parts of a process: its agent and its detection."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from gateway import metrics
from gateway.errors import Unavailable
from gateway.kafka.compacted import CompactedReader
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.plans.predictors.installed import load
from gateway.plans.predictors.learned import Artefact
from gateway.records import Topic
from gateway.settings import MinimizerSettings, Role, Settings
from streams.detecting.service import detection_service
from streams.engine.cancellations import Cancellations
from streams.engine.lanes import FairQueue, LaneLimits, Lanes
from streams.engine.peers import peers_of
from streams.engine.service import AgentService, open_bytes
from streams.engine.topology import minimizer_app
from streams.engine.worker import Worker
from streams.minimizer.emission import Emission
from streams.minimizer.handler import Minimizer
from streams.minimizer.opt_outs import OptOuts
from streams.minimizer.sample import sample
from streams.minimizer.step import minimized
from streams.process import Part
from streams.role_keys import analytics_key, audit_key, hashing_key, sealer, use_rings

SHORT_AT_ONCE = 8 + (os.cpu_count() or 1)  # on the event loop, or in the threads of slow detectors: one per core


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the parts of the role ``minimizer``; raises BadRequest if its predictor cannot be loaded.

    Raises Unavailable if a model is missing without which no policy goes on: all that such a member can do is to take
    turns from those that have the model, and refuse them.
    """
    predictor = _predictor(settings)
    samples = {name: partial(minimized, sample(policy, predictor)) for name, policy in settings.policies.items()}
    detection = detection_service(settings, samples)
    if not any(map(detection.serves, settings.policies.values())):
        raise Unavailable("a model is missing (the log says which), and no policy goes on without it")
    cancellations = Cancellations(settings.edge.request_timeout_seconds)
    opt_outs, own = OptOuts(), sealer(settings)
    requests = CompactedReader(connection, Topic.PRIVACY_REQUESTS, opt_outs.take, producer)
    handler = Minimizer(
        producer=producer,
        sealer=own,
        hashing_key=hashing_key(settings),
        policies=settings.policies,
        detection=detection,
        cancellations=cancellations,
        short=Lanes(FairQueue(limits(settings.minimizer, SHORT_AT_ONCE, connection.max_bytes_in_flight))),
        long=Lanes(FairQueue(limits(settings.minimizer, settings.detection.processes, connection.max_bytes_in_flight))),
        predictor=predictor,
        emission=_emission(settings, producer, opt_outs, requests),
    )
    worker = Worker(Topic.INCOMING, handler.handle, producer.send_dead_letter, open_bytes(connection))
    agent = AgentService(
        Role.MINIMIZER,
        connection,
        producer,
        worker,
        peers_of(Role.MINIMIZER, connection),
        [cancellations.take],
        lambda: minimizer_app(connection, worker),
        [requests] if settings.analytics else [],
        take_keys=[partial(use_rings, own)],
    )
    return agent, detection


def limits(minimizer: MinimizerSettings, running: int, max_bytes: int) -> LaneLimits:
    """Returns how many turns are minimized at once, and how many wait."""
    return LaneLimits(
        setting="minimizer.max_waiting_per_tenant",
        running=running,
        running_per_tenant=running,
        running_per_kind=running,
        waiting_per_tenant=minimizer.max_waiting_per_tenant,
        bytes=2 * max_bytes,
        bytes_per_tenant=max_bytes,
    )


def _emission(settings: Settings, producer: Producer, opt_outs: OptOuts, requests: CompactedReader) -> Emission | None:
    if settings.analytics is None:
        return None
    return Emission(
        producer=producer,
        analytics_key=analytics_key(settings),
        audit_key=audit_key(settings),
        window_ms=settings.analytics.window_ms,
        trusted_tenants=frozenset(settings.analytics.trusted_tenants),
        opt_outs=opt_outs,
        known=lambda: requests.current,
    )


def _predictor(settings: Settings) -> Artefact | None:
    if settings.predictor.model is None:
        return None
    installed = load(settings.predictor.model)
    metrics.predictor_info.labels(installed.digest).set(1)
    return installed.artefact
