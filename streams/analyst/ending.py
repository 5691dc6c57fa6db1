"""Ends a window in all partitions, counts it, and writes what becomes of its clusters.

Whatever of it was done before a crash is done again, and the same is written: all follows from the snapshots with which
the partitions ended the window, and from the texts between their offsets.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from gateway.kafka.connection import Connection
from gateway.kafka.producer import partition_of
from gateway.logs import fields
from gateway.records import AnalyticsText, SummaryCandidate, Topic, WindowEnd, WrittenSentence, cluster_key
from streams.analyst import members, outcomes
from streams.analyst.asking import Asking, SentenceAnswer
from streams.analyst.closing import EndedWindow, JudgedCluster, Publishing, WindowCount, judged, next_opening
from streams.analyst.following import Following
from streams.analyst.learning import PartitionLearning
from streams.analyst.lines import Line
from streams.analyst.opening import Opening
from streams.analyst.ranges import texts_between
from streams.analyst.rights import Rights
from streams.analyst.snapshots import first
from streams.analyst.windows import Calendar
from streams.analyst.writing import Writer
from streams.analytics.snapshots import SnapshotRefused
from streams.analytics.topics import Topics

log = logging.getLogger(__name__)

END_KEY: Final = "window"
AGAIN_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class WindowEnding:
    """Ends windows; ``audit_ms`` is how long the audit may take to answer, None if nobody audits.

    ``asking`` asks a model for sentences, where one is configured.
    """

    connection: Connection
    partitions: int
    writer: Writer
    following: Following
    calendar: Calendar
    publishing: Publishing
    audit_ms: int | None
    asking: Asking | None = None

    async def end(self, opening: Opening, now: float) -> Opening | None:
        """Returns what the next window opens with, once all is written but that; None where somebody else did it."""
        with outcomes.timed("end"):
            await self._end_partitions(opening, now)
            ended = await self._ended(opening)
        if ended is None:
            return None
        with outcomes.timed("merge"):
            topics = await asyncio.to_thread(ended.topics)
        counted = [] if topics is None else await self._publish(ended, topics)
        await self._answer_requests(ended)
        kept = {each.released.cluster: members.records(each.counts.contributors) for each in counted if each.passed}
        opened = await asyncio.to_thread(next_opening, ended, topics, kept, self.publishing)
        await self.writer.put_all(_forgotten(opening, opened))
        outcomes.ended(ended, topics, counted, self.publishing.budget_of(opened))
        return opened

    async def _end_partitions(self, opening: Opening, now: float) -> None:
        """Writes the end of the window behind the texts of every partition."""
        gone = self.following.waiting.gone(opening.window)
        for partition in range(self.partitions):
            end = WindowEnd(
                window=opening.window,
                next=self.calendar.next_window(now),
                latest=self.calendar.latest(now),
                ended_ms=round(now * 1000),
                without=tuple(sorted(who for who in gone if partition_of(who.encode(), self.partitions) == partition)),
            )
            await self.writer.put(Topic.ANALYTICS, END_KEY, end, partition=partition)

    async def _ended(self, opening: Opening) -> EndedWindow | None:
        """Returns what all partitions learned, once they have come to the end; None if the next window is open."""
        learned = await asyncio.gather(*(self._learned(opening, partition) for partition in range(self.partitions)))
        at_the_end = tuple(each for each in learned if each is not None)
        return EndedWindow(opening, at_the_end) if len(at_the_end) == self.partitions else None

    async def _learned(self, opening: Opening, partition: int) -> PartitionLearning | None:
        """Returns what a partition learned; its owner writes it again if this version cannot read it."""
        end = (opening.header.number, True)
        while True:
            stored = await first(self.connection, partition, str(partition), lambda each: each.progress >= end)
            if stored.manifest.opening > opening.header.number:
                return None
            try:
                return await asyncio.to_thread(PartitionLearning.from_bytes, stored.content, opening, partition)
            except SnapshotRefused as refused:
                log.warning("a snapshot was refused", extra=fields(partition=partition, reason=str(refused)))
                await asyncio.sleep(AGAIN_SECONDS)

    async def _publish(self, ended: EndedWindow, topics: Topics) -> Sequence[JudgedCluster]:
        counting = WindowCount(ended, topics, self.publishing.most_conversations)
        with outcomes.timed("count"):
            async for texts in self._texts(ended):
                assigned = await asyncio.to_thread(counting.add, texts)
                await self.writer.put_all(Line(Topic.ASSIGNMENTS, event_id, value) for event_id, value in assigned)
        with outcomes.timed("judge"):
            published = list(self.following.waiting.published.values())
            found = await asyncio.to_thread(lambda: list(judged(ended, counting, topics, published, self.publishing)))
        with outcomes.timed("ask"):
            counted = await self._told(found)
        with outcomes.timed("publish"):
            passed = [each for each in counted if each.passed]
            await self.writer.put_all(
                line for each in passed for line in members.kept(each.key, each.counts.contributors)
            )
            await self.following.catch_up()  # a hold may have come while the window was counted
            lines = [self._line(each, ended.ended_ms) for each in counted]
            await self.writer.put_all(lines)
            outcomes.count(lines)
        return counted

    async def _told(self, counted: Sequence[JudgedCluster]) -> Sequence[JudgedCluster]:
        """Returns what was judged, with sentences: in a retry those of the first time, and none where it had none."""
        await self.following.catch_up()
        sentences, summaries = self.following.waiting.sentences, self.following.waiting.summaries
        settled = sentences.keys() | summaries.keys()
        answers = await self._answers([each for each in counted if each.passed and each.key not in settled])
        await self.writer.put_all(
            Line(Topic.SENTENCES, key, WrittenSentence(sentence=answer.sentence)) for key, answer in answers.items()
        )
        await self.following.catch_up()  # what counts is the first record of a key, whoever wrote it
        told = await asyncio.to_thread(
            lambda: [each.told(sentences.get(each.key, "")) if each.passed else each for each in counted]
        )
        outcomes.asked(told, answers)
        return told

    async def _answers(self, silent: Sequence[JudgedCluster]) -> dict[str, SentenceAnswer]:
        if self.asking is None:
            return {}
        answers = await self.asking.about([each.case.summary for each in silent])
        return {each.key: answer for each, answer in zip(silent, answers, strict=True)}

    def _line(self, each: JudgedCluster, ended_ms: int) -> Line:
        if not each.passed:
            return Line(Topic.WITHHELD, each.key, each.withheld())
        if self.audit_ms is None and not self.following.waiting.on_hold:
            return self.following.waiting.passed(each.key, each.released, ended_ms)
        deadline_ms = ended_ms + (self.audit_ms or 0)
        return Line(Topic.CANDIDATES, each.key, SummaryCandidate(summary=each.released, deadline_ms=deadline_ms))

    async def _texts(self, ended: EndedWindow, *, left_out: bool = False) -> AsyncIterator[list[AnalyticsText]]:
        """Yields the window's texts: those that count, or those of contributors who no longer count."""
        for partition, learned in enumerate(ended.learned):
            without = frozenset(ended.end(partition).without)
            if left_out and not without:
                continue
            progress = learned.progress
            async for texts in texts_between(self.connection, partition, progress.first, progress.next):
                of_window = [each for each in texts if each.window == progress.window]
                yield [each for each in of_window if (each.contributor in without) is left_out]

    async def _answer_requests(self, ended: EndedWindow) -> None:
        """Withdraws summaries that too few remain in, and answers the privacy requests that the end has seen."""
        await self.following.catch_up()
        waiting, window = self.following.waiting, ended.opening.window
        without = {who for partition in range(self.partitions) for who in ended.end(partition).without}
        requests = {
            subject: request
            for subject, request in waiting.new_requests().items()
            if window not in request.contributors or request.contributors[window] in without
        }
        if not requests:
            return
        texts: Counter[str] = Counter()
        async for left_out in self._texts(ended, left_out=True):
            texts.update(each.contributor for each in left_out)
        rights = Rights(
            requests=requests,
            summaries=waiting.summaries,
            withheld=waiting.withheld,
            members=await members.read(self.connection),
            gone=waiting.gone,
            least=self.publishing.least,
            texts=texts,
        )
        lines = list(rights.lines(ended.ended_ms))
        await self.writer.put_all(lines)
        outcomes.count(lines)


def _forgotten(before: Opening, after: Opening) -> list[Line]:
    """Returns the tombstones for the contributors of summaries whose retention has ended."""
    return [
        line
        for window, clusters in before.header.kept.items()
        if window not in after.header.kept
        for cluster, records in clusters.items()
        for line in members.forgotten(cluster_key(window, cluster), records)
    ]
