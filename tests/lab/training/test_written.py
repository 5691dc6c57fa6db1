from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.names.words import split
from gateway.types import EntityType
from lab.training.written import PROMPTS, marked, written

PLAIN = st.text(st.characters(blacklist_characters="⟦⟧|"), min_size=1)


@given(PLAIN, PLAIN, PLAIN)
def test_a_marked_value_is_a_span_of_the_text_without_marks(before: str, value: str, after: str) -> None:
    row = marked("1", f"{before}⟦NAME|{value}⟧{after}")
    assert row.text == before + value + after
    assert row.spans == ((len(before), len(before) + len(value), EntityType.NAME),)


def test_no_mark_is_left_over_and_no_span_is_empty_in_any_prompt() -> None:
    for row in written():
        assert not set("⟦⟧") & set(row.text), row.key
        assert all(row.text[start:end].strip() for start, end, _ in row.spans), row.key


def test_no_span_cuts_a_word() -> None:
    for row in written():
        words = split(row.text)
        edges = {*words.starts, *words.ends}
        cut = [start for start, end, _ in row.spans if row.text[start].isalnum() and start not in edges]
        assert not [start for start in cut if row.text[start - 1].isalnum()], row.key


def test_every_file_has_prompts_with_and_without_spans() -> None:
    by_file: dict[str, set[bool]] = {}
    for row in written():
        by_file.setdefault(row.key.partition(":")[0], set()).add(bool(row.spans))
    assert by_file == {path.stem: {False, True} for path in PROMPTS.glob("*.txt")}
