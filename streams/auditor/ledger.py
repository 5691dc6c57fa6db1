"""All that the auditor knows: which canaries are out, what was searched, what was found, and the verdicts.

It follows from records and the time alone. What is to be written about them is returned, and after a restart the same
records give what had not been written, and nothing twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple

from gateway.analytics import event_id
from gateway.records import (
    AuditVerdict,
    CanaryFinding,
    CandidateVerdict,
    ClusterAssignment,
    ClusterVerdict,
    MinimizedTurn,
    MintedCanary,
    ProbeAnswered,
    Record,
    Topic,
    Undecodable,
    WrittenVerdict,
    decode,
)
from gateway.types import Surface
from streams.analytics.tally import MOST_CONVERSATIONS
from streams.auditor.answers import Answers
from streams.auditor.carried import CarriedCanaries
from streams.auditor.clusters import CountedConversations, PublishedClusters
from streams.auditor.reactions import Origin, Reactions, SurfaceLeak
from streams.auditor.settling import Settling
from streams.auditor.texts import SHORT, SURFACES, searched
from streams.canaries.forms import Canary, Form
from streams.canaries.scanner import CanaryFind, Scanner
from streams.canaries.verdicts import (
    CanaryExpired,
    CanaryLeaked,
    CanaryOutcome,
    CanaryPassed,
    CanaryPlanted,
    CanaryVerdict,
    ClockTicked,
    Verdicts,
)

# What detection does not promise to find may go to a provider; that it stands in another's answer or a log is a leak.
PROMISED_ONLY: Final = frozenset({Surface.EGRESS, Surface.ANALYTICS})


@dataclass(frozen=True, slots=True, repr=False)
class Searching:
    """A record of a surface as it was read; ``place`` is ``TOPIC/PARTITION/OFFSET``."""

    topic: Topic
    place: str
    key: str
    turn_id: str
    value: bytes


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A record that the auditor is to write; ``waited`` is how long a canary had waited for its verdict, in seconds."""

    topic: Topic
    key: str
    record: Record
    waited: float | None = None


class _Stood(NamedTuple):
    """Where a canary stood: at which place, in which turn, in which record, if it was one."""

    place: str
    turn_id: str
    record: bytes


@dataclass(frozen=True, slots=True)
class _InAnswer:
    """A find in an answer, until it is known whether the provider was sent the canary in the same turn."""

    find: CanaryFind[str]
    stood: _Stood
    at: float


@dataclass(frozen=True, slots=True)
class _Summarized:
    """That something was said of a cluster, until it is known whose conversations are in it."""

    surface: Surface
    cluster: str


class AuditLedger:
    """The state of the audit. ``configuration`` is the fingerprint of the settings, which verdicts are counted by.

    Where probes are ``witnessed``, a canary has passed ``egress`` when both were searched: the minimized request, and
    what the witness received.
    """

    def __init__(
        self,
        audit_key: bytes,
        configuration: str,
        reactions: Reactions | None = None,
        most_conversations: int = MOST_CONVERSATIONS,
        *,
        witnessed: bool = False,
    ) -> None:
        self.scanner = Scanner[str]()
        self._reactions = reactions or Reactions({}, configuration)
        self._audit_key, self._configuration, self._witnessed = audit_key, configuration, witnessed
        self._answers = Answers()
        self._verdicts = Verdicts()
        self._minted: dict[str, MintedCanary] = {}
        self._expiring: list[tuple[int, str]] = []  # a heap
        self._carried = CarriedCanaries()
        self._sent: set[tuple[str, str]] = set()  # the canary was found in what the turn sent to a provider
        self._findings: defaultdict[str, set[str]] = defaultdict(set)
        self._in_answers = Settling[_InAnswer]()
        self._answered: set[str] = set()
        self._summarized = Settling[_Summarized]()
        self._clusters = PublishedClusters()
        self._conversations = CountedConversations(most_conversations)
        self._received: set[str] = set()  # the witness got the canary's turn
        self._since: dict[str, float] = {}  # since when the canary has been through, for what is searched as a whole

    def mint(self, canary: str, minted: MintedCanary) -> None:
        """Looks for this canary from now on; one that is looked for already stays as it is."""
        self.mint_all({canary: minted})

    def mint_all(self, minted: Mapping[str, MintedCanary]) -> None:
        """Looks for all these canaries from now on: many at once take no longer than a few."""
        fresh = {canary: each for canary, each in minted.items() if canary not in self._minted}
        if not fresh:
            return
        self._minted |= fresh
        self.scanner.add({canary: Canary(each.canary_kind, each.value) for canary, each in fresh.items()})
        for canary, each in fresh.items():
            heappush(self._expiring, (each.expires_ms, canary))
            deadlines = {surface.value: at / 1000 for surface, at in each.deadlines_ms.items()}
            self._verdicts.on(CanaryPlanted(canary, each.canary_kind, each.minted_ms / 1000, deadlines))

    def answer(self, canary: str, answered: ProbeAnswered) -> None:
        """Knows from now on in which turn this canary is."""
        if canary in self._minted:
            self._since[canary] = answered.answered_ms / 1000
            if answered.received:
                self._received.add(canary)
            self._link(answered.turn_id, canary)
            self._link(event_id(self._audit_key, answered.turn_id), canary)

    def restore_finding(self, canary: str, finding: CanaryFinding) -> None:
        """Knows of a find that was written."""
        if canary in self._minted:
            self._findings[canary].add(finding.record)

    def restore_verdict(self, key: str, verdict: AuditVerdict) -> None:
        """Takes over a verdict that was written."""
        match verdict:
            case CandidateVerdict():
                self._answered.add(key)
            case ClusterVerdict():
                self._clusters.restore(key)
            case WrittenVerdict():
                self._verdicts.on(_read(key, verdict))

    def since_ms(self) -> int | None:
        """Returns when the oldest canary that is still looked for was minted; None if there is none."""
        return min((each.minted_ms for each in self._minted.values()), default=None)

    def outstanding(self) -> dict[str, int]:
        """Returns for each surface how many canaries have no verdict there yet."""
        return self._verdicts.outstanding()

    def next_due(self) -> float | None:
        """Returns when the next verdict is due, in seconds since the epoch; None if no canary waits for one."""
        return self._verdicts.next_due()

    def take(self, record: Searching, now: float) -> list[AuditEntry]:
        """Takes a record of a surface, or an assignment; returns what is to be written about it."""
        if record.topic is Topic.ASSIGNMENTS:
            self._assign(record)
            return []
        surface = SURFACES[record.topic]
        found = searched(record.topic, record.turn_id or record.key, record.value, self._answers)
        if found is None:
            return []
        finds = self._finds(surface, found.text)
        if surface in SHORT:
            self._follow(surface, record, finds, now)
        else:
            self.passed(surface, found.name)
        entries = [entry for find in finds for entry in self._judge(surface, find, record, now)]
        if surface is Surface.CANDIDATES and record.key not in self._answered:
            self._answered.add(record.key)
            entries.append(AuditEntry(Topic.VERDICTS, record.key, CandidateVerdict(clean=not finds)))
        return entries

    def look(self, surface: Surface, place: str, text: str, now: float) -> list[AuditEntry]:
        """Searches a text of a surface that is no topic; returns what is to be written about it."""
        finds = self._finds(surface, text)
        return [entry for find in finds for entry in self._leak(surface, find, _Stood(place, "", b""), now)]

    def passed(self, surface: Surface, name: str) -> None:
        """Knows that what has this name was searched on a surface, and so each canary in it."""
        for canary in self._carried.searched(surface, name):
            self._pass(canary, surface)

    def refused(self, canary: str, now: float) -> None:
        """Knows that the edge has refused the canary's request as invalid, and that its answer was searched."""
        self._since[canary] = now
        self._pass(canary, Surface.ERRORS)

    def searched_since(self, surface: Surface, began: float) -> None:
        """Knows that a whole surface was searched, from a time on: each canary that was through by then has passed."""
        for canary in [name for name, since in self._since.items() if since < began]:
            del self._since[canary]
            self._pass(canary, surface)

    def tick(self, now: float) -> list[AuditEntry]:
        """Returns the verdicts that are due; all records that stood on the broker at ``now`` must have been taken.

        A find in an answer is judged at the second tick after it: by then what the turn had sent has been read. While
        the clock is not trusted no canary expires: each has its verdicts before it goes.
        """
        entries = [entry for each in self._in_answers.settled() for entry in self._judge_answer(each)]
        self._pass_clusters()
        entries += map(self._verdict, self._verdicts.on(ClockTicked(now)))
        entries += self._judge_clusters(now)
        if self._verdicts.judging:
            self._expire(round(now * 1000))
        return entries

    def _finds(self, surface: Surface, text: str) -> list[CanaryFind[str]]:
        finds = self.scanner.scan(text, short=surface in SHORT)
        return [each for each in finds if each.canary in self._minted]

    def _judge(self, surface: Surface, find: CanaryFind[str], record: Searching, now: float) -> Iterable[AuditEntry]:
        stood = _Stood(record.place, record.turn_id, record.value)
        if surface is Surface.REPLIES:
            self._in_answers.add(_InAnswer(find, stood, now))
            return ()
        if surface is Surface.EGRESS:
            self._sent.add((record.turn_id, find.canary))
            self._link(record.turn_id, find.canary)
        return self._leak(surface, find, stood, now)

    def _judge_answer(self, found: _InAnswer) -> Iterable[AuditEntry]:
        if found.find.canary not in self._minted or (found.stood.turn_id, found.find.canary) in self._sent:
            return ()
        return self._leak(Surface.REPLIES, found.find, found.stood, found.at)

    def _follow(self, surface: Surface, record: Searching, finds: Iterable[CanaryFind[str]], now: float) -> None:
        self._summarized.add(_Summarized(surface, record.key))
        for find in finds:
            self._clusters.found(record.key, find.canary)
        self._clusters.take(record.topic, record.key, record.value, now)

    def _pass_clusters(self) -> None:
        """What was said in a cluster has passed once something was said of it, and all assignments have been read."""
        for each in self._summarized.settled():
            for canary in self._said(each.cluster):
                self._verdicts.on(CanaryPassed(canary, each.surface.value))

    def _judge_clusters(self, now: float) -> Iterator[AuditEntry]:
        for cluster, leaks in self._clusters.due(now, self._said):
            verdict = ClusterVerdict(
                instances=leaks.instances,
                leaked=leaks.leaked,
                decided_ms=round(now * 1000),
                configuration=self._configuration,
            )
            yield AuditEntry(Topic.VERDICTS, cluster, verdict)

    def _said(self, cluster: str) -> Set[str]:
        """The canaries that were said at last, as no other text is clustered, in conversations that count there."""
        held = {each for event in self._conversations.of(cluster) for each in self._carried.of(event)}
        return {each for each in held if SHORT & self._minted[each].deadlines_ms.keys()}

    def _leak(self, surface: Surface, find: CanaryFind[str], stood: _Stood, now: float) -> Iterator[AuditEntry]:
        if surface in PROMISED_ONLY and not self._minted[find.canary].promised:
            return
        if stood.place not in self._findings[find.canary]:
            self._findings[find.canary].add(stood.place)
            finding = CanaryFinding(
                canary_kind=find.kind,
                surface=surface,
                form=find.form.value,
                place=(find.start, find.end),
                record=stood.place,
                turn_id=stood.turn_id,
                found_ms=round(now * 1000),
                configuration=self._configuration,
            )
            yield AuditEntry(Topic.FINDINGS, find.canary, finding)
        for verdict in self._verdicts.on(CanaryLeaked(find.canary, surface.value, find.form, now)):
            origin = self._origin(find.canary, stood.record)
            leak = SurfaceLeak(surface, find.canary, find.kind, origin, round(now * 1000))
            yield from (AuditEntry(Topic.HOLDS, subject, hold) for subject, hold in self._reactions.to(leak))
            yield self._verdict(verdict)

    def _origin(self, canary: str, record: bytes) -> Origin:
        """Returns the tenant and the model of a request that was to leave; else those of the canary's probe."""
        try:
            turn: MinimizedTurn | MintedCanary = decode(record, MinimizedTurn)
        except Undecodable:
            turn = self._minted[canary]
        return Origin(turn.tenant, turn.model)

    def _verdict(self, verdict: CanaryVerdict) -> AuditEntry:
        written = WrittenVerdict(
            canary_kind=verdict.kind,
            surface=Surface(verdict.surface),
            outcome=verdict.outcome.value,
            decided_ms=round(verdict.at * 1000),
            configuration=self._configuration,
            form=verdict.form.value if verdict.form else None,
            replaces=verdict.replaces.value if verdict.replaces else None,  # type: ignore[arg-type]
        )
        waited = verdict.at - self._minted[verdict.canary].minted_ms / 1000
        return AuditEntry(Topic.VERDICTS, verdict.canary, written, waited)

    def _assign(self, record: Searching) -> None:
        try:
            assigned = decode(record.value, ClusterAssignment)
        except Undecodable:
            return
        for canary in self._carried.of(record.key):
            self._conversations.assign(record.key, assigned, self._minted[canary].client)

    def _link(self, name: str, canary: str) -> None:
        """Knows that what has this name carries the canary; it may have been searched before."""
        for surface in self._carried.link(name, canary):
            self._pass(canary, surface)

    def _pass(self, canary: str, surface: Surface) -> None:
        if surface is not Surface.EGRESS or not self._witnessed or canary in self._received:
            self._verdicts.on(CanaryPassed(canary, surface.value))

    def _expire(self, now_ms: int) -> None:
        while self._expiring and self._expiring[0][0] < now_ms:
            self._forget(heappop(self._expiring)[1])

    def _forget(self, canary: str) -> None:
        del self._minted[canary]
        self._findings.pop(canary, None)
        self.scanner.expire([canary])
        self._verdicts.on(CanaryExpired(canary))
        self._received.discard(canary)
        self._since.pop(canary, None)
        self._sent.difference_update((name, canary) for name in self._carried.forget(canary))


def _read(key: str, written: WrittenVerdict) -> CanaryVerdict:
    return CanaryVerdict(
        canary=key,
        kind=written.canary_kind,
        surface=written.surface.value,
        outcome=CanaryOutcome(written.outcome),
        at=written.decided_ms / 1000,
        form=Form(written.form) if written.form else None,
        replaces=CanaryOutcome(written.replaces) if written.replaces else None,
    )
