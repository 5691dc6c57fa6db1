"""Everything that a pipeline left anywhere, also packed, and which planted values stand there in any form."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from gateway.records import SnapshotManifest, Topic, Undecodable, decode, part_key
from streams.analytics.snapshots import Kind
from streams.analytics.snapshots import decode as unpacked
from streams.canaries.forms import Canary, Form
from streams.canaries.scanner import Scanner
from tests.support.canaries import merge_all
from tests.support.dump import Dumped, dump
from tests.support.evidence import finds
from tests.support.pipeline import PREFIX, Pipeline

READ_AT_ONCE: Final = 1 << 16
UNPACKED: Final = "snapshots, unpacked"


async def surfaces(ran: Pipeline) -> dict[str, bytes]:
    """What stands in each topic, in the snapshots there when unpacked, in all logs, and on the metrics pages."""
    records: defaultdict[str, list[Dumped]] = defaultdict(list)
    for record in await dump(ran.broker.bootstrap, PREFIX):
        records[record.topic.removeprefix(PREFIX)].append(record)
    running = [process for process in ran.cluster.processes if process.running]
    return {
        **{topic: b"\n".join(each.content for each in stood) for topic, stood in records.items()},
        UNPACKED: b"\n".join(_contents(records[Topic.SNAPSHOTS])),
        **{path.name: content for path, content in ran.cluster.logs().items()},
        "broker.log": ran.broker.log.read_bytes(),
        **{f"metrics {process.name}": await asyncio.to_thread(process.metrics_page) for process in running},
        **ran.pages,
    }


def leaks(canaries: Collection[Canary], places: Mapping[str, bytes]) -> dict[str, set[Canary]]:
    """What stands where: plain, escaped or encoded in the bytes, or without case, separators and look-alikes in text.

    What stands nowhere in a place does not name it.
    """
    by_value = {canary.value: canary for canary in canaries}
    found: defaultdict[str, set[Canary]] = defaultdict(set)
    for place, stood in finds(by_value, places).items():
        found[place] |= {by_value[each.value] for each in stood}
    scanner = Scanner[Canary]()
    scanner.add({canary: canary for canary in canaries})
    merge_all(scanner)
    for place, content in places.items():
        if scanned := set(_scanned(scanner, content)):
            found[place] |= scanned
    return found


def _scanned(scanner: Scanner[Canary], content: bytes) -> Iterator[Canary]:
    """Yields what a text holds, read by many lines; but no fragments, as several people may share one."""
    lines: list[str] = []
    size = 0
    for line in [*content.decode(errors="replace").split("\n"), None]:
        if line is None or size > READ_AT_ONCE:
            text = "\n".join(lines)
            yield from (find.canary for find in scanner.scan(text) if find.form is not Form.FRAGMENT)
            lines, size = [], 0
        if line is not None:
            lines.append(line)
            size += len(line)


def _contents(records: Sequence[Dumped]) -> Iterator[bytes]:
    """Yields what all whole snapshots hold, out of their compression."""
    parts: dict[str, bytes] = {}
    for record in records:
        key = (record.key or b"").decode()
        try:
            manifest = decode(record.value, SnapshotManifest)
        except Undecodable:
            parts[key] = record.value or b""
            continue
        content = b"".join(parts.get(part_key(key, manifest, number), b"") for number in range(manifest.parts))
        if sha256(content).hexdigest() == manifest.digest:
            yield _unpacked(content)


def _unpacked(content: bytes) -> bytes:
    """Returns an opening, or what a partition learned, without compression."""
    line, packed, kind = b"", content, Kind.PARTITION
    if content.startswith(b"{"):
        line, _, packed = content.partition(b"\n")
        kind = Kind.TOPICS
    if not packed:
        return line
    state = unpacked(packed, kind, {})
    values = msgspec.json.encode((state.position, state.values))
    return b"\n".join([line, values, *(each.tobytes() for each in state.arrays.values())])
