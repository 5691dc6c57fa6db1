"""Charts are SVG whose texts are texts and whose bytes depend on their figures alone."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from lab.reporting.charts import COLOURS, MARKERS, Series, bars, lines, points, stacked
from lab.reporting.statistics import Estimate

NAMESPACE = "{http://www.w3.org/2000/svg}"
DRAWN = "from tests.lab.reporting.test_charts import every; import sys; sys.stdout.write(''.join(every()))"
LOADED = (
    "import sys; from lab.canarybench import verbs; from lab.search import verbs; print('matplotlib' in sys.modules)"
)


def exactly(value: float) -> Estimate:
    return Estimate(value, value, value)


def every() -> list[str]:
    """A chart of each kind."""
    two = [Series("ours", [exactly(0.25), Estimate(0.5, 0.4, 0.6)], [0.0, 1.0], ["k 0", "k 25"]),
           Series("theirs", [exactly(0.75), None], [0.5, 0.6], ["k 50", "k 100"])]  # fmt: skip
    return [
        bars("Rates", "share", ["one", "two"], two),
        stacked("Parts", "share", ["one", "two"], two),
        points("Points", "across", "up", two),
        lines("Lines", "across", "up", two),
    ]


def texts(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter(f"{NAMESPACE}text")]


def test_the_same_figures_give_the_same_bytes_in_another_process_too() -> None:
    run = subprocess.run([sys.executable, "-c", DRAWN], check=True, capture_output=True, text=True)
    assert run.stdout == "".join(every())


def test_nothing_in_a_chart_says_when_it_was_drawn() -> None:
    assert not any("date" in svg for svg in every())


def test_a_command_that_draws_nothing_does_not_load_matplotlib() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True, text=True)
    assert run.stdout == "False\n"


@pytest.mark.parametrize("svg", every(), ids=["bars", "stacked", "points", "lines"])
def test_a_chart_says_what_it_shows(svg: str) -> None:
    assert {"ours", "theirs"} < set(texts(svg))


def test_every_bar_has_its_value_zero_too_and_a_gap_has_none() -> None:
    said = texts(bars("t", "u", ["a", "b", "c"], [Series("s", [exactly(0.0), exactly(1835.2), None])]))
    values = said[said.index("u") + 1 :]
    assert [value for value in values if value in {"0", "1835"}] == ["0", "1835"]


def test_one_series_alone_needs_no_legend() -> None:
    assert "this run" not in texts(bars("t", "u", ["a"], [Series("this run", [exactly(1.0)])]))


def test_bars_that_are_all_zero_are_drawn_all_the_same() -> None:
    assert "0" in texts(bars("t", "u", ["a"], [Series("s", [exactly(0.0)])]))


def test_what_is_stacked_says_its_shares_where_there_is_room() -> None:
    parts = [Series(name, [exactly(value)]) for name, value in (("a", 0.25), ("b", 0.0), ("c", 0.72), ("d", 0.03))]
    said = texts(stacked("t", "u", ["group"], parts))
    assert [text for text in said if text.endswith("%")] == ["25%", "72%"]


def test_every_point_of_a_line_has_its_label() -> None:
    estimates = [Estimate(value, value * 0.9, value * 1.1) for value in (3.0, 2.0, 1.0)]
    assert {"k0", "k1", "k2"} < set(
        texts(lines("t", "x", "y", [Series("s", estimates, [0, 1, 2], ["k0", "k1", "k2"])]))
    )


def test_points_of_two_series_in_one_place_differ_in_size() -> None:
    at = exactly(0.5)
    drawn = ET.fromstring(points("t", "x", "y", [Series("one", [at], [0.5]), Series("two", [at], [0.5])]))
    markers = {path.get("d") for path in drawn.iter(f"{NAMESPACE}path") if "fill: none" in str(path.get("style"))}
    assert len(markers) >= 2


def test_long_names_and_titles_take_several_rows() -> None:
    name = "a predictor with a name that is longer than the room beside the chart, and has more words to come"
    said = texts(bars(f"{name} {name}", "u", [name], [Series(name, [exactly(1.0)]), Series("next", [None])]))
    assert name not in said
    assert " ".join(said).count("a predictor with a name") == 4


def test_a_name_is_no_formula() -> None:
    assert "costs $5 or $6" in texts(bars("t", "u", ["costs $5 or $6"], [Series("s", [exactly(1.0)])]))


def test_there_are_as_many_markers_as_colours_and_none_twice() -> None:
    assert len(set(COLOURS)) == len(set(MARKERS)) == len(COLOURS) == len(MARKERS)
