"""Columns become whole: the cells that nobody found are what the others of their column are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.columns import columned
from gateway.types import EntityType, Span
from tests.support import work

AGE, NAME, KEYS = EntityType.AGE, EntityType.NAME, EntityType.KEYS
CELLS = st.sampled_from(["41", "38", "Ann Lee", "none", "", "x7", "-", "flu"])
TABLES = st.lists(st.lists(CELLS, min_size=3, max_size=3).map(",".join), min_size=1, max_size=6).map("\n".join)


def completed(text: str, **found: str) -> list[str]:
    """Returns what is found in addition to each of these values, by type, wherever they stand in the text."""
    spans = tuple(sorted(_spans(text, found)))
    return [text[span.start : span.end] for span in columned(spans, text) if span not in spans]


def _spans(text: str, found: dict[str, str]) -> list[Span]:
    values = [(value, EntityType(name)) for name, several in found.items() for value in several.split("|")]
    return [Span(text.index(value), text.index(value) + len(value), kind, 0.9, "told") for value, kind in values]


@pytest.mark.parametrize(
    "text",
    [
        "Ann,41,a\nBo,38,b\nCy,27,c",
        "Ann;41;a\nBo;38;b\nCy;27;c",
        "Ann\t41\ta\nBo\t38\tb\nCy\t27\tc",
        "| Who | How old |\n|---|---|\n| Ann | 41 |\n| Bo | 38 |\n| Cy | 27 |",
        "Ann - 41\nBo - 38\nCy - 27",
        "Ann / 41 / a\nBo / 38 / b\nCy / 27 / c",
        "Ann     41\nBo      38\nCy      27",
        "Ann....41\nBo.....38\nCy.....27",
        'Ann,"41",a\nBo,"38",b\nCy,"27",c',
        "who,age,x\nAnn,41,a\nBo,38,b\nCy,27,c",
    ],
)
def test_the_rest_of_a_column_is_what_half_of_it_is(text: str) -> None:
    assert completed(text, AGE="41|38") == ["27"]


def test_a_cell_that_is_found_in_part_becomes_whole() -> None:
    text = "Ann Lee,1\nMrs Okafor,2\nBo Dahl,3"
    assert completed(text, NAME="Ann Lee|Bo Dahl|Okafor") == ["Mrs Okafor"]


@pytest.mark.parametrize("cell", ["none", "n/a", "-", "", "unknown", "<age>"])
def test_a_cell_that_says_nothing_stays(cell: str) -> None:
    assert completed(f"Ann,41,a\nBo,38,b\nCy,{cell},c", AGE="41|38") == []


def test_a_cell_without_the_digits_or_letters_of_the_others_stays() -> None:
    assert completed("Ann,41,a\nBo,38,b\nCy,adult,c", AGE="41|38") == []
    assert completed("Ann Lee,a\nBo Dahl,b\n17,c", NAME="Ann Lee|Bo Dahl") == []


def test_a_header_stays() -> None:
    assert completed("Guest,Table\nAnn Lee,1\nBo Dahl,2\nCy Moe,3", NAME="Ann Lee|Bo Dahl") == ["Cy Moe"]


def test_one_find_or_less_than_half_of_a_column_tells_nothing() -> None:
    assert completed("Ann,41,a\nBo,x1,b\nCy,x2,c", AGE="41") == []
    assert completed("a,41\nb,38\nc,71\nd,72\ne,73", AGE="41|38") == []


@pytest.mark.parametrize(
    "text",
    [
        "Ann,41,a\nBo,38,b\n\nCy,27,c",
        "Ann,41,a\nBo,38,b\nCy,27",
        "Ann,41,a\nBo;38;b\nCy,27,c",
        "Ann,41,a\nBo,38,b",
    ],
)
def test_what_is_no_table_of_three_rows_is_left_alone(text: str) -> None:
    assert completed(text, AGE="41|38") == []


def test_sentences_one_below_the_other_are_no_table() -> None:
    sentence = "Then we talked about it for quite a while in the old kitchen, and nobody was in a hurry to leave"
    text = "\n".join(f"{sentence} at {number}, for once" for number in (41, 38, 27))
    assert completed(text, AGE="41|38") == []


def test_what_is_another_secret_stays_one() -> None:
    text = "Ann,41,x\nBo,38,x\nCy,27 hunter2,x"
    spans = tuple(sorted([*_spans(text, {"AGE": "41|38"}), *_spans(text, {"KEYS": "hunter2"})]))
    assert [(text[each.start : each.end], each.entity_type) for each in columned(spans, text)] == [
        ("41", AGE),
        ("38", AGE),
        ("27 ", AGE),
        ("hunter2", KEYS),
    ]


@given(TABLES, st.data())
def test_everything_that_was_found_stays_hidden_and_a_second_time_changes_nothing(
    table: str, data: st.DataObject
) -> None:
    spans = _some(table, data)
    once = columned(spans, table)
    assert _hidden(spans) <= _hidden(once)
    assert _hidden(columned(once, table)) == _hidden(once)


@given(TABLES, TABLES, st.data())
def test_what_follows_a_blank_line_changes_nothing_before_it(table: str, more: str, data: st.DataObject) -> None:
    spans = _some(table, data)
    before = columned(spans, table)
    assert columned(spans, f"{table}\n\n{more}")[: len(before)] == before


def _some(table: str, data: st.DataObject) -> tuple[Span, ...]:
    places = [(at, at + len(value)) for value in ("41", "38", "Ann Lee") for at in _all(table, value)]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    return tuple(Span(*place, NAME if table[place[0]] == "A" else AGE, 0.9, "told") for place in sorted(chosen))


def _all(text: str, value: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(value, at)]


def _hidden(spans: tuple[Span, ...]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


def test_the_work_is_linear_in_the_table() -> None:
    def effort(rows: int) -> int:
        text = "\n".join(f"Ann,{10 + row % 80},note" for row in range(rows))
        spans = tuple(
            Span(at + 4, at + 6, AGE, 0.9, "told")
            for row, at in enumerate(range(0, len(text), len("Ann,41,note\n")))
            if row % 3
        )
        return work.calls(lambda: columned(spans, text))

    assert effort(2_000) < 12 * effort(200)
