"""Where an answer is JSON, followed in pieces of any size."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.rewriting.json_in_prose import JsonInProse
from gateway.rewriting.restoring import Channel, restore
from gateway.types import Original, ReplacementMap
from tests.support import work

MAP = ReplacementMap({"[NAME1]": Original('Ann "A"\nLee \\'), "[EMAIL1]": Original("ann@x.org")})


def place(text: str, size: int) -> tuple[bool, bool]:
    """Whether the text ends in JSON, and in a string there, if it is read in pieces of this size."""
    reading = JsonInProse()
    for at in range(0, len(text), size):
        reading.read(text[at : at + size])
    return reading.in_json, reading.in_string


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (False, False)),
        ("  {", (False, False)),
        (' {"', (True, True)),
        ('{"a": "b', (True, True)),
        ('{"a": "b\\"', (True, True)),
        ('{"a": "b\\\\"', (True, False)),
        ('{"a": 1} and "', (False, False)),
        ('[{"a": [1, 2]}, "', (True, True)),
        ('["', (True, True)),
        ('[NAME1] said "', (False, False)),
        ('[1] says "', (False, False)),
        ('{x} "', (False, False)),
        ('See:\n```json\n{"a": "', (True, True)),
        ('See:\n```json\n{"a": 1}\n``` and "', (False, False)),
        ('See:\n```python\nprint("', (False, False)),
        ('{"a": "broken\n"', (True, True)),
    ],
)
def test_where_a_text_ends_does_not_depend_on_its_pieces(text: str, expected: tuple[bool, bool], size: int) -> None:
    assert place(text, size) == expected


@given(
    st.recursive(
        st.sampled_from(["[NAME1]", 'to [EMAIL1] \n "', 1, None, True]),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["a", "b [NAME1]"]), inner),
    )
)
def test_json_of_any_form_is_json_after_it_was_restored(value: object) -> None:
    written = json.dumps({"answer": value})
    restored = restore(written, MAP, Channel.MIXED).text
    assert "[NAME1]" not in restored
    assert json.loads(restored) == json.loads(
        written.replace("[NAME1]", json.dumps(MAP["[NAME1]"].text)[1:-1]).replace("[EMAIL1]", "ann@x.org")
    )


@pytest.mark.parametrize("unit", ['"', '{"a": "b"}, ', "`", "```json\n", "\\", " ", "[", '{"a": "\\\\", '])
@pytest.mark.parametrize("start", ["", '{"'])
def test_work_grows_no_faster_than_the_answer(start: str, unit: str) -> None:
    def read(characters: int) -> float:
        text = (start + unit * characters)[:characters]
        return work.seconds(lambda: JsonInProse().read(text))

    assert any(read(80_000) <= 8 * read(20_000) + 0.01 for _ in range(3))


@pytest.mark.parametrize("unit", [" ", "[", "{ ", "`"])
def test_pieces_of_one_character_cost_no_more_the_longer_the_answer_is(unit: str) -> None:
    def read(characters: int) -> float:
        return work.seconds(lambda: place(unit * characters, 1))

    assert any(read(40_000) <= 8 * read(10_000) + 0.01 for _ in range(3))
