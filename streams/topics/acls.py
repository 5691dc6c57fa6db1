"""The ACLs on a broker: which stand there, and adding those that are missing."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Any

from confluent_kafka import KafkaException
from confluent_kafka.admin import (
    AclBinding,
    AclBindingFilter,
    AclOperation,
    AclPermissionType,
    AdminClient,
    ResourcePatternType,
    ResourceType,
)

from gateway.errors import Unavailable
from gateway.settings import Kafka
from streams.topics.access import GROUP, TOPIC, Grant, Rule

SECONDS = 30.0
TRIES = 100
PAUSE_SECONDS = 0.1
ANY_HOST = "*"


def standing_rules(broker: Kafka) -> frozenset[Rule]:
    """Returns the ACLs that allow anything with a topic or a group; raises Unavailable if the broker shows none."""
    asked = AclBindingFilter(
        ResourceType.ANY, None, ResourcePatternType.ANY, None, None, AclOperation.ANY, AclPermissionType.ALLOW
    )
    client = AdminClient(client_options(broker))  # its answers come only while it is held
    found = (_rule(binding) for binding in _answer(client.describe_acls(asked, request_timeout=SECONDS)))
    return frozenset(rule for rule in found if rule.resource in (TOPIC, GROUP))


def add(broker: Kafka, grants: Collection[Grant]) -> None:
    """Adds an ACL for each grant, and returns when they hold; raises Unavailable if the broker refuses one."""
    if not grants:
        return
    client = AdminClient(client_options(broker))
    futures = client.create_acls([_binding(grant) for grant in grants], request_timeout=SECONDS)
    for future in futures.values():
        _answer(future)
    _until_they_hold(broker, grants)


def _until_they_hold(broker: Kafka, grants: Collection[Grant]) -> None:
    # The broker confirms an ACL a moment before it obeys it.
    for _ in range(TRIES):
        standing = standing_rules(broker)
        if all(any(rule.covers(grant) for rule in standing) for grant in grants):
            return
        time.sleep(PAUSE_SECONDS)
    raise Unavailable("the broker accepted the ACLs but does not show them yet: check again later")


def _answer(future: Any) -> Any:
    try:
        return future.result(SECONDS)
    except (KafkaException, TimeoutError) as error:
        code = error.args[0].name() if isinstance(error, KafkaException) else ""
        raise Unavailable(_REFUSED.get(code, "the broker does not answer questions about ACLs")) from None


_REFUSED = {
    "SECURITY_DISABLED": "the broker enforces no ACLs: set its authorizer.class.name, or leave out broker.principals",
    "CLUSTER_AUTHORIZATION_FAILED": "the broker lets this user see and set no ACLs: it needs DESCRIBE and ALTER on the "
    "cluster",
}


def _rule(binding: AclBinding) -> Rule:
    is_prefix = binding.resource_pattern_type == ResourcePatternType.PREFIXED
    resource, operation = ResourceType(binding.restype).name, AclOperation(binding.operation).name
    return Rule(binding.principal, resource, binding.name, is_prefix, operation)


def _binding(grant: Grant) -> AclBinding:
    return AclBinding(
        ResourceType[grant.resource],
        grant.name,
        ResourcePatternType.LITERAL,
        grant.principal,
        ANY_HOST,
        AclOperation[grant.operation],
        AclPermissionType.ALLOW,
    )


def client_options(broker: Kafka) -> dict[str, str | int]:
    """Returns librdkafka's options for a client of this broker."""
    given: Mapping[str, str | int | None] = {
        "bootstrap.servers": broker.bootstrap,
        "security.protocol": broker.security_protocol,
        "sasl.mechanism": broker.sasl_mechanism,
        "sasl.username": broker.sasl_username,
        "sasl.password": broker.sasl_password.get_secret_value() if broker.sasl_password else None,
        "ssl.ca.location": broker.ssl_cafile,
        "ssl.certificate.location": broker.ssl_certfile,
        "ssl.key.location": broker.ssl_keyfile or broker.ssl_certfile,
        "log_level": 0,
    }
    return {name: value for name, value in given.items() if value is not None}
