"""Where a turn's time goes: the wall time between its records, and what the stages that the product meters take of it.

The records carry the time at which their producer took them, in whole milliseconds: an average of many is finer.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import mean
from urllib.request import urlopen

from aiokafka import AIOKafkaConsumer, TopicPartition

from gateway.records import Topic, turn_id_of
from tests.bench.generator import Traced
from tests.bench.load import Load, generate, nothing_spent
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
    before = _stages(subject)
    *_, measured = generate(subject.url, load, seed, nothing_spent, trace=True)
    after = _stages(subject)
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
    async with AIOKafkaConsumer(bootstrap_servers=bootstrap, fetch_max_wait_ms=10) as consumer:
        for topic in TOPICS:
            partitions = [TopicPartition(topic, number) for number in consumer.partitions_for_topic(topic) or ()]
            await _read(consumer, partitions, int(since * 1000), topic, times)
    return times


async def _read(
    consumer: AIOKafkaConsumer,
    partitions: Sequence[TopicPartition],
    since_ms: int,
    topic: Topic,
    times: Mapping[str, dict[Topic, float]],
) -> None:
    consumer.assign(partitions)
    ends = await consumer.end_offsets(partitions)
    for partition, found in (await consumer.offsets_for_times(dict.fromkeys(partitions, since_ms))).items():
        consumer.seek(partition, found.offset if found else ends[partition])
    while any([await consumer.position(partition) < ends[partition] for partition in partitions]):
        for records in (await consumer.getmany(timeout_ms=500)).values():
            for record in records:
                # Half a millisecond is what cutting to whole ones took on average.
                times[turn_id_of(record.headers)].setdefault(topic, (record.timestamp + 0.5) / 1000)


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
