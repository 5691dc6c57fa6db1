"""``python -m tests.bench.audit``: what an auditor costs that still looks for very many canaries. Nothing is asserted.

It starts with them, as after a restart, takes requests, and says at each tick what is due; in a process of its own.
What an auditor costs the turns of others is measured by the subjects ``roles-audited-1`` and ``roles-audited-50``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from gateway.records import MinimizedTurn, MintedCanary, ProbeAnswered, Topic, encode
from gateway.types import Surface
from streams.auditor.ledger import AuditLedger, Searching
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from tests.bench.canaries import texts
from tests.bench.results import Batch, batches

MILLION: Final = 10**6
TURNS: Final = 1_000
ADDED: Final = 100
TICKS: Final = 20
EXPIRES_MS: Final = 3_600_000
DUE_SECONDS: Final = 30.0


class Measured(msgspec.Struct, frozen=True):
    """CPU seconds of each step, and the most memory in MB."""

    started: float
    turns: float
    added: float
    tick: float
    judged: float
    peak_mb: float


def rows(most: int) -> Iterator[Batch]:
    """What so many outstanding canaries cost an auditor."""
    found = msgspec.json.decode(_run(most), type=Measured)
    outstanding = f"{most:,} outstanding canaries: "
    yield Batch(outstanding + "started with them", found.started, found.peak_mb)
    yield Batch(outstanding + f"{TURNS:,} requests searched", found.turns)
    yield Batch(outstanding + "one more is added", found.added)
    yield Batch(outstanding + "a tick with nothing due", found.tick)
    yield Batch(outstanding + "the tick with all of them due", found.judged)


def measured(count: int) -> Measured:
    """Runs an auditor's ledger with so many canaries in this process."""
    ledger, steps = AuditLedger(b"key", "settings"), []
    minted = list(islice(_minted(count), count))
    for work in (_started, _turns, _added, _ticks, _judged):
        began = time.process_time()
        work(ledger, minted)
        steps.append(time.process_time() - began)
    started, turns, added, ticks, judged = steps
    return Measured(started, turns, added / ADDED, ticks / TICKS, judged, _peak_mb())


def _minted(count: int, seed: int = 1) -> Iterator[MintedCanary]:
    random = Random(seed)
    for kind in islice(cycle(KINDS), count):
        value = mint(kind, random, lambda value: False).value
        deadlines = {Surface.EGRESS: round(DUE_SECONDS * 1000)}
        yield MintedCanary(
            canary_kind=kind, value=value, minted_ms=0, expires_ms=EXPIRES_MS, deadlines_ms=deadlines
        )  # fmt: skip


def _started(ledger: AuditLedger, minted: list[MintedCanary]) -> None:
    ledger.mint_all({str(number): each for number, each in enumerate(minted)})
    for number in range(len(minted)):
        ledger.answer(str(number), ProbeAnswered(turn_id=f"{number:032x}", answered_ms=0))


def _turns(ledger: AuditLedger, minted: list[MintedCanary]) -> None:
    for number, text in enumerate(islice(cycle(texts(1)["English"]), TURNS)):
        ledger.take(_request(f"{number:032x}", text), 1.0)


def _added(ledger: AuditLedger, minted: list[MintedCanary]) -> None:
    for number, each in enumerate(_minted(ADDED, seed=2)):
        ledger.mint(f"added {number}", each)


def _ticks(ledger: AuditLedger, minted: list[MintedCanary]) -> None:
    for number in range(TICKS):
        ledger.tick(number - TICKS - DUE_SECONDS)


def _judged(ledger: AuditLedger, minted: list[MintedCanary]) -> None:
    for second in range(-int(DUE_SECONDS), int(DUE_SECONDS) + 1, 10):
        ledger.tick(float(second))


def _request(turn_id: str, text: str) -> Searching:
    body = msgspec.Raw(msgspec.json.encode({"messages": [{"role": "user", "content": text}]}))
    turn = MinimizedTurn(
        tenant="t", route="chat_completions", model="m", stream=False, reply_partition=0, ask_after_ms=0,
        deadline_ms=0, body=body, sealed_map=b"",
    )  # fmt: skip
    return Searching(Topic.MINIMIZED, "0/0", turn_id, turn_id, encode(turn))


def _peak_mb() -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _run(count: int) -> bytes:
    command = [sys.executable, "-m", "tests.bench.audit", "--alone", str(count)]
    return subprocess.run(command, check=True, capture_output=True).stdout


def main() -> int:
    """Measures and prints; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.audit", description=__doc__)
    parser.add_argument("--most", type=int, default=MILLION, help="canaries (default %(default)s)")
    parser.add_argument("--alone", type=int, metavar="COUNT", help="measure in this process, and print JSON")
    options = parser.parse_args()
    if options.alone:
        print(msgspec.json.encode(measured(options.alone)).decode())
    else:
        print(batches(list(rows(options.most))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
