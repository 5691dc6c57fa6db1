from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from streams.analyst.windows import NEVER, Calendar

CALENDAR = Calendar(60, 5)
DAY = 86_400
times = st.floats(min_value=10 * DAY, max_value=20 * DAY)


@given(times, times)
def test_a_clock_that_jumped_forward_and_back_again_opens_the_window_of_the_true_time(
    jumped: float, true: float
) -> None:
    window = CALENDAR.window_at(true)
    now = window + 6.0  # the grace of the window before, which had texts, is over
    counted = window - 60
    opened = max(CALENDAR.next_window(jumped), counted + 60)
    while CALENDAR.is_over(opened, counted, now):
        opened = max(CALENDAR.next_window(now), counted + 60)
    assert opened - 60 <= now < opened + 2 * 60 + 5  # clocks may differ by a window


@given(times)
def test_a_clock_that_jumps_back_ends_no_window_early(now: float) -> None:
    window = CALENDAR.window_at(now)
    assert not CALENDAR.is_over(window, window - 60, now - DAY)


@given(times)
def test_a_window_that_follows_is_not_over_when_it_opens(now: float) -> None:
    assert not CALENDAR.is_over(CALENDAR.next_window(now), NEVER, now)


def test_texts_of_the_two_windows_before_the_first_start_still_count() -> None:
    assert CALENDAR.first(1_000.0) == CALENDAR.window_at(1_000.0 - 120)


def test_a_window_has_a_whole_multiple_of_its_length() -> None:
    assert [CALENDAR.has(window) for window in (0, 60, 61, -60)] == [True, True, False, False]
