"""A window of analytics that ends: many people talk of what probes talk of, and what came out is counted again."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from urllib.request import Request, urlopen

from gateway.analytics import event_id
from gateway.records import (
    ClusterAssignment,
    Minted,
    MintedCanary,
    ProbeAnswered,
    Topic,
    WindowEnd,
    WithheldSummary,
    cluster_key,
    decode,
    decode_analytics,
)
from gateway.settings import AnalyticsSettings
from gateway.types import JsonObject
from streams.canaries.topics import TOPICS
from tests.deploy.live.watched import MODEL, SETTLE_SECONDS, Watched
from tests.support.analysts import Analysts
from tests.support.search import Find, find
from tests.support.waiting import eventually

PEOPLE = 24
TALKED_OF = TOPICS[::2]  # probes are about the others, too: there the auditor is alone
AT_ONCE = 8
SAID = {"user", "part"}  # positions of what a user says at last, and only that is clustered
ANALYTICS = AnalyticsSettings()
BEFORE = 2  # openings until the window of now is open


@dataclass(frozen=True, slots=True)
class Ended:
    """What became of the clusters of an ended window: which were published, and why others were withheld.

    ``said`` has the canaries that were said in the published ones, ``shown`` those that stand in their summaries.
    """

    published: Sequence[str]
    withheld: Mapping[str, str]
    said: Mapping[str, Collection[str]]
    shown: Sequence[Find]

    @property
    def pairs(self) -> int:
        """How many conversations with a canary are in published clusters."""
        return sum(map(len, self.said.values()))


def talk(running: Watched) -> None:
    """Has many people ask about all that is talked of; returns when everybody has every answer."""
    bodies = [_body(person, number) for person, number in product(range(PEOPLE), range(len(TALKED_OF)))]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert set(pool.map(partial(_status, running), bodies)) == {200}


def end_window(running: Watched) -> Ended:
    """Ends the window of all that was said so far; returns when it is decided what becomes of each cluster."""
    return asyncio.run(_ended(running))


def _body(person: int, number: int) -> JsonObject:
    topic = TALKED_OF[number]
    task, detail = topic.tasks[person % len(topic.tasks)], topic.details[person % len(topic.details)]
    said = f"Please help me to {task}. {detail}."
    return {"model": MODEL, "messages": [{"role": "user", "content": said}], "user": f"person {person}"}


def _status(running: Watched, body: JsonObject) -> int:
    headers = {"authorization": f"Bearer {running.cluster.secrets.api_key}", "content-type": "application/json"}
    request = Request(f"{running.edge.url}/v1/chat/completions", json.dumps(body).encode(), headers)
    with urlopen(request) as answer:
        answer.read()
        status: int = answer.status
    return status


async def _ended(running: Watched) -> Ended:
    analysts = running.analysts
    texts = map(decode_analytics, (await analysts.values(Topic.ANALYTICS)).values())
    windows = {text.window for text in texts if not isinstance(text, WindowEnd)}  # two where a day ended meanwhile
    analysts.set(max(windows) + ANALYTICS.window_ms / 1000 + ANALYTICS.grace_seconds)
    await analysts.opened(BEFORE + len(windows), SETTLE_SECONDS)
    await eventually(partial(_all_decided, analysts), SETTLE_SECONDS, "an end for every candidate")
    return await _counted(running)


async def _all_decided(analysts: Analysts) -> bool:
    decided = [await analysts.values(topic) for topic in (Topic.PUBLISHED, Topic.WITHHELD, Topic.REVIEW)]
    return (await analysts.values(Topic.CANDIDATES)).keys() <= {key for keys in decided for key in keys}


async def _counted(running: Watched) -> Ended:
    values = running.analysts.values
    published = {key: value or b"" for key, value in (await values(Topic.PUBLISHED)).items()}
    withheld = {key: decode(value, WithheldSummary).reason for key, value in (await values(Topic.WITHHELD)).items()}
    written = await running.written()
    minted = {name: each for name, each in written if isinstance(each, MintedCanary)}
    said = defaultdict(set)
    for canary, cluster in _clusters(running, written, await values(Topic.ASSIGNMENTS)):
        if cluster in published and minted[canary].position in SAID:
            said[cluster].add(canary)
    shown = find((each.value for each in minted.values()), b"\n".join(published.values()))
    return Ended([*published], withheld, said, shown)


def _clusters(
    running: Watched, written: Sequence[tuple[str, Minted]], assigned: Mapping[str, bytes | None]
) -> Iterator[tuple[str, str]]:
    """The canaries whose conversations were clustered, each with its cluster."""
    key = running.cluster.secrets.audit_key.encode()
    events = {event_id(key, each.turn_id): name for name, each in written if isinstance(each, ProbeAnswered)}
    for event, canary in events.items():
        if event in assigned:
            place = decode(assigned[event], ClusterAssignment)
            yield canary, cluster_key(place.window, place.cluster)
