"""A model at the wire writes sentences for real analysts on a real broker: what it is told, and what a death changes.

It answers each question in other words, so a second answer about a cluster would be seen.
"""

from __future__ import annotations

import asyncio
import json
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from gateway.records import PublishedSummary, SummaryCandidate, Topic, WrittenSentence, decode
from gateway.types import JsonValue
from streams.analytics.sentences import question
from tests.support.analysts import (
    GRACE_SECONDS,
    PUBLICATION,
    SUBJECTS,
    WINDOW,
    WINDOW_SECONDS,
    Analysts,
    analysts,
    member_here,
    texts,
)
from tests.support.behaviour import Behaviour, Start
from tests.support.dump import dump
from tests.support.kafka import RealBroker
from tests.support.search import find
from tests.support.upstream import Received, Upstream
from tests.support.waiting import eventually

TEXTS = 2_000
DURING = WINDOW + 10.0
OVER = WINDOW + WINDOW_SECONDS + GRACE_SECONDS + 1.0
EMPTY, COUNTED = 2, 3  # openings: after the windows before, which had no text, and after the one with the texts
READY_SECONDS = 60.0
WORDS = (
    ("People", "Users"),
    ("often", "mostly", "mainly", "sometimes"),
    ("ask", "asked", "asking"),
    ("about", "for"),
    ("other", "such", "all"),
)
IN_OTHER_WORDS = [" ".join(words) for words in product(*WORDS)]


def writing(upstream: Upstream, **publication: JsonValue) -> dict[str, JsonValue]:
    """The sections of an installation for which this upstream writes sentences."""
    params: JsonValue = {"model": "openai/inside", "api_base": upstream.url}
    return {
        "trusted_models": [{"model_name": "inside", "litellm_params": params}],
        "publication": {**PUBLICATION, "writer": "inside", "writer_seconds": 20, **publication},
    }


def told(received: Received) -> tuple[str, tuple[str, ...]]:
    """The title and the terms that the model was told; nothing else but the rules stands in the question."""
    body: dict[str, Any] = received.json
    assert sorted(body) == ["messages", "model"]
    said = json.loads(body["messages"][-1]["content"])
    assert sorted(said) == ["terms", "title"]
    whole = [{"role": role, "content": content} for role, content in question(said["title"], said["terms"])]
    assert body["messages"] == whole
    return said["title"], tuple(said["terms"])


def in_other_words(received: Received) -> Behaviour:
    """An answer that no other question gets."""
    _, terms = told(received)
    return Behaviour(text=f"{IN_OTHER_WORDS[received.number]} {terms[0]}.")


async def sentences(running: Analysts, topic: Topic) -> dict[str, set[str | None]]:
    """All that was ever said of each cluster in the records of a topic."""
    found: dict[str, set[str | None]] = {}
    for each in await dump(running.connection.bootstrap[0], running.connection.topic(topic)):
        assert each.key is not None
        found.setdefault(each.key.decode(), set()).add(_sentence(topic, each.value))
    return found


def _sentence(topic: Topic, value: bytes | None) -> str | None:
    if topic is Topic.SENTENCES:
        return decode(value, WrittenSentence).sentence
    return decode(value, SummaryCandidate).summary.sentence


async def test_a_model_is_told_what_is_released_of_a_cluster_and_nothing_else_that_anybody_wrote(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    plain = texts(TEXTS)
    planted = [f"quixotic-{number:05d}-zephyr" for number in range(TEXTS // 20)]
    said = [
        msgspec.structs.replace(each, text=f"{each.text} {planted[number // 20]}") if number % 20 == 0 else each
        for number, each in enumerate(plain)
    ]
    async with Upstream(script=in_other_words) as model:
        with analysts(tmp_path, real_broker.bootstrap, topic_prefix, writing(model)) as running:
            running.set(DURING)
            async with member_here(running):
                await running.opened(EMPTY)
                await running.write(*said)
                running.set(OVER)
                await running.opened(COUNTED)
            values = await running.values(Topic.PUBLISHED)
    summaries = [decode(value, PublishedSummary).summary for value in values.values()]
    assert len(summaries) >= len(SUBJECTS)
    released = {(each.title, tuple(term.term for term in each.terms)) for each in summaries}
    assert {told(received) for received in model.requests} == released
    assert len(model.requests) == len(summaries)
    with_a_sentence = [each for each in summaries if each.sentence]
    assert len(with_a_sentence) >= len(SUBJECTS)
    assert all(each.sentence.endswith(f" {each.terms[0].term}.") for each in with_a_sentence if each.sentence)
    wire = b"\n".join(received.wire for received in model.requests)
    secret = {*planted, *(each.contributor for each in said), *(each.event_id for each in said)}
    assert not find(secret, wire)
    assert find({summaries[0].terms[0].term}, wire)
    print(f"{len(model.requests)} questions, {len(wire)} bytes at the wire: {model.requests[0].body.decode()}")


async def test_a_death_while_a_window_ends_changes_no_word_that_was_written_before(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    """The first member dies while the model is asked, the second one when sentences stand, the third one ends it."""
    async with Upstream(script=_holding_at_first) as model:
        audited = writing(model, audit="required", audit_seconds=3600)
        with analysts(tmp_path, real_broker.bootstrap, topic_prefix, audited) as running:
            running.set(DURING)
            running.add()
            await running.opened(EMPTY)
            await running.write(*texts(TEXTS))
            running.set(OVER)
            await model.until(lambda: bool(model.requests))
            await asyncio.to_thread(running.kill_all)
            assert await sentences(running, Topic.SENTENCES) == {}
            running.add()
            await eventually(lambda: _written(running), READY_SECONDS, "the first sentences")
            await asyncio.to_thread(running.kill_all)
            running.add()
            await running.opened(COUNTED)
            written = await sentences(running, Topic.SENTENCES)
            candidates = await sentences(running, Topic.CANDIDATES)
    assert len(candidates) >= len(SUBJECTS)
    assert {len(each) for each in [*candidates.values(), *written.values()]} == {1}
    assert all(said <= written[key] | {None} for key, said in candidates.items())  # the gate may have dropped it
    with_a_sentence = sum(said != {None} for said in candidates.values())
    assert with_a_sentence >= len(SUBJECTS)
    print(
        f"{len(model.requests)} questions about {len(candidates)} clusters over two deaths;"
        f" {with_a_sentence} have a sentence"
    )


def _holding_at_first(received: Received) -> Behaviour:
    """Nobody who asks one of the first questions gets an answer; these stay open until the asker has died."""
    return Behaviour(start=Start.STALL) if received.number < 4 else in_other_words(received)


async def _written(running: Analysts) -> bool:
    return bool(await sentences(running, Topic.SENTENCES))
