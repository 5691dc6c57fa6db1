"""The program with an auditor that waits seconds where it would wait for minutes, and which sees nothing if it is told.

What is changed is how long a canary may take and how often the control lane is looked at; the rest is as in production.
"""

from __future__ import annotations

import os
import sys

from gateway import cli

PROGRAM = (sys.executable, "-m", "tests.deploy.live.auditor")
BLIND = {"TEST_BLIND": "1"}
PASS_SECONDS = 10.0


class BlindScanner:
    """Takes the place of the scanner's search and finds nothing."""

    def scan(self, text: str, *, short: bool = False) -> list[object]:
        """Nothing, whatever stands in the text."""
        return []


if __name__ == "__main__":
    from streams.auditor import deadlines, service
    from streams.canaries import scanner, verdicts

    changed = (
        (deadlines, "PASS_SECONDS", PASS_SECONDS),
        (verdicts, "GRACE_SECONDS", 5.0),
        (service, "CONTROL_SECONDS", 5.0),
    )
    for module, name, seconds in changed:
        assert name in vars(module)
        vars(module)[name] = seconds
    if BLIND.items() <= os.environ.items():
        scanner.Scanner.scan = BlindScanner.scan  # type: ignore[assignment,method-assign]
    raise SystemExit(cli.main())
