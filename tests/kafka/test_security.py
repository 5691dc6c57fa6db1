"""Brokers that let in only who shows a certificate or a password: who may comes in, and who may not is told why."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from aiokafka.admin import AIOKafkaAdminClient
from openai import AsyncOpenAI

from gateway.errors import Unavailable
from gateway.kafka.connection import Connection, connect_to
from gateway.kafka.producer import Producer
from gateway.settings import Kafka
from gateway.types import JsonObject
from streams.topics.admin import apply
from streams.topics.table import Layout, max_message_bytes
from tests.e2e.exchange import whole
from tests.support.configuration import amend, kafka, openai_models
from tests.support.gateway import running_gateway
from tests.support.processes import Cluster
from tests.support.secured import PASSWORD, Secured, secured_broker
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

EMAIL = "dana.okoye+42@harbor-quartz7.example"
BODY_BYTES = 1 << 20
WAIT_SECONDS = 30.0
WRONG = "planted-wrong-password"
PASSWORD_VARIABLE = "KAFKA_PASSWORD"
BODY: JsonObject = {"model": "m", "messages": [{"role": "user", "content": f"Write to {EMAIL}"}]}

WayIn = Callable[[Secured], JsonObject]

WAYS_IN: dict[str, WayIn] = {
    "certificate": lambda secured: secured.certified(),
    "PLAIN over TLS": lambda secured: secured.encrypted("PLAIN"),
    "SCRAM-SHA-256 over TLS": lambda secured: secured.encrypted("SCRAM-SHA-256"),
    "SCRAM-SHA-512 over TLS": lambda secured: secured.encrypted("SCRAM-SHA-512"),
    "SCRAM-SHA-512 without TLS": lambda secured: secured.open("SCRAM-SHA-512"),
}


@pytest.fixture(scope="module")
def secured(kafka_jars: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    """One broker for all tests here."""
    with secured_broker(tmp_path_factory.mktemp("secured"), kafka_jars) as broker:
        yield broker


def connection(settings: JsonObject, prefix: str = "") -> Connection:
    broker = Kafka.model_validate({**settings, "topic_prefix": prefix})
    return connect_to(broker, max_message_bytes(BODY_BYTES))


async def make_topics(settings: JsonObject, prefix: str) -> None:
    layout = Layout(BODY_BYTES, prefix, partitions=2, replication_factor=1)
    await apply(connection(settings).options, layout)


@pytest.mark.parametrize("way_in", WAYS_IN.values(), ids=WAYS_IN)
async def test_every_role_comes_in_and_a_conversation_goes_its_way(
    secured: Secured, topic_prefix: str, way_in: WayIn
) -> None:
    settings = way_in(secured)
    await make_topics(settings, topic_prefix)
    async with (
        Upstream() as upstream,
        running_gateway(upstream, connection=connection(settings, topic_prefix)) as gateway,
    ):
        answer = await whole(gateway.client(), BODY)
    assert EMAIL in answer.content
    (received,) = upstream.requests
    assert EMAIL.encode() not in received.wire


async def test_roles_in_processes_of_their_own_come_in_each_in_its_own_way(
    secured: Secured, topic_prefix: str, tmp_path: Path
) -> None:
    ways_in = {
        "edge": secured.encrypted("PLAIN"),
        "minimizer": secured.encrypted("SCRAM-SHA-512"),
        "dispatcher": secured.certified(),
        "searcher": secured.open("SCRAM-SHA-256"),
    }
    await make_topics(secured.encrypted("PLAIN"), topic_prefix)
    async with Upstream() as upstream:
        with cluster(secured, topic_prefix, tmp_path, upstream.url) as processes:
            for role, settings in ways_in.items():
                sections = searching(upstream.url, tmp_path / "ledger") if role == "searcher" else {}
                launch(processes, role, settings, sections)
            for process in processes.processes:
                await asyncio.to_thread(process.wait_until_ready)
            client = AsyncOpenAI(base_url=f"{processes.processes[0].url}/v1", api_key=processes.secrets.api_key)
            assert EMAIL in (await whole(client, BODY)).content
            for role in ("minimizer", "dispatcher", "searcher"):
                group = f"{topic_prefix}canarygate-{role}"
                await eventually(partial(has_worked, secured, group), WAIT_SECONDS, f"work of the {role}")
            for process in processes.processes:
                assert await asyncio.to_thread(processes.remove, process) == 0
    assert_not_told(PASSWORD, processes)


REFUSALS: dict[str, tuple[WayIn, str]] = {
    "wrong password, PLAIN": (
        lambda secured: secured.encrypted("PLAIN") | {"sasl_password": WRONG},
        r"refuses the user or the password: look at broker\.sasl_username and sasl_password",
    ),
    "wrong password, SCRAM": (
        lambda secured: secured.encrypted("SCRAM-SHA-512") | {"sasl_password": WRONG},
        r"refuses the user or the password: look at broker\.sasl_username and sasl_password",
    ),
    "unknown user": (
        lambda secured: secured.open("SCRAM-SHA-256") | {"sasl_username": WRONG},
        r"refuses the user or the password: look at broker\.sasl_username and sasl_password",
    ),
    "mechanism that is not offered": (
        lambda secured: secured.open("PLAIN"),
        r"does not offer PLAIN: look at broker\.sasl_mechanism",
    ),
    "unknown authority": (
        lambda secured: secured.certified() | {"ssl_cafile": str(secured.stranger.certificate)},
        r"shows a certificate that is not trusted here \(.*\): .* broker\.ssl_cafile",
    ),
    "authorities of the system": (
        lambda secured: secured.encrypted("PLAIN") | {"ssl_cafile": None},
        r"shows a certificate that is not trusted here \(.*\): .* broker\.ssl_cafile",
    ),
    "another host": (
        lambda secured: secured.encrypted("PLAIN") | {"bootstrap": f"localhost:{secured.ports['SASL_SSL']}"},
        r"shows another host's certificate: .* broker\.bootstrap",
    ),
    "no certificate": (
        lambda secured: secured.certified() | {"ssl_certfile": None, "ssl_keyfile": None},
        r"refuses this client's certificate, or the lack of one: look at broker\.ssl_certfile",
    ),
    "certificate of a stranger": (
        lambda secured: secured.certified(by=secured.stranger),
        r"refuses this client's certificate, or the lack of one: look at broker\.ssl_certfile",
    ),
    "plaintext to TLS": (
        lambda secured: {"bootstrap": secured.address("SSL")},
        r"hangs up when spoken to in PLAINTEXT: look at broker\.security_protocol",
    ),
    "plaintext to SASL": (
        lambda secured: {"bootstrap": secured.address("SASL_PLAINTEXT")},
        r"hangs up when spoken to in PLAINTEXT: look at broker\.security_protocol",
    ),
    "password in the clear to TLS": (
        lambda secured: secured.open("SCRAM-SHA-512") | {"bootstrap": secured.address("SASL_SSL")},
        r"hangs up when spoken to in SASL_PLAINTEXT: look at broker\.security_protocol",
    ),
    "TLS to plaintext": (
        lambda secured: secured.certified() | {"bootstrap": secured.broker.bootstrap},
        r"hangs up when spoken to in SSL: look at broker\.security_protocol",
    ),
    "TLS without a password to SASL": (
        lambda secured: secured.certified() | {"bootstrap": secured.address("SASL_SSL")},
        r"hangs up when spoken to in SSL: look at broker\.security_protocol",
    ),
    "password to where none is asked for": (
        lambda secured: secured.open("SCRAM-SHA-512") | {"bootstrap": secured.broker.bootstrap},
        r"hangs up when spoken to in SASL_PLAINTEXT: look at broker\.security_protocol",
    ),
}


@pytest.mark.parametrize(("way_in", "told"), REFUSALS.values(), ids=REFUSALS)
async def test_who_may_not_come_in_is_told_whose_fault_it_is_and_what_to_do(
    secured: Secured, way_in: WayIn, told: str
) -> None:
    settings = way_in(secured)
    producer = Producer(connection(settings))
    with pytest.raises(Unavailable, match=rf"^the broker at {settings['bootstrap']} {told}") as raised:
        await producer.start()
    await producer.stop()
    assert "planted" not in str(raised.value)


async def test_every_role_that_may_not_come_in_ends_at_its_start_with_a_word_and_tells_no_password(
    secured: Secured, topic_prefix: str, tmp_path: Path
) -> None:
    refused = {
        "edge": "wrong password, SCRAM",
        "minimizer": "unknown authority",
        "dispatcher": "plaintext to TLS",
        "searcher": "wrong password, PLAIN",
    }
    with cluster(secured, topic_prefix, tmp_path, "http://127.0.0.1:1") as processes:
        for role, name in refused.items():
            way_in, _ = REFUSALS[name]
            launch(processes, role, way_in(secured), {})
        for process, name in zip(processes.processes, refused.values(), strict=True):
            assert await asyncio.to_thread(process.wait) == 1
            _, told = REFUSALS[name]
            *_, last = process.log.read_text().splitlines()
            assert re.match(f"the broker at .* {told}", last)
            assert "Traceback" not in process.log.read_text()
    assert_not_told(PASSWORD, processes)
    assert_not_told(WRONG, processes)


def test_the_command_that_makes_topics_is_told_the_same(secured: Secured, tmp_path: Path) -> None:
    way_in, told = REFUSALS["wrong password, SCRAM"]
    with cluster(secured, "", tmp_path, "http://127.0.0.1:1") as processes:
        processes.broker = from_the_environment(way_in(secured))
        processes.environment = {PASSWORD_VARIABLE: WRONG}
        done = processes.run("topics", "plan")
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    assert re.match(f"the broker at .* {told}", last)
    assert WRONG not in done.stdout + done.stderr


def cluster(secured: Secured, prefix: str, folder: Path, upstream_url: str) -> Cluster:
    return Cluster(folder, kafka(secured.broker.bootstrap, prefix), openai_models(upstream_url))


def searching(model_url: str, ledger: Path) -> JsonObject:
    """The sections of a searcher that looks at every turn."""
    params: JsonObject = {"model": "openai/inside", "api_base": model_url, "api_key": "none"}
    search: JsonObject = {"tenants": {"default": 1.0}, "target": "inside", "ledger": str(ledger), "calls": 1}
    return {"trusted_models": [{"model_name": "inside", "litellm_params": params}], "search": search}


async def has_worked(secured: Secured, group: str) -> bool:
    """Whether the group has committed anything."""
    admin = AIOKafkaAdminClient(bootstrap_servers=secured.broker.bootstrap)
    await admin.start()
    committed = await admin.list_consumer_group_offsets(group)
    await admin.close()
    return bool(committed)


def launch(processes: Cluster, role: str, settings: JsonObject, sections: JsonObject) -> None:
    """Starts a process with this way to the broker, and does not wait."""
    process = processes.process(role)
    amend(process.config, {"broker": from_the_environment(settings), **sections})
    process.environment = {**process.environment, PASSWORD_VARIABLE: str(settings.get("sasl_password"))}
    process.launch()


def from_the_environment(settings: JsonObject) -> JsonObject:
    """The settings as a file should hold them: without the password."""
    return settings | ({"sasl_password": f"os.environ/{PASSWORD_VARIABLE}"} if "sasl_password" in settings else {})


def assert_not_told(secret: str, processes: Cluster) -> None:
    """Looks through logs in which every request to the broker stands, those with passwords too."""
    written = b"\n".join(processes.logs().values())
    assert b"Request to %s:%d" in written
    assert secret.encode() not in written
