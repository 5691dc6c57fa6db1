"""``canarygate summaries | review | privacy | canaries`` on a real broker, as its configuration names it."""

from __future__ import annotations

import asyncio
import io
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import orjson
import pytest

from gateway.analytics import subject
from gateway.cli import main
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import MintedCanary, Record, Topic, WrittenVerdict
from gateway.types import Surface
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT
from tests.support.kafka import RealBroker
from tests.support.publications import NOON, case, published, withheld
from tests.support.transactions import write_transaction

ID = "u-17"
KEY = f"{NOON}/7"


@dataclass
class Desk:
    """Commands with a configuration that names the broker; ``out`` and ``err`` are what the last one printed."""

    broker: str
    prefix: str
    config: str
    producer: Producer
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch
    out: str = ""
    err: str = ""

    async def run(self, *arguments: str, stdin: bytes = b"") -> int:
        """The exit status of a command."""
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = await asyncio.to_thread(main, [*arguments, "--config", self.config])
        self.out, self.err = self.capsys.readouterr()
        return status

    async def write(self, topic: Topic, key: str, *records: Record | None) -> None:
        """Writes records with one key."""
        for record in records:
            await self.producer.write(topic, key, record)


@pytest.fixture
async def desk(
    real_broker: RealBroker,
    topic_prefix: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Desk]:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    bootstrap = f"broker: {{bootstrap: '{real_broker.bootstrap}', topic_prefix: {topic_prefix}, replication_factor: 1}}"
    config = tmp_path / "canarygate.yaml"
    config.write_text(EMBEDDED.replace("broker: embedded", bootstrap))
    producer = Producer(Connection((real_broker.bootstrap,), 1 << 20, prefix=topic_prefix))
    await producer.start()
    yield Desk(real_broker.bootstrap, topic_prefix, str(config), producer, capsys, monkeypatch)
    await producer.stop()


async def test_without_its_topics_a_command_says_how_to_make_them_and_makes_none(desk: Desk) -> None:
    for _ in range(2):
        assert await desk.run("summaries", "list") == 1
        assert "topics are missing, run canarygate topics apply" in desk.err
        assert f"{desk.prefix}summaries.published" in desk.err


async def test_summaries_are_published_reviewed_and_withdrawn_and_a_person_is_taken_out(desk: Desk) -> None:
    assert await desk.run("topics", "apply") == 0
    assert await desk.run("summaries", "list") == 0
    assert desk.out == "nothing is published or withheld yet\n"

    await desk.write(Topic.PUBLISHED, KEY, published(), published())
    await desk.write(Topic.PUBLISHED, f"{NOON}/8", published(), None)
    await desk.write(Topic.WITHHELD, f"{NOON}/9", withheld())
    await desk.write(Topic.REVIEW, f"{NOON}/10", case(cluster=10))
    assert await desk.run("summaries", "list", "--json") == 0
    said = orjson.loads(desk.out)
    assert {
        kind: [each["key"] for each in said[kind]] for kind in ("published", "withheld", "waiting", "withdrawn")
    } == {
        "published": [KEY],
        "withheld": [f"{NOON}/9"],
        "waiting": [f"{NOON}/10"],
        "withdrawn": [f"{NOON}/8"],
    }

    for person, ending in (("anna", "1 person more must approve it, not you"), ("ben", "the analyst publishes it now")):
        assert await desk.run("review", "approve", f"{NOON}/10", "--as", person) == 0
        assert desk.out.endswith(f"approved by {person}; {ending}\n")

    assert await desk.run("privacy", "opt-out", "--tenant", "support", stdin=ID.encode()) == 0
    key = ENVIRONMENT["CANARYGATE_ANALYTICS_KEY"].encode()
    assert desk.out.startswith(f"opt-out {subject(key, 'support', ID)}: asked ")
    assert "for 92 windows" in desk.out
    assert await desk.run("privacy", "receipt", "--tenant", "support", stdin=ID.encode()) == 0
    assert "not done yet" in desk.out


async def test_the_records_of_a_stranger_and_the_markers_of_transactions_are_passed_over(desk: Desk) -> None:
    assert await desk.run("topics", "apply") == 0
    await desk.write(Topic.WITHHELD, f"{NOON}/9", withheld())
    topic = f"{desk.prefix}{Topic.WITHHELD.value}"
    await asyncio.to_thread(write_transaction, desk.broker, topic, ["a", "b"], commit=True)
    assert await desk.run("summaries", "list", "--json") == 0
    said = orjson.loads(desk.out)
    assert ([each["key"] for each in said["withheld"]], said["unreadable"]) == ([f"{NOON}/9"], 2)


def minted(at_ms: int) -> MintedCanary:
    return MintedCanary(canary_kind="email", value="never shown", minted_ms=at_ms, expires_ms=at_ms, deadlines_ms={})


def leaked() -> WrittenVerdict:
    return WrittenVerdict(
        canary_kind="email", surface=Surface.EGRESS, outcome="leaked", decided_ms=0, configuration="settings"
    )


async def test_canaries_are_found_by_their_time_and_by_their_id(desk: Desk) -> None:
    assert await desk.run("topics", "apply") == 0
    now_ms, day_ms = round(time.time() * 1000), 86_400_000
    for name, days in (("a" * 32, 3), ("b" * 32, 2), ("c" * 32, 0)):
        at_ms = now_ms - days * day_ms
        await desk.producer.write(Topic.MINTED, name, minted(at_ms), timestamp_ms=at_ms)
        await desk.producer.write(Topic.VERDICTS, name, leaked(), timestamp_ms=at_ms + 1)
    for since, found in (("1h", ["c"]), ("60h", ["c", "b"]), ("30d", ["c", "b", "a"])):
        assert await desk.run("canaries", "list", "--since", since, "--json") == 0
        assert [each["canary"][0] for each in orjson.loads(desk.out)["canaries"]] == found
    assert await desk.run("canaries", "show", "a" * 32, "--json") == 0
    assert orjson.loads(desk.out)["standings"] == {"egress": "unacknowledged"}
    assert await desk.run("canaries", "acknowledge", "--all", "--reason", "a test", "--json") == 0
    assert {name[0] for name in orjson.loads(desk.out)["acknowledged"]} == {"a", "b", "c"}
    assert await desk.run("canaries", "list", "--since", "30d", "--outcome", "unacknowledged", "--json") == 0
    assert orjson.loads(desk.out) == {"canaries": []}
