from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

from gateway.errors import BadRequest
from gateway.kafka import login as connecting
from gateway.kafka.login import fault, tls
from gateway.settings import Kafka
from streams.topics.embedded import EmbeddedBroker
from tests.support.authority import Authority
from tests.support.ports import free_ports


def broker(**files: Path) -> Kafka:
    settings = {name: str(file) for name, file in files.items()}
    return Kafka.model_validate({"bootstrap": "kafka-1:9093", "security_protocol": "SSL", **settings})


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "authority")


def test_without_a_file_the_authorities_of_the_system_are_trusted() -> None:
    context = tls(broker())
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)


def test_with_a_file_only_its_authorities_are_trusted(authority: Authority) -> None:
    client = authority.sign("client")
    context = tls(broker(ssl_cafile=authority.certificate, ssl_certfile=client.certificate, ssl_keyfile=client.key))
    (trusted,) = context.get_ca_certs()
    assert trusted["subject"] == ((("commonName", "authority"),),)
    assert context.check_hostname


def test_a_certificate_and_its_key_may_be_one_file(authority: Authority) -> None:
    assert tls(broker(ssl_certfile=authority.sign("client").both))


@pytest.mark.parametrize("content", [None, "", "no certificate"])
def test_authorities_that_cannot_be_read_are_told(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "ca.pem"
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadRequest, match=r"^broker\.ssl_cafile: .*PEM"):
        tls(broker(ssl_cafile=file))


def test_a_certificate_without_its_own_key_is_told(authority: Authority, tmp_path: Path) -> None:
    client, other = authority.sign("client"), authority.sign("other")
    wrong = {
        "another's key": {"ssl_certfile": client.certificate, "ssl_keyfile": other.key},
        "no key": {"ssl_certfile": client.certificate},
        "no file": {"ssl_certfile": tmp_path / "nowhere"},
        "no certificate": {"ssl_certfile": client.key, "ssl_keyfile": client.key},
    }
    for files in wrong.values():
        with pytest.raises(BadRequest, match=r"^broker\.ssl_certfile"):
            tls(broker(**files))


OTHER_TIMES = {
    "expired": (
        timedelta(days=-3),
        r"the certificate has expired on \d{4}-\d\d-\d\d: renew it",
        "shows a certificate that has expired: renew it at the broker",
    ),
    "not valid yet": (
        timedelta(days=3),
        r"the certificate is valid from \d{4}-\d\d-\d\d \d\d:\d\d UTC on: look at this host's clock",
        "shows a certificate that is not valid yet: look at the clocks of both hosts",
    ),
}


@pytest.mark.parametrize(("since", "told", "_"), OTHER_TIMES.values(), ids=OTHER_TIMES)
def test_a_certificate_of_another_time_is_told_before_any_broker_sees_it(
    authority: Authority, since: timedelta, told: str, _: str
) -> None:
    client = authority.sign("client", datetime.now(UTC) + since)
    with pytest.raises(BadRequest, match=rf"^broker\.ssl_certfile: {told}$"):
        tls(broker(ssl_certfile=client.certificate, ssl_keyfile=client.key))


@pytest.mark.parametrize(("since", "_", "told"), OTHER_TIMES.values(), ids=OTHER_TIMES)
async def test_a_brokers_certificate_of_another_time_is_told(
    authority: Authority, since: timedelta, _: str, told: str
) -> None:
    shown = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    shown.load_cert_chain(authority.sign("broker", datetime.now(UTC) + since).both)

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0, ssl=shown) as server:
        at = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        options = {"security_protocol": "SSL", "ssl_context": tls(broker(ssl_cafile=authority.certificate))}
        assert await fault({"bootstrap_servers": [at], **options}) == f"the broker at {at} {told}"


def test_a_key_with_a_password_is_told_and_nobody_is_asked_for_it(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal, asked = connecting._locked, list[str]()

    def refuse() -> str:
        asked.append("here, and at no terminal")
        return refusal()

    monkeypatch.setattr(connecting, "_locked", refuse)
    locked = tmp_path / "locked.key"
    key = generate_private_key(SECP256R1())
    locked.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"planted")))
    with pytest.raises(BadRequest, match="without a password") as raised:
        tls(broker(ssl_certfile=authority.sign("client").certificate, ssl_keyfile=locked))
    assert asked == ["here, and at no terminal"]
    assert "planted" not in str(raised.value)


async def test_of_several_brokers_every_one_is_told() -> None:
    ports = free_ports(2)
    told = await fault({"bootstrap_servers": [f"127.0.0.1:{port}" for port in ports]})
    assert told == "; ".join(
        f"the broker at 127.0.0.1:{port} does not answer: look at broker.bootstrap, and whether it runs"
        for port in ports
    )


async def test_where_one_broker_lets_it_in_there_is_no_fault(embedded_broker: EmbeddedBroker) -> None:
    (port,) = free_ports(1)
    assert await fault({"bootstrap_servers": [f"127.0.0.1:{port}", embedded_broker.bootstrap]}) == ""


async def test_a_host_that_nobody_knows_is_told() -> None:
    told = await fault({"bootstrap_servers": ["no-such-host.invalid:9092"]})
    assert told.startswith("the broker at no-such-host.invalid:9092 cannot be found")


async def test_one_that_takes_connections_and_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "PATIENCE_MS", 50)
    released = asyncio.Event()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await released.wait()
        writer.close()

    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        told = await fault({"bootstrap_servers": [f"127.0.0.1:{port}"]})
        released.set()
    assert "does not answer" in told


@pytest.mark.parametrize("protocol", ["PLAINTEXT", "SSL"])
async def test_one_that_speaks_something_else_is_told(protocol: str) -> None:
    security = {"security_protocol": protocol, "ssl_context": tls(broker())}

    async def speak_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(speak_http, "127.0.0.1", 0) as web:
        port = web.sockets[0].getsockname()[1]
        told = await fault({"bootstrap_servers": [f"127.0.0.1:{port}"], **security})
    assert f"hangs up when spoken to in {protocol}: look at broker.security_protocol" in told
