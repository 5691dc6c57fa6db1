"""What a bench measured, as medians over its rounds, in tables and as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from statistics import median

import msgspec

from tests.bench.load import Load, Row

_PACKAGES = ("aiohttp", "aiokafka", "cryptography", "faust-streaming", "msgspec", "orjson", "uvloop")


class Start(msgspec.Struct, frozen=True):
    """How long a subject took to be ready in one round, and what memory each program of it had after the loads."""

    subject: str
    seconds: float
    resident_mb: dict[str, float]


class Micro(msgspec.Struct, frozen=True):
    """What one step costs, in microseconds: the median of its runs."""

    step: str
    microseconds: float
    runs: int


class Batch(msgspec.Struct, frozen=True):
    """What a run over many conversations, canaries or prompts takes, and its most memory, None if nobody looked."""

    step: str
    seconds: float
    peak_mb: float | None = None


class Clustered(msgspec.Struct, frozen=True):
    """How many texts a clusterer learns in a second of CPU time, features included, and how well it groups others: the
    mean and the least adjusted Rand index over the seeds.
    """

    clusterer: str
    on: str
    texts_per_second: float
    agreement: float
    least: float


def versions() -> dict[str, str]:
    """The versions of what was measured."""
    return {"python": platform.python_version(), **{package: version(package) for package in _PACKAGES}}


class Results(msgspec.Struct, frozen=True):
    """Everything that was measured, and on what."""

    seed: int
    rounds: int
    rows: list[Row]
    starts: list[Start]
    micro: list[Micro]
    batches: list[Batch]
    left_out: list[str]
    clusters: list[Clustered] = []
    versions: dict[str, str] = msgspec.field(default_factory=versions)
    cores: int = msgspec.field(default_factory=lambda: os.cpu_count() or 1)


def report(results: Results) -> str:
    """All tables."""
    loads = list(dict.fromkeys(row.load for row in results.rows))
    sections = [
        _whole_answers(results.rows, [load for load in loads if not load.stream]),
        _streams(results.rows, [load for load in loads if load.stream]),
        _starts(results.starts),
        micro(results.micro),
        batches(results.batches),
        clustered(results.clusters),
        "\n".join(results.left_out),
        *(f"WRONG ANSWERS: {line}" for line in _wrong(results.rows)),
    ]
    return "\n\n".join(section for section in sections if section)


def table(title: str, header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table in columns; empty without lines."""
    cells = [list(line) for line in lines]
    if not cells:
        return ""
    widths = [max(len(line[column]) for line in [header, *cells]) for column in range(len(header))]
    text = [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in [header, *cells]
    ]
    return "\n".join([title, *text])


def _whole_answers(rows: Sequence[Row], loads: Sequence[Load]) -> str:
    header = ("", "connections", "requests/s", "p50 ms", "p99 ms", "added p50 ms", "CPU ms a request", "of the broker")
    lines = [
        (
            subject,
            f"{load.connections}, paced" if load.per_second else str(load.connections),
            f"{_median(found, 'per_second'):,.0f}",
            f"{_median(found, 'p50'):.1f}",
            f"{_median(found, 'p99'):.1f}",
            _added(rows, found, "p50"),
            f"{_median(found, 'gateway_cpu'):.2f}",
            f"{_median(found, 'broker_cpu'):.2f}",
        )
        for load in loads
        for subject, found in _by_subject(rows, load)
    ]
    return table("Whole answers", header, lines)


def _streams(rows: Sequence[Row], loads: Sequence[Load]) -> str:
    header = (
        "",
        "connections",
        "first token ms",
        "added ms",
        "last ms",
        "added ms",
        "CPU ms a stream",
        "of the broker",
    )
    lines = [
        (
            subject,
            str(load.connections),
            f"{_median(found, 'first_token_p50'):.1f}",
            _added(rows, found, "first_token_p50"),
            f"{_median(found, 'p50'):.1f}",
            _added(rows, found, "p50"),
            f"{_median(found, 'gateway_cpu'):.2f}",
            f"{_median(found, 'broker_cpu'):.2f}",
        )
        for load in loads
        for subject, found in _by_subject(rows, load)
    ]
    return table("Paced streams, p50", header, lines)


def _starts(starts: Sequence[Start]) -> str:
    lines = []
    for subject in dict.fromkeys(start.subject for start in starts):
        found = [start for start in starts if start.subject == subject]
        resident = {name: median(start.resident_mb[name] for start in found) for name in found[0].resident_mb}
        memory = ", ".join(f"{name} {megabytes:.0f}" for name, megabytes in resident.items())
        lines.append((subject, f"{median(start.seconds for start in found):.1f}", memory))
    return table("Start, and memory after the loads", ("", "ready after s", "MB"), lines)


def micro(steps: Sequence[Micro]) -> str:
    """The table of what single steps cost."""
    return table("Steps", ("", "µs"), [(step.step, f"{step.microseconds:,.1f}") for step in steps])


def batches(found: Sequence[Batch]) -> str:
    """The table of runs over many conversations, canaries or prompts."""
    lines = [(each.step, f"{each.seconds:,.2f}", f"{each.peak_mb:,.0f}" if each.peak_mb else "-") for each in found]
    return table("Offline", ("", "seconds", "peak MB"), lines)


def clustered(found: Sequence[Clustered]) -> str:
    """The table of clusterers, one after the other on each stream."""
    lines = [
        (each.clusterer, each.on, f"{each.texts_per_second:,.0f}", f"{each.agreement:.3f}", f"{each.least:.3f}")
        for each in sorted(found, key=lambda each: list(dict.fromkeys(one.on for one in found)).index(each.on))
    ]
    return table("Clusters", ("", "on", "texts/s", "ARI", "least"), lines)


def _wrong(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.wrong:
            reasons = "; ".join(row.reasons)
            yield f"{row.subject}, {row.load.connections} connections: {row.wrong} of {row.requests}: {reasons}"


def _by_subject(rows: Sequence[Row], load: Load) -> Iterator[tuple[str, list[Row]]]:
    for subject in dict.fromkeys(row.subject for row in rows):
        yield subject, [row for row in rows if row.subject == subject and row.load == load]


def _median(rows: Sequence[Row], figure: str) -> float:
    return float(median(getattr(row, figure) for row in rows))


def _added(rows: Sequence[Row], found: Sequence[Row], figure: str) -> str:
    """The median over rounds of what a subject took longer than the upstream itself in the same round."""
    direct = [row for row in rows if row.subject == "direct" and row.load == found[0].load]
    if len(direct) != len(found):
        return "-"
    return (
        f"{median(getattr(row, figure) - getattr(base, figure) for row, base in zip(found, direct, strict=True)):.1f}"
    )
