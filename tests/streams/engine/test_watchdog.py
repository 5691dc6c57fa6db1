from __future__ import annotations

from streams.engine.watchdog import Watchdog


def stuck(watchdog: Watchdog, now: float, *, at: int = 5, end: int = 9, has_room: bool = True) -> bool:
    return watchdog.stuck({0: at}, {0: end}, has_room=has_room, now=now)


def test_a_consumer_that_takes_nothing_in_while_records_wait_is_stuck_after_the_patience() -> None:
    watchdog = Watchdog(patience_seconds=30)
    assert [stuck(watchdog, now) for now in (0, 10, 39, 40)] == [False, False, False, True]


def test_progress_starts_the_patience_anew() -> None:
    watchdog = Watchdog(patience_seconds=30)
    assert not any(stuck(watchdog, now, at=at) for now, at in ((0, 5), (10, 5), (39, 6), (60, 6), (89, 6)))
    assert stuck(watchdog, 90, at=6)


def test_nothing_to_read_is_no_fault() -> None:
    watchdog = Watchdog(patience_seconds=30)
    assert not any(stuck(watchdog, now, at=9) for now in (0, 10, 100))


def test_a_full_window_is_no_fault() -> None:
    watchdog = Watchdog(patience_seconds=30)
    assert not any(stuck(watchdog, now, has_room=False) for now in (0, 10, 100))


def test_a_partition_that_was_never_taken_from_counts_from_its_beginning() -> None:
    watchdog = Watchdog(patience_seconds=30)
    assert [watchdog.stuck({}, {3: 1}, has_room=True, now=now) for now in (0, 30)] == [False, True]


def test_a_rebalance_starts_the_patience_anew() -> None:
    watchdog = Watchdog(patience_seconds=30)
    assert not stuck(watchdog, 0)
    assert not stuck(watchdog, 10)
    assert not watchdog.stuck({1: 5}, {1: 9}, has_room=True, now=40)


def test_no_partition_at_all_is_no_fault() -> None:
    watchdog = Watchdog(patience_seconds=30)
    assert not any(watchdog.stuck({}, {}, has_room=True, now=now) for now in (0, 100))
