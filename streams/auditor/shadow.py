"""The control lane: records that leak on purpose, searched as all others are, to prove that a leak would be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from gateway.records import (
    AnalyticsText,
    Chunk,
    DeadLetter,
    MinimizedTurn,
    PublishedSummary,
    Record,
    ReleasedSummary,
    SummaryCandidate,
    encode,
)
from gateway.types import Surface
from streams.auditor.answers import Answers
from streams.auditor.texts import SHORT, TOPICS, searched
from streams.canaries.disguises import Disguise, disguised
from streams.canaries.drawing import Chance
from streams.canaries.mint import mint
from streams.canaries.scanner import Scanner

KIND: Final = "email"
DISGUISES: Final = (Disguise.PLAIN, Disguise.SPACED, Disguise.BASE64)
_CANARY: Final = "control"


@dataclass(frozen=True, slots=True)
class ControlResult:
    """Whether a leak of a canary of this kind on a surface, written in a disguise, was seen."""

    surface: Surface
    disguise: Disguise
    seen: bool
    kind: str = KIND


def control(scanner: Scanner[str], chance: Chance) -> Iterator[ControlResult]:
    """Yields for each surface and disguise whether the scanner sees a canary in a record that nothing redacted."""
    canary = mint(KIND, chance, scanner.clashes)
    scanner.add({_CANARY: canary})
    for surface, record in _RECORDS.items():
        for disguise in DISGUISES:
            value = encode(record(f"Please write to {disguised(canary.value, disguise)} today"))
            read = searched(TOPICS[surface][0], "", value, Answers())
            finds = scanner.scan(read.text, short=surface in SHORT) if read else []
            yield ControlResult(surface, disguise, any(find.canary == _CANARY for find in finds))
    scanner.expire([_CANARY])


def _minimized(text: str) -> Record:
    body = msgspec.Raw(msgspec.json.encode({"messages": [{"role": "user", "content": text}]}))
    return MinimizedTurn(
        tenant="", route="", model="", stream=False, reply_partition=0, ask_after_ms=0, deadline_ms=0, body=body,
        sealed_map=b"",
    )  # fmt: skip


def _chunk(text: str) -> Record:
    event = msgspec.Raw(msgspec.json.encode({"choices": [{"message": {"content": text}}]}))
    return Chunk(attempt_id="", sequence=0, last=True, events=[event])


def _summary(text: str) -> ReleasedSummary:
    return ReleasedSummary(
        window=0, window_seconds=1, cluster=0, title=text, terms=(), languages=(), conversations=0, contributors=0
    )


_RECORDS: Final[Mapping[Surface, Callable[[str], Record]]] = {
    Surface.EGRESS: _minimized,
    Surface.REPLIES: _chunk,
    Surface.ANALYTICS: lambda text: AnalyticsText(event_id="", window=0, contributor="", language="en", text=text),
    Surface.CANDIDATES: lambda text: SummaryCandidate(summary=_summary(text), deadline_ms=0),
    Surface.SUMMARIES: lambda text: PublishedSummary(summary=_summary(text), published_ms=0),
    Surface.DEAD_LETTERS: lambda text: DeadLetter(topic="", partition=0, offset=0, length=0, reason=text),
}
