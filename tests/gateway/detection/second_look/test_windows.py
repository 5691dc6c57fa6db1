from __future__ import annotations

from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.second_look.windows import paragraphs, sentences, sentences_with, windows

TEXTS = st.lists(st.sampled_from(["Ann", "went", ". ", "! ", " ", "\n", "\n\n", "\n \n", "。", "é", "…", "\t"])).map(
    "".join
)


@given(TEXTS)
def test_paragraphs_and_their_sentences_are_the_whole_text_in_order(text: str) -> None:
    cut = [sentence for paragraph in paragraphs(text) for sentence in sentences(text, *paragraph)]
    assert "".join(text[start:end] for start, end in cut) == text
    assert all(first[1] == second[0] for first, second in pairwise(cut))


@given(TEXTS, TEXTS)
def test_a_further_paragraph_moves_no_cut_before_it(text: str, appended: str) -> None:
    text = f"{text}Ann\n\nBob"
    assert list(paragraphs(f"{text}\n\nEnd{appended}"))[:2] == list(paragraphs(f"{text}\n\nEnd"))[:2]


@given(TEXTS, st.data())
def test_sentences_are_chosen_if_and_only_if_a_place_lies_in_them(text: str, data: st.DataObject) -> None:
    places = sorted(data.draw(st.sets(st.integers(0, max(0, len(text) - 1)), max_size=5))) if text else []
    chosen = {at for start, end in sentences_with(text, places) for at in range(start, end)}
    all_sentences = [sentence for paragraph in paragraphs(text) for sentence in sentences(text, *paragraph)]
    holding = [(start, end) for start, end in all_sentences if any(start <= place < end for place in places)]
    assert chosen == {at for start, end in holding for at in range(start, end)}


def test_neighbours_in_one_paragraph_are_one_stretch_and_in_two_stay_apart() -> None:
    assert list(sentences_with("Ann! Bob! No. Ann?", [0, 5, 14])) == [(0, 10), (14, 18)]
    assert list(sentences_with("Ann.\n\nBob.", [0, 6])) == [(0, 6), (6, 10)]


@given(st.lists(st.integers(0, 20)), st.integers(1, 12))
def test_windows_hold_all_pieces_once_and_never_too_many(lengths: list[int], most: int) -> None:
    breaks = list(accumulate(lengths, initial=0))
    made = list(windows(breaks, most))
    assert [at for start, end in made for at in range(start, end)] == list(range(breaks[-1]))
    assert all(0 < end - start <= most for start, end in made)


@given(st.lists(st.integers(1, 6)))
def test_windows_end_at_breaks_where_these_stand_close_enough(lengths: list[int]) -> None:
    breaks = list(accumulate(lengths, initial=0))
    assert {end for _, end in windows(breaks, 6)} <= set(breaks)
