"""The searcher's parts of a process: its agent with the models that it calls, and its detection."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.providers.client import Providers
from gateway.records import Topic
from gateway.sealing import KEY_BYTES, keyed_hash
from gateway.settings import Role, Settings
from streams.detecting.service import detection_service
from streams.engine.peers import peers_of
from streams.engine.service import AgentService, open_bytes
from streams.engine.topology import searcher_app
from streams.engine.worker import Worker
from streams.models import ProviderModel
from streams.process import Part
from streams.role_keys import sealer, use_rings
from streams.searcher.driver import Bounds
from streams.searcher.handler import Counted, Searcher
from streams.searcher.ledger import Head
from streams.searcher.proposer import Proposer
from streams.searcher.scorers import ModelScorer
from streams.searcher.utility import Rubric


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the parts of the role ``searcher``: none if no tenant has opted in."""
    search = settings.search
    if not search.tenants or search.target is None or search.ledger is None:
        return ()
    providers = Providers(settings.trusted_models, settings.router_settings)
    names = (search.target, search.judge or search.target)
    target, judge = (Counted(ProviderModel(name, providers)) for name in names)
    detection = detection_service(settings, {})
    own = sealer(settings)
    hash_text = partial(keyed_hash, os.urandom(KEY_BYTES))
    handler = Searcher(
        shares=search.tenants,
        sealer=own,
        policies=settings.policies,
        detection=detection,
        scorer=ModelScorer(target, judge, Rubric.PASS_OR_FAIL, decodes=1),
        head=Head(*names, Rubric.PASS_OR_FAIL, decodes=1),
        ledger=search.ledger,
        bounds=Bounds(search.concurrency, search.calls),
        entities=search.entities,
        proposer=Proposer(target, detection, hash_text) if search.abstractions == "model" else None,
    )
    worker = Worker(Topic.INCOMING, handler.handle, handler.leave, open_bytes(connection))
    agent = AgentService(
        Role.SEARCHER,
        connection,
        producer,
        worker,
        peers_of(Role.SEARCHER, connection),
        [],
        lambda: searcher_app(connection, worker),
        resources=[providers, handler],
        take_keys=[partial(use_rings, own), lambda changed: providers.use(changed.trusted_models)],
    )
    return agent, detection
