"""What became of the requests of a scenario, load by load: printed as a table, and what must never be as faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

import msgspec
from msgspec import structs

from tests.bench.load import quantile
from tests.bench.results import table
from tests.support.clients import Asked, Load
from tests.support.requests import Ending

UNANSWERED = (Ending.FAILED, Ending.RESET, Ending.REFUSED)
COUNTS = ("sent", "right", "left", "errors", "lost", "wrong", "twice", "ran though refused")
HEADER = ("", *COUNTS, "p50 ms", "p99 ms", "max ms", "longest gap s", "longest pause s")


class Figures(msgspec.Struct, frozen=True):
    """One load's figures; times until the first word, in milliseconds, of the requests that were answered right.

    ``gap`` is the longest time in seconds without any right answer, from the first request to the last, ``pause`` the
    longest silence within a stream. Of ``errors`` those that no fault explains are counted again, of ``twice`` those
    that one does.
    """

    name: str
    sent: int
    right: int
    left: int
    errors: dict[str, int]
    unexpected_errors: dict[str, int]
    lost: int
    wrong: int
    twice: int
    expected_twice: int
    ran_though_refused: int
    answered_by_nobody: int
    p50: float
    p99: float
    longest: float
    gap: float
    pause: float

    def faults(self) -> Iterator[str]:
        """What must never be."""
        counts = {
            "wrong": self.wrong,
            "lost": self.lost,
            f"unexpected errors ({_errors(self.unexpected_errors)})": sum(self.unexpected_errors.values()),
            "sent twice to the upstream, and not in flight at a fault": self.twice - self.expected_twice,
            "refused with 503 and sent to the upstream all the same": self.ran_though_refused,
            "answered by nobody": self.answered_by_nobody,
        }
        return (f"{self.name}: {number} {what}" for what, number in counts.items() if number)


class Report(msgspec.Struct, frozen=True):
    """A scenario's outcome. ``faults`` is empty where all went as it must; ``notes`` are figures of other kinds."""

    title: str
    rows: list[Figures]
    notes: list[str] = []
    other_faults: list[str] = []

    @property
    def faults(self) -> list[str]:
        """What must never be, in words."""
        return [*(fault for row in self.rows for fault in row.faults()), *self.other_faults]

    def __str__(self) -> str:
        lines = [f"  {note}" for note in self.notes] + [f"  FAULT: {fault}" for fault in self.faults]
        return "\n".join([table(self.title, HEADER, map(_line, self.rows)) or self.title, *lines])


def side_by_side(reports: Mapping[str, Report]) -> Report:
    """The reports of one scenario on several builds as one, each row and each word with the name of its build."""
    first, *_ = reports.values()
    rows = [(name, row) for name, report in reports.items() for row in report.rows]
    return Report(
        first.title,
        sorted((structs.replace(row, name=f"{row.name}, {name}") for name, row in rows), key=lambda row: row.name),
        [f"{name}: {note}" for name, report in reports.items() for note in report.notes],
        [f"{name}: {fault}" for name, report in reports.items() for fault in report.other_faults],
    )


def figures(
    load: Load,
    calls: Counter[str],
    *,
    at_fault: AbstractSet[str] = frozenset(),
    statuses: AbstractSet[int] = frozenset(),
) -> Figures:
    """A load's figures, with the upstream's calls by marker.

    ``at_fault`` are the requests that were in flight at a fault: of these an error or a second call is explained;
    ``statuses`` explain errors of all others.
    """
    asked = load.asked
    right = [each for each in asked if each.ending is Ending.ANSWERED]
    failed = [each for each in asked if each.ending in UNANSWERED]
    unexpected = [each for each in failed if each.marker not in at_fault and each.status not in statuses]
    twice = {each.marker for each in asked if calls[each.marker] > 1}
    times = [each.first_seconds * 1000 for each in right]
    endings = Counter(each.ending for each in asked)
    began = [each.began for each in asked]
    return Figures(
        name=load.name,
        sent=len(asked),
        right=len(right),
        left=endings[Ending.LEFT],
        errors=dict(Counter(map(_label, failed))),
        unexpected_errors=dict(Counter(map(_label, unexpected))),
        lost=endings[Ending.LOST],
        wrong=endings[Ending.WRONG],
        twice=len(twice),
        expected_twice=len(twice & at_fault),
        ran_though_refused=sum(each.status == 503 and calls[each.marker] > 0 for each in failed),
        answered_by_nobody=sum(not each.kind.dry_run and not calls[each.marker] for each in right),
        p50=quantile(times, 50),
        p99=quantile(times, 99),
        longest=max(times, default=0.0),
        gap=longest_gap(asked, min(began, default=0.0), max(began, default=0.0)),
        pause=max((each.pause for each in asked), default=0.0),
    )


def _label(asked: Asked) -> str:
    if asked.ending is Ending.FAILED:
        return f"{asked.status} {asked.code}"
    return asked.ending.value


def longest_gap(asked: Sequence[Asked], since: float, until: float) -> float:
    """The longest time between two right answers within that time, its begin and end being counted as answers."""
    ended = (each.ended for each in asked if each.ending is Ending.ANSWERED)
    moments = [since, *sorted(moment for moment in ended if since < moment < until), until]
    return max(later - earlier for earlier, later in pairwise(moments))


def _line(row: Figures) -> list[str]:
    counts = [row.lost, row.wrong, row.twice, row.ran_though_refused]
    times = [f"{each:,.0f}" for each in (row.p50, row.p99, row.longest)]
    seconds = [f"{each:.1f}" for each in (row.gap, row.pause)]
    errors = _errors(row.errors) or "0"
    return [row.name, str(row.sent), str(row.right), str(row.left), errors, *map(str, counts), *times, *seconds]


def _errors(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} x {label}" for label, number in counts.items())
