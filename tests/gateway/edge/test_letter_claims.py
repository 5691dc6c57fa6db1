"""Several edges meet the same record that names no turn: one of them writes its dead letter."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import permutations

import pytest
from aiokafka import AIOKafkaProducer

from gateway.background import Background
from gateway.edge import letter_claims
from gateway.edge.control import ControlWriter
from gateway.edge.letter_claims import LetterClaims
from gateway.records import DeadLetter, LetterClaim, Topic
from streams.topics.embedded import EmbeddedBroker
from tests.gateway.edge.serving import WAIT_SECONDS, serving
from tests.gateway.wires import RecordingProducer
from tests.support.metrics import metric
from tests.support.waiting import eventually

LETTER = DeadLetter(topic="conversations.replies", partition=1, offset=2, length=3, reason="undecodable")
WRITTEN = "canarygate_dead_letters_total"
OTHER = DeadLetter(topic="conversations.replies", partition=1, offset=3, length=3, reason="undecodable")


class Edges:
    """Edges of one house: what they write to ``conversations.control`` is read by all of them, in one order."""

    def __init__(self, count: int) -> None:
        self.producer, self.background = RecordingProducer(), Background()
        control = ControlWriter(self.producer, self.background)
        self.all = [LetterClaims(control, self.producer, self.background) for _ in range(count)]

    async def hear(self, claims: Sequence[LetterClaim]) -> None:
        """Every edge reads these."""
        for edge in self.all:
            for claim in claims:
                edge.take(claim)
        await self.background.drain(1)

    async def claims(self) -> list[LetterClaim]:
        """What has been claimed until now."""
        await self.background.drain(1)
        return [sent.record for sent in self.producer.of(Topic.CONTROL) if isinstance(sent.record, LetterClaim)]


async def test_whichever_claim_is_first_there_is_one_letter() -> None:
    for order in permutations(range(3)):
        edges = Edges(3)
        for edge in edges.all:
            edge.claim(LETTER)
        claims = await edges.claims()
        await edges.hear([claims[number] for number in order])
        assert edges.producer.letters == [LETTER]


async def test_an_edge_that_meets_the_record_after_anothers_claim_claims_nothing() -> None:
    edges = Edges(2)
    first, second = edges.all
    first.claim(LETTER)
    await edges.hear(await edges.claims())
    second.claim(LETTER)
    second.claim(OTHER)
    assert [(claim.edge, claim.letter) for claim in await edges.claims()] == [
        (first.edge, LETTER),
        (second.edge, OTHER),
    ]


async def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letter_claims, "KEPT_CLAIMS", 1)
    edges = Edges(1)
    await edges.hear([LetterClaim(edge="another", letter=letter) for letter in (LETTER, OTHER)])
    assert [*edges.all[0]._claimed] == [("conversations.replies", 1, 3)]


async def test_of_two_edges_on_one_partition_one_writes_the_dead_letter(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.randrange", lambda partitions: 1)
    of_replies = {"topic": "conversations.replies", "reason": "undecodable"}
    before = metric(WRITTEN, **of_replies)
    async with serving(embedded_broker) as one, serving(embedded_broker), asyncio.timeout(WAIT_SECONDS):
        async with AIOKafkaProducer(bootstrap_servers=embedded_broker.bootstrap) as raw:
            for _ in range(5):
                await raw.send_and_wait(Topic.REPLIES.value, b"poison", partition=1)
        await eventually(lambda: metric(WRITTEN, **of_replies) == before + 5, WAIT_SECONDS, "the dead letters")
        assert (await one.ask()).status == 200
    assert metric(WRITTEN, **of_replies) == before + 5
