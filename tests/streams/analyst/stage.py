"""An analyst on an embedded broker, with a clock that the test sets, and what others write to its topics."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction

from gateway.kafka.connection import Connection
from gateway.kafka.doorbell import Doorbell
from gateway.kafka.producer import Producer
from gateway.records import AnalyticsText, PublishedSummary, Record, ReleasedSummary, Topic, WithheldSummary, decode
from streams.analyst.asking import Asking
from streams.analyst.closing import Publishing
from streams.analyst.ending import WindowEnding
from streams.analyst.following import Following
from streams.analyst.member import Member
from streams.analyst.opening import Opening
from streams.analyst.waiting import Waiting
from streams.analyst.windows import Calendar
from streams.analyst.writing import Writer
from streams.analytics.gate import GatePolicy, Review, approvals
from streams.analytics.sensitive import SensitiveTopic
from streams.topics.embedded import FETCH_WAIT_MS, MAX_RECORD_BYTES, EmbeddedBroker
from tests.support.dump import dump
from tests.support.waiting import eventually

SECONDS, GRACE = 60, 5
WINDOW = 1_750_000_020
DURING = WINDOW + 10.0
OVER = WINDOW + SECONDS + GRACE + 1.0
WAIT_SECONDS = 30.0
SUBJECTS = ("garden roses hedge", "flight airport ticket", "python compiler error")

POLICY = GatePolicy(detects=lambda text: False, k_min=5, sensitive_k_min=5, max_share=0.5, review=Review.NONE)


def publishing(policy: GatePolicy = POLICY) -> Publishing:
    return Publishing(policy, bytes(range(32)), SECONDS, 3, Fraction(90), 30 * 86_400)


def said(subject: str, contributor: int, window: int = WINDOW, number: int = 0) -> AnalyticsText:
    """What a contributor said about a subject."""
    return AnalyticsText(
        event_id=f"{subject}/{contributor}/{window}/{number}",
        window=window,
        contributor=who(contributor, window),
        language="en",
        text=subject,
    )


def who(contributor: int, window: int = WINDOW) -> str:
    return f"{contributor:016x}{window:016x}"


def few(people: int, window: int = WINDOW) -> list[AnalyticsText]:
    """So many others talk about something else."""
    return [said("weather forecast storm", 1000 + person, window) for person in range(people)]


def crowd(people: int = 20, window: int = WINDOW, subjects: tuple[str, ...] = SUBJECTS) -> list[AnalyticsText]:
    """So many contributors each say something about every subject."""
    return [said(subject, person, window) for person in range(people) for subject in subjects]


@dataclass(slots=True)
class Stage:
    """A broker, an analyst on it, and the hands of everyone who writes to its topics."""

    connection: Connection
    producer: Producer
    policy: GatePolicy = POLICY
    audit_ms: int | None = None
    asking: Asking | None = None
    now: float = DURING
    members: list[Member] = field(default_factory=list)

    async def start(self) -> Member:
        """Starts an analyst, and returns when it has opened the window of the texts."""
        member = await self.start_again()
        await eventually(lambda: self._open_window(member) == WINDOW, WAIT_SECONDS, "the open window")
        return member

    async def start_again(self) -> Member:
        """Starts an analyst, whatever window is open."""
        calendar = Calendar(SECONDS, GRACE)
        member = Member(self.connection, self.producer, calendar, self.ending, lambda: self.now)
        self.members.append(member)
        await member.start()
        return member

    async def write(self, *records: AnalyticsText) -> None:
        """Writes texts as a minimizer does."""
        await asyncio.gather(*(self.producer.write(Topic.ANALYTICS, each.contributor, each) for each in records))

    async def tell(self, topic: Topic, key: str, record: Record | bytes, at: float | None = None) -> None:
        """Writes what an auditor or a person says, at that time."""
        await self.producer.write(topic, key, record, timestamp_ms=None if at is None else round(at * 1000))

    async def end(self, now: float = OVER) -> Opening:
        """Lets the open window end, and returns the opening of the next one."""
        before = self.opening.header.number
        self.now = now
        await eventually(lambda: self.opening.header.number > before, WAIT_SECONDS, "the end of the window")
        return self.opening

    @property
    def opening(self) -> Opening:
        """The open window."""
        opening = self.members[-1]._openings.current
        assert opening is not None
        return opening

    async def published(self) -> dict[str, ReleasedSummary]:
        """What is published, by key."""
        values = await self.values(Topic.PUBLISHED)
        return {key: decode(value, PublishedSummary).summary for key, value in values.items() if value is not None}

    async def reasons(self) -> list[str]:
        """Why summaries are withheld."""
        values = await self.values(Topic.WITHHELD)
        return [decode(value, WithheldSummary).reason for value in values.values()]

    async def until_published(self, count: int) -> dict[str, ReleasedSummary]:
        """What is published, once it is so many."""

        async def is_there() -> bool:
            return len(await self.published()) >= count

        await eventually(is_there, WAIT_SECONDS, f"{count} published summaries")
        return await self.published()

    async def until_withheld(self, count: int) -> list[str]:
        """Why summaries are withheld, once so many are."""

        async def is_there() -> bool:
            return len(await self.reasons()) >= count

        await eventually(is_there, WAIT_SECONDS, f"{count} withheld summaries")
        return await self.reasons()

    async def records(self, topic: Topic) -> dict[str, list[bytes | None]]:
        """All values of each key of a topic, in order."""
        found: dict[str, list[bytes | None]] = {}
        for each in await dump(self.connection.bootstrap[0], self.connection.topic(topic)):
            found.setdefault((each.key or b"").decode(), []).append(each.value)
        return found

    async def values(self, topic: Topic) -> Mapping[str, bytes | None]:
        """The last value of each key of a topic."""
        records = await dump(self.connection.bootstrap[0], self.connection.topic(topic))
        return {(each.key or b"").decode(): each.value for each in records}

    def ending(self, partitions: int) -> WindowEnding:
        """What ends windows in a member that has just started."""

        def needed(summary: ReleasedSummary) -> int:
            return approvals([SensitiveTopic(each) for each in summary.sensitive], self.policy)

        return WindowEnding(
            connection=self.connection,
            partitions=partitions,
            writer=Writer(self.producer),
            following=Following(self.connection, self.producer, Waiting(needed, self.audit_ms is not None)),
            calendar=Calendar(SECONDS, GRACE),
            publishing=publishing(self.policy),
            audit_ms=self.audit_ms,
            asking=self.asking,
        )

    def _open_window(self, member: Member) -> int | None:
        opening = member._openings.current
        return None if opening is None else opening.window


@asynccontextmanager
async def stage(
    broker: EmbeddedBroker, audit_ms: int | None = None, asking: Asking | None = None, **policy: object
) -> AsyncIterator[Stage]:
    """A stage on a fresh broker; nothing of it is left running."""
    connection = Connection(
        (broker.bootstrap,), MAX_RECORD_BYTES, embedded=True, fetch_wait_ms=FETCH_WAIT_MS, doorbell=Doorbell()
    )
    producer = Producer(connection)
    await producer.start()
    built = Stage(connection, producer, replace(POLICY, **policy), audit_ms, asking)  # type: ignore[arg-type]
    try:
        yield built
    finally:
        for member in built.members:
            await member.stop()
        await producer.stop()
