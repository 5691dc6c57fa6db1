from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from lab.reporting.drawing import HEIGHT, WIDTH, Series, bars, lines, points, stacked
from lab.reporting.statistics import Estimate

VALUES = st.floats(0, 1e6).map(lambda value: Estimate(value, value * 0.9, value * 1.1))
NAMESPACE = "{http://www.w3.org/2000/svg}"


@given(
    st.lists(VALUES, min_size=1, max_size=5), st.text(st.characters(codec="utf-8", categories=["L", "P"]), max_size=9)
)
def test_bars_are_well_formed_and_stay_inside(estimates: list[Estimate], name: str) -> None:
    drawing = ET.fromstring(bars(name, "share", [name] * len(estimates), [Series(name, estimates)]))
    for mark in drawing.iter(f"{NAMESPACE}rect"):
        assert 0 <= float(mark.get("x", 0)) <= WIDTH
        assert 0 <= float(mark.get("y", 0)) <= HEIGHT


def test_zero_is_written_and_a_gap_is_left() -> None:
    texts = [
        text.text for text in ET.fromstring(bars("t", "u", ["a", "b"], [Series("s", [Estimate(0, 0, 0), None])])).iter()
    ]
    assert texts.count("0") == 2  # the axis and the bar


@given(st.lists(VALUES, min_size=1, max_size=5))
def test_every_point_of_a_line_has_its_label(estimates: list[Estimate]) -> None:
    labels = [f"k{number}" for number in range(len(estimates))]
    at = [float(number) for number in range(len(estimates))]
    drawing = ET.fromstring(lines("t", "x", "y", [Series("s", estimates, at, labels)]))
    assert len(list(drawing.iter(f"{NAMESPACE}circle"))) == len(estimates)
    assert set(labels) <= {text.text for text in drawing.iter(f"{NAMESPACE}text")}


def test_what_is_stacked_makes_one_bar_a_group_without_gap() -> None:
    parts = [Series(name, [Estimate(value, value, value)]) for name, value in (("a", 0.25), ("b", 0.0), ("c", 0.75))]
    drawing = ET.fromstring(stacked("t", "u", ["a group whose name takes more than one row " * 3], parts))
    marks = [mark for mark in drawing.iter(f"{NAMESPACE}rect") if mark.get("width") not in {"900", "12"}]
    bottom, top = ((float(mark.get("y", 0)), float(mark.get("height", 0))) for mark in marks)
    assert top[0] + top[1] == bottom[0]
    assert bottom[1] * 3 == top[1]
    texts = [text.text for text in drawing.iter(f"{NAMESPACE}text")]
    assert {"25%", "75%"} < set(texts)
    assert "0%" not in texts


def test_points_that_lie_upon_each_other_are_rings_and_those_of_one_series_are_one() -> None:
    at = Estimate(0.5, 0.5, 0.5)
    series = [Series("one", [at, at], [0.5, 0.5]), Series("two", [at, None], [0.5, 0.9])]
    circles = list(ET.fromstring(points("t", "x", "y", series)).iter(f"{NAMESPACE}circle"))
    assert [circle.get("fill") == "none" for circle in circles] == [False, True]
    assert float(circles[1].get("r", 0)) > float(circles[0].get("r", 0))


def test_points_have_no_line_between_them() -> None:
    series = Series("one", [Estimate(0.1, 0, 0.2), Estimate(1, 0.9, 1)], [0.0, 1.0])
    drawing = ET.fromstring(points("t", "x", "y", [series]))
    assert not list(drawing.iter(f"{NAMESPACE}polyline"))
    assert {circle.get("cx") for circle in drawing.iter(f"{NAMESPACE}circle")} == {"70.0", "620.0"}


def test_long_names_take_several_rows_and_stay_inside() -> None:
    name = "a predictor with a name that is longer than the room beside the chart, and has more words to come"
    drawing = ET.fromstring(bars("t", "u", ["g"], [Series(name, [None]), Series("next", [None])]))
    rows = [text for text in drawing.iter(f"{NAMESPACE}text") if float(text.get("x", 0)) > 620]
    assert " ".join(str(row.text) for row in rows) == f"{name} next"
    heights = [float(row.get("y", 0)) for row in rows]
    assert len(rows) > 2
    assert heights == sorted(set(heights))
