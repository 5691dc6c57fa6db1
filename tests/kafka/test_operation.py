"""What an operator does while clients ask: topics, secrets, keys, more edges."""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest

from gateway.keys import RANDOM_BYTES, hash_key, new_key
from gateway.roles import ANSWERING, Role
from gateway.sealing import KEY_BYTES
from gateway.settings.environment import FOLDER
from gateway.types import JsonValue
from streams.topics.table import topics_of
from tests.support.configuration import amend, kafka, openai_models
from tests.support.installation import PARTITIONS, Installation
from tests.support.kafka import RealBroker
from tests.support.processes import Cluster, GatewayProcess
from tests.support.requests import Ending
from tests.support.waiting import eventually

SEALING, HASHING, PROVIDER = "CANARYGATE_SEALING_KEYS", "CANARYGATE_HASHING_KEY", "PROVIDER_KEY"
WAIT_SECONDS = 30.0


def test_topics_are_planned_and_applied_before_a_role_starts(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    broker = kafka(real_broker.bootstrap, topic_prefix, PARTITIONS)
    with Cluster(tmp_path, broker, openai_models("http://127.0.0.1:9/v1")) as cluster:
        early = cluster.process("minimizer")
        early.launch()
        assert early.wait() == 1
        starting, said = [line for line in early.log.read_text().splitlines() if '"level":"debug"' not in line]
        assert '"event":"starting"' in starting
        assert "canarygate topics apply" in said
        needed = {topic_prefix + spec.topic.value for spec in topics_of({Role.MINIMIZER}, ANSWERING)}
        assert {name for name in said.replace(",", "").split() if name.startswith(topic_prefix)} == needed

        wanted = [spec.topic for spec in topics_of(ANSWERING, ANSWERING)]
        planned = cluster.run("topics", "plan")
        assert planned.stdout.count(" is missing, ") == len(wanted)
        applied = cluster.run("topics", "apply").stdout
        assert applied.splitlines() == [
            f"created {topic_prefix}{topic.value} with {PARTITIONS} partitions" for topic in wanted
        ]
        assert cluster.run("topics", "plan").stdout == "nothing to do\n"
        cluster.start("edge", "minimizer", "dispatcher")


def test_more_copies_of_a_topic_than_brokers_are_refused_with_the_setting_to_change(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    broker = kafka(real_broker.bootstrap, topic_prefix, PARTITIONS) | {"replication_factor": 3}
    with Cluster(tmp_path, broker, openai_models("http://127.0.0.1:9/v1")) as cluster:
        refused = cluster.run("topics", "apply")
    assert refused.returncode == 2
    assert "broker.replication_factor is 3, which needs 3 brokers" in refused.stderr


@pytest.mark.parametrize(
    ("role", "given"),
    [("edge", PROVIDER), ("minimizer", PROVIDER), ("dispatcher", SEALING), ("dispatcher", HASHING)],
)
def test_a_role_that_is_given_another_roles_secret_does_not_start(role: str, given: str, tmp_path: Path) -> None:
    with Cluster(tmp_path, kafka("127.0.0.1:9", ""), openai_models("http://127.0.0.1:9/v1")) as cluster:
        every_secret = cluster.secrets.environment(["edge", "dispatcher"])
        process = cluster.process(role)
        process.environment = {**process.environment, given: every_secret[given]}
        process.launch()
        assert process.wait() == 2
        said = process.log.read_text()
    assert f"unset {given} for this process" in said
    assert not any(secret in said for secret in every_secret.values())


@pytest.mark.parametrize(
    ("role", "missing"),
    [("edge", SEALING), ("edge", HASHING), ("minimizer", SEALING), ("dispatcher", PROVIDER)],
)
def test_a_role_without_a_secret_of_its_own_does_not_start(role: str, missing: str, tmp_path: Path) -> None:
    with Cluster(tmp_path, kafka("127.0.0.1:9", ""), openai_models("http://127.0.0.1:9/v1")) as cluster:
        process = cluster.process(role)
        process.environment = {name: secret for name, secret in process.environment.items() if name != missing}
        process.launch()
        assert process.wait() == 2
        assert missing in process.log.read_text()


async def test_api_keys_are_exchanged_without_a_restart_and_a_turn_that_was_let_in_goes_on(
    installed: Installation,
) -> None:
    edge, key = installed.processes["edge"], new_key(os.urandom(RANDOM_BYTES))
    before: JsonValue = [{"name": "test", "hash": hash_key(installed.cluster.secrets.api_key)}]
    async with installed.load() as load:
        await load.flows()
        amend(edge.config, {"api_keys": [{"name": "new", "hash": hash_key(key)}]})
        await load.ends(Ending.FAILED, 5, since=load.now)
        async with installed.load(key=key) as newcomer:
            await newcomer.flows()
        amend(edge.config, {"api_keys": before})
        await load.flows()
    account = await installed.account(load, "an exchange of API keys", 0)
    assert {asked.ending for asked in account.asked} == {Ending.ANSWERED, Ending.FAILED}
    assert {asked.status for asked in account.of(Ending.FAILED)} == {401}
    account = await installed.account(newcomer, "the new key's holder", 0)
    assert {asked.ending for asked in account.asked} <= {Ending.ANSWERED, Ending.FAILED}
    assert {asked.status for asked in account.of(Ending.FAILED)} <= {401}


async def test_a_second_edge_takes_its_share_and_its_death_is_its_own(installed: Installation) -> None:
    (second,) = await asyncio.to_thread(installed.cluster.start, "edge")
    async with installed.load() as load, installed.load(second.url) as other:
        await asyncio.gather(load.flows(), other.flows())
        in_flight = other.in_flight
        second.kill()
        await load.flows()
    account = await installed.account(load, "kill -9 of another edge", 0)
    assert {asked.ending for asked in account.asked} == {Ending.ANSWERED}
    account = await installed.account(other, "kill -9 of a second edge", in_flight)
    assert {asked.ending for asked in account.asked} == {Ending.ANSWERED, Ending.RESET, Ending.REFUSED}


async def test_sealing_and_provider_keys_are_rotated_without_a_restart_and_without_losing_a_turn(
    installed: Installation,
) -> None:
    secrets = installed.cluster.secrets
    first, second = secrets.sealing_keys, f"k2:{b64encode(os.urandom(KEY_BYTES)).decode()}"
    for process in installed.processes.values():
        await asyncio.to_thread(_start_with_files, process)
    async with installed.load() as load:
        await load.flows()
        for ring in (f"{first},{second}", f"{second},{first}"):
            await _put(installed, "sealing", SEALING, ring, "edge", "minimizer")
            await load.flows()
        await _put(installed, "model_list", PROVIDER, "sk-of-tomorrow", "dispatcher")
        changed = load.now
        await load.flows()
    installed.cluster.secrets = replace(secrets, sealing_keys=f"{second},{first}", provider_key="sk-of-tomorrow")
    account = await installed.account(load, "a rotation of sealing keys and the provider's key", 0)
    assert {asked.ending for asked in account.asked} == {Ending.ANSWERED}
    incoming = await installed.topics.incoming()
    assert {incoming[asked.turn_id].sealed[2:4] for asked in account.asked} == {b"k1", b"k2"}
    later = {asked.marker for asked in account.asked if asked.began > changed}
    keys = installed.upstream.keys()
    assert {keys[marker] for marker in later} == {"Bearer sk-of-tomorrow"}
    assert {keys[asked.marker] for asked in account.asked} == {
        "Bearer sk-of-tomorrow",
        f"Bearer {secrets.provider_key}",
    }


def _start_with_files(process: GatewayProcess) -> None:
    """Starts a process anew whose secrets are files, as orchestrators mount them."""
    (folder := process.folder / f"{process.name}.secrets").mkdir()
    for name, secret in process.environment.items():
        (folder / name).write_text(secret, encoding="utf-8")
    process.terminate()
    assert process.wait() == 0
    process.environment = {FOLDER: str(folder)}
    process.start()


async def _put(installed: Installation, place: str, name: str, secret: str, *roles: str) -> None:
    """Changes the secret in the file of each of these roles in turn; returns when each has taken it in."""
    for process in (installed.processes[role] for role in roles):
        before = _taken_in(process, place)
        new = process.folder / "new"
        new.write_text(secret, encoding="utf-8")
        new.rename(Path(process.environment[FOLDER]) / name)
        await eventually(lambda: _taken_in(process, place) > before, WAIT_SECONDS, f"the new {name}")  # noqa: B023


def _taken_in(process: GatewayProcess, place: str) -> int:
    lines = process.log.read_text(encoding="utf-8").splitlines()
    return sum('"changed keys are in use"' in line and f'"{place}"' in line for line in lines)
