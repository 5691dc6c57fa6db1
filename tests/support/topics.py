"""What stands in the topics of an installation, read as its own records, and how far it has been worked on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient

from gateway.records import (
    DeadLetter,
    IncomingTurn,
    Outcome,
    OutcomeKind,
    Record,
    Topic,
    Undecodable,
    decode,
    turn_id_of,
)
from tests.support.dump import Dumped, dump
from tests.support.poison import Place, Poison, write_compressed, write_garbled, write_poison
from tests.support.upstream_process import MARKER
from tests.support.waiting import eventually

GROUPS = {Topic.INCOMING: "canarygate-minimizer", Topic.MINIMIZED: "canarygate-dispatcher"}
SETTLE_SECONDS = 30.0

AnyRecord = TypeVar("AnyRecord", bound=Record)


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics with a prefix on a broker; what cannot be read is left out."""

    bootstrap: str
    prefix: str
    partitions: int

    async def records(self, topic: Topic) -> list[Dumped]:
        """Everything that stands in a topic."""
        return await dump(self.bootstrap, self.prefix + topic.value)

    async def incoming(self) -> dict[str, IncomingTurn]:
        """The turns that edges have sent, in the order of their deadlines."""
        turns = _readable(await self.records(Topic.INCOMING), IncomingTurn)
        return dict(sorted(turns, key=lambda turn: turn[1].deadline_ms))

    async def turns(self) -> dict[str, str]:
        """The turns of the requests that were passed on to dispatchers, by their markers."""
        records = await self.records(Topic.MINIMIZED)
        found = ((MARKER.search(record.value or b""), record) for record in records)
        return {marker.group().decode(): turn_id_of(record.headers) for marker, record in found if marker}

    async def outcomes(self) -> dict[str, OutcomeKind]:
        """How each turn that has ended did."""
        return {turn: ended.outcome for turn, ended in _readable(await self.records(Topic.OUTCOMES), Outcome)}

    async def places(self, topic: Topic) -> dict[Place, str]:
        """The turns of a topic's records."""
        return {
            Place(record.topic, record.partition, record.offset): turn
            for turn, record in _named(await self.records(topic))
        }

    async def dead_letters(self) -> dict[Place, DeadLetter]:
        """All dead letters, by the place of the record that each is about."""
        letters = (letter for _, letter in _readable(await self.records(Topic.DEAD_LETTERS), DeadLetter))
        return {Place(self.prefix + letter.topic, letter.partition, letter.offset): letter for letter in letters}

    async def poison(self, topic: Topic, partitions: Sequence[int], kinds: Mapping[str, Poison]) -> dict[Place, str]:
        """Writes every kind of poison into each of the partitions; returns what is where."""
        return await write_poison(self.bootstrap, self.prefix + topic.value, partitions, kinds)

    def compressed_poison(self, topic: Topic) -> dict[Place, str]:
        """Writes garbage in every way of compressing it into the first partition; returns what is where."""
        return write_compressed(self.bootstrap, self.prefix + topic.value, 0)

    async def garbled_poison(self, topic: Topic, partition: int) -> dict[Place, str]:
        """Writes a batch into the partition with a record in it that aiokafka cannot read; returns what is where."""
        return await write_garbled(self.bootstrap, self.prefix + topic.value, partition)

    async def settled(self) -> None:
        """Returns once the groups of both agents have committed to the ends of their topics."""
        await eventually(self._is_settled, SETTLE_SECONDS, "the commit of all that was consumed")

    async def _is_settled(self) -> bool:
        return all([await self._committed(topic) == await self._ends(topic) for topic in GROUPS])

    async def _committed(self, topic: Topic) -> dict[TopicPartition, int]:
        admin = AIOKafkaAdminClient(bootstrap_servers=self.bootstrap)
        await admin.start()
        committed = await admin.list_consumer_group_offsets(self.prefix + GROUPS[topic])
        await admin.close()
        return {place: committed[place].offset if place in committed else 0 for place in self._places(topic)}

    async def _ends(self, topic: Topic) -> dict[TopicPartition, int]:
        async with AIOKafkaConsumer(bootstrap_servers=self.bootstrap) as consumer:
            ends: dict[TopicPartition, int] = await consumer.end_offsets(self._places(topic))
        return ends

    def _places(self, topic: Topic) -> list[TopicPartition]:
        return [TopicPartition(self.prefix + topic.value, number) for number in range(self.partitions)]


def _readable(records: Sequence[Dumped], kind: type[AnyRecord]) -> Iterator[tuple[str, AnyRecord]]:
    for turn, record in _named(records):
        try:
            yield turn, decode(record.value, kind)
        except Undecodable:
            continue


def _named(records: Sequence[Dumped]) -> Iterator[tuple[str, Dumped]]:
    for record in records:
        try:
            yield turn_id_of(record.headers), record
        except Undecodable:
            continue
