"""What users talk about comes out, and nobody in it: turns of many people, through minimizers and analysts that die."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from gateway.analytics import contributor, event_id
from gateway.kafka.producer import Producer
from gateway.records import (
    CandidateVerdict,
    ClusterAssignment,
    PublishedSummary,
    ReleasedSummary,
    ReviewCase,
    SummaryCandidate,
    Topic,
    WithheldSummary,
    decode,
    decode_review,
)
from streams.canaries.leaks import LeakFinder
from tests.kafka.scenarios.reports import Report
from tests.kafka.scenarios.shown import Searched, Shown, text, values
from tests.kafka.scenarios.talked_of import TalkedOf
from tests.support.conversations import Turn
from tests.support.conversations import turns as turns_of
from tests.support.pipeline import TENANT, Pipeline
from tests.support.recount import released_counts
from tests.support.waiting import eventually

EMPTY, COUNTED = 2, 3  # openings: after the windows before, which had no text, and after the one with the turns
SETTLE_SECONDS: Final = 120.0


async def analytics(
    running: Pipeline,
    *,
    turns: int = 20_000,
    contributors: int = 2_000,
    intents: int = 81,
    telling: float = 0.3,
    seed: int = 1,
) -> Report:
    """Turns of many people; an analyst joins, an analyst and a minimizer are killed, and then the window ends."""
    said, chance, clock = turns_of(turns, contributors, intents, telling, seed), random.Random(seed), Stopwatch()
    await running.analysts.opened(EMPTY)
    third = -(-turns // 3)
    await _disturbed(running, said[:third], running.joins)
    await _disturbed(running, said[third : 2 * third], partial(running.kills_and_restarts, chance))
    await running.say(said[2 * third :])
    await _all_emitted(running, said)
    clock.lap("minimized")
    running.end_window()
    await running.analysts.opened(COUNTED, SETTLE_SECONDS)
    clock.lap("ended")
    candidates = await _candidates(running)
    released = await _audited(running, said, candidates)
    talked_of = await _talked_of(running, said, released)
    shown = Shown(said, candidates, running.analytics.k_min)
    searched = await Searched.of(running, said)
    title = f"{turns:,} turns of {contributors:,} people, {len(running.cluster.processes)} processes"
    notes = [str(clock), *talked_of.notes(), *shown.notes(), *searched.notes()]
    return Report(title, [], notes, [*talked_of.faults(), *shown.faults(), *searched.faults()])


async def _disturbed(running: Pipeline, said: Sequence[Turn], fault: Callable[[], Awaitable[None]]) -> None:
    """Has turns said, and something happen when half of them are through."""
    before = await running.emitted(0)
    writing = asyncio.create_task(running.say(said))
    await running.emitted(before + len(said) // 2)
    await fault()
    await writing


async def _all_emitted(running: Pipeline, said: Sequence[Turn]) -> None:
    """Returns once there is a text of every turn, or none comes any more."""
    events = {_event(running, turn) for turn in said}

    async def all_there() -> bool:
        await asyncio.sleep(1.0)
        return events <= (await running.texts()).keys()

    with suppress(TimeoutError):
        await eventually(all_there, SETTLE_SECONDS, "the texts of all turns")


async def _candidates(running: Pipeline) -> dict[str, ReleasedSummary]:
    """Returns the summaries that passed the gate."""
    found = await running.analysts.values(Topic.CANDIDATES)
    return {key: decode(value, SummaryCandidate).summary for key, value in found.items()}


async def _audited(
    running: Pipeline, said: Sequence[Turn], candidates: Mapping[str, ReleasedSummary]
) -> dict[str, ReleasedSummary]:
    """Answers for every candidate as an auditor does; returns those that nothing but persons may hold up."""
    analysts, finder = running.analysts, LeakFinder(values(said))
    producer = Producer(analysts.connection)
    await producer.start()
    for key, summary in candidates.items():
        clean = not finder.find(text(summary))
        await producer.write(Topic.VERDICTS, key, CandidateVerdict(clean=clean))
    await producer.stop()

    async def settled() -> bool:
        await asyncio.sleep(0.2)
        topics = (Topic.PUBLISHED, Topic.REVIEW, Topic.WITHHELD)
        return candidates.keys() <= {key for topic in topics for key in await analysts.values(topic)}

    await eventually(settled, SETTLE_SECONDS, "an end for every candidate")
    published = await analysts.values(Topic.PUBLISHED)
    released = {key: decode(value, PublishedSummary).summary for key, value in published.items()}
    for key, value in (await analysts.values(Topic.REVIEW)).items():
        case = decode_review(value)
        assert isinstance(case, ReviewCase)
        released[key] = case.summary
    assert all(candidates[key] == summary for key, summary in released.items())
    return released


async def _talked_of(running: Pipeline, said: Sequence[Turn], released: Mapping[str, ReleasedSummary]) -> TalkedOf:
    key = running.cluster.secrets.analytics_key.encode()
    assigned = defaultdict(list)
    for record in await running.records(Topic.ASSIGNMENTS):
        assigned[(record.key or b"").decode()].append(decode(record.value, ClusterAssignment).cluster)
    withheld = (await running.analysts.values(Topic.WITHHELD)).values()
    return TalkedOf(
        turns={_event(running, turn): turn for turn in said},
        contributors={
            _event(running, turn): contributor(key, TENANT, running.window, turn.identifier) for turn in said
        },
        emitted=await running.texts(),
        assigned=assigned,
        passed=[*released.values()],
        withheld=[decode(each, WithheldSummary) for each in withheld],
        least=running.least,
        released=lambda cluster, counted, least: released_counts(
            cluster,
            counted,
            least=least,
            window=running.window,
            key=running.cluster.secrets.noise_key.encode(),
            epsilon=running.epsilon,
            most=running.analytics.max_conversations,
        ),
        most=running.analytics.max_conversations,
    )


def _event(running: Pipeline, turn: Turn) -> str:
    return event_id(running.cluster.secrets.audit_key.encode(), turn.turn_id)


@dataclass(slots=True)
class Stopwatch:
    """How long each stage took, in seconds."""

    laps: list[tuple[str, float]] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def lap(self, what: str) -> None:
        """Ends a stage."""
        now = time.monotonic()
        self.laps.append((what, now - self.began))
        self.began = now

    def __str__(self) -> str:
        return ", ".join(f"{what} in {seconds:.1f} s" for what, seconds in self.laps)
