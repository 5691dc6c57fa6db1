from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from streams.reporting.drawing import HEIGHT, WIDTH, Estimate, Series, bars, lines

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
