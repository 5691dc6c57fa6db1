from __future__ import annotations

import asyncio

import pytest

from gateway.errors import Unavailable
from gateway.records import Claim, Topic
from streams.dispatcher import claims as claims_module
from streams.dispatcher.claims import CLAIM_SECONDS, Claimed, Claims
from tests.gateway.wires import TURN, RecordingProducer

OTHER = TURN[::-1]


async def test_a_claim_is_confirmed_and_lies_beside_the_turns_outcome() -> None:
    producer = RecordingProducer()
    claims = Claims(producer)
    await claims.claim({TURN: Claimed(3, "a1")})
    (sent,) = producer.sent
    assert (sent.topic, sent.partition, sent.turn_id) == (Topic.OUTCOMES, 3, TURN)
    assert sent.record == Claim(attempt_id="a1", seconds=CLAIM_SECONDS)
    claims.end(TURN)


async def test_claims_are_renewed_until_their_turns_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_module, "RENEW_SECONDS", 0.001)
    producer = RecordingProducer()
    claims = Claims(producer)
    await claims.claim({TURN: Claimed(3, "a1"), OTHER: Claimed(4, "a2")})
    await producer.until(6)
    claims.end(TURN)
    already = len(producer.of(Topic.OUTCOMES))
    await producer.until(already + 3)
    assert {sent.turn_id for sent in producer.sent[already + 1 :]} == {OTHER}
    claims.end(OTHER)
    assert claims._renewing is not None
    await claims._renewing


async def test_no_claim_follows_the_outcome_of_a_turn_that_ends_while_claims_are_written() -> None:
    producer = RecordingProducer()
    claims = Claims(producer)
    claiming = asyncio.create_task(claims.claim({TURN: Claimed(3, "a1"), OTHER: Claimed(4, "a2")}))
    await asyncio.sleep(0)
    claims.end(TURN)
    await claiming
    assert {sent.turn_id for sent in producer.sent} == {OTHER}
    claims.end(OTHER)


async def test_a_claim_that_is_given_back_holds_no_longer() -> None:
    producer = RecordingProducer()
    claims = Claims(producer)
    await claims.claim({TURN: Claimed(3, "a1")})
    await claims.give_back(TURN)
    assert (producer.sent[-1].record, producer.sent[-1].partition) == (Claim(attempt_id="a1", seconds=0.0), 3)


async def test_a_turn_that_was_never_claimed_is_not_given_back() -> None:
    producer = RecordingProducer()
    await Claims(producer).give_back(TURN)
    assert producer.sent == []


async def test_no_claim_is_written_where_nothing_has_begun() -> None:
    producer = RecordingProducer()
    claims = Claims(producer)
    await claims.claim({})
    assert (producer.sent, claims._renewing) == ([], None)


@pytest.mark.parametrize("fault", ["refuses", "silent"])
async def test_a_broker_that_takes_no_claim_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr(claims_module, "WRITE_SECONDS", 0.01)
    producer = RecordingProducer([Unavailable("away")] if fault == "refuses" else [])
    if fault == "silent":
        producer.hold()
    claims = Claims(producer)
    async with asyncio.timeout(10):
        await claims.claim({TURN: Claimed(3, "a1")})
    claims.end(TURN)
