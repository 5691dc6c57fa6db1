from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.names.features import GAPS, KINDS, LINES, gap_kind, kind, line_kind, own_features, shape
from gateway.detection.names.words import split


@given(st.text(max_size=60))
def test_words_and_gaps_together_are_the_text(text: str) -> None:
    words = split(text)
    rebuilt = words.gaps[0].removeprefix("\x02")
    for form, start, end, gap in zip(words.forms, words.starts, words.ends, words.gaps[1:], strict=True):
        assert text[start:end].startswith(form)
        rebuilt += text[start:end] + gap
    assert rebuilt.removesuffix("\x03") == text


@given(st.text(min_size=1, max_size=20), st.integers(0, 2**29))
def test_every_word_gap_and_line_has_a_kind(text: str, entry: int) -> None:
    assert 0 <= kind(shape(text), entry) < KINDS
    assert 0 <= gap_kind(text) < len(GAPS)
    assert 0 <= line_kind(text) < len(LINES)
    assert own_features(text, shape(text), entry)


def test_vowel_signs_belong_to_their_word_and_unspaced_scripts_are_left_out() -> None:
    assert split("हिन्दी में").forms == ["हिन्दी", "में"]
    assert split("我叫Ann吗").forms == ["Ann"]


def test_a_number_with_its_marks_and_initials_with_their_dots_are_one_word_each() -> None:
    text = "At 9:00 or 11:30hrs pay $3,958.15 by 2001-02-03 in the U.S. to H.G. Wells."
    words = split(text).forms
    assert {"9:00", "11:30hrs", "3,958.15", "2001-02-03", "U.S.", "H.G.", "Wells"} <= set(words)


def test_dots_in_code_make_no_initials() -> None:
    assert split("a.b.c = x.y").forms == ["a", "b", "c", "x", "y"]


def test_a_long_line_of_words_with_a_handle_or_a_sign_is_prose() -> None:
    chat = "i think my dad is being scammed, he met somebody called lorelai_v77 on a crossword app last month"
    note = "GP = Larkhill Surgery and the car is on the drive where we left it when we went there"
    code = (
        "value_of = first_thing + second_thing if third_thing else fourth_thing(fifth_thing) or sixth_thing and so on"
    )
    assert [LINES[line_kind(line)] for line in (chat, note, code)] == ["no capitals", "prose", "code"]
