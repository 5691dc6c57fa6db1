"""The program with an auditor whose clock stands still until a file says that it goes, and goes ten times as fast then.

So deadlines come when a test is ready for them, however slow the machine is, and nobody waits for them.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from gateway import cli

PROGRAM = (sys.executable, "-m", "tests.support.auditor_clock")
CLOCK = "TEST_CLOCK"
FASTER = 10.0


def stand(clock: Path, at: float) -> None:
    """Makes it ``at``, in seconds since the epoch."""
    clock.write_text(f"{at} inf", encoding="ascii")


def go(clock: Path) -> None:
    """Lets the clock go on from now on."""
    at, _ = clock.read_text(encoding="ascii").split()
    clock.write_text(f"{at} {time.time()}", encoding="ascii")


def _now() -> float:
    at, since = map(float, Path(os.environ[CLOCK]).read_text(encoding="ascii").split())
    return at + FASTER * max(0.0, time.time() - since)


if __name__ == "__main__":
    from streams.auditor import service

    assert "time" in vars(service)
    vars(service)["time"] = SimpleNamespace(time=_now)
    raise SystemExit(cli.main())
