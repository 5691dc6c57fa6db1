"""How long a minimizer's detection takes to be ready, at the first start on a host and at the second."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from tests.bench.processes import ROOT
from tests.bench.results import Start

_MEASURED = """
import time
began = time.perf_counter()
import asyncio
from functools import partial
from pathlib import Path
from gateway.settings import load
from streams.detecting.service import detection_service
from streams.minimizer.sample import sample
from streams.minimizer.step import minimized
def resident():
    return next(int(line.split()[1]) / 1000 for line in open("/proc/self/status") if line.startswith("VmRSS"))
async def main():
    settings = load(None, {}, [])
    samples = {name: partial(minimized, sample(policy, None)) for name, policy in settings.policies.items()}
    detection = detection_service(settings, samples)
    await detection.start()
    print(time.perf_counter() - began, resident())
    await detection.stop()
asyncio.run(main())
"""


def starts() -> Iterator[Start]:
    """The first start, at which Hyperscan compiles, and the second, which reads what it compiled."""
    with TemporaryDirectory() as cache:
        for which in ("first", "second"):
            command = [sys.executable, "-c", _MEASURED]
            environment = {**os.environ, "XDG_CACHE_HOME": cache}
            done = subprocess.run(
                command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
            )
            seconds, resident = map(float, done.stdout.split())
            yield Start(f"detection, {which} start", seconds, {"without its processes": resident})
