"""10,000 canaries with known leaks on each surface, through auditors that are killed: exactly those are found."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from random import Random

import msgspec
import pytest

from gateway.analytics import event_id
from gateway.records import (
    AnalyticsText,
    AuditVerdict,
    CanaryFinding,
    Chunk,
    ClusterAssignment,
    DeadLetter,
    KeptCounts,
    MinimizedTurn,
    MintedCanary,
    ProbeAnswered,
    PublishedSummary,
    Record,
    ReleasedSummary,
    SummaryCandidate,
    Topic,
    WrittenVerdict,
    decode,
    decode_verdict,
    encode,
)
from gateway.types import Surface
from streams.auditor.ledger import PROMISED_ONLY, AuditEntry, AuditLedger, Searching
from streams.auditor.texts import TOPICS
from streams.canaries.disguises import Disguise, disguised
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.evidence.counts import EVALUATED, LEAKED, LOST, AuditCounts
from tests.support.canaries import planted

KEY, SETTINGS = b"audit key", "settings"
COUNT, AT_ONCE = 10_000, 1_000
STEP, DEADLINE, EXPIRES = 10.0, 1_000.0, 100_000.0
SNAPSHOT_EVERY = 7
WRITTEN = (Disguise.PLAIN, Disguise.BASE64, Disguise.HEX, Disguise.URL)
HARMLESS = "nothing to see"
Place = tuple[str, Surface]


@dataclass(slots=True, repr=False)
class Fate:
    """What becomes of a canary: what its record says on each surface, none where it is lost; and where it leaks."""

    canary: Canary
    number: int
    texts: dict[Surface, str] = field(default_factory=dict)
    leaks: set[Surface] = field(default_factory=set)

    @property
    def turn(self) -> str:
        """The turn of its probe."""
        return f"{self.number:032x}"

    @property
    def judged(self) -> list[Surface]:
        """Where a canary of its kind should pass."""
        judged = [each for each in TOPICS if each is not Surface.DEAD_LETTERS]
        return [each for each in judged if self.promised or each not in PROMISED_ONLY]

    @property
    def promised(self) -> bool:
        """Whether detection promises to find it: what is of no entity type it does not look for."""
        return KINDS[self.canary.kind].entity_type is not None


@cache
def fates() -> dict[str, Fate]:
    """Of each record a tenth leaks, and a tenth never comes."""
    random = Random(3)
    made = {name: Fate(canary, number) for number, (name, canary) in enumerate(planted(COUNT)[1].items())}
    for fate in made.values():
        for surface in (*fate.judged, Surface.DEAD_LETTERS):
            drawn = random.random()
            if drawn < 0.1:
                fate.texts[surface] = f"say {disguised(fate.canary.value, random.choice(WRITTEN))} today"
                fate.leaks.add(surface)
            elif drawn < 0.9:
                fate.texts[surface] = HARMLESS
    return made


def standing(fate: Fate, surface: Surface, text: str) -> Searching:
    """The record of a surface that says this."""
    cluster, turn, key = f"0/{fate.number}", "", ""
    record: Record
    match surface:
        case Surface.EGRESS:
            turn, record = fate.turn, minimized(text)
        case Surface.REPLIES:
            # In the answer to its own turn a canary is what was sent.
            turn, record = ("f" + fate.turn[1:] if surface in fate.leaks else fate.turn), answer(text)
        case Surface.ANALYTICS:
            event = event_id(KEY, fate.turn)
            record = AnalyticsText(event_id=event, window=0, contributor="c", language="en", text=text)
        case Surface.CANDIDATES:
            key, record = cluster, SummaryCandidate(summary=released(fate.number, text), deadline_ms=0)
        case Surface.SUMMARIES:
            key, record = cluster, PublishedSummary(summary=released(fate.number, text), published_ms=0)
        case Surface.DEAD_LETTERS:
            record = DeadLetter(topic="t", partition=0, offset=0, length=0, reason=text)
    return searching(TOPICS[surface][0], fate.number, record, key, turn)


def searching(topic: Topic, offset: int, record: Record, key: str, turn: str = "") -> Searching:
    return Searching(topic, f"{topic.value}/0/{offset}", key, turn, encode(record))


def minimized(text: str) -> MinimizedTurn:
    body = msgspec.Raw(msgspec.json.encode({"messages": [{"content": text}]}))
    return MinimizedTurn(
        tenant="t", route="r", model="m", stream=False, reply_partition=0, ask_after_ms=0, deadline_ms=0, body=body,
        sealed_map=b"",
    )  # fmt: skip


def answer(text: str) -> Chunk:
    event = msgspec.Raw(msgspec.json.encode({"choices": [{"message": {"content": text}}]}))
    return Chunk(attempt_id="a", sequence=0, last=True, events=[event])


def released(cluster: int, text: str) -> ReleasedSummary:
    return ReleasedSummary(
        window=0, window_seconds=1, cluster=cluster, title=text, terms=(), languages=(), conversations=9, contributors=9
    )


@cache
def surfaces() -> Sequence[Sequence[Searching]]:
    """All that stands on the surfaces, shuffled; a cluster's conversations are told before what is said of it."""
    records = [standing(fate, surface, text) for fate in fates().values() for surface, text in fate.texts.items()]
    Random(4).shuffle(records)
    assigned = [
        searching(
            Topic.ASSIGNMENTS, fate.number, ClusterAssignment(window=0, cluster=fate.number), event_id(KEY, fate.turn)
        )
        for fate in fates().values()
    ]
    records = [*assigned, *records]
    return [records[start : start + AT_ONCE] for start in range(0, len(records), AT_ONCE)]


@dataclass(slots=True, repr=False)
class Broker:
    """What auditors wrote, and the counts that one of them kept after so many verdicts."""

    findings: list[tuple[str, CanaryFinding]] = field(default_factory=list)
    verdicts: list[tuple[str, bytes]] = field(default_factory=list)
    kept: tuple[bytes, int] | None = None

    def write(self, entries: Iterable[AuditEntry]) -> None:
        for entry in entries:
            if isinstance(entry.record, CanaryFinding):
                self.findings.append((entry.key, entry.record))
            else:
                self.verdicts.append((entry.key, encode(entry.record)))


class Life:
    """An auditor, from its start to its death."""

    def __init__(self, broker: Broker) -> None:
        self._broker, self._read = broker, 0
        self.ledger, self.counts = AuditLedger(KEY, SETTINGS, most_conversations=COUNT), AuditCounts(SETTINGS)
        self.ledger.mint_all({name: minted(fate) for name, fate in fates().items()})
        for name, fate in fates().items():
            self.ledger.answer(name, ProbeAnswered(turn_id=fate.turn, answered_ms=0))
        for name, finding in broker.findings:
            self.ledger.restore_finding(name, finding)
        known = 0
        if broker.kept is not None:
            self.counts.restore(decode(broker.kept[0], KeptCounts))
            known = broker.kept[1]
        self.follow(known)

    def follow(self, known: int = 0) -> None:
        """Takes in the verdicts that were written since; the first ``known`` are in the counts."""
        for number in range(self._read, len(self._broker.verdicts)):
            key, value = self._broker.verdicts[number]
            self.ledger.restore_verdict(key, decode_verdict(value))
            self.counts.take_verdict(key, decode_verdict(value), kept=number < known)
        self._read = len(self._broker.verdicts)

    def keep(self) -> None:
        self._broker.kept = encode(self.counts.keep()), self._read


def minted(fate: Fate) -> MintedCanary:
    deadlines = dict.fromkeys(fate.judged, round(DEADLINE * 1000))
    return MintedCanary(
        canary_kind=fate.canary.kind,
        value=fate.canary.value,
        minted_ms=0,
        expires_ms=round(EXPIRES * 1000),
        deadlines_ms=deadlines,
        promised=fate.promised,
    )


def audited(deaths: Set[int]) -> tuple[Broker, AuditCounts]:
    """What stands on the broker when all is judged, and the counts; in these steps an auditor dies halfway."""
    broker, batches = Broker(), surfaces()
    life = Life(broker)
    for step in range(round(DEADLINE / STEP) + 20):
        now = STEP * step
        entries = (
            [entry for record in batches[step] for entry in life.ledger.take(record, now)]
            if step < len(batches)
            else []
        )
        entries += life.ledger.tick(now)
        if step in deaths:
            broker.write(entries[: len(entries) // 2])
            life = Life(broker)
            read_again = (record for batch in batches[: step + 1] for record in batch)
            entries = [entry for record in read_again for entry in life.ledger.take(record, now)]
        broker.write(entries)
        life.follow()
        if step % SNAPSHOT_EVERY == 0:
            life.keep()
    return broker, life.counts


LAST = round(DEADLINE / STEP)


@pytest.mark.parametrize("deaths", [{}, {3, 11, 40, LAST, LAST + 5}], ids=["one auditor", "auditors that are killed"])
def test_exactly_the_known_leaks_are_found_and_what_never_came_is_lost(deaths: Set[int]) -> None:
    broker, counts = audited({*deaths})
    told: defaultdict[str, list[Place]] = defaultdict(list)
    verdicts: list[tuple[str, AuditVerdict]] = [(key, decode_verdict(value)) for key, value in broker.verdicts]
    for key, verdict in verdicts:
        if isinstance(verdict, WrittenVerdict):
            told[verdict.outcome].append((key, verdict.surface))
    leaks = {(name, surface) for name, fate in fates().items() for surface in fate.leaks}
    lost = {(name, surface) for name, fate in fates().items() for surface in fate.judged if surface not in fate.texts}
    clean = {(name, surface) for name, fate in fates().items() for surface in fate.judged} - leaks - lost

    assert Counter(told["leaked"]) == Counter(leaks)
    assert Counter(told["lost"]) == Counter(lost)
    assert Counter(told["clean"]) == Counter(clean)
    assert {(name, finding.surface) for name, finding in broker.findings} == leaks
    assert {*counts.leaks.kinds} == leaks
    totals = Counter[str]()
    for (_, _, of), count in counts.verdicts.items():
        totals[of] += count
    assert totals == {EVALUATED: len(leaks) + len(clean), LEAKED: len(leaks), LOST: len(lost)}
