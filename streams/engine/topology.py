"""The Faust apps: which agent reads which topic, and how a consumer group gives up its partitions.

Each role has its own app and so its own consumer group. Agents run with ``concurrency=1`` and ``noack()``; the worker's
window says what may be committed, because Faust 0.15.3 would commit past a message in flight (upstream issue 606).

Faust's ``stream_wait_empty`` waits for every open event before a rebalance can continue, so one answer that streams for
minutes would stop the whole group. Here the partitions are handed over at once, and what has begun goes on.
"""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable, Mapping
from typing import Any, cast

import faust
from faust.auth import SASLCredentials, SSLCredentials
from yarl import URL

from gateway import metrics
from gateway.kafka.connection import Connection
from gateway.kafka.doorbell import Doorbell
from gateway.logs import fields
from gateway.roles import Role
from streams.engine.faust_changes import Consumer, NoTables, SilentMonitor, Transport
from streams.engine.worker import Worker

COMMIT_SECONDS = 0.5
HEARTBEAT_SECONDS = 0.5  # with its heartbeat a member learns of a rebalance

log = logging.getLogger(__name__)


class App(faust.App):
    """A Faust app around one worker, which hands its open records over when partitions leave."""

    worker: Worker
    forget: Callable[[set[int]], None]
    fetch_wait_ms: int
    doorbell: Doorbell | None
    role: Role
    _revoked_at: float | None = None

    async def _on_partitions_assigned(self, assigned: Any, generation_id: int = 0) -> None:
        await super()._on_partitions_assigned(assigned, generation_id)
        partitions = sorted(each.partition for each in assigned)
        metrics.assigned_partitions.labels(self.role.value).set(len(partitions))
        if self._revoked_at is not None:
            metrics.rebalances_total.labels(self.role.value).inc()
            metrics.rebalance_seconds.labels(self.role.value).observe(time.monotonic() - self._revoked_at)
        log.info("partitions assigned", extra=fields(role=self.role.value, partitions=partitions))

    @property
    def group(self) -> Consumer:
        """This member's side of its consumer group."""
        return cast(Consumer, self.consumer)

    @property
    def handed_over(self) -> Mapping[int, int]:
        """Of each partition, the offset after the last record that was read for the worker."""
        return self.group.handed_over

    async def _consumer_wait_empty(self, consumer: Any, logger: Any) -> None:
        revoked = {partition.partition for partition in consumer.assignment()}
        self._revoked_at = time.monotonic()
        await self.worker.hand_over(revoked)
        await consumer.commit()
        self.worker.revoke(revoked)
        self.forget(revoked)
        metrics.assigned_partitions.labels(self.role.value).set(0)
        lost = fields(role=self.role.value, partitions=sorted(revoked), count=self.worker.count)
        log.info("partitions lost", extra=lost)

    def _create_directories(self) -> None:
        # Faust's directories are for tables. Without them a process needs no writable disk.
        return

    def _new_transport(self) -> Any:
        return Transport(self.conf.broker_consumer, self)


def minimizer_app(connection: Connection, worker: Worker) -> App:
    """Returns the app of the role ``minimizer``: it reads ``conversations.incoming``."""
    return _app(Role.MINIMIZER, connection, worker, lambda partitions: None)


def searcher_app(connection: Connection, worker: Worker) -> App:
    """Returns the app of the role ``searcher``: it reads ``conversations.incoming`` in a group of its own."""
    return _app(Role.SEARCHER, connection, worker, lambda partitions: None)


def dispatcher_app(connection: Connection, worker: Worker, forget: Callable[[set[int]], None]) -> App:
    """Returns the app of the role ``dispatcher``, for ``conversations.minimized``; ``forget`` gets lost partitions."""
    return _app(Role.DISPATCHER, connection, worker, forget)


def _app(role: Role, connection: Connection, worker: Worker, forget: Callable[[set[int]], None]) -> App:
    group = f"canarygate-{role.value}"
    app = App(
        connection.prefix + group,
        broker=[URL(f"aiokafka://{address}") for address in connection.bootstrap],
        broker_credentials=_credentials(connection),
        broker_commit_interval=COMMIT_SECONDS,
        broker_session_timeout=connection.session_seconds,
        broker_heartbeat_interval=min(HEARTBEAT_SECONDS, connection.session_seconds / 4),
        broker_rebalance_timeout=20.0,
        broker_request_timeout=max(20.0, connection.session_seconds),  # Faust refuses one that is shorter
        consumer_group_instance_id=connection.group_instance_id,
        consumer_auto_offset_reset="earliest",
        consumer_max_fetch_size=connection.max_record_bytes,
        key_serializer="raw",
        value_serializer="raw",
        store="memory://",
        stream_wait_empty=False,
        topic_allow_declare=False,
        topic_disable_leader=True,
        web_enabled=False,
        autodiscover=False,
        Monitor=SilentMonitor,
        TableManager=NoTables,
    )
    app.role, app.worker, app.forget = role, worker, forget
    app.fetch_wait_ms, app.doorbell = connection.fetch_wait_ms, connection.doorbell
    topic = app.topic(connection.topic(worker.topic), key_type=bytes, value_type=bytes)

    @app.agent(topic, name=group, concurrency=1)
    async def agent(stream: Any) -> None:
        await worker.run(stream.noack().events())

    app.finalize()
    return app


def _credentials(connection: Connection) -> SASLCredentials | SSLCredentials | None:
    security = connection.security
    context = cast("ssl.SSLContext | None", security.get("ssl_context"))
    if "sasl_mechanism" in security:
        return SASLCredentials(
            username=security["sasl_plain_username"],
            password=security["sasl_plain_password"],
            mechanism=security["sasl_mechanism"],
            ssl_context=context,
        )
    return None if context is None else SSLCredentials(context=context)
