"""Plain charts as SVG: bars side by side or stacked, lines through points, and points alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from textwrap import wrap
from typing import Final
from xml.sax.saxutils import escape

from lab.reporting.statistics import Estimate

WIDTH: Final = 900
HEIGHT: Final = 400
LEFT: Final = 70
TOP: Final = 56
BOTTOM: Final = 320
RIGHT: Final = 620
TICKS: Final = 4
ROW: Final = 14
POINT: Final = 4
CHARACTER: Final = 6.4  # how wide one is, roughly
COLOURS: Final = (
    "#4c78a8", "#f58518", "#54a24b", "#b279a2", "#9d755d", "#72b7b2", "#e45756", "#777777", "#eeca3b", "#1b4965",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Series:
    """What one colour shows: for bars an estimate for each group, for lines one for each point; None leaves a gap."""

    name: str
    estimates: Sequence[Estimate | None]
    at: Sequence[float] = ()
    labels: Sequence[str] = ()


def bars(title: str, unit: str, groups: Sequence[str], series: Sequence[Series]) -> str:
    """A chart of bars side by side in groups, each with its value above it; zero is written too."""
    top = _top(estimate.high for each in series for estimate in each.estimates if estimate)
    room = (RIGHT - LEFT) / len(groups)
    width = room * 0.8 / len(series)
    marks: list[str] = []
    for place, one in enumerate(series):
        for group, estimate in enumerate(one.estimates):
            if estimate:
                x = LEFT + room * (group + 0.1) + width * place
                marks += _bar(x, width, estimate, top, COLOURS[place % len(COLOURS)])
    return _chart(title, unit, top, [*marks, *_group_names(groups)], [one.name for one in series])


def stacked(title: str, unit: str, groups: Sequence[str], series: Sequence[Series]) -> str:
    """A chart of one bar a group that stacks the values of all series, the first at the bottom; they make a whole."""
    room = (RIGHT - LEFT) / len(groups)
    marks: list[str] = []
    for group in range(len(groups)):
        below = 0.0
        for place, one in enumerate(series):
            estimate = one.estimates[group]
            if estimate and estimate.value:
                marks += _part(LEFT + room * (group + 0.15), room * 0.7, below, estimate.value, COLOURS[place])
                below += estimate.value
    return _chart(title, unit, 1.0, [*marks, *_group_names(groups)], [one.name for one in series])


def points(title: str, across: str, unit: str, series: Sequence[Series]) -> str:
    """A chart of points of two shares each, ``at`` across and the estimate up; an interval is drawn up only.

    Where a point of another series lies already it is a ring around it.
    """
    marks: list[str] = []
    lie: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for place, one in enumerate(series):
        for at, each in zip(one.at, one.estimates, strict=True):
            x = LEFT + (RIGHT - LEFT) * at
            if each and one.name not in (there := lie[round(x), round(_y(each.value, 1.0))]):
                marks += [*_interval(x, each, 1.0), _ring(x, each, len(there), COLOURS[place % len(COLOURS)])]
                there.add(one.name)
    return _chart(title, unit, 1.0, [*marks, *_ticks(1.0, across)], [one.name for one in series])


def lines(title: str, across: str, unit: str, series: Sequence[Series]) -> str:
    """A chart of points joined by lines; ``at`` says how far across each lies, ``labels`` what stands beside it."""
    top = _top(estimate.high for each in series for estimate in each.estimates if estimate)
    far = _top(at for each in series for at in each.at)
    marks: list[str] = []
    for place, one in enumerate(series):
        colour = COLOURS[place % len(COLOURS)]
        points = [
            (LEFT + (RIGHT - LEFT) * at / far, each) for at, each in zip(one.at, one.estimates, strict=True) if each
        ]
        path = " ".join(f"{x:.1f},{_y(each.value, top):.1f}" for x, each in points)
        marks.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for number, (x, each) in enumerate(points):
            marks += [_circle(x, each, top, colour), *_interval(x, each, top)]
            if one.labels:
                marks.append(_text(x + 8, _y(each.value, top) - 7, one.labels[number], "start"))
    return _chart(title, unit, top, [*marks, *_ticks(far, across)], [one.name for one in series])


def _bar(x: float, width: float, estimate: Estimate, top: float, colour: str) -> Iterator[str]:
    y = _y(estimate.value, top)
    yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BOTTOM - y:.1f}" fill="{colour}"/>'
    yield from _interval(x + width / 2, estimate, top)
    yield _text(x + width / 2, _y(estimate.high, top) - 5, _number(estimate.value))


def _part(x: float, width: float, below: float, value: float, colour: str) -> Iterator[str]:
    """One part of a stacked bar, with its value where there is room for it."""
    y, height = _y(below + value, 1.0), (BOTTOM - TOP) * value
    yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>'
    if height >= ROW:
        yield _text(x + width / 2, y + height / 2 + 4, f"{value:.0%}")


def _circle(x: float, each: Estimate, top: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{_y(each.value, top):.1f}" r="{POINT}" fill="{colour}"/>'


def _ring(x: float, each: Estimate, around: int, colour: str) -> str:
    """A point, or a ring around so many that lie there already."""
    if not around:
        return _circle(x, each, 1.0, colour)
    place = f'cx="{x:.1f}" cy="{_y(each.value, 1.0):.1f}" r="{POINT + 2 * around}"'
    return f'<circle {place} fill="none" stroke="{colour}" stroke-width="1.5"/>'


def _group_names(groups: Sequence[str]) -> Iterator[str]:
    """The groups' names below their bars, in several rows where one is too narrow."""
    room = (RIGHT - LEFT) / len(groups)
    for at, name in enumerate(groups):
        for row, part in enumerate(wrap(name, max(1, int(room / CHARACTER)))):
            yield _text(LEFT + room * (at + 0.5), BOTTOM + 18 + ROW * row, part)


def _ticks(far: float, across: str) -> list[str]:
    ticks = [
        _text(LEFT + (RIGHT - LEFT) * share / TICKS, BOTTOM + 18, _number(far * share / TICKS))
        for share in range(TICKS + 1)
    ]
    return [*ticks, _text((LEFT + RIGHT) / 2, BOTTOM + 42, across)]


def _interval(x: float, estimate: Estimate, top: float) -> Iterator[str]:
    if estimate.high > estimate.low:
        low, high, left = _y(max(estimate.low, 0), top), _y(estimate.high, top), x - 4
        yield f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{left:.1f} {low:.1f}h8M{left:.1f} {high:.1f}h8" stroke="#222"/>'


def _chart(title: str, unit: str, top: float, marks: Sequence[str], names: Sequence[str]) -> str:
    axis = [
        f'<path d="M{LEFT} {_y(top * share / TICKS, top):.1f}H{RIGHT}" stroke="#ddd"/>'
        + _text(LEFT - 8, _y(top * share / TICKS, top) + 4, _number(top * share / TICKS), "end")
        for share in range(TICKS + 1)
    ]
    head = _text(LEFT, 24, title, "start", 15) + _text(LEFT, 42, unit, "start")
    body = "\n".join([head, *axis, *marks, *_legend(names)])
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n{body}\n</svg>\n'
    )


def _legend(names: Sequence[str]) -> Iterator[str]:
    """The series' colours and names, in several rows where one is too narrow."""
    y = TOP
    for at, name in enumerate(names):
        rows = wrap(name, int((WIDTH - RIGHT - 34) / CHARACTER)) or [""]
        yield f'<rect x="{RIGHT + 16}" y="{y}" width="12" height="12" fill="{COLOURS[at % len(COLOURS)]}"/>'
        yield from (_text(RIGHT + 34, y + 10 + ROW * row, part, "start") for row, part in enumerate(rows))
        y += 20 + ROW * (len(rows) - 1)


def _text(x: float, y: float, text: str, anchor: str = "middle", size: int = 11) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _y(value: float, top: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * value / top


def _top(values: Iterator[float]) -> float:
    """A round figure above the largest of the values, so that what stands above a mark fits."""
    needed = max([*values, 0.0]) * 1.08 / TICKS or 1 / TICKS
    power = 10.0 ** floor(log10(needed))
    return TICKS * next(step * power for step in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= needed)


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
