"""Canaries, where each of them went, and the records in which it did: known leaks among values that nobody planted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

import msgspec

from gateway.analytics import event_id
from gateway.kafka.producer import Producer
from gateway.records import (
    AnalyticsText,
    Chunk,
    ClusterAssignment,
    DeadLetter,
    MinimizedTurn,
    MintedCanary,
    ProbeAnswered,
    PublishedSummary,
    Record,
    ReleasedSummary,
    ReviewCase,
    SummaryCandidate,
    Topic,
    cluster_key,
)
from gateway.types import Surface
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from tests.streams.canaries.test_scanner import PROMISED, chatter, may_stand
from tests.support import canaries as support

PASSED: Final[tuple[Surface, ...]] = (
    Surface.EGRESS,
    Surface.REPLIES,
    Surface.ANALYTICS,
    Surface.CANDIDATES,
    Surface.SUMMARIES,
)
PROMISED_OF_TYPES: Final = (Surface.EGRESS, Surface.ANALYTICS)
LEAKED, LOST = 0.02, 0.03
CLUSTER: Final = 40
DEADLINE_MS, EXPIRY_MS = 30_000, 3_600_000


class Written(NamedTuple):
    """A record to write; ``turn`` says that its key is a turn's id, which is in its headers, too."""

    topic: Topic
    key: str
    record: Record
    turn: bool = False

    async def to(self, producer: Producer) -> None:
        """Writes it; returns once the broker has it."""
        if self.turn:
            await producer.send(self.topic, self.key, self.record)
        else:
            await producer.write(self.topic, self.key, self.record)


@dataclass(frozen=True, slots=True)
class Planted:
    """A canary in a turn, the cluster of that, and what became of it on each surface."""

    name: str
    canary: Canary
    turn_id: str
    cluster: int
    fates: Mapping[Surface, str]


class Plan:
    """So many canaries with their fates, all drawn from a seed; ``began`` is when they are planted."""

    def __init__(self, count: int, seed: int, audit_key: bytes, began: float) -> None:
        self._random, self._key, self._began_ms = Random(seed), audit_key, round(began * 1000)
        self._scanner, canaries = support.planted(count, seed)
        self._lost_clusters = {number for number in range(-(-count // CLUSTER)) if self._random.random() < LOST}
        self.planted = [
            Planted(name, canary, f"{number:032x}", cluster, self._fates(canary, cluster in self._lost_clusters))
            for number, (name, canary) in enumerate(canaries.items())
            for cluster in [number // CLUSTER]
        ]

    def verdicts(self) -> dict[tuple[str, Surface], str]:
        """What must be said of each canary on each surface."""
        return {(each.name, surface): fate for each in self.planted for surface, fate in each.fates.items()}

    def answers(self) -> dict[str, bool]:
        """What must be answered about each candidate: whether it is clean."""
        clean: dict[str, bool] = {}
        for each in self.planted:
            if each.cluster not in self._lost_clusters:
                key = cluster_key(0, each.cluster)
                clean[key] = clean.get(key, True) and each.fates[Surface.CANDIDATES] != "leaked"
        return clean

    def registered(self) -> Iterator[Written]:
        """What an auditor writes when it plants."""
        for each in self.planted:
            deadlines = {surface: self._began_ms + DEADLINE_MS for surface in each.fates if surface in PASSED}
            minted = MintedCanary(
                canary_kind=each.canary.kind,
                value=each.canary.value,
                minted_ms=self._began_ms,
                expires_ms=self._began_ms + DEADLINE_MS + EXPIRY_MS,
                deadlines_ms=deadlines,
            )
            yield Written(Topic.MINTED, each.name, minted)
            yield Written(Topic.MINTED, each.name, ProbeAnswered(turn_id=each.turn_id, answered_ms=self._began_ms))

    def surfaces(self) -> list[Written]:
        """What stands on the surfaces, in any order."""
        written = [record for each in self.planted for record in self._of_turn(each)]
        for first in range(0, len(self.planted), CLUSTER):
            written += self._of_cluster(first // CLUSTER, self.planted[first : first + CLUSTER])
        self._random.shuffle(written)
        return written

    def _fates(self, canary: Canary, is_lost: bool) -> dict[Surface, str]:
        of_no_type = KINDS[canary.kind].entity_type is None
        fates = {surface: self._fate() for surface in PASSED if not (of_no_type and surface in PROMISED_OF_TYPES)}
        for surface in (Surface.CANDIDATES, Surface.SUMMARIES):
            fates[surface] = "lost" if is_lost else "leaked" if fates[surface] == "leaked" else "clean"
        return fates | ({Surface.DEAD_LETTERS: "leaked"} if self._random.random() < LEAKED else {})

    def _fate(self) -> str:
        drawn = self._random.random()
        return "leaked" if drawn < LEAKED else "lost" if drawn < LEAKED + LOST else "clean"

    def _of_turn(self, each: Planted) -> Iterator[Written]:
        event = event_id(self._key, each.turn_id)
        yield Written(Topic.ASSIGNMENTS, event, ClusterAssignment(window=0, cluster=each.cluster))
        if each.fates.get(Surface.EGRESS, "clean") != "lost":
            yield Written(Topic.MINIMIZED, each.turn_id, minimized(self._text(each, Surface.EGRESS)), turn=True)
        if each.fates.get(Surface.ANALYTICS, "clean") != "lost":
            text = self._text(each, Surface.ANALYTICS)
            said = AnalyticsText(event_id=event, window=0, contributor="c", language="en", text=text)
            yield Written(Topic.ANALYTICS, event, said)
        if each.fates[Surface.REPLIES] != "lost":
            yield Written(Topic.REPLIES, each.turn_id, answer(each.turn_id, self._decoy(each)), turn=True)
        if each.fates[Surface.REPLIES] == "leaked":
            other = f"{self._random.getrandbits(128):032x}"
            yield Written(Topic.REPLIES, other, answer(other, self._leak(each)), turn=True)
        if Surface.DEAD_LETTERS in each.fates:
            letter = DeadLetter(topic="", partition=0, offset=0, length=0, reason=self._leak(each))
            yield Written(Topic.DEAD_LETTERS, each.turn_id, letter, turn=True)

    def _of_cluster(self, cluster: int, members: Sequence[Planted]) -> Iterator[Written]:
        if cluster in self._lost_clusters:
            return
        key = cluster_key(0, cluster)
        for surface in (Surface.CANDIDATES, Surface.SUMMARIES):
            leaks = [self._leak(each) for each in members if each.fates[surface] == "leaked"]
            said = summary(cluster, "; ".join(leaks) or self._decoy(members[0]))
            if surface is Surface.CANDIDATES:
                yield Written(Topic.CANDIDATES, key, SummaryCandidate(summary=said, deadline_ms=0))
            elif cluster % 2:
                yield Written(Topic.PUBLISHED, key, PublishedSummary(summary=said, published_ms=0))
            else:
                yield Written(Topic.REVIEW, key, ReviewCase(summary=said, approvals=1, since_ms=0))

    def _text(self, each: Planted, surface: Surface) -> str:
        return self._leak(each) if each.fates.get(surface) == "leaked" else self._decoy(each)

    def _leak(self, each: Planted) -> str:
        forms = [form for form in PROMISED if may_stand(form, each.canary.value)]
        write, _ = PROMISED[self._random.choice(forms)]
        return self._said(write(each.canary.value))

    def _decoy(self, each: Planted) -> str:
        """A value of the same kind that nobody planted."""
        return self._said(mint(each.canary.kind, self._random, lambda value: bool(self._scanner.scan(value))).value)

    def _said(self, written: str) -> str:
        return f"{chatter(self._random)} {written} {chatter(self._random)}"


def minimized(text: str) -> MinimizedTurn:
    """A request that may leave, with this text."""
    body = msgspec.Raw(msgspec.json.encode({"messages": [{"role": "user", "content": text}]}))
    return MinimizedTurn(
        tenant="t", route="chat_completions", model="m", stream=False, reply_partition=0, ask_after_ms=0,
        deadline_ms=0, body=body, sealed_map=b"",
    )  # fmt: skip


def answer(attempt: str, text: str) -> Chunk:
    """A whole answer with this text."""
    event = msgspec.Raw(msgspec.json.encode({"choices": [{"message": {"content": text}}]}))
    return Chunk(attempt_id=attempt, sequence=0, last=True, events=[event])


def summary(cluster: int, text: str) -> ReleasedSummary:
    """A summary with this title."""
    return ReleasedSummary(
        window=0, window_seconds=60, cluster=cluster, title=text, terms=(), languages=(), conversations=40,
        contributors=40,
    )  # fmt: skip
