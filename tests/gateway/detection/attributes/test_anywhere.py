from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.attributes.anywhere import Anywhere, Passage
from gateway.detection.attributes.having_jobs import HavingJobs
from gateway.detection.attributes.listed import LANGUAGES, expression, sections, terms

GAPS: Final = st.sampled_from([" ", " ", ", ", "-", "x", "'", "", "\n"])


def texts(listed: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts with some of the terms, whole or cut, between other words."""
    words = st.sampled_from([each.replace("*", "").replace("+", "word") for each in listed] + ["the", "Anna", "9"])
    parts = st.tuples(words, st.integers(0, 2), GAPS).map(lambda part: part[0][part[1] // 2 :].title() + part[2])
    return st.lists(parts | st.tuples(words, GAPS).map("".join), max_size=5).map("".join)


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.data())
def test_terms_are_in_a_part_where_their_expression_is_found(language: str, data: st.DataObject) -> None:
    people = terms(sections(language), "person")
    text = data.draw(texts(people))
    start, end = data.draw(st.integers(0, 3)), data.draw(st.integers(len(text) // 2, len(text)))
    is_found = expression(people, language).search(text, start, end) is not None
    assert Anywhere(people, language).are_in(Passage.of(text, start, end)) is is_found


@pytest.mark.parametrize("language", [each for each in LANGUAGES if "before_job" in sections(each)])
@given(st.data())
def test_a_job_is_had_where_the_expression_of_words_for_it_ends_before_it(language: str, data: st.DataObject) -> None:
    before = terms(sections(language), "before_job")
    text = data.draw(texts(before)) + data.draw(st.sampled_from(["", " "]))
    words = re.compile(f"{expression(before, language).pattern} $", re.IGNORECASE)
    is_had = text.endswith(" ") and words.search(text, max(0, len(text) - 60)) is not None
    assert HavingJobs(before, (), language).is_had(text, len(text)) is is_had
