"""A real broker with a port for every security protocol, and the sections ``broker`` that its ports let in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gateway.types import JsonObject
from tests.support.authority import HOST, Authority
from tests.support.kafka import Guards, RealBroker
from tests.support.ports import free_ports

USER, PASSWORD = "gate", "planted-password"
PROTOCOLS = ("SSL", "SASL_SSL", "SASL_PLAINTEXT")
SCRAMS = ("SCRAM-SHA-256", "SCRAM-SHA-512")


@dataclass(frozen=True, slots=True)
class Secured:
    """The broker, and who vouches for it; ``stranger`` vouches for nobody here."""

    broker: RealBroker
    ports: dict[str, int]
    authority: Authority
    stranger: Authority

    def certified(self, by: Authority | None = None) -> JsonObject:
        """The settings of a client with a certificate."""
        client = (by or self.authority).sign("client")
        return {
            **self._at("SSL"),
            "ssl_cafile": str(self.authority.certificate),
            "ssl_certfile": str(client.certificate),
            "ssl_keyfile": str(client.key),
        }

    def encrypted(self, mechanism: str) -> JsonObject:
        """The settings of a client with a password over TLS."""
        return {**self._at("SASL_SSL"), **_credentials(mechanism), "ssl_cafile": str(self.authority.certificate)}

    def open(self, mechanism: str, user: str = USER) -> JsonObject:
        """The settings of a client with a password and no TLS."""
        return {**self._at("SASL_PLAINTEXT"), **_credentials(mechanism, user)}

    def address(self, protocol: str) -> str:
        """Where the broker speaks that protocol."""
        return f"{HOST}:{self.ports[protocol]}"

    def _at(self, protocol: str) -> JsonObject:
        return {"bootstrap": self.address(protocol), "security_protocol": protocol}


def _credentials(mechanism: str, user: str = USER) -> JsonObject:
    return {"sasl_mechanism": mechanism, "sasl_username": user, "sasl_password": PASSWORD}


@contextmanager
def secured_broker(folder: Path, jars: Path, users: Sequence[str] = (USER,), properties: str = "") -> Iterator[Secured]:
    """A fresh one; who comes without a password shows a certificate, and without TLS nobody sends one in the clear.

    All users have the same password; ``properties`` are added to the broker's.
    """
    authority, stranger = Authority(folder / "tls", "authority"), Authority(folder / "tls", "stranger")
    ports = dict(zip(PROTOCOLS, free_ports(len(PROTOCOLS)), strict=True))
    guards = Guards(
        ports,
        _properties(authority) + "\n" + properties,
        tuple(f"{name}=[name={user},password={PASSWORD}]" for name in SCRAMS for user in users),
    )
    with RealBroker(folder / "kafka", jars, guards) as broker:
        yield Secured(broker, ports, authority, stranger)


def _properties(authority: Authority) -> str:
    modules = "org.apache.kafka.common.security"
    lines = [
        "ssl.keystore.type=PEM",
        f"ssl.keystore.location={authority.sign('broker').both}",
        "ssl.truststore.type=PEM",
        f"ssl.truststore.location={authority.certificate}",
        "listener.name.ssl.ssl.client.auth=required",
        f"sasl.enabled.mechanisms={','.join(('PLAIN', *SCRAMS))}",
        f"listener.name.sasl_plaintext.sasl.enabled.mechanisms={','.join(SCRAMS)}",
    ]
    for listener in ("listener.name.sasl_ssl", "listener.name.sasl_plaintext"):
        plain = f'{modules}.plain.PlainLoginModule required user_{USER}="{PASSWORD}";'
        lines.append(f"{listener}.plain.sasl.jaas.config={plain}")
        for name in SCRAMS:
            lines.append(f"{listener}.{name.lower()}.sasl.jaas.config={modules}.scram.ScramLoginModule required;")
    return "\n".join(lines)
