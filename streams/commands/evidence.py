"""``canarygate canaries export``: what the audit wrote in a period, as JSON lines with a signature beside them.

No line holds a value. The signature covers the whole file, so a line that is changed, removed or cut off is noticed by
whoever has the public key; ``openssl`` is enough for that.
"""

from __future__ import annotations

import mmap
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from gateway.errors import BadRequest
from gateway.records import (
    AuditVerdict,
    CanaryFinding,
    CandidateVerdict,
    ClusterVerdict,
    LeakAcknowledged,
    MintedCanary,
    ProbeAnswered,
    Topic,
    Undecodable,
    WrittenVerdict,
)
from gateway.types import JsonObject
from gateway.version import VERSION
from streams.commands.access import Access
from streams.commands.canaries import DECODE, TOPICS
from streams.commands.canary_pages import fields_of
from streams.commands.folding import Kept
from streams.commands.times import milliseconds
from streams.evidence.counts import AuditCounts

KINDS: Mapping[type, str] = {
    MintedCanary: "minted",
    ProbeAnswered: "answered",
    CanaryFinding: "finding",
    WrittenVerdict: "verdict",
    CandidateVerdict: "candidate",
    ClusterVerdict: "cluster",
    LeakAcknowledged: "acknowledged",
}


async def export(access: Access, options: Namespace) -> str:
    """Writes the evidence and its signature into new files; returns how both are checked."""
    key, now_ms = _signing_key(options.key), int(time.time() * 1000)
    since_ms, until_ms = (milliseconds(each, now_ms) for each in (options.since, options.until))
    with _created(options.output) as file, _created(_beside(options.output)) as signature:
        evidence = AuditEvidence(file, since_ms, until_ms)
        evidence.begin(now_ms)
        await access.read_all(evidence.take, *TOPICS, since_ms=since_ms)
        evidence.end()
        signature.write(_signed(file, key))
    return (
        f"{evidence.written} records in {options.output}, signed in {_beside(options.output)}; to check them:\n"
        "openssl pkeyutl -verify -pubin -inkey PUBLIC.pem -rawin "
        f"-in {options.output} -sigfile {_beside(options.output)}"
    )


@dataclass(slots=True)
class AuditEvidence:
    """Lines of a period, from ``since_ms`` to before ``until_ms``: what it is, all records, and their counts."""

    file: BinaryIO
    since_ms: int
    until_ms: int
    written: int = 0
    unreadable: int = 0
    _counts: AuditCounts = field(default_factory=lambda: AuditCounts(""))

    def begin(self, now_ms: int) -> None:
        """Writes which period this is."""
        period: JsonObject = {"since_ms": self.since_ms, "until_ms": self.until_ms, "exported_ms": now_ms}
        self._write({"kind": "evidence", "version": VERSION, **period})

    def take(self, topic: Topic, kept: Kept) -> None:
        """Writes a record of the period; one that cannot be read is counted."""
        if not self.since_ms <= kept.at_ms < self.until_ms:
            return
        try:
            record = DECODE[topic](kept.value)
        except Undecodable:
            self.unreadable += 1
            return
        self._count(kept.key, record)
        self.written += 1
        of = "cluster" if isinstance(record, CandidateVerdict | ClusterVerdict) else "canary"
        place: JsonObject = {"record": f"{topic.value}/{kept.place}", "at_ms": kept.at_ms}
        said = {"found_in" if name == "record" else name: value for name, value in fields_of(record).items()}
        self._write({"kind": KINDS[type(record)], of: kept.key, **place, **said})

    def end(self) -> None:
        """Writes the counts, and how many lines of records there are."""
        for line in self._counted():
            self._write(line)
        self._write({"kind": "end", "records": self.written, "unreadable": self.unreadable})
        self.file.flush()

    def _count(self, key: str, record: MintedCanary | ProbeAnswered | CanaryFinding | AuditVerdict) -> None:
        match record:
            case MintedCanary() | ProbeAnswered():
                self._counts.take_minted(key, record)
            case CanaryFinding():
                return
            case _:
                self._counts.take_verdict(key, record)

    def _counted(self) -> Iterator[JsonObject]:
        for kind, count in sorted(self._counts.planted.items()):
            yield {"kind": "planted", "canary_kind": kind, "count": count}
        for (surface, kind, outcome), count in sorted(self._counts.verdicts.items()):
            yield {"kind": outcome, "surface": surface.value, "canary_kind": kind, "count": count}
        leaks = Counter((surface, kind) for (_, surface), kind in self._counts.leaks.kinds.items())
        for (surface, kind), count in sorted(leaks.items()):
            yield {"kind": "unacknowledged", "surface": surface.value, "canary_kind": kind, "count": count}

    def _write(self, line: JsonObject) -> None:
        self.file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))


def _created(path: Path) -> BinaryIO:
    return path.open("x+b")


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.sig")


def _signed(file: BinaryIO, key: Ed25519PrivateKey) -> bytes:
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as whole:
        return key.sign(whole)


def _signing_key(path: Path) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadRequest(
            "--key should be an Ed25519 private key as PEM, without a password: openssl genpkey -algorithm ed25519"
        )
    return key
