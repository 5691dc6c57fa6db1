"""One load on one subject, and what it cost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from tests.bench.generator import Measured
from tests.bench.processes import ROOT, cpu_seconds
from tests.bench.subjects import Ground, Running

WARM_UP_SECONDS = 0.5

Seen = TypeVar("Seen")


class Load(msgspec.Struct, frozen=True):
    """So many clients for so long; ``stream`` asks for paced streams.

    They send ``per_second`` requests together; where it is 0, each sends its next one when the last is answered.
    """

    connections: int
    stream: bool
    seconds: float
    body_bytes: int
    per_second: float = 0.0


class Row(msgspec.Struct, frozen=True):
    """What one load on one subject gave. Times in milliseconds; CPU is of one request, the first token of a stream."""

    subject: str
    load: Load
    requests: int
    per_second: float
    p50: float
    p99: float
    first_token_p50: float
    gateway_cpu: float
    broker_cpu: float
    wrong: int
    reasons: list[str]


@dataclass(frozen=True, slots=True)
class Spent:
    """CPU seconds of the subject's own programs, and of the broker that it uses."""

    gateway: float
    broker: float


def measure(name: str, subject: Running, ground: Ground, load: Load, seed: int) -> Row:
    """Puts the load on the subject and returns what it gave."""
    before, after, measured = generate(subject, load, seed, lambda: _spent(subject, ground))
    requests = max(1, len(measured.latencies))
    return Row(
        subject=name,
        load=load,
        requests=len(measured.latencies),
        per_second=len(measured.latencies) / measured.seconds,
        p50=quantile(measured.latencies, 50),
        p99=quantile(measured.latencies, 99),
        first_token_p50=quantile(measured.first_tokens, 50),
        gateway_cpu=(after.gateway - before.gateway) / requests * 1000,
        broker_cpu=(after.broker - before.broker) / requests * 1000,
        wrong=measured.wrong,
        reasons=measured.reasons,
    )


def generate(
    subject: Running, load: Load, seed: int, look: Callable[[], Seen], *, trace: bool = False
) -> tuple[Seen, Seen, Measured]:
    """What ``look`` saw when the load's clients were warm and when their time was over, and what they measured."""
    options = [f"--url={subject.url}", f"--key={subject.key}", f"--connections={load.connections}"]
    options += [
        f"--seconds={load.seconds}",
        f"--warm-up={WARM_UP_SECONDS}",
        f"--seed={seed}",
        f"--body-bytes={load.body_bytes}",
        f"--per-second={load.per_second}",
    ]
    options += ["--stream"] * load.stream + ["--trace"] * trace
    with TemporaryDirectory() as folder:
        result = Path(folder) / "measured.json"
        command = [sys.executable, "-m", "tests.bench.generator", f"--result={result}", *options]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as generator:
            assert generator.stdout is not None
            generator.stdout.readline()
            before = look()
            generator.stdout.readline()
            after = look()
        if generator.returncode:
            raise RuntimeError(f"the load generator ended with {generator.returncode}")
        return before, after, msgspec.json.decode(result.read_bytes(), type=Measured)


def quantile(values: list[float], percent: int) -> float:
    """The value that so many percent of all values are not above; 0 where there are none.

    >>> quantile([1.0, 2.0, 3.0], 50)
    2.0
    """
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else sum(values)


def _spent(subject: Running, ground: Ground) -> Spent:
    gateway = sum(cpu_seconds(program.pid) for program in subject.programs)
    return Spent(gateway, cpu_seconds(ground.broker.pid) if ground.broker else 0.0)
