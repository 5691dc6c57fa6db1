"""Stand-ins for what is beyond the wires: the broker's confirmations, and the records that it delivers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gateway.errors import GatewayError
from gateway.kafka.producer import Producer
from gateway.kafka.rights import AccessRights
from gateway.records import DeadLetter, Record, Topic, turn_headers

TURN = "00112233445566778899aabbccddeeff"


def turn_ids() -> Iterator[str]:
    """Turns that differ."""
    return (f"{number:032x}" for number in range(1, 1_000_000))


@dataclass(frozen=True, slots=True)
class Sent:
    """A record that was sent; one that names no turn has its key in the place of the turn's id."""

    topic: Topic
    turn_id: str
    record: Record
    partition: int | None
    timestamp_ms: int | None = None


class RecordingProducer(Producer):
    """A producer whose broker confirms at once, or as it is told: what it took, in order.

    ``failures`` are raised, one for each send, before anything is taken; while ``holding``, sends wait for ``release``.
    """

    def __init__(self, failures: Iterable[GatewayError] = ()) -> None:
        self.sent: list[Sent] = []
        self.failures = list(failures)
        self.waiting = 0
        self.is_reachable = True
        self._open = asyncio.Event()
        self._open.set()
        self._came = asyncio.Event()

    def hold(self) -> None:
        """Confirms nothing from now on."""
        self._open.clear()

    def release(self) -> None:
        """Confirms what waits, and at once from now on."""
        self._open.set()

    async def until(self, sends: int) -> None:
        """Returns once that many sends have begun, confirmed or not."""
        while len(self.sent) + self.waiting < sends:
            self._came.clear()
            await self._came.wait()

    async def start(self) -> None:
        """Connects to nothing."""

    async def stop(self) -> None:
        """Closes nothing."""

    async def require(self, topics: Iterable[Topic], rights: AccessRights | None = None) -> None:
        """No topic is missing."""

    async def partitions(self, topic: Topic) -> int:
        """Four for every topic."""
        return 4

    async def reachable(self) -> bool:
        """As the test says."""
        return self.is_reachable

    async def send(self, topic: Topic, turn_id: str, record: Record, partition: int | None = None) -> None:
        """Takes the record, once it may."""
        await self._take(Sent(topic, turn_id, record, partition))

    async def write(
        self,
        topic: Topic,
        key: str,
        record: Record | bytes | None,
        *,
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> None:
        """Takes the record, once it may."""
        assert isinstance(record, Record)
        await self._take(Sent(topic, key, record, partition, timestamp_ms))

    async def _take(self, sent: Sent) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.waiting += 1
        self._came.set()
        try:
            await self._open.wait()
        finally:
            self.waiting -= 1
        self.sent.append(sent)

    def of(self, topic: Topic) -> list[Sent]:
        """What was sent to a topic."""
        return [sent for sent in self.sent if sent.topic is topic]

    @property
    def letters(self) -> list[DeadLetter]:
        """The dead letters."""
        return [sent.record for sent in self.sent if isinstance(sent.record, DeadLetter)]


@dataclass(slots=True)
class Message:
    """A record as a consumer hands it over."""

    offset: int = 0
    value: bytes | None = b""
    headers: list[tuple[str, bytes]] = field(default_factory=lambda: turn_headers(TURN))
    partition: int = 0
    timestamp: float = 0.0
    topic: str = "a-prefix.a-topic"
