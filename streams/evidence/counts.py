"""How many canaries were planted, evaluated, leaked and lost, as the records of the audit tell.

The counts follow from the records alone. They can be kept, and taken up where they were kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Final, TypeVar

from gateway.records import (
    AuditVerdict,
    ClusterVerdict,
    KeptCounts,
    LeakAcknowledged,
    Minted,
    MintedCanary,
    WrittenVerdict,
)
from gateway.types import Surface
from streams.evidence.leaks import OpenLeaks

key_type = TypeVar("key_type")
value_type = TypeVar("value_type")

MOST_REMEMBERED: Final = 10_000  # a record that was sent twice stands soon after its first copy

EVALUATED, LEAKED, LOST = "evaluated", "leaked", "lost"
INSTANCES, INSTANCES_LEAKED, CLUSTERS, CLUSTERS_LEAKING = (
    "instances",
    "instances_leaked",
    "clusters",
    "clusters_leaking",
)


class AuditCounts:
    """All counts, by what was counted; ``current`` has only what was judged under this configuration.

    What is taken in twice counts once. What is said to be ``kept`` is in the counts already, and is only remembered.

    >>> counts = AuditCounts("settings")
    >>> clean = WrittenVerdict(
    ...     canary_kind="email", surface=Surface.EGRESS, outcome="clean", decided_ms=5, configuration="settings"
    ... )
    >>> counts.take_verdict("c1", clean), counts.take_verdict("c1", clean)
    (None, None)
    >>> dict(counts.verdicts)
    {(<Surface.EGRESS: 'egress'>, 'email', 'evaluated'): 1}
    """

    def __init__(self, configuration: str) -> None:
        self.configuration = configuration
        self.planted = Counter[str]()
        self.verdicts = Counter[tuple[Surface, str, str]]()
        self.current = Counter[tuple[Surface, str]]()
        self.clusters = Counter[str]()
        self.leaks = OpenLeaks()
        self.last_planted_ms = self.last_verdict_ms = 0
        self._kinds: dict[str, str] = {}  # of the canaries that have not gone through the edge yet
        self._recent: dict[Hashable, None] = {}

    def take_minted(self, canary: str, minted: Minted, *, kept: bool = False) -> None:
        """Counts a canary when it has gone through the edge."""
        if isinstance(minted, MintedCanary):
            _remember(self._kinds, canary, minted.canary_kind)
            return
        kind = self._kinds.pop(canary, None)
        if kind is not None and not kept:
            self.planted[kind] += 1
            self.last_planted_ms = max(self.last_planted_ms, minted.answered_ms)

    def take_verdict(self, key: str, verdict: AuditVerdict, *, kept: bool = False) -> None:
        """Counts what was written about a canary or a cluster."""
        match verdict:
            case WrittenVerdict():
                if self._is_new((key, verdict.surface, verdict.outcome == LEAKED)) and not kept:
                    self.leaks.take(key, verdict)
                    self._count(verdict)
            case LeakAcknowledged():
                if not kept:
                    self.leaks.take(key, verdict)
            case ClusterVerdict():
                if self._is_new(key) and not kept:
                    self._count_cluster(verdict)

    def keep(self) -> KeptCounts:
        """Returns the counts as they stand now."""
        leaks: dict[Surface, dict[str, list[str]]] = {}
        for (canary, surface), kind in self.leaks.kinds.items():
            leaks.setdefault(surface, {}).setdefault(kind, []).append(canary)
        return KeptCounts(
            configuration=self.configuration,
            planted=dict(self.planted),
            verdicts=[(*place, count) for place, count in self.verdicts.items()],
            current=[(*place, count) for place, count in self.current.items()],
            clusters=dict(self.clusters),
            leaks=leaks,
            last_planted_ms=self.last_planted_ms,
            last_verdict_ms=self.last_verdict_ms,
        )

    def restore(self, kept: KeptCounts) -> None:
        """Takes up counts that were kept, before anything else is counted."""
        self.planted.update(kept.planted)
        self.verdicts.update({(surface, kind, of): count for surface, kind, of, count in kept.verdicts})
        self.clusters.update(kept.clusters)
        if kept.configuration == self.configuration:
            self.current.update({(surface, of): count for surface, of, count in kept.current})
        self.leaks.restore((canary, surface, kind) for surface, kind, canary in _leaks(kept))
        self.last_planted_ms, self.last_verdict_ms = kept.last_planted_ms, kept.last_verdict_ms

    def _is_new(self, identity: Hashable) -> bool:
        is_new = identity not in self._recent
        _remember(self._recent, identity, None)
        return is_new

    def _count(self, verdict: WrittenVerdict) -> None:
        self.last_verdict_ms = max(self.last_verdict_ms, verdict.decided_ms)
        for of in _counted(verdict):
            self.verdicts[verdict.surface, verdict.canary_kind, of] += 1
            if verdict.configuration == self.configuration:
                self.current[verdict.surface, of] += 1

    def _count_cluster(self, verdict: ClusterVerdict) -> None:
        self.clusters[CLUSTERS] += 1
        self.clusters[CLUSTERS_LEAKING] += verdict.leaked > 0
        self.clusters[INSTANCES] += verdict.instances
        self.clusters[INSTANCES_LEAKED] += verdict.leaked


def _leaks(kept: KeptCounts) -> Iterable[tuple[Surface, str, str]]:
    for surface, kinds in kept.leaks.items():
        for kind, canaries in kinds.items():
            yield from ((surface, kind, canary) for canary in canaries)


def _remember(what: dict[key_type, value_type], key: key_type, value: value_type) -> None:
    what[key] = value
    if len(what) > MOST_REMEMBERED:
        del what[next(iter(what))]


def _counted(verdict: WrittenVerdict) -> Iterable[str]:
    """Which counts a verdict moves: a leak that replaces a clean verdict was evaluated already."""
    if verdict.outcome == LOST:
        return (LOST,)
    evaluated = () if verdict.replaces == "clean" else (EVALUATED,)
    return (*evaluated, LEAKED) if verdict.outcome == LEAKED else evaluated
