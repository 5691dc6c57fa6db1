from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from gateway import memory


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(*before)


def leave_a_cycle() -> None:
    cycle: list[object] = []
    cycle.append(cycle)


def test_what_was_loaded_before_is_not_looked_at_again_and_cycles_still_are() -> None:
    memory.settle()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == memory.THRESHOLDS
    leave_a_cycle()
    assert gc.collect() >= 1


def test_nothing_is_collected_while_something_is_loaded_and_what_was_is_not_looked_at_again() -> None:
    gc.unfreeze()
    with memory.loading():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    leave_a_cycle()
    assert gc.collect() >= 1


def test_what_cannot_be_loaded_leaves_the_collector_on() -> None:
    with pytest.raises(OSError, match="no model"), memory.loading():
        raise OSError("no model")
    assert gc.isenabled()
