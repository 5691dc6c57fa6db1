from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.views.escapes import read


def escaped(text: str) -> str:
    return json.dumps(text)[1:-1]


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in PatternDetector().detect(text)]


@pytest.mark.parametrize(
    "value", ["jürgen.müller@müller.example", "592\u201337\u20138357", "4111\u00a01111\u00a01111\u00a01111"]
)
def test_a_value_in_escapes_is_found_where_it_stands(value: str) -> None:
    assert found(f'{{"broken": "{escaped(value)}", ') == [escaped(value)]


def test_escapes_of_escapes_are_read_too() -> None:
    value = escaped(escaped("jürgen@müller.example"))
    assert found(f"log: {value} end") == [value]


def test_what_only_the_escapes_themselves_spell_is_found_too() -> None:
    assert found(r"\u4155550123") == ["4155550123"]


@given(st.text())
def test_a_text_reads_as_what_was_escaped(text: str) -> None:
    said = read("".join(f"\\u{unit:04x}" for unit in memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")))
    assert (said.text if said else "") == text


@pytest.mark.parametrize("escape", ["\\n", "\\t", "\\r", "\\\\n", '\\"'])
def test_a_value_begins_right_after_an_escape(escape: str) -> None:
    assert found(f"text{escape}kisobaxup.com/private") == ["kisobaxup.com/private"]


def test_a_text_without_escapes_is_not_read_twice() -> None:
    assert read(r"C:\users \upsilon") is None
