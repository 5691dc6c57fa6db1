from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.views import READINGS, SPELLINGS, read
from gateway.detection.views.view import Edit, View, edited
from gateway.types import EntityType, Span

TEXT = "abcdefghijklmnopqrst"


@st.composite
def edits(draw: st.DrawFn) -> list[Edit]:
    cuts = sorted(draw(st.lists(st.integers(0, len(TEXT)), unique=True, max_size=8)))
    parts = [(start, end) for start, end in pairwise(cuts) if draw(st.booleans())]
    return [Edit(start, end, draw(st.text("XY", max_size=3))) for start, end in parts]


def origins(changes: list[Edit]) -> list[tuple[int, int]]:
    """Returns for each character of the view the part of the text that it stands for."""
    found: list[tuple[int, int]] = []
    done = 0
    for change in changes:
        found += [(at, at + 1) for at in range(done, change.start)]
        found += [(change.start, change.end)] * len(change.said)
        done = change.end
    return found + [(at, at + 1) for at in range(done, len(TEXT))]


@given(edits(), st.data())
def test_a_part_of_a_view_stands_for_what_its_characters_stand_for(changes: list[Edit], data: st.DataObject) -> None:
    view, expected = edited(TEXT, changes) or View(TEXT), origins(changes)
    assert len(view.text) == len(expected)
    if view.text:
        start = data.draw(st.integers(0, len(view.text) - 1))
        end = data.draw(st.integers(start + 1, len(view.text)))
        assert view.original_extent(start, end) == (expected[start][0], expected[end - 1][1])


@given(edits(), st.data())
def test_a_span_touches_a_view_where_it_holds_a_character_that_an_edit_made_or_closes_over_a_gap(
    changes: list[Edit], data: st.DataObject
) -> None:
    view = edited(TEXT, changes) or View(TEXT)
    if not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    first, last = view.original_extent(start, end)
    holds = any(change.start < last and first < change.end for change in changes)
    assert view.touches(Span(start, end, EntityType.NAME, 0.5, "some")) == holds


def test_a_view_of_a_view_leads_back_to_the_first_text() -> None:
    text = r"mail a\u0026#64;b%2Ecom"
    *_, last = read(View(text), READINGS)
    assert last.text == "mail a@b.com"
    start, end = last.original_extent(5, 12)
    assert text[start:end] == r"a\u0026#64;b%2Ecom"


def test_a_span_keeps_all_but_its_place() -> None:
    view = edited("&uuml; 12", [Edit(0, 6, "ü")])
    assert view is not None
    assert view.original(Span(2, 4, EntityType.SSN, 0.5, "ssn")) == Span(7, 9, EntityType.SSN, 0.5, "ssn")


def test_what_a_span_is_sure_of_stands_in_the_first_text_too() -> None:
    view = edited("&uuml; 12", [Edit(0, 6, "ü")])
    assert view is not None
    assert view.original(Span(0, 4, EntityType.SSN, 0.5, "ssn", ((2, 3),))).sure == ((7, 8),)


def test_plain_prose_has_no_view() -> None:
    prose = View(
        "One or two of us met at noon, at 5 pm: 100% of 3 & 4. The dot at the end, the four of them at last.\n"
    )
    assert [*read(prose, READINGS), *read(prose, SPELLINGS)] == []


def test_prose_of_many_languages_has_no_view() -> None:
    for text in [
        "Schöne Grüße, bis morgen!",
        "Il a été là, où ça ?",
        "Привет, как дела?",
        "你好，世界！（测试）",
        "مرحبا",
    ]:
        assert [*read(View(text), READINGS), *read(View(text), SPELLINGS)] == []


@given(st.text(st.characters(), max_size=60))
def test_any_text_can_be_viewed_and_every_place_leads_into_it(text: str) -> None:
    for view in [*read(View(text), READINGS), *read(View(text), SPELLINGS)]:
        extents = [view.original_extent(at, at + 1) for at in range(len(view.text))]
        assert all(0 <= start < end <= len(text) for start, end in extents)
        assert extents == sorted(extents)


def test_neither_a_view_nor_an_edit_shows_its_text() -> None:
    assert "secret" not in repr(View("secret")) + repr(Edit(0, 1, "secret"))
