from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import pytest
from aiokafka import ConsumerRecord, TopicPartition
from faust.auth import SASLCredentials, SSLCredentials

from gateway.kafka.connection import Connection
from gateway.kafka.reading import received
from gateway.records import Topic
from streams.engine.faust_changes import Consumer
from streams.engine.topology import App, dispatcher_app, minimizer_app
from streams.engine.worker import Delivery, Worker
from tests.gateway.wires import RecordingProducer

RECORD = ConsumerRecord("t", 3, 7, 1_700_000_000_250, 0, b"key", b"value", None, 3, 5, (("turn_id", b"1"),))


async def handle(delivery: Delivery) -> None:
    """Does nothing."""


def worker(topic: Topic = Topic.MINIMIZED) -> Worker:
    return Worker(topic, handle, RecordingProducer().send_dead_letter, max_bytes=1_000)


def connection(**security: object) -> Connection:
    return Connection(("kafka-1:9092", "kafka-2:9093"), 7_000_000, prefix="eu.", security=security, session_seconds=12)


def test_each_role_has_a_group_of_its_own_with_the_brokers_prefix() -> None:
    apps = [minimizer_app(connection(), worker(Topic.INCOMING)), dispatcher_app(connection(), worker(), set.clear)]
    assert [app.conf.id for app in apps] == ["eu.canarygate-minimizer", "eu.canarygate-dispatcher"]
    assert [str(url) for url in apps[0].conf.broker] == ["aiokafka://kafka-1:9092", "aiokafka://kafka-2:9093"]


def test_an_agent_takes_one_record_at_a_time_and_the_worker_decides_what_is_acknowledged() -> None:
    app = dispatcher_app(connection(), worker(), set.clear)
    (agent,) = app.agents.values()
    assert agent.concurrency == 1
    assert app.conf.stream_wait_empty is False
    assert not app.conf.web_enabled
    assert app.conf.consumer_max_fetch_size == 7_000_000
    assert app.conf.broker_session_timeout == 12
    assert app.conf.broker_heartbeat_interval == 0.5
    assert app.conf.consumer_group_instance_id is None


def test_a_member_is_the_one_that_the_connection_says_and_as_patient() -> None:
    app = minimizer_app(replace(connection(), session_seconds=60, group_instance_id="gate-1"), worker())
    assert app.conf.consumer_group_instance_id == "gate-1"
    assert app.conf.broker_request_timeout >= app.conf.broker_session_timeout == 60
    assert minimizer_app(replace(connection(), session_seconds=1), worker()).conf.broker_heartbeat_interval == 0.25


def test_a_broker_without_security_needs_no_credentials() -> None:
    assert minimizer_app(connection(security_protocol="PLAINTEXT"), worker()).conf.broker_credentials is None


def test_tls_and_sasl_are_those_of_the_connection() -> None:
    context = ssl.create_default_context()
    tls = minimizer_app(connection(ssl_context=context), worker()).conf.broker_credentials
    assert isinstance(tls, SSLCredentials)
    assert tls.context is context
    sasl = minimizer_app(
        connection(
            ssl_context=context,
            sasl_mechanism="SCRAM-SHA-512",
            sasl_plain_username="canarygate",
            sasl_plain_password="planted-password",
        ),
        worker(),
    ).conf.broker_credentials
    assert isinstance(sasl, SASLCredentials)
    assert (sasl.username, sasl.password, sasl.ssl_context) == ("canarygate", "planted-password", context)
    assert sasl.mechanism is not None
    assert sasl.mechanism.value == "SCRAM-SHA-512"
    assert "planted" not in repr(sasl)


async def test_a_record_is_the_same_whichever_client_reads_it() -> None:
    consumer = cast(Consumer, minimizer_app(connection(), worker()).consumer)
    by_faust = consumer._to_message(TopicPartition("t", 3), RECORD)
    by_aiokafka = received(RECORD)
    for name in ("partition", "offset", "value", "headers", "timestamp"):
        assert getattr(by_faust, name) == getattr(by_aiokafka, name)


def test_a_process_needs_no_place_to_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = minimizer_app(connection(), worker())
    app._create_directories()
    assert list(tmp_path.iterdir()) == []


@dataclass(slots=True)
class FakeConsumer:
    """A consumer with two partitions, which notes what happens around it."""

    happened: list[str] = field(default_factory=list)

    def assignment(self) -> set[TopicPartition]:
        """Two partitions."""
        return {TopicPartition("eu.conversations.minimized", number) for number in (1, 2)}

    async def commit(self) -> None:
        """Notes the commit."""
        self.happened.append("committed")


class NotingWorker(Worker):
    """A worker that notes what it hands over and what it gives up."""

    happened: list[str]

    async def hand_over(self, partitions: object) -> None:
        """Notes what it makes ready."""
        self.happened.append(f"handed {partitions} over")

    def revoke(self, partitions: object) -> None:
        """Notes what leaves."""
        self.happened.append(f"revoked {partitions}")


def app_of(consumer: FakeConsumer) -> App:
    noting = NotingWorker(Topic.MINIMIZED, handle, RecordingProducer().send_dead_letter, max_bytes=1_000)
    noting.happened = consumer.happened
    return dispatcher_app(connection(), noting, lambda partitions: consumer.happened.append(f"forgot {partitions}"))


def test_a_member_that_gives_up_its_partitions_hands_them_over_then_commits_then_forgets_them() -> None:
    consumer = FakeConsumer()
    asyncio.run(app_of(consumer)._consumer_wait_empty(consumer, None))
    assert consumer.happened == [
        "handed {1, 2} over",
        "committed",
        "revoked {1, 2}",
        "forgot {1, 2}",
    ]
