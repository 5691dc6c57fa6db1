"""How to reach a broker: the options of every aiokafka client, as the configuration says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gateway.kafka.doorbell import Doorbell
from gateway.kafka.login import tls
from gateway.records import Topic
from gateway.settings import Kafka

PROBE_SECONDS = 1.5


@dataclass(frozen=True, slots=True, repr=False)
class Connection:
    """How to reach a broker, the prefix of its topics and the largest record that they take.

    ``security`` holds aiokafka's client options for TLS and SASL; ``fetch_wait_ms`` is how long an empty fetch may wait
    at the broker, ``session_seconds`` after how long a silent member of a group is given up, ``group_instance_id``
    which member of each group this process is whenever it starts, ``max_bytes_in_flight`` how much of its clients'
    requests a process holds. ``doorbell`` wakes the consumers of a process that is the only one to write; it is None
    where the broker does that.
    """

    bootstrap: tuple[str, ...]
    max_record_bytes: int
    prefix: str = ""
    security: Mapping[str, Any] = field(default_factory=dict)
    embedded: bool = False
    fetch_wait_ms: int = 500
    max_bytes_in_flight: int = 268_435_456
    session_seconds: float = 6.0
    group_instance_id: str | None = None
    doorbell: Doorbell | None = None

    def topic(self, topic: Topic) -> str:
        """The topic's name on this broker."""
        return self.prefix + topic.value

    @property
    def options(self) -> dict[str, Any]:
        """The options of every aiokafka client."""
        return {"bootstrap_servers": list(self.bootstrap), **self.security}


def connect_to(broker: Kafka, max_record_bytes: int) -> Connection:
    """The connection to a broker of the configuration; raises BadRequest where a file of its TLS cannot be used."""
    security: dict[str, Any] = {"security_protocol": broker.security_protocol}
    if broker.security_protocol.endswith("SSL"):
        security["ssl_context"] = tls(broker)
    if broker.sasl_password is not None:
        security |= {
            "sasl_mechanism": broker.sasl_mechanism,
            "sasl_plain_username": broker.sasl_username,
            "sasl_plain_password": broker.sasl_password.get_secret_value(),
        }
    bootstrap = tuple(address.strip() for address in broker.bootstrap.split(","))
    return Connection(
        bootstrap,
        max_record_bytes,
        prefix=broker.topic_prefix,
        security=security,
        session_seconds=broker.session_timeout_seconds,
        group_instance_id=broker.group_instance_id,
    )
