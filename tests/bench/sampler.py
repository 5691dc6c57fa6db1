"""Runs ``canarygate`` and samples its stack by the CPU time that it spends, between two signals.

``python -m tests.bench.sampler FILE ARGUMENT …`` begins at SIGUSR1, ends at SIGUSR2, and writes the stacks at its end.
Waiting is no sample. A sample that falls into C code is its caller's.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import msgspec

from gateway.cli import main

EVERY_SECONDS = 0.002  # Linux rounds it up to its own tick

Stack = tuple[str, ...]

_stacks: Counter[Stack] = Counter()


def _sample(number: int, frame: FrameType | None) -> None:
    stack: list[str] = []
    while frame is not None:
        stack.append(f"{'/'.join(Path(frame.f_code.co_filename).parts[-3:])} {frame.f_code.co_qualname}")
        frame = frame.f_back
    _stacks[tuple(stack)] += 1


def _begin(number: int, frame: FrameType | None) -> None:
    signal.setitimer(signal.ITIMER_PROF, EVERY_SECONDS, EVERY_SECONDS)


def _end(number: int, frame: FrameType | None) -> None:
    signal.setitimer(signal.ITIMER_PROF, 0.0)


if __name__ == "__main__":
    signal.signal(signal.SIGPROF, _sample)
    signal.signal(signal.SIGUSR1, _begin)
    signal.signal(signal.SIGUSR2, _end)
    status = main(sys.argv[2:])
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(list(_stacks.items())))
    sys.exit(status)
