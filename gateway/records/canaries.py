"""The records of the audit: which canaries were planted, where one was found, and what became of each.

The key is the canary's id, which tells nothing of its value, or a cluster's. Only ``canaries.minted`` holds values.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gateway.records.codec import Record, decode_union
from gateway.records.summaries import CandidateVerdict
from gateway.records.topics import Topic
from gateway.types import Surface


class MintedCanary(Record, frozen=True, tag_field="kind", tag="minted"):
    """A value that is about to be planted, written before it is; it is looked for until ``expires_ms``.

    ``deadlines_ms`` has each surface that it should pass, with the time until when; ``client`` is the name of the API
    key of its probe, ``tenant`` and ``model`` are the probe's, all empty where they are not known. ``promised`` says
    whether detection promises to find it as it is written: only then is it a leak that a provider or analytics gets it.
    """

    canary_kind: str
    value: str
    minted_ms: int
    expires_ms: int
    deadlines_ms: dict[Surface, int]
    tenant: str = ""
    model: str = ""
    position: str = ""
    disguise: str = ""
    promised: bool = True
    client: str = ""


class ProbeAnswered(Record, frozen=True, tag_field="kind", tag="answered"):
    """The canary of the same key went through the edge in this turn.

    ``received`` says that the witness got the turn, and that what it got was searched.
    """

    turn_id: str
    answered_ms: int
    received: bool = False


class CanaryFinding(Record, frozen=True):
    """That a canary stands where it must not: in which form, at which place of which record; never its value.

    ``record`` is ``TOPIC/PARTITION/OFFSET``, or the surface and where on it (``logs/FILE:BYTE``, ``metrics/URL``,
    ``witness/ANSWER``, ``errors/CANARY``); ``place`` has code points, half-open. ``turn_id`` is empty where the
    record belongs to no turn, ``configuration`` the fingerprint of the auditor's settings.
    """

    canary_kind: str
    surface: Surface
    form: str
    place: tuple[int, int]
    record: str
    turn_id: str
    found_ms: int
    configuration: str


class WrittenVerdict(Record, frozen=True, tag_field="kind", tag="canary"):
    """What became of the canary of the same key on a surface; ``replaces`` is the verdict that a late leak corrects."""

    canary_kind: str
    surface: Surface
    outcome: Literal["clean", "leaked", "lost"]
    decided_ms: int
    configuration: str
    form: str | None = None
    replaces: Literal["clean", "lost"] | None = None


class ClusterVerdict(Record, frozen=True, tag_field="kind", tag="cluster"):
    """How many pairs of a conversation and a canary the published cluster of the same key has, and how many leaked."""

    instances: int
    leaked: int
    decided_ms: int
    configuration: str


class LeakAcknowledged(Record, frozen=True, tag_field="kind", tag="acknowledged"):
    """That a person knows of the leaks of the canary of the same key on these surfaces; others are not covered.

    ``reason`` is what the person wrote, one line. It stands here and in exported evidence, and nowhere else.
    """

    surfaces: tuple[Surface, ...]
    person: str
    reason: str
    acknowledged_ms: int


class KeptCounts(Record, frozen=True):
    """What was counted of canaries, by surface, kind and what was counted; and the leaks that nobody acknowledged.

    ``current`` has only what was judged under the ``configuration``, by surface.
    """

    configuration: str
    planted: dict[str, int]
    months: dict[str, int]
    verdicts: list[tuple[Surface, str, str, int]]
    current: list[tuple[Surface, str, int]]
    clusters: dict[str, int]
    leaks: dict[Surface, dict[str, list[str]]]
    last_planted_ms: int
    last_verdict_ms: int


class LogPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Up to which byte a log file was searched; ``head`` is a keyed hash of its first ``head_bytes`` bytes."""

    device: int
    inode: int
    path: str
    position: int
    head: str
    head_bytes: int


class LogPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The log files that these patterns named; left out are files that were last written at ``since_ns`` or earlier."""

    patterns: tuple[str, ...]
    files: tuple[LogPlace, ...]
    since_ns: int = 0


class AuditSnapshot(Record, frozen=True):
    """The counts of all records before these positions, by topic and partition.

    Only canaries minted at ``since_ms`` or later were still looked for. ``logs`` is None where nobody looked at any.
    """

    counts: KeptCounts
    positions: dict[Topic, dict[int, int]]
    since_ms: int
    logs: LogPlaces | None = None


Minted = MintedCanary | ProbeAnswered
AuditVerdict = WrittenVerdict | CandidateVerdict | ClusterVerdict | LeakAcknowledged

_MINTED: msgspec.json.Decoder[Minted] = msgspec.json.Decoder(Minted)
_VERDICTS: msgspec.json.Decoder[AuditVerdict] = msgspec.json.Decoder(AuditVerdict)


def decode_minted(value: bytes | None) -> Minted:
    """Returns the record of ``canaries.minted``; raises Undecodable."""
    return decode_union(value, _MINTED, "minted record")


def decode_verdict(value: bytes | None) -> AuditVerdict:
    """Returns the record of ``canaries.verdicts``; raises Undecodable."""
    return decode_union(value, _VERDICTS, "verdict")
