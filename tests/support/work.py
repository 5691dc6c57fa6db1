"""How much a piece of Python does: in calls, the same each time whatever else the machine is doing, or in time."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from types import FrameType


def calls(work: Callable[[], object]) -> int:
    """The calls of functions, Python's and built-in ones, that the work makes."""
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


def seconds(work: Callable[[], object]) -> float:
    """The processor time that the work takes, without that of collecting what a whole suite has left behind.

    For what happens inside one call, as in an expression's search; only to be compared with the time of like work.
    """
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()
