"""Charts as SVG in one style, drawn by matplotlib: bars, stacked bars, points and lines.

The same figures give the same bytes: ids come from a fixed salt, texts stay texts, and no date is written. matplotlib
is loaded when the first chart is drawn, as most commands draw none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from textwrap import fill
from typing import TYPE_CHECKING, Final

from lab.reporting.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH: Final = 9.0  # inches, as all sizes of a chart
HEIGHT: Final = 4.6
FRAME: Final = 1.1  # what title, scale and unit take of the height
BAR: Final = 0.22
STACK: Final = 0.42
TITLE_WIDTH: Final = 105  # characters
NAME_WIDTH: Final = 32
LEAST_LABELLED: Final = 0.06  # the smallest part of a stacked bar that has room for its share
SMALLEST: Final = 5.0  # points, as all sizes of marks
LARGER: Final = 1.2
# Okabe and Ito's palette, which colour-blind readers can tell apart as well; each with the colour of text on it.
COLOURS: Final = (
    ("#0072B2", "white"), ("#E69F00", "black"), ("#009E73", "black"), ("#CC79A7", "black"), ("#56B4E9", "black"),
    ("#D55E00", "black"), ("#8C8C8C", "black"), ("#000000", "white"),
)  # fmt: skip
MARKERS: Final = "os^Dv<>p"
DARK: Final = "#333333"
STYLE: Final[Mapping[str, object]] = {
    "font.size": 9,
    "text.parse_math": False,
    "figure.titlesize": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.edgecolor": "#8C8C8C",
    "grid.color": "#E0E0E0",
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "canarygate",
}


Ends = list[list[float]] | None


@dataclass(frozen=True, slots=True)
class Series:
    """What one colour shows: for bars an estimate for each group, for lines one for each point; None leaves a gap."""

    name: str
    estimates: Sequence[Estimate | None]
    at: Sequence[float] = ()
    labels: Sequence[str] = ()


def bars(title: str, unit: str, groups: Sequence[str], series: Sequence[Series]) -> str:
    """Return bars side by side in groups, each with its value at its end; zero is written too."""
    thick = 1 / (len(series) + 1)

    def draw(axes: Axes) -> None:
        for place, one in enumerate(series):
            shown = [(group + thick * (place + 1), each) for group, each in enumerate(one.estimates) if each]
            values = [each.value for _, each in shown]
            axes.barh([at for at, _ in shown], values, thick, color=_colour(place), label=one.name)
            for at, each in shown:
                _interval(axes, each.value, at, xerr=_ends(each))
                end = max(each.value, each.high), at
                axes.annotate(_number(each.value), end, (4, 0), textcoords="offset points", va="center")
        _name_groups(axes, groups, 0.5)
        axes.set(xlabel=unit, xlim=(0, 1.08 * _most(series)))
        axes.grid(axis="x")

    return _drawn(draw, title, FRAME + BAR * len(groups) * (len(series) + 1), legend=len(series) > 1)


def stacked(title: str, unit: str, groups: Sequence[str], series: Sequence[Series]) -> str:
    """Return one bar a group that stacks the values of all series, the first at its start; they make a whole."""

    def draw(axes: Axes) -> None:
        done = [0.0] * len(groups)
        for place, one in enumerate(series):
            values = [each.value if each else 0.0 for each in one.estimates]
            axes.barh(range(len(groups)), values, 0.7, done, color=_colour(place), edgecolor="white", label=one.name)
            for group, value in enumerate(values):
                if value >= LEAST_LABELLED:
                    middle, text = done[group] + value / 2, COLOURS[place % len(COLOURS)][1]
                    axes.text(middle, group, f"{value:.0%}", color=text, ha="center", va="center")
                done[group] += value
        _name_groups(axes, groups, 0)
        axes.set(xlabel=unit, xlim=(0, 1))

    return _drawn(draw, title, FRAME + STACK * max(len(series), len(groups)))


def points(title: str, across: str, unit: str, series: Sequence[Series]) -> str:
    """Return points of two shares each, ``at`` across and the estimate up; an interval is drawn up only.

    They are hollow, and larger from series to series, so that those in one place are all seen.
    """

    def draw(axes: Axes) -> None:
        for place, one in enumerate(series):
            _trace(axes, one, place, "none", SMALLEST + LARGER * place)
        axes.set(xlabel=across, ylabel=unit, xlim=(0, 1), ylim=(0, 1))

    return _drawn(draw, title, HEIGHT)


def lines(title: str, across: str, unit: str, series: Sequence[Series]) -> str:
    """Return points joined by lines; ``at`` says how far across each lies, ``labels`` what stands beside it."""

    def draw(axes: Axes) -> None:
        for place, one in enumerate(series):
            _trace(axes, one, place, "solid", SMALLEST)
        axes.set(xlabel=across, ylabel=unit)
        axes.set(xlim=(0, axes.get_xlim()[1]), ylim=(0, 1.08 * _most(series)))

    return _drawn(draw, title, HEIGHT)


def _trace(axes: Axes, one: Series, place: int, line: str, size: float) -> None:
    """Draws the points of a series with their intervals and labels, joined by a line or by none."""
    shown = [(x, each) for x, each in zip(one.at, one.estimates, strict=True) if each]
    axes.plot(
        [x for x, _ in shown], [each.value for _, each in shown], linestyle=line, marker=MARKERS[place % len(MARKERS)],
        markersize=size, markerfacecolor="none", color=_colour(place), clip_on=False, label=one.name,
    )  # fmt: skip
    for number, (x, each) in enumerate(shown):
        _interval(axes, x, each.value, yerr=_ends(each))
        if one.labels:
            # Neighbours often lie close together: every other label stands below its point.
            up, side = (4, "bottom") if number % 2 == 0 else (-4, "top")
            axes.annotate(one.labels[number], (x, each.value), (6, up), textcoords="offset points", va=side)
    axes.grid(visible=True)


def _drawn(draw: Callable[[Axes], None], title: str, height: float, *, legend: bool = True) -> str:
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.style import context  # noqa: PLC0415

    with context(dict(STYLE), after_reset=True):
        figure, svg = Figure((WIDTH, height), layout="constrained"), StringIO()
        axes = figure.add_subplot()
        draw(axes)
        figure.suptitle(fill(title, TITLE_WIDTH), x=0.01, ha="left")
        if legend:
            handles, names = axes.get_legend_handles_labels()
            figure.legend(handles, [fill(name, NAME_WIDTH) for name in names], loc="outside right center")
        figure.savefig(svg, format="svg", metadata={"Date": None})
    return svg.getvalue()


def _name_groups(axes: Axes, groups: Sequence[str], middle: float) -> None:
    """Names the groups beside their bars, the first on top."""
    axes.set_yticks([group + middle for group in range(len(groups))], [fill(name, NAME_WIDTH) for name in groups])
    axes.tick_params(axis="y", length=0)
    axes.invert_yaxis()


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)][0]


def _interval(axes: Axes, x: float, y: float, *, xerr: Ends = None, yerr: Ends = None) -> None:
    if xerr or yerr:
        axes.errorbar(x, y, yerr, xerr, fmt="none", ecolor=DARK, elinewidth=1, capsize=2.5)


def _ends(each: Estimate) -> Ends:
    """How far an interval reaches below its figure, but not below zero, and above it; None where there is none.

    >>> _ends(Estimate(1.0, -0.5, 1.5)), _ends(Estimate(1.0, 1.0, 1.0))
    ([[1.0], [0.5]], None)
    """
    if each.low == each.high:
        return None
    return [[each.value - max(each.low, 0.0)], [each.high - each.value]]


def _most(series: Sequence[Series]) -> float:
    """The end of the longest interval; 1 where all is zero."""
    return max((max(each.value, each.high) for one in series for each in one.estimates if each), default=0.0) or 1.0


def _number(value: float) -> str:
    """A figure as it stands beside a bar.

    >>> _number(1835.2), _number(0.02976), _number(0)
    ('1835', '0.0298', '0')
    """
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
