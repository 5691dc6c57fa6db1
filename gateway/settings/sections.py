"""The sections of the configuration for listeners, broker, keys and clients."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    SecretStr,
    Tag,
    model_validator,
)

from gateway.roles import Role
from gateway.settings.key_ring import key_ring

EMBEDDED_MAX_BODY_BYTES = 1 << 20  # the embedded broker keeps 5 MiB a partition and drops the oldest beyond that

value_type = TypeVar("value_type")

Positive = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, le=3600)]  # a turn's records are kept for an hour
Name = Annotated[str, Field(min_length=1, max_length=200)]
Principal = Annotated[str, Field(pattern=r"^User:.{1,200}$")]
LongSecret = Annotated[SecretStr, Field(min_length=32)]
FrozenMapping = Annotated[Mapping[str, value_type], AfterValidator(MappingProxyType)]


class Section(BaseModel):
    """A frozen part of the configuration; it refuses unknown keys and never repeats a value in an error."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True, allow_inf_nan=False)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens; port 0 means any free port.

    >>> str(Address("::1", 8080))
    '[::1]:8080'
    """

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


_ADDRESS = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<host>[A-Za-z0-9._-]+)):(?P<port>[0-9]{1,5})")


def address(text: object) -> Address:
    """Returns the address in a text ``HOST:PORT``; raises ValueError.

    >>> address("127.0.0.1:8080")
    Address(host='127.0.0.1', port=8080)
    """
    found = _ADDRESS.fullmatch(text) if isinstance(text, str) else None
    if found is None or int(found["port"]) > 65535:
        raise ValueError("should be HOST:PORT, such as 127.0.0.1:8080")
    return Address(found["v6"] or found["host"], int(found["port"]))


Listen = Annotated[Address, PlainValidator(address)]


class EdgeSettings(Section):
    """Where clients connect, the limits on their requests, and how long the edge waits for whom.

    It waits ``accept_seconds`` for the broker to take a turn, refuses turns once nobody has minimized or dispatched for
    ``stalled_seconds``, and takes turns for ``shutdown_delay_seconds`` more after it was told to stop.
    """

    listen: Listen = Address("127.0.0.1", 8080)
    max_body_bytes: Positive = 10 * (1 << 20)
    max_in_flight: Positive = 512
    max_in_flight_per_tenant: Positive = 512
    max_in_flight_per_key: Positive = 64
    request_timeout_seconds: Seconds = 540.0
    accept_seconds: Seconds = 5.0
    stalled_seconds: Seconds = 15.0
    shutdown_delay_seconds: Annotated[float, Field(ge=0, le=3600)] = 5.0


class MinimizerSettings(Section):
    """How many turns of one tenant may wait for a minimizer."""

    max_waiting_per_tenant: Positive = 2048


class DispatcherSettings(Section):
    """How many calls of providers a dispatcher has open, and how many turns of one tenant may wait for one."""

    max_calls: Positive = 1024
    max_calls_per_model: Positive = 512
    max_calls_per_tenant: Positive = 512
    max_waiting_per_tenant: Positive = 2048


class MetricsSettings(Section):
    """Where ``/metrics`` of the process is served; never on the edge's port."""

    listen: Listen = Address("127.0.0.1", 9464)


class Embedded(Section):
    """The broker inside the process, for trial runs and tests: it does not store anything durably."""

    @model_validator(mode="before")
    @classmethod
    def _word(cls, value: object) -> object:
        return {} if value == "embedded" else value


def _bootstrap(servers: str) -> str:
    for server in servers.split(","):
        address(server.strip())
    return servers


class Kafka(Section):
    """A real broker; the keys are named as in Kafka's client settings."""

    bootstrap: Annotated[str, AfterValidator(_bootstrap)]
    topic_prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{0,100}$")] = ""
    security_protocol: Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"] = "PLAINTEXT"
    sasl_mechanism: Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] | None = None
    sasl_username: str | None = None
    sasl_password: SecretStr | None = None
    ssl_cafile: str | None = None
    ssl_certfile: str | None = None
    ssl_keyfile: str | None = None
    replication_factor: Positive = 3
    partitions: Positive = 12
    session_timeout_seconds: Annotated[float, Field(ge=1, le=300)] = 6.0
    group_instance_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,200}$")] | None = None
    principals: Annotated[Mapping[Role, Principal], AfterValidator(MappingProxyType)] = Field(
        default_factory=lambda: MappingProxyType({})
    )

    @model_validator(mode="after")
    def _fits_its_protocol(self) -> Kafka:
        wrong = [*self._sasl_mistakes(), *self._ssl_mistakes()]
        if wrong:
            raise ValueError("; ".join(wrong))
        return self

    def _sasl_mistakes(self) -> list[str]:
        given = [value is not None for value in (self.sasl_mechanism, self.sasl_username, self.sasl_password)]
        if self.security_protocol.startswith("SASL_"):
            return [] if all(given) else ["SASL needs sasl_mechanism, sasl_username and sasl_password"]
        return ["sasl_… needs security_protocol SASL_SSL or SASL_PLAINTEXT"] if any(given) else []

    def _ssl_mistakes(self) -> list[str]:
        given = [value is not None for value in (self.ssl_cafile, self.ssl_certfile, self.ssl_keyfile)]
        if any(given) and not self.security_protocol.endswith("SSL"):
            return ["ssl_… needs security_protocol SSL or SASL_SSL"]
        return ["ssl_keyfile needs ssl_certfile"] if given[2] and not given[1] else []


def _kind_of_broker(value: object) -> str:
    return "embedded" if value == "embedded" or isinstance(value, Embedded) else "kafka"


Broker = Annotated[
    Annotated[Embedded, Tag("embedded")] | Annotated[Kafka, Tag("kafka")], Discriminator(_kind_of_broker)
]


def _key_ring(secret: SecretStr) -> SecretStr:
    key_ring(secret)
    return secret


KeyRingSecret = Annotated[SecretStr, AfterValidator(_key_ring)]


class SealingSettings(Section):
    """The key rings that seal requests and replacement maps: a default one, and one per tenant that has its own."""

    keys: KeyRingSecret | None = None
    tenants: FrozenMapping[KeyRingSecret] = Field(default_factory=lambda: MappingProxyType({}))


class HashingSettings(Section):
    """The key for hashing identifiers that only have to be stable."""

    key: LongSecret | None = None


def _hash(text: str) -> str:
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", text):
        raise ValueError("should be sha256: and 64 digits of 0-9a-f, as `canarygate keys hash` prints it")
    return text


class ApiKey(Section):
    """A client of the edge, known by the hash of its key."""

    name: Name
    hash: Annotated[str, AfterValidator(_hash), Field(repr=False)]
    tenant: Name = "default"
    policy: Name = "default"
