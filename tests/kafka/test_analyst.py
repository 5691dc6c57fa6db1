"""Analysts on a real broker: whatever dies, joins or leaves, they make of the texts what one alone would have made."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gateway.records import AnalyticsText, Topic
from streams.analyst.opening import Header
from streams.analytics.lineage import Lineage
from tests.gateway.detection.test_published_data import rows
from tests.support.analysts import (
    GRACE_SECONDS,
    PUBLICATION,
    WINDOW,
    WINDOW_SECONDS,
    Analysts,
    analysts,
    kill_at_random,
    member_here,
    texts,
)
from tests.support.dump import dump
from tests.support.kafka import RealBroker
from tests.support.search import find
from tests.support.waiting import eventually

TEXTS = 5_000
WRITING_SECONDS = 10.0
QUERIES, CONTRIBUTORS, LEAST_TOPICS = 4_000, 400, 20
DURING = WINDOW + 10.0
OVER = WINDOW + WINDOW_SECONDS + GRACE_SECONDS + 1.0
READY_SECONDS = 60.0
EMPTY, COUNTED = 2, 3  # openings: after the windows before, which had no text, and after the one with the texts


async def test_kills_and_rebalances_leave_the_same_counts_ids_and_centres(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    said = texts(TEXTS)
    with analysts(tmp_path, real_broker.bootstrap, f"{topic_prefix}one.") as alone:
        alone.set(DURING)
        async with member_here(alone):
            await alone.opened(EMPTY)
            await alone.write(*said)
            alone.set(OVER)
            expected = await _made(alone)
    with analysts(tmp_path, real_broker.bootstrap, f"{topic_prefix}many.") as many:
        await _disturb(many, said, random.Random(topic_prefix))
        made = await _made(many)
    assert made == expected
    assert len(expected.assignments) == TEXTS
    assert expected.published


async def _disturb(running: Analysts, said: Sequence[AnalyticsText], chance: random.Random) -> None:
    """While the texts are written one of two members is killed, a third joins, one leaves in good order.

    While the window ends, the last one is killed too, and another takes its place.
    """
    running.set(DURING)
    for member in (running.add(), running.add()):
        await asyncio.to_thread(member.wait_until_ready, READY_SECONDS)
    await running.opened(EMPTY)
    writing = asyncio.create_task(running.write(*said, per_second=TEXTS / WRITING_SECONDS))
    await asyncio.sleep(chance.uniform(0.5, 2.0))
    await asyncio.to_thread(kill_at_random, running.members, chance)
    await asyncio.to_thread(running.add().wait_until_ready, READY_SECONDS)
    leaving = chance.choice([member for member in running.members if member.running])
    leaving.terminate()
    assert await asyncio.to_thread(leaving.wait) == 0
    await writing
    running.set(OVER)
    await asyncio.sleep(chance.uniform(0.5, 3.0))  # some way into the end of the window
    await asyncio.to_thread(running.kill_all)
    running.add()


@dataclass(frozen=True)
class Made:
    """What was made of a window: what the next window opens with, and all that was written.

    Not where the next window is read from: a window's end may stand there twice after a death, and the first counts.
    """

    header: Header
    ids: list[int]
    centres: list[list[float]]
    counts: list[float]
    frequencies: list[float]
    lineage: tuple[Lineage, ...]
    assignments: Mapping[str, int]
    published: Mapping[str, bytes | None]
    withheld: Mapping[str, bytes | None]


async def _made(running: Analysts) -> Made:
    opening = await running.opened(COUNTED)
    topics = opening.topics
    assert topics is not None
    return Made(
        msgspec.structs.replace(opening.header, topic="", starts=()),
        topics.ids.tolist(),
        topics.means.tolist(),
        topics.counts.tolist(),
        topics.frequencies.by_column.tolist(),
        topics.lineage,
        await running.assignments(),
        await running.values(Topic.PUBLISHED),
        await running.values(Topic.WITHHELD),
    )


async def test_of_real_queries_many_topics_are_published_and_nothing_that_one_person_wrote(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    queries = [str(row["text"]) for row in rows("conversations/clinc150.jsonl")][:QUERIES]
    planted = {f"quixotic-{number:05d}-zephyr" for number in range(0, QUERIES, 20)}
    said = list(_planted(queries, sorted(planted)))
    audit = {"publication": PUBLICATION | {"audit": "required", "audit_seconds": 30}}
    with analysts(tmp_path, real_broker.bootstrap, topic_prefix, audit) as running:
        running.set(DURING)
        async with member_here(running):
            await running.opened(EMPTY)
            await running.write(*said)
            running.set(OVER)
            await running.opened(COUNTED)
            candidates = await running.values(Topic.CANDIDATES)
            await running.answer({key: not _holds(planted, value or b"") for key, value in candidates.items()})
            await eventually(lambda: _are_published(running, len(candidates)), READY_SECONDS, "the publication")
        assignments = await running.assignments()
        surfaces = await dump(real_broker.bootstrap, topic_prefix + "summaries.")
        surfaces += await dump(real_broker.bootstrap, topic_prefix + "analytics.")
    assert {text.event_id for text in said} == set(assignments)
    assert len(candidates) >= LEAST_TOPICS
    assert not find(planted, b"\n".join(each.content for each in surfaces))


def _planted(queries: Sequence[str], planted: Sequence[str]) -> Iterator[AnalyticsText]:
    """The queries of so many contributors; every twentieth has a string that nobody else has."""
    for number, query in enumerate(queries):
        canary = f" {planted[number // 20]}" if number % 20 == 0 else ""
        yield AnalyticsText(
            event_id=f"{number:032x}",
            window=WINDOW,
            contributor=f"{number % CONTRIBUTORS:032x}",
            language="en",
            text=query + canary,
        )


async def _are_published(running: Analysts, count: int) -> bool:
    return len(await running.values(Topic.PUBLISHED)) == count


def _holds(planted: Iterable[str], value: bytes) -> bool:
    return any(each.encode() in value.lower() for each in planted)
