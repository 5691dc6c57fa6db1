from __future__ import annotations

import gc

from gateway import memory


def test_what_was_loaded_before_is_not_looked_at_again_and_cycles_still_are() -> None:
    before = gc.get_threshold()
    try:
        memory.settle()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == memory.THRESHOLDS
        cycle: list[object] = []
        cycle.append(cycle)
        del cycle
        assert gc.collect() >= 1
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
