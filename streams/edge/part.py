"""The edge's part of a process: the HTTP server."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gateway import metrics
from gateway.edge.server import EdgeServer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.protocols.registry import APIS_BY_NAME
from gateway.rewriting import spellings
from gateway.settings import Settings
from streams.process import Part
from streams.role_keys import sealer, use_rings


def parts(settings: Settings, connection: Connection, producer: Producer) -> Sequence[Part]:
    """Returns the part of the role ``edge``."""
    metrics.initialize(routes=APIS_BY_NAME)
    spellings.warm_up()
    own = sealer(settings)
    return [EdgeServer(settings, connection, producer, own, take_keys=[partial(use_rings, own)])]
