"""The program with an analyst whose clock is a file, and which keeps snapshots often, so that tests need not wait."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gateway import cli

PROGRAM = (sys.executable, "-m", "tests.support.analyst_clock")
CLOCK = "TEST_CLOCK"
SNAPSHOTS = "TEST_SNAPSHOT_SECONDS"


def _now() -> float:
    return float(Path(os.environ[CLOCK]).read_text(encoding="ascii"))


if __name__ == "__main__":
    from streams.analyst import part, runner

    vars(part)["time"] = _now
    vars(runner)["SNAPSHOT_SECONDS"] = float(os.environ[SNAPSHOTS])
    raise SystemExit(cli.main())
