"""A minimizer that is ready has nothing left to import. Each runs in a fresh interpreter, with its child process."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

import orjson
import pytest

from gateway.detectors import load_detectors
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import DetectionSettings
from streams.detecting.steps import Step, result_of
from streams.minimizer.sample import sample
from streams.minimizer.step import Minimized, minimized

FIRST_REQUEST = """
import asyncio, sys
from dataclasses import replace
from functools import partial
import orjson
from gateway.policy import Policy
from gateway.settings import load
from streams.detecting.service import detection_service
from streams.minimizer.sample import sample
from streams.minimizer.step import minimized
from tests.streams.minimizer.test_sample import modules

async def main():
    settings = load("detection: {processes: 1}", {}, [])
    job = sample(Policy(), None)
    warm_ups = {"default": partial(minimized, job)} if sys.argv[1] == "warm" else {}
    detection = detection_service(settings, warm_ups)
    await detection.start()
    text = "I am Jon Doe from Rome, jon@doe.example, +1 415 555 0199, 28 May 2021"
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    first = partial(minimized, replace(job, request=orjson.dumps(body), dry_run=False))
    for short in (True, False):
        run = partial(detection.run, Policy(), tenant="support", short=short, seconds=60)
        before = await run(modules)
        await run(first)
        print(*await run(modules) - before)
    await detection.stop()

asyncio.run(main())
"""


def modules(detectors: Detectors) -> set[str]:
    """What this process has imported."""
    return {*sys.modules}


def imported_by_the_first_request(kind: str) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": ":".join(sys.path)}
    command = [sys.executable, "-c", FIRST_REQUEST, kind]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_first_request_imports_nothing() -> None:
    assert imported_by_the_first_request("warm") == []


def test_without_the_sample_it_does() -> None:
    assert imported_by_the_first_request("cold")


@pytest.fixture(scope="module")
def detectors() -> Detectors:
    full = load_detectors(DetectionSettings(), {"default": Policy()})["default"].full
    assert full is not None
    return full


def test_the_sample_has_values_of_many_kinds_in_many_places(detectors: Detectors) -> None:
    step: Step[Minimized] = partial(minimized, sample(Policy(), None))
    told = orjson.loads(result_of(step, detectors).body)["spans"]
    assert len({span["entity_type"] for span in told}) >= 12
    assert len({span["path"] for span in told}) >= 3
