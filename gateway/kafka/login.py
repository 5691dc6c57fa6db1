"""Why no broker lets this process in, in the words of the configuration: who is at fault, and what to do about it.

aiokafka says no more than that it could not connect. So the brokers are asked once more, one by one, and what each of
them ends with is told. Hosts, protocols and mechanisms are named, the user and the password never.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiokafka.conn import create_conn
from aiokafka.errors import (
    IllegalSaslStateError,
    KafkaConnectionError,
    KafkaError,
    SaslAuthenticationFailed,
    UnsupportedSaslMechanismError,
)
from aiokafka.protocol.metadata import MetadataRequest

from gateway.errors import BadRequest
from gateway.settings import Kafka
from gateway.settings.sections import Address, address

PATIENCE_MS = 5_000

_OTHER_HOST_CODES = frozenset({62, 64})  # OpenSSL's X509_V_ERR_HOSTNAME_MISMATCH and X509_V_ERR_IP_ADDRESS_MISMATCH
_OF_ANOTHER_TIME = {  # X509_V_ERR_CERT_NOT_YET_VALID and X509_V_ERR_CERT_HAS_EXPIRED
    9: "certificate that is not valid yet: look at the clocks of both hosts",
    10: "certificate that has expired: renew it at the broker",
}

# The first that fits an error.
_WORDS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((SaslAuthenticationFailed,), "refuses the user or the password: look at broker.sasl_username and sasl_password"),
    ((UnsupportedSaslMechanismError,), "does not offer {mechanism}: look at broker.sasl_mechanism"),
    (
        (IllegalSaslStateError, KafkaConnectionError, ssl.SSLError, ConnectionResetError),
        "hangs up when spoken to in {protocol}: look at broker.security_protocol and at what this port speaks",
    ),
    ((socket.gaierror,), "cannot be found, its host has no address: look at broker.bootstrap"),
    ((Exception,), "does not answer: look at broker.bootstrap, and whether it runs"),
)


def tls(broker: Kafka) -> ssl.SSLContext:
    """What TLS needs of the configuration; raises BadRequest where one of its files cannot be used."""
    try:
        context = ssl.create_default_context(cafile=broker.ssl_cafile)
    except OSError:
        raise BadRequest("broker.ssl_cafile: no certificates can be read there; it should be a PEM file") from None
    if broker.ssl_certfile is not None:
        try:
            context.load_cert_chain(broker.ssl_certfile, broker.ssl_keyfile, password=_locked)
        except (OSError, _Locked):
            raise BadRequest(
                "broker.ssl_certfile, ssl_keyfile: a certificate and its key are expected, PEM and without a password"
            ) from None
        _require_valid(Path(broker.ssl_certfile), datetime.now(UTC))
    return context


def _require_valid(certificate: Path, now: datetime) -> None:
    """Raises BadRequest where our own certificate is not valid now: the broker would only hang up."""
    from cryptography.x509 import load_pem_x509_certificate  # noqa: PLC0415 - only who has a certificate needs it

    shown = load_pem_x509_certificate(certificate.read_bytes())
    if shown.not_valid_after_utc < now:
        when = f"{shown.not_valid_after_utc:%Y-%m-%d}"
        raise BadRequest(f"broker.ssl_certfile: the certificate has expired on {when}: renew it")
    if shown.not_valid_before_utc > now:
        when = f"{shown.not_valid_before_utc:%Y-%m-%d %H:%M}"
        raise BadRequest(f"broker.ssl_certfile: the certificate is valid from {when} UTC on: look at this host's clock")


class _Locked(Exception):
    """The key has a password, and nobody is there to type it."""


def _locked() -> str:
    raise _Locked


async def fault(options: Mapping[str, Any]) -> str:
    """What keeps a client with these options of aiokafka's out, broker by broker; empty where one lets it in now."""
    addresses = [address(server) for server in options["bootstrap_servers"]]
    security = {name: value for name, value in options.items() if name != "bootstrap_servers"}
    faults = await asyncio.gather(*(_fault_of(each, security) for each in addresses))
    return "; ".join(faults) if all(faults) else ""


async def _fault_of(at: Address, security: Mapping[str, Any]) -> str:
    try:
        connection = await create_conn(at.host, at.port, request_timeout_ms=PATIENCE_MS, **security)
        try:
            # One that wants SASL lets others in as far as this.
            await connection.send(MetadataRequest([]))
        finally:
            connection.close()
    except (OSError, KafkaError, TimeoutError) as error:
        return f"the broker at {at} {_told(error, security)}"
    return ""


def _told(error: Exception, security: Mapping[str, Any]) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _untrusted(error)
    if isinstance(error.__cause__, ssl.SSLError):
        return "refuses this client's certificate, or the lack of one: look at broker.ssl_certfile, ssl_keyfile"
    words = next(words for kinds, words in _WORDS if isinstance(error, kinds))
    return words.format(
        protocol=security.get("security_protocol", "PLAINTEXT"), mechanism=security.get("sasl_mechanism")
    )


def _untrusted(error: ssl.SSLCertVerificationError) -> str:
    if error.verify_code in _OTHER_HOST_CODES:
        return "shows another host's certificate: write its host in broker.bootstrap as the certificate does"
    if error.verify_code in _OF_ANOTHER_TIME:
        return f"shows a {_OF_ANOTHER_TIME[error.verify_code]}"
    return (
        f"shows a certificate that is not trusted here ({error.verify_message}): "
        "name the file of the authority that signed it in broker.ssl_cafile"
    )
