"""What tests need of the machine: where it is missing they are skipped, but in CI they fail."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


class NotHere(Exception):
    """Something that a test needs is missing on this machine, and cannot be had."""


def without(reason: str | NotHere) -> NoReturn:
    """Skips the test that asks, or fails it where ``CI`` is set."""
    if os.environ.get("CI"):
        pytest.fail(str(reason))
    pytest.skip(str(reason))
