"""The analyst as a whole on an embedded broker: what becomes of texts, from window to window."""

from __future__ import annotations

import logging

import pytest

from gateway.records import (
    CandidateVerdict,
    ClusterAssignment,
    DeadLetter,
    PrivacyReceipt,
    PrivacyRequest,
    ReviewCase,
    ReviewDecision,
    ReviewVerdict,
    SummaryCandidate,
    Topic,
    decode,
    decode_privacy,
    decode_review,
)
from streams.analyst.snapshots import SnapshotWriter
from streams.analyst.writing import Writer
from streams.analytics.gate import Review
from streams.topics.embedded import EmbeddedBroker
from tests.streams.analyst.stage import DURING, OVER, SECONDS, SUBJECTS, WINDOW, crowd, few, said, stage, who
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0


async def test_what_many_talk_about_is_published_and_every_text_has_its_cluster(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker) as running:
        texts = crowd()
        await running.start()
        await running.write(*texts)
        opening = await running.end()
        published = await running.until_published(len(SUBJECTS))
        words = {frozenset(summary.title.split()) for summary in published.values()}
        assert words == {frozenset(subject.split()) for subject in SUBJECTS}
        assigned = await running.values(Topic.ASSIGNMENTS)
        assert {text.event_id for text in texts} == set(assigned)
        by_subject = {text.text: decode(assigned[text.event_id], ClusterAssignment).cluster for text in texts}
        assert len(set(by_subject.values())) == len(SUBJECTS)
        assert (opening.window, opening.header.counted) == (WINDOW + SECONDS, WINDOW)


async def test_ids_are_kept_over_windows_and_a_window_without_any_text_changes_no_topic(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd())
        first = await running.end()
        empty = await running.end(OVER + SECONDS)
        assert first.topics is not None
        assert empty.topics is not None
        assert empty.topics.ids.tolist() == first.topics.ids.tolist()
        assert empty.header.counted == WINDOW
        await running.write(*crowd(window=empty.window))
        await running.end(OVER + 2 * SECONDS)
        published = await running.until_published(2 * len(SUBJECTS))
        assert len({summary.cluster for summary in published.values()}) == len(SUBJECTS)
        assert {summary.trend for summary in published.values()} == {"new", "steady"}


async def test_a_member_that_leaves_and_one_that_comes_make_one_window_together(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker) as running:
        texts = crowd(40)
        leaving = await running.start()
        await running.write(*texts[:60])
        assert await leaving.drain(1) == 0
        await leaving.stop()
        await running.start()
        await running.write(*texts[60:])
        await running.end()
        assigned = await running.values(Topic.ASSIGNMENTS)
        assert {text.event_id for text in texts} == set(assigned)


async def test_texts_of_the_next_window_wait_and_late_ones_count_nowhere(embedded_broker: EmbeddedBroker) -> None:
    async with stage(embedded_broker) as running:
        early, late = said(SUBJECTS[0], 7, WINDOW + SECONDS), said(SUBJECTS[0], 7, number=99)
        await running.start()
        await running.write(early, *crowd())
        await running.end()
        await running.write(late)
        await running.end(OVER + SECONDS)
        assigned = await running.values(Topic.ASSIGNMENTS)
        assert early.event_id in assigned
        assert late.event_id not in assigned


async def test_what_is_no_text_or_of_no_window_becomes_a_dead_letter_and_the_rest_counts(
    embedded_broker: EmbeddedBroker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "streams")
    caplog.set_level(logging.DEBUG, "gateway")
    async with stage(embedded_broker) as running:
        await running.start()
        await running.tell(Topic.ANALYTICS, who(1), b"nothing that we wrote, but a secret")
        await running.tell(Topic.ANALYTICS, who(2), said("garden secret", 2, WINDOW + 1))
        await running.write(*crowd(), said("", 3), said("long " * 200_000, 4))
        await running.end()
        letters = [decode(value, DeadLetter) for value in (await running.values(Topic.DEAD_LETTERS)).values()]
        assert {letter.reason for letter in letters} == {"undecodable"}
        assert len(await running.until_published(len(SUBJECTS))) == len(SUBJECTS)
        assert "secret" not in caplog.text


async def test_fewer_than_k_are_withheld_with_reason_and_counts_only(embedded_broker: EmbeddedBroker) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd(), *few(3))
        await running.end()
        assert await running.until_withheld(1) == ["few_contributors"]
        (value,) = (await running.values(Topic.WITHHELD)).values()
        assert value is not None
        assert b"storm" not in value


async def test_a_duplicate_counts_once(embedded_broker: EmbeddedBroker) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd(), *few(4), *few(4))
        await running.end()
        assert await running.until_withheld(1) == ["few_contributors"]


async def test_a_summary_is_published_when_the_audit_said_in_time_that_it_is_clean_and_silence_withholds(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker, audit_ms=60_000) as running:
        await running.start()
        await running.write(*crowd())
        await running.end()
        candidates = await running.values(Topic.CANDIDATES)
        clean, found, late = sorted(candidates)
        assert decode(candidates[clean], SummaryCandidate).deadline_ms == round(OVER * 1000) + 60_000
        assert await running.published() == {}
        await running.tell(Topic.VERDICTS, "another-canary", b'{"kind":"canary","v":3}')
        await running.tell(Topic.VERDICTS, late, CandidateVerdict(clean=True), at=OVER + 61)
        await running.tell(Topic.VERDICTS, found, CandidateVerdict(clean=False), at=OVER + 10)
        assert await running.until_withheld(1) == ["canary_found"]
        await running.tell(Topic.VERDICTS, clean, CandidateVerdict(clean=True), at=OVER + 60)
        assert set(await running.until_published(1)) == {clean}
        running.now = OVER + 66
        assert sorted(await running.until_withheld(2)) == ["audit_silent", "canary_found"]
        assert set(await running.published()) == {clean}


async def test_a_sensitive_topic_waits_for_two_persons_and_one_rejection_withholds(
    embedded_broker: EmbeddedBroker,
) -> None:
    subjects = ("cancer chemotherapy hospital", "depression therapist anxiety", "flight airport ticket")
    async with stage(embedded_broker, review=Review.SENSITIVE) as running:
        await running.start()
        await running.write(*crowd(subjects=subjects))
        await running.end()
        assert len(await running.until_published(1)) == 1
        cases = {key: decode_review(value) for key, value in (await running.values(Topic.REVIEW)).items()}
        assert [case.approvals for case in cases.values() if isinstance(case, ReviewCase)] == [2, 2]
        approved, rejected = sorted(cases)
        await running.tell(Topic.REVIEW, approved, _decision(ReviewVerdict.APPROVE, "anna"))
        await running.tell(Topic.REVIEW, approved, _decision(ReviewVerdict.APPROVE, "Anna"))
        await running.tell(Topic.REVIEW, rejected, _decision(ReviewVerdict.REJECT, "anna"))
        assert await running.until_withheld(1) == ["rejected"]
        assert approved not in await running.published()
        await running.tell(Topic.REVIEW, approved, _decision(ReviewVerdict.APPROVE, "ben"))
        assert approved in await running.until_published(2)


def _decision(verdict: ReviewVerdict, reviewer: str) -> ReviewDecision:
    return ReviewDecision(verdict=verdict, reviewer=reviewer, reason="read", decided_ms=round(OVER * 1000) + 1)


async def test_who_asks_for_it_no_longer_counts_and_what_falls_below_k_is_withdrawn(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd(), *few(5))
        await running.end()
        assert len(await running.until_published(len(SUBJECTS) + 1)) == len(SUBJECTS) + 1
        window = running.opening.window
        await running.write(*crowd(window=window), *few(5, window))
        request = PrivacyRequest(
            action="delete",
            contributors={WINDOW: who(1000), window: who(1000, window)},
            requested_ms=round(DURING * 1000),
        )
        await running.tell(Topic.PRIVACY_REQUESTS, "subject", request)
        await running.end(OVER + SECONDS)
        assert "few_contributors" in await running.until_withheld(2)
        assert sorted(await running.reasons()) == ["few_contributors", "withdrawn"]
        published = await running.published()
        assert len([key for key in published if key.startswith(f"{WINDOW}/")]) == len(SUBJECTS)
        assigned = await running.values(Topic.ASSIGNMENTS)
        assert few(1, window)[0].event_id not in assigned
        receipt = decode_privacy((await running.values(Topic.PRIVACY_REQUESTS))["subject/receipt"])
        assert isinstance(receipt, PrivacyReceipt)
        assert receipt.texts == 1
        assert len(receipt.withdrawn) == 1


async def test_a_clock_that_jumped_a_day_ahead_costs_no_more_than_the_window(embedded_broker: EmbeddedBroker) -> None:
    async with stage(embedded_broker) as running:
        await running.start()
        await running.write(*crowd())
        await running.end(DURING + 86_400)
        running.now = DURING + SECONDS
        await eventually(lambda: running.opening.window == WINDOW + SECONDS, WAIT_SECONDS, "the true window")
        await running.write(*crowd(window=WINDOW + SECONDS))
        await running.end(OVER + SECONDS)
        assert len(await running.until_published(2 * len(SUBJECTS))) == 2 * len(SUBJECTS)


async def test_a_snapshot_that_cannot_be_read_costs_time_and_no_text(embedded_broker: EmbeddedBroker) -> None:
    async with stage(embedded_broker) as running:
        texts = crowd(40)
        leaving = await running.start()
        await running.write(*texts)
        await leaving.stop()
        for partition in range(4):
            writer = SnapshotWriter(Writer(running.producer), "other", partition, str(partition))
            await writer.write(running.opening.header.number, 7, b"of another version")
        await running.start()
        await running.end()
        assert {text.event_id for text in texts} == set(await running.values(Topic.ASSIGNMENTS))
