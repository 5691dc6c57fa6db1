from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from lab.training.circumstances.pieces import LONGEST, windows


def test_a_word_without_a_piece_of_its_own_is_left_out() -> None:
    [window] = windows([(0, 9), (10, 12)], [(0, 4), (4, 9), (10, 12)])
    assert (window.firsts, window.words) == ([0, 1], [0, 2])


@given(st.lists(st.integers(1, 3), max_size=3 * LONGEST))
def test_each_word_is_in_one_window_at_its_first_piece(counts: list[int]) -> None:
    pieces = [(at, at + 1) for at in range(sum(counts))]
    ends = [*accumulate(counts)]
    words = [(end - count, end) for end, count in zip(ends, counts, strict=True)]
    found = [
        (word, pieces[window.pieces][first][0])
        for window in windows(pieces, words)
        for word, first in zip(window.words, window.firsts, strict=True)
    ]
    assert found == [(number, start) for number, (start, _) in enumerate(words)]


@given(st.integers(0, 4 * LONGEST))
def test_no_window_is_longer_than_a_teacher_reads(count: int) -> None:
    offsets = [(at, at + 1) for at in range(count)]
    cut = [*windows(offsets, offsets)]
    assert all(window.pieces.stop - window.pieces.start <= LONGEST for window in cut)
    assert sum(len(window.words) for window in cut) == count
