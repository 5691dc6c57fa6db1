from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.words import split

KNOWN = EasternWords(["病"])


@given(st.text(alphabet=st.sampled_from("aB'’.,_ \n\t\u00e9王病কা่"), max_size=60))
def test_words_are_what_stands_at_their_offsets_and_only_space_is_between_them(text: str) -> None:
    words = split(text, KNOWN)
    written = [text[start:end] for start, end in zip(words.starts, words.ends, strict=True)]
    assert ["0" * len(form) if form.isdecimal() else form for form in written] == words.forms
    kept = {at for start, end in zip(words.starts, words.ends, strict=True) for at in range(start, end)}
    assert all(text[at].isspace() for at in range(len(text)) if at not in kept)


def test_a_long_word_is_cut_in_its_form_only() -> None:
    words = split("x" * 100, KNOWN)
    assert (words.forms, words.ends) == (["x" * 64], [100])


def test_of_a_number_only_its_length_counts() -> None:
    assert split("7 42 2024 123456", KNOWN).forms == ["0", "00", "0000", "0000"]


def test_an_empty_line_parts_paragraphs_and_a_line_break_does_not() -> None:
    assert split("a\nb", KNOWN).paragraphs.tolist() == [0, 0, 0]
    assert split("a\n \nb", KNOWN).paragraphs.tolist() == [0, 1, 2]


def test_what_follows_a_text_after_an_empty_line_changes_none_of_its_paragraphs() -> None:
    for text in ("a\nb", "a\nb\n", "a\n\n"):
        alone, longer = split(text, KNOWN), split(text + "\n\nc", KNOWN)
        inside = [at for at, form in enumerate(alone.forms) if form[0] != "\n"]
        assert [longer.forms[at] for at in inside] == [alone.forms[at] for at in inside]
        assert longer.paragraphs[inside].tolist() == alone.paragraphs[inside].tolist()


def test_a_word_list_does_not_print_its_words() -> None:
    assert repr(split("my flu", KNOWN)) == "ParagraphWords(2)"


def test_a_vowel_sign_is_part_of_its_word() -> None:
    assert split("হাসপাতালে গেছি, बीमार", KNOWN).forms == ["হাসপাতালে", "গেছি", ",", "बीमार"]


def test_known_words_are_told_apart_where_a_script_has_no_spaces() -> None:
    words = split("我病了, ill", KNOWN)
    assert (words.forms, words.starts) == (["我", "病", "了", ",", "ill"], [0, 1, 2, 3, 5])


def test_a_hyphen_of_hebrew_parts_words() -> None:
    assert split("בית־ספר", KNOWN).forms == ["בית", "־", "ספר"]
