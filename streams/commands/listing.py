"""All summaries, or all reviews, as tables that a person reads in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import tzinfo
from itertools import groupby
from typing import Final

from gateway.records import (
    PublishedSummary,
    ReleasedSummary,
    ReleasedTerm,
    ReviewVerdict,
    SummaryCandidate,
    WithheldSummary,
)
from gateway.terminal import columns, one_line
from streams.analytics.review import Reviewed
from streams.commands.publications import Publications, Said, Withdrawn
from streams.commands.times import moment, window
from streams.commands.wording import shares, waits_for

NOISY: Final = "~ marks a noisy count: good for comparing, too vague to tell who is in it."

_TERMS: Final = 3
_PUBLISHED: Final = ("published", "title", "contributors", "conversations", "trend", "languages", "terms")
_WAITING: Final = ("waiting", "title", "for")
_WITHHELD: Final = ("withheld", "reason", "contributors", "conversations")
_WITHDRAWN: Final = ("withdrawn",)
_REVIEWS: Final = ("key", "title", "sensitive", "standing", "approvals", "since")


def listing(publications: Publications, zone: tzinfo | None) -> str:
    """Returns what is said of all clusters, window by window, with times in UTC and in ``zone``, None for the local."""
    lines: list[str] = []
    for start, keys in groupby(publications.said, key=lambda key: key.partition("/")[0]):
        said = {key: publications.said[key] for key in keys}
        lines += [f"window {_window(start, said.values(), zone)}", *_of_window(said)]
    if publications.of(PublishedSummary):
        lines += [NOISY]
    return "\n".join([*(lines or ["nothing is published or withheld yet"]), *unread(publications.unreadable)])


def unread(count: int) -> Iterator[str]:
    """Yields a line about records that could not be read, if there were any."""
    if count:
        yield f"{count} record(s) cannot be read: another version wrote them, or a stranger"


def reviews(found: Mapping[str, Reviewed], zone: tzinfo | None) -> str:
    """Returns a row for each review."""
    if not found:
        return "nothing waits for a review"
    return "\n".join(columns([_REVIEWS, *(_review_row(key, reviewed, zone) for key, reviewed in found.items())]))


def _window(start: str, said: Iterable[Said], zone: tzinfo | None) -> str:
    for summary in map(_summary, said):
        if summary is not None:
            return window(summary.window, summary.window_seconds, zone)
    return f"from {moment(int(start) * 1000, zone)}" if start.isdecimal() else one_line(start)


def _summary(said: Said) -> ReleasedSummary | None:
    match said:
        case PublishedSummary() | SummaryCandidate():
            return said.summary
        case Reviewed():
            return said.case.summary
        case _:
            return None


def _of_window(said: Mapping[str, Said]) -> Iterator[str]:
    published = {key: each.summary for key, each in said.items() if isinstance(each, PublishedSummary)}
    waiting = {key: each for key, each in said.items() if isinstance(each, Reviewed | SummaryCandidate)}
    withheld = {key: each for key, each in said.items() if isinstance(each, WithheldSummary)}
    withdrawn = [key for key, each in said.items() if isinstance(each, Withdrawn)]
    yield from _table(_PUBLISHED, [_published_row(*item) for item in published.items()], right={2, 3})
    yield from _table(_WAITING, [_waiting_row(*item) for item in waiting.items()])
    yield from _table(_WITHHELD, [_withheld_row(*item) for item in withheld.items()], right={2, 3})
    yield from _table(_WITHDRAWN, [(one_line(key),) for key in withdrawn])


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Set[int] = frozenset()) -> Iterator[str]:
    if rows:
        yield from (f"  {line}" for line in columns([head, *rows], right))
        yield ""


def _published_row(key: str, summary: ReleasedSummary) -> tuple[str, ...]:
    counts = (f"~{summary.contributors}", f"~{summary.conversations}", summary.trend)
    return (one_line(key), one_line(summary.title), *counts, shares(summary.languages), _first(summary.terms))


def _first(terms: Sequence[ReleasedTerm]) -> str:
    left_out = len(terms) - _TERMS
    return shares(terms[:_TERMS]) + (f" and {left_out} more" if left_out > 0 else "")


def _waiting_row(key: str, said: Reviewed | SummaryCandidate) -> tuple[str, ...]:
    summary = said.summary if isinstance(said, SummaryCandidate) else said.case.summary
    return (one_line(key), one_line(summary.title), waits_for(said))


def _withheld_row(key: str, withheld: WithheldSummary) -> tuple[str, ...]:
    return (one_line(key), one_line(withheld.reason), str(withheld.contributors), str(withheld.conversations))


def _review_row(key: str, reviewed: Reviewed, zone: tzinfo | None) -> tuple[str, ...]:
    case = reviewed.case
    approvers = [each.reviewer for each in reviewed.decisions if each.verdict is ReviewVerdict.APPROVE]
    approvals = f"{len(approvers)} of {case.approvals}" + (f" ({', '.join(approvers)})" if approvers else "")
    row = (key, case.summary.title, ", ".join(case.summary.sensitive), reviewed.standing.value, approvals)
    return (*map(one_line, row), moment(case.since_ms, zone))
