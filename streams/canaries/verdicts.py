"""What became of each canary on each surface: clean, leaked or lost, decided by events alone.

The same events give the same state, whoever replays them. Only the clock's events are no part of the state: after a
restart, and whenever the clock jumps, nothing is judged until the clock has run evenly for a grace period, so that
consumers can catch up before a canary that nobody has looked for yet counts as lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from heapq import heappop, heappush
from typing import Final

from streams.canaries.forms import Form

GRACE_SECONDS: Final = 30.0
LONGEST_STEP_SECONDS: Final = 15.0


class CanaryOutcome(StrEnum):
    """What became of a canary on a surface."""

    CLEAN = "clean"  # it passed, or what it was in did, and was not seen
    LEAKED = "leaked"
    LOST = "lost"  # never seen to pass: nothing can be said


@dataclass(frozen=True, slots=True)
class CanaryPlanted:
    """A canary is on its way; ``deadlines`` has each surface that it should pass, with the time until when."""

    canary: str
    kind: str
    at: float
    deadlines: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CanaryPassed:
    """What the canary was in has been searched on this surface."""

    canary: str
    surface: str


@dataclass(frozen=True, slots=True)
class CanaryLeaked:
    """The canary was found where it must not be."""

    canary: str
    surface: str
    form: Form
    at: float


@dataclass(frozen=True, slots=True)
class ClockTicked:
    """It is ``now``, in seconds since the epoch; to be said at least every few seconds."""

    now: float


@dataclass(frozen=True, slots=True)
class CanaryExpired:
    """The canary is looked for no more."""

    canary: str


@dataclass(frozen=True, slots=True)
class CanaryVerdict:
    """What became of a canary on a surface, when, and which earlier verdict this replaces.

    Only a leak replaces a verdict: it was found after the deadline.
    """

    canary: str
    kind: str
    surface: str
    outcome: CanaryOutcome
    at: float
    form: Form | None = None
    replaces: CanaryOutcome | None = None


CanaryEvent = CanaryPlanted | CanaryPassed | CanaryLeaked | ClockTicked | CanaryExpired | CanaryVerdict


@dataclass(slots=True)
class _Watch:
    """A canary on one surface."""

    deadline: float
    passed: bool = False
    outcome: CanaryOutcome | None = None


class Verdicts:
    """All canaries that are looked for, and their verdicts.

    >>> verdicts = Verdicts()
    >>> verdicts.on(CanaryPlanted("c1", "email", 0.0, {"egress": 10.0}))
    ()
    >>> [each.outcome.value for each in verdicts.on(CanaryLeaked("c1", "egress", Form.VERBATIM, 2.0))]
    ['leaked']
    """

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._watches: dict[str, dict[str, _Watch]] = {}
        self._outstanding: Counter[str] = Counter()
        self._due: list[tuple[float, str, str]] = []
        self._now: float | None = None
        self._judging_from = 0.0

    def on(self, event: CanaryEvent) -> tuple[CanaryVerdict, ...]:
        """Takes an event in and returns the verdicts that follow from it.

        A verdict that is handed in is taken over as it is. After a restart hand in what was planted, then the verdicts
        that were written, then all else: what follows then is what had not been written. What names an unknown canary
        changes nothing.
        """
        match event:
            case CanaryPlanted():
                self._plant(event)
            case CanaryExpired():
                self._expire(event.canary)
            case CanaryPassed():
                if watch := self._watch(event.canary, event.surface):
                    watch.passed = True
            case CanaryVerdict():
                self._take_over(event)
            case CanaryLeaked():
                return self._leak(event)
            case ClockTicked():
                return self._tick(event.now)
        return ()

    def outstanding(self) -> dict[str, int]:
        """Returns for each surface how many canaries have no verdict there yet."""
        return dict(self._outstanding)

    @property
    def judging(self) -> bool:
        """Whether the clock has run evenly for the grace period, so that what was due has its verdict."""
        return self._now is not None and self._now >= self._judging_from

    def next_due(self) -> float | None:
        """Returns the earliest deadline of a canary that has no verdict yet, None where there is none."""
        while self._due and self._is_settled(*self._due[0][1:]):
            heappop(self._due)
        return self._due[0][0] if self._due else None

    def state(self) -> dict[tuple[str, str], tuple[str, float, bool, CanaryOutcome | None]]:
        """Returns kind, deadline, whether it passed, and outcome of each canary on each surface."""
        return {
            (canary, surface): (self._kinds[canary], watch.deadline, watch.passed, watch.outcome)
            for canary, watches in self._watches.items()
            for surface, watch in watches.items()
        }

    def _plant(self, event: CanaryPlanted) -> None:
        if event.canary in self._watches:
            return
        self._kinds[event.canary] = event.kind
        self._watches[event.canary] = {surface: _Watch(deadline) for surface, deadline in event.deadlines.items()}
        for surface, deadline in event.deadlines.items():
            self._outstanding[surface] += 1
            heappush(self._due, (deadline, event.canary, surface))

    def _expire(self, canary: str) -> None:
        self._kinds.pop(canary, None)
        for surface, watch in self._watches.pop(canary, {}).items():
            self._outstanding[surface] -= watch.outcome is None

    def _decide(self, surface: str, watch: _Watch, outcome: CanaryOutcome) -> None:
        self._outstanding[surface] -= watch.outcome is None
        watch.outcome = outcome

    def _watch(self, canary: str, surface: str) -> _Watch | None:
        return self._watches.get(canary, {}).get(surface)

    def _is_settled(self, canary: str, surface: str) -> bool:
        watch = self._watch(canary, surface)
        return watch is None or watch.outcome is not None

    def _take_over(self, verdict: CanaryVerdict) -> None:
        if verdict.canary in self._watches:
            watch = self._expected(verdict.canary, verdict.surface, verdict.at)
            watch.passed |= verdict.outcome is not CanaryOutcome.LOST
            if watch.outcome is not CanaryOutcome.LEAKED:
                self._decide(verdict.surface, watch, verdict.outcome)

    def _leak(self, event: CanaryLeaked) -> tuple[CanaryVerdict, ...]:
        if event.canary not in self._watches:
            return ()
        watch = self._expected(event.canary, event.surface, event.at)
        before = watch.outcome
        watch.passed = True
        self._decide(event.surface, watch, CanaryOutcome.LEAKED)
        if before is CanaryOutcome.LEAKED:
            return ()
        kind = self._kinds[event.canary]
        verdict = CanaryVerdict(event.canary, kind, event.surface, CanaryOutcome.LEAKED, event.at, event.form, before)
        return (verdict,)

    def _expected(self, canary: str, surface: str, at: float) -> _Watch:
        """The canary's watch on a surface, also on one where it was never expected."""
        watches = self._watches[canary]
        if surface not in watches:
            watches[surface] = _Watch(at)
            self._outstanding[surface] += 1
        return watches[surface]

    def _tick(self, now: float) -> tuple[CanaryVerdict, ...]:
        if self._now is None or not self._now <= now <= self._now + LONGEST_STEP_SECONDS:
            self._judging_from = now + GRACE_SECONDS
        self._now = now
        verdicts: list[CanaryVerdict] = []
        while now >= self._judging_from and self._due and self._due[0][0] <= now:
            _, canary, surface = heappop(self._due)
            watch = self._watch(canary, surface)
            if watch is not None and watch.outcome is None:
                outcome = CanaryOutcome.CLEAN if watch.passed else CanaryOutcome.LOST
                self._decide(surface, watch, outcome)
                verdicts.append(CanaryVerdict(canary, self._kinds[canary], surface, outcome, now))
        return tuple(verdicts)


@dataclass(frozen=True, slots=True)
class CanaryCounts:
    """How many canaries were evaluated, leaked and lost on one surface, of one kind."""

    evaluated: int = 0
    leaked: int = 0
    lost: int = 0


def counted(verdicts: Iterable[CanaryVerdict]) -> dict[tuple[str, str], CanaryCounts]:
    """Returns the counts by surface and kind: evaluated is what is not lost, leaked never more than evaluated.

    A leak that replaces a clean verdict was evaluated already; one that replaces a lost one was not, and stays counted
    as lost, because counters never fall.

    >>> late = CanaryVerdict("c", "email", "egress", CanaryOutcome.LEAKED, 9.0, Form.VERBATIM, CanaryOutcome.CLEAN)
    >>> counted([CanaryVerdict("c", "email", "egress", CanaryOutcome.CLEAN, 5.0), late])
    {('egress', 'email'): CanaryCounts(evaluated=1, leaked=1, lost=0)}
    """
    counts: dict[tuple[str, str], CanaryCounts] = {}
    for verdict in verdicts:
        place = verdict.surface, verdict.kind
        counts[place] = plus(counts.get(place, CanaryCounts()), verdict)
    return counts


def plus(counts: CanaryCounts, verdict: CanaryVerdict) -> CanaryCounts:
    """Returns the counts with one more verdict."""
    lost = verdict.outcome is CanaryOutcome.LOST
    return CanaryCounts(
        counts.evaluated + (not lost and verdict.replaces is not CanaryOutcome.CLEAN),
        counts.leaked + (verdict.outcome is CanaryOutcome.LEAKED),
        counts.lost + lost,
    )
