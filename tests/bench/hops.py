"""Where a turn's time goes: the wall time between its records, and what the stages that the product meters take of it.

The records carry the time at which their producer took them, in whole milliseconds: an average of many is finer.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from statistics import mean
from urllib.request import urlopen

from aiokafka import AIOKafkaConsumer

from gateway.records import Topic, turn_id_of
from tests.bench.generator import Traced
from tests.bench.load import Load, generate
from tests.bench.results import table
from tests.bench.subjects import Running

TOPICS = (Topic.INCOMING, Topic.MINIMIZED, Topic.REPLIES)
HOPS = (
    "client to conversations.incoming: HTTP, parse, check, seal",
    "incoming to minimized: Kafka, open, detect, minimize, seal",
    "minimized to replies: Kafka, the provider's answer",
    "replies to client: Kafka, open, restore, HTTP",
)

_STAGE = re.compile(r'^canarygate_stage_seconds_(sum|count)\{stage="(\w+)"\} (\S+)$', re.MULTILINE)


def hops(subject: Running, bootstrap: str, load: Load, seed: int) -> str:
    """Two tables for one load: the hops of a turn, and the stages within them."""
    before, after, measured = generate(subject, load, seed, lambda: _stages(subject), trace=True)
    times = asyncio.run(_record_times(bootstrap, min(traced.began for traced in measured.traced)))
    taken = [mean(hop) * 1000 for hop in zip(*_taken(measured.traced, times), strict=True)]
    title = f"A turn's way at {load.connections} connection(s), {len(measured.traced)} turns"
    lines = [(name, f"{hop:.2f}") for name, hop in zip(HOPS, taken, strict=True)]
    spent = [(stage, f"{_mean_ms(before, after, stage):.3f}") for stage in after]
    whole = ("from request to answer", f"{sum(taken):.2f}")
    return "\n\n".join((table(title, ("", "ms"), [*lines, whole]), table("Of it in stages", ("", "ms"), spent)))


def _taken(turns: Iterable[Traced], times: Mapping[str, Mapping[Topic, float]]) -> Iterator[list[float]]:
    for turn in turns:
        records = times.get(turn.turn_id, {})
        if len(records) == len(TOPICS):
            at = [turn.began, *(records[topic] for topic in TOPICS), turn.ended]
            yield [later - earlier for earlier, later in pairwise(at)]


async def _record_times(bootstrap: str, since: float) -> Mapping[str, Mapping[Topic, float]]:
    """When each turn's first record of each topic was produced, by turn, in seconds since the epoch."""
    times: defaultdict[str, dict[Topic, float]] = defaultdict(dict)
    async with AIOKafkaConsumer(*TOPICS, bootstrap_servers=bootstrap) as consumer:
        places = consumer.assignment()
        ends = await consumer.end_offsets(places)
        for place, found in (await consumer.offsets_for_times(dict.fromkeys(places, int(since * 1000)))).items():
            consumer.seek(place, found.offset if found else ends[place])
        while any([await consumer.position(place) < ends[place] for place in places]):
            for place, records in (await consumer.getmany(timeout_ms=500)).items():
                for record in records:
                    # Half a millisecond is what cutting to whole ones took on average.
                    at = (record.timestamp + 0.5) / 1000
                    times[turn_id_of(record.headers)].setdefault(Topic(place.topic), at)
    return times


def _stages(subject: Running) -> dict[str, dict[str, float]]:
    """Sum and count of every metered stage over all programs of the subject."""
    stages: defaultdict[str, dict[str, float]] = defaultdict(lambda: {"sum": 0.0, "count": 0.0})
    for url in subject.metrics:
        with urlopen(url) as answer:
            for figure, stage, value in _STAGE.findall(answer.read().decode()):
                stages[stage][figure] += float(value)
    return dict(stages)


def _mean_ms(before: Mapping[str, Mapping[str, float]], after: Mapping[str, Mapping[str, float]], stage: str) -> float:
    count = after[stage]["count"] - before[stage]["count"]
    return (after[stage]["sum"] - before[stage]["sum"]) / count * 1000 if count else 0.0
