"""All that is said of one cluster, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from gateway.records import (
    PublishedSummary,
    ReleasedSummary,
    ReviewDecision,
    ReviewVerdict,
    SummaryCandidate,
    WithheldSummary,
)
from gateway.terminal import columns, one_line
from streams.analytics.review import Reviewed
from streams.commands.listing import NOISY
from streams.commands.publications import Said
from streams.commands.times import moment, window
from streams.commands.wording import explained, shares, waits_for


def detail(key: str, said: Said, zone: tzinfo | None) -> str:
    """Returns what is said of a cluster, with times in UTC and in ``zone``, None for the local one."""
    state, *lines = _lines(said, zone)
    return "\n".join([f"{one_line(key)}: {state}", *lines])


def _lines(said: Said, zone: tzinfo | None) -> Iterator[str]:
    match said:
        case PublishedSummary():
            yield f"published {moment(said.published_ms, zone)}"
            yield from _summary(said.summary, zone)
        case SummaryCandidate():
            yield f"waits for {waits_for(said)} until {moment(said.deadline_ms, zone)}"
            yield from _summary(said.summary, zone)
        case Reviewed():
            yield f"{said.standing.value} since {moment(said.case.since_ms, zone)}, waits for {waits_for(said)}"
            yield from _summary(said.case.summary, zone)
            yield from ("", *(_decision(decision, zone) for decision in said.decisions))
        case WithheldSummary():
            yield f"withheld, {explained(said.reason)}"
            yield f"{said.contributors} contributors, {said.conversations} conversations: not for publication"
        case _:
            yield "withdrawn: it was published once"


def _summary(summary: ReleasedSummary, zone: tzinfo | None) -> Iterator[str]:
    yield from columns([(name, value) for name, value in _rows(summary, zone) if value])
    yield from ("", NOISY)


def _rows(summary: ReleasedSummary, zone: tzinfo | None) -> Iterator[tuple[str, str]]:
    yield "title", one_line(summary.title)
    yield "sentence", one_line(summary.sentence or "")
    yield "window", window(summary.window, summary.window_seconds, zone)
    yield "contributors", f"~{summary.contributors}"
    yield "conversations", f"~{summary.conversations}"
    yield "trend", summary.trend
    yield "languages", shares(summary.languages)
    yield "sensitive", one_line(", ".join(summary.sensitive))
    yield "split from", ", ".join(map(str, summary.split_from))
    yield "merged from", ", ".join(map(str, summary.merged_from))
    for number, term in enumerate(summary.terms):
        yield "" if number else "terms", shares([term])


def _decision(decision: ReviewDecision, zone: tzinfo | None) -> str:
    verb = "approved" if decision.verdict is ReviewVerdict.APPROVE else "rejected"
    reason = f": {one_line(decision.reason)}" if decision.reason else ""
    return f"{verb} by {one_line(decision.reviewer)}, {moment(decision.decided_ms, zone)}{reason}"
