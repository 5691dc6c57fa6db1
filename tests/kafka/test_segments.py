"""What stands on the broker's disk: read out of its segment files, without the broker.

A tenant's records are gone with its key, and every record is gone when its retention has passed.
"""

from __future__ import annotations

import os
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

import aiohttp
import pytest
from aiokafka import AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.record.memory_records import MemoryRecords
from pydantic import SecretStr

from gateway.kafka.connection import connect_to
from gateway.keys import hash_key
from gateway.records import IncomingTurn, MinimizedTurn, Topic, decode, turn_id_of
from gateway.sealing import KEY_BYTES, CannotOpen, KeyRing, Purpose, Sealer
from gateway.settings import Kafka, key_ring
from gateway.types import JsonObject
from streams.topics.admin import apply
from streams.topics.table import HOUR_MS, MINUTE_MS, Layout, max_message_bytes
from tests.support.evidence import finds
from tests.support.gateway import running_gateway
from tests.support.kafka import Guards, RealBroker
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

BODY_BYTES = 1 << 20
WAIT_SECONDS = 60.0
AT_ONCE = "log.retention.check.interval.ms=200\nlog.segment.delete.delay.ms=0\nlog.initial.task.delay.ms=0"
VALUES = {"own": "dana.okoye+42@harbor-quartz7.example", "other": "li.wei+17@copper-lantern3.example"}


def ring() -> str:
    return f"k1:{b64encode(os.urandom(KEY_BYTES)).decode()}"


RINGS = {"own": ring(), "other": ring()}


@pytest.fixture(scope="module")
def broker(kafka_jars: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBroker]:
    """A broker that looks for what has to go five times a second, where others do every five minutes."""
    with RealBroker(tmp_path_factory.mktemp("segments"), kafka_jars, Guards(properties=AT_ONCE)) as running:
        yield running


def layout(prefix: str) -> Layout:
    return Layout(BODY_BYTES, prefix, partitions=1, replication_factor=1)


def segments(broker: RealBroker, topic: str) -> list[bytes]:
    """The content of each of a topic's segment files, in the order of their offsets."""
    files = (broker.folder / "data").glob(f"{topic}-*/*.log")
    return [path.read_bytes() for path in sorted(files)]


def sealed(broker: RealBroker, prefix: str) -> list[tuple[str, str, Purpose, bytes]]:
    """Tenant, turn, purpose and envelope of all that stands sealed in the files of requests and minimized requests."""
    found = []
    for topic in (Topic.INCOMING, Topic.MINIMIZED):
        for content in segments(broker, prefix + topic):
            batches = MemoryRecords(content)
            while batch := batches.next_batch():
                for record in batch:
                    found.append(_envelope(topic, turn_id_of(record.headers), record.value))
    return found


def _envelope(topic: Topic, turn_id: str, value: bytes) -> tuple[str, str, Purpose, bytes]:
    if topic is Topic.INCOMING:
        turn = decode(value, IncomingTurn)
        return turn.tenant, turn_id, Purpose.REQUEST, turn.sealed
    passed_on = decode(value, MinimizedTurn)
    return passed_on.tenant, turn_id, Purpose.REPLACEMENT_MAP, passed_on.sealed_map


def sealer(rings: Mapping[str, str]) -> Sealer:
    keys = {tenant: KeyRing(key_ring(SecretStr(text))) for tenant, text in rings.items()}
    return Sealer(keys["other"], keys, os.urandom)


def opened(sealer: Sealer, tenant: str, turn_id: str, purpose: Purpose, envelope: bytes) -> bytes | None:
    try:
        return sealer.open(envelope, tenant=tenant, turn_id=turn_id, purpose=purpose)
    except CannotOpen:
        return None


async def test_a_tenants_records_on_disk_are_unreadable_once_its_own_key_is_deleted(
    broker: RealBroker, topic_prefix: str
) -> None:
    connection = connect_to(Kafka(bootstrap=broker.bootstrap, topic_prefix=topic_prefix), max_message_bytes(BODY_BYTES))
    await apply(connection.options, layout(topic_prefix))
    sections: JsonObject = {
        "sealing": {"keys": RINGS["other"], "tenants": {"own": RINGS["own"]}},
        "api_keys": [{"name": tenant, "hash": hash_key(tenant), "tenant": tenant} for tenant in VALUES],
    }
    async with Upstream() as upstream, running_gateway(upstream, sections=sections, connection=connection) as gateway:
        for tenant, value in VALUES.items():
            assert value in await asked(gateway.url, tenant, f"Write to {value} about the lantern festival")
    on_disk = {str(path): path.read_bytes() for path in broker.folder.rglob("*") if path.is_file()}
    assert finds(VALUES.values(), on_disk) == {}
    assert finds(["the lantern festival"], on_disk), "the search sees what is not secret"

    envelopes = sealed(broker, topic_prefix)
    assert {(tenant, purpose) for tenant, _, purpose, _ in envelopes} == {
        (tenant, purpose) for tenant in VALUES for purpose in (Purpose.REQUEST, Purpose.REPLACEMENT_MAP)
    }
    with_all_keys, without_it = sealer(RINGS), sealer({"other": RINGS["other"]})
    for envelope in envelopes:
        planted = VALUES[envelope[0]].encode()
        assert planted in (opened(with_all_keys, *envelope) or b"")
        readable = opened(without_it, *envelope)
        assert readable is None if envelope[0] == "own" else planted in (readable or b"")


async def asked(url: str, key: str, text: str) -> str:
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    async with (
        aiohttp.ClientSession(headers={"authorization": f"Bearer {key}"}) as session,
        session.post(f"{url}/v1/chat/completions", json=body) as response,
    ):
        assert response.status == 200
        content: str = (await response.json())["choices"][0]["message"]["content"]
        return content


async def test_what_is_older_than_its_retention_is_gone_from_disk_though_its_partition_is_in_use(
    broker: RealBroker, topic_prefix: str
) -> None:
    connection = connect_to(Kafka(bootstrap=broker.bootstrap, topic_prefix=topic_prefix), max_message_bytes(BODY_BYTES))
    await apply(connection.options, layout(topic_prefix))
    name, unguarded = topic_prefix + Topic.INCOMING, f"{topic_prefix}without-segment-ms"
    await create(broker, unguarded, {"retention.ms": str(HOUR_MS)})
    # A segment of ten minutes ends with the first record that comes later, so the last age of all is an hour and ten.
    ages = [130, 75, 50, 0]
    # A segment stays as long as its newest record, which comes first here: the oldest could be gone before it came.
    await write(broker, unguarded, ages[::-1])
    await write(broker, name, ages)

    def left(topic: str) -> list[int]:
        content = b"".join(segments(broker, topic))
        return [age for age in ages if f"of {age} minutes".encode() in content]

    await eventually(lambda: left(name) == [50, 0], WAIT_SECONDS, "the end of what is too old")
    assert left(unguarded) == ages


async def test_what_was_replaced_is_gone_from_disk_a_day_later(broker: RealBroker, topic_prefix: str) -> None:
    connection = connect_to(Kafka(bootstrap=broker.bootstrap, topic_prefix=topic_prefix), max_message_bytes(BODY_BYTES))
    await apply(connection.options, layout(topic_prefix))
    name, unguarded = topic_prefix + Topic.PUBLISHED, f"{topic_prefix}without-lag"
    await create(broker, unguarded, {"cleanup.policy": "compact"})
    # Compaction leaves the segment alone that is being written: it ends with the first record that comes a day later.
    hours = [90, 60, 30, 0]
    for topic in (unguarded, name):
        await write(broker, topic, [60 * age for age in hours], key=b"cluster")

    def left(topic: str) -> list[int]:
        content = b"".join(segments(broker, topic))
        return [age for age in hours if f"of {60 * age} minutes".encode() in content]

    await eventually(
        lambda: 90 not in left(name) and 60 not in left(name), WAIT_SECONDS, "the end of what was replaced"
    )
    assert left(unguarded) == hours


async def create(broker: RealBroker, topic: str, configs: dict[str, str]) -> None:
    admin = AIOKafkaAdminClient(bootstrap_servers=broker.bootstrap)
    await admin.start()
    await admin.create_topics([NewTopic(topic, 1, 1, topic_configs=configs)])
    await admin.close()


async def write(broker: RealBroker, topic: str, ages: list[int], key: bytes | None = None) -> None:
    """Writes a record of each age, in minutes."""
    now = round(time.time() * 1000)
    async with AIOKafkaProducer(bootstrap_servers=broker.bootstrap) as producer:
        for age in ages:
            await producer.send_and_wait(topic, f"of {age} minutes".encode(), key, timestamp_ms=now - age * MINUTE_MS)
