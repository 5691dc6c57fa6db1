"""Sentences at a window's end: what is published with them, and that a retry says nothing in other words."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from gateway.records import (
    PublishedSummary,
    ReviewCase,
    SummaryCandidate,
    Topic,
    WrittenSentence,
    decode,
    decode_review,
)
from streams.analyst.asking import Asking, SentenceOutcome
from streams.analyst.ending import WindowEnding
from streams.analytics.gate import Review
from streams.analytics.sentences import SentenceWriter
from streams.topics.embedded import EmbeddedBroker
from tests.streams.analyst.stage import OVER, SUBJECTS, Stage, crowd, few, stage
from tests.streams.analyst.writers import Failing, Saying, Silent
from tests.support.metrics import metric

SECONDS = 30.0
PARTITIONS = 4


def often(times: int) -> Saying:
    """A model that says the same as others, in other words."""
    return Saying(lambda terms: f"People ask {'often ' * times}about {', '.join(terms)}.")


def outcome(came: SentenceOutcome) -> float:
    return metric("canarygate_sentences_total", outcome=came)


async def test_what_is_published_has_the_sentence_of_a_model_that_saw_only_what_is_released(
    embedded_broker: EmbeddedBroker,
) -> None:
    writer, before = Saying(), outcome(SentenceOutcome.WRITTEN)
    async with stage(embedded_broker, asking=Asking(writer, SECONDS)) as running:
        await running.start()
        await running.write(*crowd(), *few(3))
        await running.end()
        published = await running.until_published(len(SUBJECTS))
    released = {(each.title, tuple(term.term for term in each.terms)) for each in published.values()}
    assert set(writer.asked) == released
    assert len(writer.asked) == len(SUBJECTS)  # those that were withheld were not asked about
    assert {each.sentence for each in published.values()} == {
        f"People ask about {', '.join(terms)}." for _, terms in released
    }
    assert outcome(SentenceOutcome.WRITTEN) == before + len(SUBJECTS)


HOSTILE: Mapping[str, tuple[SentenceWriter, float, SentenceOutcome]] = {
    "another text": (Saying(lambda terms: "Ann Kowalski asks about roses"), SECONDS, SentenceOutcome.FORBIDDEN),
    "an e-mail address": (Saying(lambda terms: "ann@corp.example"), SECONDS, SentenceOutcome.FORBIDDEN),
    "too long": (Saying(lambda terms: f"{terms[0]} " * 100), SECONDS, SentenceOutcome.FORBIDDEN),
    "never an answer": (Silent(), 0.1, SentenceOutcome.LATE),
    "an error": (Failing(), SECONDS, SentenceOutcome.FAILED),
}


@pytest.mark.parametrize(("writer", "seconds", "came"), HOSTILE.values(), ids=HOSTILE)
async def test_with_a_hostile_model_the_same_is_published_as_with_none(
    embedded_broker: EmbeddedBroker,
    writer: SentenceWriter,
    seconds: float,
    came: SentenceOutcome,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "streams")
    before = outcome(came)
    async with stage(embedded_broker, asking=Asking(writer, seconds)) as running:
        await running.start()
        await running.write(*crowd())
        await running.end()
        published = await running.until_published(len(SUBJECTS))
        written = await running.values(Topic.SENTENCES)
    assert {frozenset(each.title.split()) for each in published.values()} == {
        frozenset(subject.split()) for subject in SUBJECTS
    }
    assert {each.sentence for each in published.values()} == {None}
    assert {decode(value, WrittenSentence).sentence for value in written.values()} == {""}
    assert outcome(came) == before + len(SUBJECTS)
    assert not any(secret in caplog.text for secret in ("Kowalski", "ann@corp", "secret"))


async def test_what_detection_finds_in_a_sentence_alone_is_not_published_and_counted_as_forbidden(
    embedded_broker: EmbeddedBroker,
) -> None:
    before = outcome(SentenceOutcome.FORBIDDEN)
    finds: dict[str, Any] = {"detects": lambda text: text.startswith("People")}
    async with stage(embedded_broker, asking=Asking(Saying(), SECONDS), **finds) as running:
        await running.start()
        await running.write(*crowd())
        await running.end()
        published = await running.until_published(len(SUBJECTS))
    assert {each.sentence for each in published.values()} == {None}
    assert outcome(SentenceOutcome.FORBIDDEN) == before + len(SUBJECTS)


async def test_the_audit_and_persons_are_shown_the_sentence_that_is_to_be_published(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker, audit_ms=60_000, asking=Asking(often(1), SECONDS)) as running:
        await running.start()
        await running.write(*crowd())
        await running.end()
        candidates = await running.values(Topic.CANDIDATES)
        said = [decode(value, SummaryCandidate).summary.sentence for value in candidates.values()]
        assert len(said) == len(SUBJECTS)
        assert all("often" in (sentence or "") for sentence in said)


async def test_a_case_for_review_has_its_sentence(embedded_broker: EmbeddedBroker) -> None:
    async with stage(embedded_broker, asking=Asking(often(1), SECONDS), review=Review.ALL) as running:
        await running.start()
        await running.write(*crowd())
        await running.end()
        cases = [decode_review(value) for value in (await running.values(Topic.REVIEW)).values()]
        assert [case.summary.sentence is None for case in cases if isinstance(case, ReviewCase)] == [False] * 3


@dataclass
class Ends:
    """Ends the open window as a member does that dies before it opens the next one."""

    running: Stage

    async def once(self, writer: SentenceWriter | None) -> None:
        """Ends it, as after a restart: nothing is known but what stands in the topics."""
        self.running.asking = Asking(writer, SECONDS) if writer else None
        ending: WindowEnding = self.running.ending(PARTITIONS)
        await ending.following.start()
        try:
            assert await ending.end(self.running.opening, OVER)
        finally:
            await ending.following.stop()

    async def sentences(self) -> dict[str, set[str | None]]:
        """All sentences that were ever published of each cluster."""
        records = await self.running.records(Topic.PUBLISHED)
        return {
            key: {decode(value, PublishedSummary).summary.sentence for value in values}
            for key, values in records.items()
        }


@pytest.mark.parametrize(
    ("attempts", "said"),
    [
        ((often(1), often(2)), "People ask often about"),
        ((often(1), None), "People ask often about"),
        ((Failing(), often(2)), None),
        ((None, often(2)), None),
    ],
    ids=["another answer", "no model any more", "none came the first time", "no model before"],
)
async def test_a_window_that_ends_again_after_a_death_says_the_same_of_every_cluster(
    embedded_broker: EmbeddedBroker, attempts: Sequence[SentenceWriter | None], said: str | None
) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd())
        ends = Ends(running)
        for writer in attempts:
            await ends.once(writer)
        sentences = await ends.sentences()
    assert len(sentences) == len(SUBJECTS)
    for (sentence,) in sentences.values():
        assert sentence is None if said is None else sentence and sentence.startswith(said)


async def test_of_two_members_that_end_a_window_at_once_the_first_answer_is_that_of_both(
    embedded_broker: EmbeddedBroker,
) -> None:
    """While one asks, another one that it knows nothing of has written its sentence."""
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd())
        ends = Ends(running)

        @dataclass
        class Overtaken(Saying):
            overtaken: bool = False

            async def write(self, title: str, terms: Sequence[str]) -> str:
                if not self.overtaken:
                    self.overtaken = True
                    await Ends(running).once(often(1))
                return await often(2).write(title, terms)

        await ends.once(Overtaken())
        sentences = await ends.sentences()
        written = await running.records(Topic.SENTENCES)
    assert {len(values) for values in written.values()} == {2}
    assert len(sentences) == len(SUBJECTS)
    for (sentence,) in sentences.values():
        assert sentence is not None
        assert sentence.startswith("People ask often about")


async def test_a_record_that_somebody_else_wrote_publishes_no_word_of_its_own(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd())
        ends = Ends(running)
        for cluster in range(len(SUBJECTS)):
            key = f"{running.opening.window}/{cluster}"
            await running.tell(Topic.SENTENCES, key, WrittenSentence(sentence="Ann Kowalski asks"))
        await ends.once(often(1))
        assert await ends.sentences() == {f"{running.opening.window}/{each}": {None} for each in range(len(SUBJECTS))}


async def test_a_member_that_stops_does_not_wait_for_a_model(embedded_broker: EmbeddedBroker) -> None:
    writer = Silent()
    async with stage(embedded_broker, asking=Asking(writer, 3600)) as running:
        member = await running.start()
        await running.write(*crowd())
        running.now = OVER
        await writer.asked.wait()
        assert member.ready is True
        assert await member.drain(1) == 0
        assert writer.waiting == 0
        assert await running.values(Topic.SENTENCES) == {}


def test_a_record_shows_none_of_its_words() -> None:
    assert "garden" not in repr(WrittenSentence(sentence="garden"))
