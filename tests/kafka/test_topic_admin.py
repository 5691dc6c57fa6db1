from collections.abc import Mapping

import pytest
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import InvalidReplicationFactorError, KafkaConnectionError

from gateway.records import Topic
from streams.topics.admin import apply, plan
from streams.topics.table import Layout, max_message_bytes
from tests.support.kafka import RealBroker
from tests.support.ports import free_ports
from tests.support.waiting import eventually

BODY_BYTES = 3 << 20


def _layout(prefix: str, partitions: int = 2) -> Layout:
    return Layout(BODY_BYTES, prefix, partitions, replication_factor=1)


def _options(broker: RealBroker) -> dict[str, str]:
    return {"bootstrap_servers": broker.bootstrap}


async def _create(broker: RealBroker, topic: str, partitions: int, settings: Mapping[str, str]) -> None:
    admin = AIOKafkaAdminClient(**_options(broker))
    await admin.start()
    await admin.create_topics([NewTopic(topic, partitions, 1, topic_configs=dict(settings))])

    async def shown() -> bool:
        return topic in await admin.list_topics()

    await eventually(shown, 10.0, "the new topic's appearance")
    await admin.close()


async def _setting(broker: RealBroker, topic: str, setting: str) -> str:
    admin = AIOKafkaAdminClient(**_options(broker))
    await admin.start()
    (response,) = await admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, topic, {setting: ""})])
    await admin.close()
    value: str = response.resources[0][4][0][1]
    return value


async def test_apply_creates_every_topic_and_then_there_is_nothing_to_do(
    real_broker: RealBroker, topic_prefix: str
) -> None:
    layout = _layout(topic_prefix)
    planned = await plan(_options(real_broker), layout)
    assert {difference.topic for difference in planned} == {topic_prefix + topic.value for topic in Topic}
    assert await apply(_options(real_broker), layout) == planned
    assert await plan(_options(real_broker), layout) == ()
    assert await apply(_options(real_broker), layout) == ()
    assert await _setting(real_broker, f"{topic_prefix}conversations.incoming", "max.message.bytes") == str(
        max_message_bytes(BODY_BYTES)
    )


async def test_apply_mends_settings_and_leaves_those_of_others_alone(
    real_broker: RealBroker, topic_prefix: str
) -> None:
    topic = f"{topic_prefix}conversations.minimized"
    await _create(real_broker, topic, 2, {"retention.ms": "5", "min.cleanable.dirty.ratio": "0.25"})
    await apply(_options(real_broker), _layout(topic_prefix))
    assert await plan(_options(real_broker), _layout(topic_prefix)) == ()
    assert await _setting(real_broker, topic, "retention.ms") == "3600000"
    assert await _setting(real_broker, topic, "min.cleanable.dirty.ratio") == "0.25"


async def test_apply_adds_partitions_and_takes_none_away(real_broker: RealBroker, topic_prefix: str) -> None:
    minimized, outcomes = f"{topic_prefix}conversations.minimized", f"{topic_prefix}conversations.outcomes"
    await _create(real_broker, minimized, 5, {})
    await _create(real_broker, outcomes, 7, {})
    await apply(_options(real_broker), _layout(topic_prefix, partitions=3))
    assert [str(left) for left in await plan(_options(real_broker), _layout(topic_prefix, partitions=3))] == [
        f"{outcomes}: partitions 7, to be 5 by hand"
    ]
    await apply(_options(real_broker), _layout(topic_prefix, partitions=7))
    assert await plan(_options(real_broker), _layout(topic_prefix, partitions=7)) == ()


async def test_too_few_brokers_for_the_replicas_are_an_error_that_says_so_before_anything_is_made(
    real_broker: RealBroker, topic_prefix: str
) -> None:
    layout = Layout(BODY_BYTES, topic_prefix, 2, replication_factor=3)
    for verb in (plan, apply):
        with pytest.raises(InvalidReplicationFactorError):
            await verb(_options(real_broker), layout)
    assert len(await plan(_options(real_broker), _layout(topic_prefix))) == len(Topic)


async def test_a_broker_that_is_away_is_an_error_of_kafka() -> None:
    with pytest.raises(KafkaConnectionError):
        await plan({"bootstrap_servers": f"127.0.0.1:{free_ports(1)[0]}"}, _layout("any."))
