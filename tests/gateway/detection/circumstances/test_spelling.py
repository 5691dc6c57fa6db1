from __future__ import annotations

import pytest

from gateway.detection.circumstances.spelling import row_in, spelled, spellings


@pytest.mark.parametrize(
    ("form", "other"),
    [
        ("ILL", "ill"),
        ("n’t", "n't"),
        ("\n \n", "\n"),
        ("\n\u3000\n", "\n"),
        ("關節", "关节"),
        ("حَساسية", "حساسيه"),
        ("Straße", "straße"),
    ],
)
def test_forms_of_a_word_are_spelled_alike(form: str, other: str) -> None:
    assert spelled(form) == spelled(other)


def test_a_word_has_the_row_of_what_it_is_made_of_only_if_it_has_none_itself() -> None:
    known = {spelled("בית"): 1, spelled("הבית"): 2}
    assert [row_in(known, spellings(each)) for each in ("בית", "הבית", "לבית", "ספר")] == [1, 2, 1, -1]


def test_case_endings_of_bengali_are_no_part_of_a_word() -> None:
    assert row_in({spelled("হাসপাতাল"): 1}, spellings("হাসপাতালে")) == 1
