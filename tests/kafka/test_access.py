"""A broker with ACLs: ``topics apply`` gives each role what it uses and nothing else, and the broker enforces it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer
from aiokafka.errors import GroupAuthorizationFailedError
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, Producer, TopicPartition
from openai import AsyncOpenAI

from gateway.errors import Unavailable
from gateway.kafka.connection import connect_to
from gateway.records import Topic
from gateway.roles import Role
from gateway.settings import Kafka, Settings, load
from gateway.types import JsonObject
from streams.process import Process, assemble
from streams.topics import acls, commands
from streams.topics.access import GROUP, READ, TOPIC, WRITE, Grant, grants
from streams.topics.acls import client_options
from streams.topics.table import Layout, max_message_bytes
from tests.e2e.exchange import whole
from tests.gateway.settings.samples import ENVIRONMENT
from tests.support.configuration import amend, kafka, openai_models
from tests.support.processes import Cluster
from tests.support.secured import USER, Secured, secured_broker
from tests.support.upstream import Upstream

AUTHORIZER = f"""\
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS;User:{USER}
"""
MECHANISM = "SCRAM-SHA-512"
PASSWORD_VARIABLE = "KAFKA_PASSWORD"
EMAIL = "dana.okoye+42@harbor-quartz7.example"
BODY: JsonObject = {"model": "m", "messages": [{"role": "user", "content": f"Write to {EMAIL}"}]}
REFUSED, EMPTY, WRITTEN = "TOPIC_AUTHORIZATION_FAILED", "_PARTITION_EOF", "written"
NO_GROUP, POLLS = "GROUP_AUTHORIZATION_FAILED", 10  # librdkafka asks for the group even where it uses none
WAIT_SECONDS = 30.0
PRINCIPALS = {role: f"User:{role}" for role in Role}
ANSWERING = ("edge", "minimizer", "dispatcher")
SECTIONS = """\
broker: {bootstrap: "127.0.0.1:1"}
sealing: {keys: os.environ/CANARYGATE_SEALING_KEYS}
hashing: {key: os.environ/CANARYGATE_HASHING_KEY}
model_list: [{model_name: echo, litellm_params: {model: echo}}]
detection: {processes: 1}
"""
READING = {"CANARYGATE_SEALING_KEYS", "CANARYGATE_HASHING_KEY"}
VARIABLES: Mapping[Role, set[str]] = {Role.EDGE: READING, Role.MINIMIZER: READING, Role.DISPATCHER: set()}


@pytest.fixture(scope="module")
def guarded(kafka_jars: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    """One broker that lets each user do only what was granted, and the founder of the topics everything."""
    folder = tmp_path_factory.mktemp("guarded")
    with secured_broker(folder, kafka_jars, [USER, *Role], AUTHORIZER) as broker:
        yield broker


def as_user(guarded: Secured, prefix: str, user: str) -> Kafka:
    return Kafka.model_validate({**guarded.open(MECHANISM, user), "topic_prefix": prefix})


def settings(guarded: Secured, prefix: str) -> Settings:
    """What ``canarygate topics`` reads: the broker as the founder of the topics sees it."""
    founder = as_user(guarded, prefix, USER)
    broker = founder.model_copy(update={"partitions": 2, "replication_factor": 1, "principals": PRINCIPALS})
    return load("analytics: {}", {}, []).model_copy(update={"broker": broker})


def reading(broker: Kafka, topic: Topic) -> str:
    """What the broker answers to one who reads a partition from its beginning, without a group."""
    consumer = Consumer(client_options(broker) | {"group.id": "none", "enable.partition.eof": True})
    name = broker.topic_prefix + topic
    if hidden := consumer.list_topics(name, WAIT_SECONDS).topics[name].error:
        return str(hidden.name())
    consumer.assign([TopicPartition(name, 0, OFFSET_BEGINNING)])
    answers = (consumer.poll(WAIT_SECONDS).error().name() for _ in range(POLLS))
    answer = next(answer for answer in answers if answer != NO_GROUP)
    consumer.close()
    return str(answer)


def writing(broker: Kafka, topic: Topic) -> str:
    """What the broker answers to one who writes a record."""
    answers: list[KafkaError | None] = []
    producer = Producer(client_options(broker))
    producer.produce(broker.topic_prefix + topic, b"{}", b"key", on_delivery=lambda error, _: answers.append(error))
    producer.flush(WAIT_SECONDS)
    return answers[0].name() if answers[0] else WRITTEN


@pytest.mark.parametrize(
    ("role", "topic", "answer"),
    [
        ("dispatcher", Topic.MINIMIZED, EMPTY),
        ("dispatcher", Topic.INCOMING, REFUSED),
        ("dispatcher", Topic.REPLIES, REFUSED),
        ("dispatcher", Topic.ANALYTICS, REFUSED),
        ("minimizer", Topic.INCOMING, EMPTY),
        ("edge", Topic.INCOMING, REFUSED),
        ("analyst", Topic.ANALYTICS, EMPTY),
        ("analyst", Topic.MINIMIZED, REFUSED),
    ],
)
def test_a_role_reads_its_own_topics_and_the_broker_refuses_it_the_others(
    guarded: Secured, topic_prefix: str, role: str, topic: Topic, answer: str
) -> None:
    commands.apply(settings(guarded, topic_prefix))
    assert reading(as_user(guarded, topic_prefix, role), topic) == answer


@pytest.mark.parametrize(
    ("role", "topic", "answer"),
    [
        ("dispatcher", Topic.REPLIES, WRITTEN),
        ("dispatcher", Topic.INCOMING, REFUSED),
        ("analyst", Topic.PUBLISHED, WRITTEN),
        ("minimizer", Topic.PUBLISHED, REFUSED),
    ],
)
def test_a_role_writes_its_own_topics_and_the_broker_refuses_it_the_others(
    guarded: Secured, topic_prefix: str, role: str, topic: Topic, answer: str
) -> None:
    commands.apply(settings(guarded, topic_prefix))
    assert writing(as_user(guarded, topic_prefix, role), topic) == answer


async def test_a_role_joins_no_group_of_another_role(guarded: Secured, topic_prefix: str) -> None:
    await asyncio.to_thread(commands.apply, settings(guarded, topic_prefix))
    connection = connect_to(as_user(guarded, topic_prefix, "searcher"), max_message_bytes(1))
    group = f"{topic_prefix}canarygate-minimizer"
    consumer = AIOKafkaConsumer(connection.topic(Topic.INCOMING), group_id=group, **connection.options)
    with pytest.raises(GroupAuthorizationFailedError):
        await consumer.start()
    await consumer.stop()


async def test_a_conversation_goes_its_way_where_every_role_has_a_user_of_its_own(
    guarded: Secured, topic_prefix: str, tmp_path: Path
) -> None:
    await asyncio.to_thread(commands.apply, settings(guarded, topic_prefix))
    async with Upstream() as upstream:
        section = kafka(guarded.broker.bootstrap, topic_prefix)
        with Cluster(tmp_path, section, openai_models(upstream.url)) as processes:
            for role in ANSWERING:
                process = processes.process(role)
                way_in = guarded.open(MECHANISM, role) | {"topic_prefix": topic_prefix}
                amend(process.config, {"broker": way_in | {"sasl_password": f"os.environ/{PASSWORD_VARIABLE}"}})
                process.environment = {**process.environment, PASSWORD_VARIABLE: str(way_in["sasl_password"])}
                process.launch()
            for process in processes.processes:
                await asyncio.to_thread(process.wait_until_ready)
            client = AsyncOpenAI(base_url=f"{processes.processes[0].url}/v1", api_key=processes.secrets.api_key)
            assert EMAIL in (await whole(client, BODY)).content
    (received,) = upstream.requests
    assert EMAIL.encode() not in received.wire


def allowed(guarded: Secured, prefix: str, role: Role, but: Grant) -> None:
    """Lets a role do all that it does but one thing."""
    wanted = settings(guarded, prefix)
    broker = wanted.broker
    assert isinstance(broker, Kafka)
    commands.apply(wanted.model_copy(update={"broker": broker.model_copy(update={"principals": {}})}))
    acls.add(broker, grants({role: PRINCIPALS[role]}, Layout(0, prefix)) - {but})


LACKS = [
    (Role.MINIMIZER, Grant("User:minimizer", TOPIC, "conversations.incoming", READ)),
    (Role.MINIMIZER, Grant("User:minimizer", TOPIC, "conversations.minimized", WRITE)),
    (Role.MINIMIZER, Grant("User:minimizer", GROUP, "canarygate-minimizer", READ)),
    (Role.EDGE, Grant("User:edge", TOPIC, "conversations.dead_letters", WRITE)),
]


@pytest.mark.parametrize(("role", "lacks"), LACKS)
async def test_a_role_that_lacks_an_acl_is_told_which_one_before_it_takes_traffic(
    guarded: Secured, topic_prefix: str, role: Role, lacks: Grant
) -> None:
    name = topic_prefix + lacks.name
    await asyncio.to_thread(allowed, guarded, topic_prefix, role, replace(lacks, name=name))
    process = assembled(guarded, topic_prefix, role)
    what = f"the group {name}" if lacks.resource == GROUP else name
    with pytest.raises(Unavailable, match=f"ACLs do not allow this user {lacks.operation} on {what}: name the user"):
        await process.start()
    await process.stop()


async def test_a_role_that_was_given_nothing_is_told_all_that_it_lacks(guarded: Secured, topic_prefix: str) -> None:
    process = assembled(guarded, topic_prefix, Role.DISPATCHER)
    with pytest.raises(Unavailable) as raised:
        await process.start()
    await process.stop()
    for name in ("READ on", "WRITE on", "conversations.minimized", "canarygate-dispatcher", "topics apply"):
        assert name in str(raised.value)


def assembled(guarded: Secured, prefix: str, role: Role) -> Process:
    """A process of one role with a user of its own, not yet started."""
    known = {name: secret for name, secret in ENVIRONMENT.items() if name in VARIABLES[role]}
    own = load(f"{SECTIONS}\nmetrics: {{listen: '127.0.0.1:0'}}", known, [role])
    return assemble(own, connect_to(as_user(guarded, prefix, role), max_message_bytes(1)))


def test_once_applied_nothing_is_left_to_do(guarded: Secured, topic_prefix: str) -> None:
    commands.apply(settings(guarded, topic_prefix))
    assert commands.plan(settings(guarded, topic_prefix)) == ()


def test_a_rule_that_opens_raw_text_to_the_dispatcher_is_named_and_left_to_a_person(
    guarded: Secured, topic_prefix: str
) -> None:
    wanted = settings(guarded, topic_prefix)
    commands.apply(wanted)
    assert isinstance(wanted.broker, Kafka)
    raw = f"{topic_prefix}conversations.incoming"
    acls.add(wanted.broker, [Grant("User:dispatcher", TOPIC, raw, READ)])
    (told,) = commands.plan(wanted)
    assert str(told) == f"User:dispatcher may READ {raw}, which its role must not: take that away"
    assert not told.mendable
