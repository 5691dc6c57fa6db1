"""``canarygate topics``: compares the topics on a broker with the product's, creates and alters them.

It never deletes a topic, removes partitions or changes settings that are not the product's. Every function raises
aiokafka's KafkaError if the broker cannot be reached or refuses: InvalidReplicationFactorError where topics are missing
and there are too few brokers for their replicas.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiokafka.admin import AIOKafkaAdminClient, NewPartitions, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import InvalidReplicationFactorError, KafkaTimeoutError, for_code

from gateway.records import Topic
from streams.topics.table import Difference, Layout, TopicStanding, differences

_DYNAMIC_TOPIC_CONFIG = 1  # a config_source of Kafka's DescribeConfigs, from its version 1 on
_TRIES = 100
_PAUSE_SECONDS = 0.1

Settings = Iterable[tuple[str, str, int]]


async def plan(client_options: Mapping[str, Any], layout: Layout) -> tuple[Difference, ...]:
    """Returns what differs from the layout; nothing if there is nothing to do.

    ``client_options`` are aiokafka's: ``bootstrap_servers``, ``security_protocol`` and its options.
    """
    async with _connected(client_options) as admin:
        found = differences(layout, await _standing(admin, layout))
        await _check_brokers(admin, layout, found)
    return found


async def apply(client_options: Mapping[str, Any], layout: Layout) -> tuple[Difference, ...]:
    """Changes what it can; returns everything that differed before.

    Raises aiokafka's KafkaTimeoutError if the broker accepts the changes but does not show them in time.
    """
    async with _connected(client_options) as admin:
        standing = await _standing(admin, layout)
        found = differences(layout, standing)
        await _check_brokers(admin, layout, found)
        mendable = [difference for difference in found if difference.mendable]
        await _create(admin, layout, [difference for difference in mendable if difference.missing])
        present = [difference for difference in mendable if not difference.missing]
        await _grow(admin, [difference for difference in present if difference.setting == "partitions"])
        await _alter(admin, standing, [difference for difference in present if difference.setting != "partitions"])
        await _until_mended(admin, layout)
    return found


@asynccontextmanager
async def _connected(client_options: Mapping[str, Any]) -> AsyncIterator[AIOKafkaAdminClient]:
    admin = AIOKafkaAdminClient(**client_options)
    try:
        await admin.start()
        yield admin
    finally:
        await admin.close()


async def _check_brokers(admin: AIOKafkaAdminClient, layout: Layout, found: Iterable[Difference]) -> None:
    brokers = len((await admin.describe_cluster())["brokers"])
    if brokers < layout.replication_factor and any(difference.missing for difference in found):
        raise InvalidReplicationFactorError(f"there are {brokers} brokers")


async def _until_mended(admin: AIOKafkaAdminClient, layout: Layout) -> None:
    # The broker confirms a change a moment before it becomes visible.
    for _ in range(_TRIES):
        if not any(difference.mendable for difference in differences(layout, await _standing(admin, layout))):
            return
        await asyncio.sleep(_PAUSE_SECONDS)
    raise KafkaTimeoutError("the broker accepted the changes but does not show them yet: check again later")


async def _standing(admin: AIOKafkaAdminClient, layout: Layout) -> dict[Topic, TopicStanding]:
    there = set(await admin.list_topics())
    topics = {name: spec.topic for spec in layout.topics if (name := layout.name(spec.topic)) in there}
    if not topics:
        return {}
    partitions = {topic["topic"]: topic["partitions"] for topic in await admin.describe_topics(list(topics))}
    settings = await _settings(admin, topics)
    return {topic: _to_standing(partitions[name], settings[name]) for name, topic in topics.items()}


def _to_standing(partitions: Sequence[Mapping[str, Any]], settings: Settings) -> TopicStanding:
    return TopicStanding(
        partitions=len(partitions),
        replicas=min(len(partition["replicas"]) for partition in partitions),
        configs={name: value for name, value, _ in settings},
        own_configs={name: value for name, value, source in settings if source == _DYNAMIC_TOPIC_CONFIG},
    )


async def _settings(admin: AIOKafkaAdminClient, topics: Iterable[str]) -> dict[str, Settings]:
    """Returns every setting of each topic, with its value and where it was set."""
    found: dict[str, Settings] = {}
    for response in await admin.describe_configs([_resource(topic) for topic in topics]):
        for code, _, _, topic, entries in response.resources:
            _check(code, topic)
            found[topic] = [(entry[0], entry[1], entry[3]) for entry in entries]
    return found


async def _create(admin: AIOKafkaAdminClient, layout: Layout, missing: Sequence[Difference]) -> None:
    new = [
        NewTopic(
            difference.topic,
            int(difference.wanted),
            layout.replication_factor,
            topic_configs=layout.configs(difference.spec),
        )
        for difference in missing
    ]
    if new:
        for topic, code, *_ in (await admin.create_topics(new)).topic_errors:
            _check(code, topic)


async def _grow(admin: AIOKafkaAdminClient, small: Sequence[Difference]) -> None:
    if small:
        await admin.create_partitions({difference.topic: NewPartitions(int(difference.wanted)) for difference in small})


async def _alter(
    admin: AIOKafkaAdminClient, standing: Mapping[Topic, TopicStanding], wrong: Sequence[Difference]
) -> None:
    # The request replaces all settings of a topic, so it must include those that others set there.
    settings: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for difference in wrong:
        settings[difference.topic] |= standing[difference.spec.topic].own_configs
    for difference in wrong:
        settings[difference.topic][difference.setting] = difference.wanted
    if settings:
        for response in await admin.alter_configs([_resource(topic, wanted) for topic, wanted in settings.items()]):
            for code, _, _, topic in response.resources:
                _check(code, topic)


def _resource(topic: str, settings: Mapping[str, str] | None = None) -> ConfigResource:
    return ConfigResource(ConfigResourceType.TOPIC, topic, settings)


def _check(code: int, topic: str) -> None:
    if code:
        error = for_code(code)
        raise error(f"the broker refused the request for the topic {topic}")
