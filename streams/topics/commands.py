"""``canarygate topics plan`` and ``apply``: the topics of a configuration, and who may use them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from aiokafka.errors import InvalidReplicationFactorError, KafkaError

from gateway.errors import BadRequest, NotFound, Unavailable
from gateway.kafka import aiokafka_changes
from gateway.kafka.connection import connect_to
from gateway.kafka.login import fault
from gateway.settings import Kafka, Settings
from streams.topics import acls, admin
from streams.topics.access import Missing, Surplus, access_differences
from streams.topics.table import DAY_MS, Difference, Layout, max_message_bytes, topics_of

Verb = Callable[[Mapping[str, Any], Layout], Coroutine[None, None, tuple[Difference, ...]]]

_REFUSED = {
    "ClusterAuthorizationFailedError": "the broker lets this user create no topics: it needs CREATE on the cluster or "
    "on the topics",
    "TopicAuthorizationFailedError": "the broker keeps the topics from this user: it needs CREATE, DESCRIBE, "
    "DESCRIBE_CONFIGS, ALTER and ALTER_CONFIGS on them",
}


def plan(settings: Settings) -> tuple[Difference | Missing | Surplus, ...]:
    """Returns how the topics on the broker, and who may use them, differ from the configuration.

    Raises NotFound for the embedded broker, BadRequest and Unavailable with what to do.
    """
    broker, layout = _broker(settings), _layout(settings)
    return (*_asked(broker, layout, admin.plan), *_access(broker, layout))


def apply(settings: Settings) -> tuple[Difference | Missing | Surplus, ...]:
    """Changes what it can; returns everything that differed before. Raises what `plan` raises."""
    broker, layout = _broker(settings), _layout(settings)
    topics, access = _asked(broker, layout, admin.apply), _access(broker, layout)
    acls.add(broker, [difference.grant for difference in access if isinstance(difference, Missing)])
    return (*topics, *access)


def _broker(settings: Settings) -> Kafka:
    if not isinstance(settings.broker, Kafka):
        raise NotFound("broker: the embedded broker makes its topics itself; name a real one")
    return settings.broker


def _layout(settings: Settings) -> Layout:
    broker, configured = _broker(settings), settings.configured_roles
    return Layout(
        settings.edge.max_body_bytes,
        broker.topic_prefix,
        broker.partitions,
        broker.replication_factor,
        topics=topics_of(configured, configured),
        window_ms=settings.analytics.window_ms if settings.analytics else DAY_MS,
    )


def _access(broker: Kafka, layout: Layout) -> tuple[Missing | Surplus, ...]:
    if not broker.principals:
        return ()
    return access_differences(broker.principals, layout, acls.standing_rules(broker))


def _asked(broker: Kafka, layout: Layout, verb: Verb) -> tuple[Difference, ...]:
    aiokafka_changes.apply()
    options = connect_to(broker, max_message_bytes(layout.max_body_bytes)).options
    try:
        return asyncio.run(verb(options, layout))
    except InvalidReplicationFactorError:
        replicas = broker.replication_factor
        raise BadRequest(
            f"broker.replication_factor is {replicas}, which needs {replicas} brokers, and fewer are there: lower it"
        ) from None
    except KafkaError as error:
        why = asyncio.run(fault(options)) or _REFUSED.get(type(error).__name__)
        raise Unavailable(why or "the broker refuses what was asked, or answered too late") from None
