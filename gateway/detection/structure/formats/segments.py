"""Messages of hospitals, insurers and trade: HL7 ``PID|1||…``, X12 ``NM1*IL*1*…~``, EDIFACT ``NAD+BY+…'``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from gateway.detection.structure.field import Field

PLACES: Final = Path(__file__).with_name("segments.txt")
_STANDARD: Final = re.compile(r"(?m)^\[(\w+)\]$")
_PLACE: Final = re.compile(
    r"(?P<segment>\w+)(?:-(?P<element>\d+)(?:\.(?P<component>\d+))?"
    r"(?:\[(?P<asked>\d+)(?:\.(?P<part>\d+))?=(?P<values>[\w,]+)\])?  (?P<label>\S.*))?"
)
# Where a segment begins: a line, also one that is written as an escape, or behind what no code or table goes on from.
_BEGIN: Final = r"(?:[\n\r][ \t>]{0,40}+|\\[nr]|(?<![\w|*+/=$.-]))"
# What it has: no end of a line, of code or of a literal, but "" and escapes such as \T\.
_BODY: Final = r"(?:[^\\\r\n`\"%s]++|\"\"|\\(?:[A-Z.]\w{0,9}+\\|(?!\\?[rn])\"?+)%s)*+"
# The first segment of X12 has what stands between elements, and behind the sixteenth what stands between components.
_HEADER: Final = re.compile(r"(?<!\w)ISA(?P<element>[^\w\s])(?:(?:(?!\1)[^\n~]){0,40}+\1){15}(?P<component>[^\w\s])")
_Extent = tuple[int, int]
_NOTHING: Final = ' \t"'  # HL7 writes what is deleted as ""


class _Place(NamedTuple):
    """Where a segment has what a label says, if a part of the element that is asked has one of the values."""

    element: int
    component: int
    asked: int
    part: int
    values: Sequence[str]
    label: str


class _Syntax(NamedTuple):
    """How a standard writes segments, which have a sign; separators of elements, repetitions, components, parts."""

    places: Mapping[str, Sequence[_Place]]
    segment: re.Pattern[str]
    signs: Sequence[str]
    separators: Sequence[re.Pattern[str]]


def read(text: str) -> Iterator[Field]:
    r"""Yields the fields of messages that are about somebody; those of one party are one record.

    >>> text = "PID|1||77410^^^MR||LEE^ANN\nNM1*IL*1*ORR*BO~N3*9 ELM ST~\nNAD+BY+++MEG O?'DAY'COM+5550123:TE'"
    >>> [(each.label, text[each.start : each.end], each.group) for each in read(text)][:4]
    [('patient id', '77410', 0), ('last name', 'LEE', 0), ('first name', 'ANN', 0), ('last name', 'ORR', 27)]
    >>> [text[each.start : each.end] for each in read(text)][4:]
    ['BO', '9 ELM ST', "MEG O?'DAY", '5550123']
    """
    lines = f"\n{text}"
    for syntax in _syntaxes(text):
        party = 0
        for segment in syntax.segment.finditer(lines):
            if any(sign in segment[0] for sign in syntax.signs):
                places = syntax.places[segment["name"]]
                party = party if places[0].label else segment.start()
                for start, end, label in sorted(_found(lines, segment.span("body"), syntax, places)):
                    yield Field(label, start - 1, end - 1, group=party)


def _syntaxes(text: str) -> Iterator[_Syntax]:
    """Yields how the messages are written that a text may have."""
    header = _HEADER.search(text) if "ISA" in text else None
    x12 = "{}\n{}\n".format(*header.group("element", "component") if header else "*:")
    for standard, separators, signs, end, escape in (
        ("HL7", "|~^&", ("^", "||"), "", ""),
        ("X12", x12, ("~", "\n"), "~", ""),
        ("EDIFACT", "+\n:\n", ("'", "\n"), "'", "?"),
    ):
        if separators[0] in text and any(beginning in text for beginning in _beginnings(standard, separators[0])):
            yield _syntax(standard, separators, signs, end, escape)


@lru_cache(maxsize=16)
def _beginnings(standard: str, separator: str) -> Sequence[str]:
    """Returns how the segments of a standard begin."""
    return [name + separator for name in _standards()[standard]]


@lru_cache(maxsize=16)
def _syntax(standard: str, separators: str, signs: Sequence[str], end: str, escape: str) -> _Syntax:
    """Returns how a standard writes segments; a separator that is a line's end separates nothing."""
    places = _standards()[standard]
    body = _BODY % (end + escape, rf"|\{escape}[^\r\n]" if escape else "")
    segment = rf"{_BEGIN}(?P<name>{'|'.join(places)}){re.escape(separators[0])}(?P<body>{body}){end and f'{end}?'}"
    between = [re.compile((rf"\{escape}.|" if escape else "") + f"({re.escape(each)})") for each in separators]
    return _Syntax(places, re.compile(segment), signs, between)


def _found(text: str, body: _Extent, syntax: _Syntax, places: Sequence[_Place]) -> Iterator[tuple[int, int, str]]:
    """Yields the values of a segment, each with the first label that its place may have."""
    element_mark, repetition_mark, component_mark, subcomponent_mark = syntax.separators
    elements = _parts(text, body, element_mark)
    taken = set[tuple[int, int]]()
    for element, component, asked, part, values, label in places:
        if not 0 < element <= len(elements) or (element, component) in taken:
            continue
        if asked and text[slice(*_at(_parts(text, _at(elements, asked), component_mark), part))] not in values:
            continue
        taken.add((element, component))
        for repetition in _parts(text, elements[element - 1], repetition_mark):
            whole = _at(_parts(text, repetition, component_mark), component)
            for start, end in _parts(text, whole, subcomponent_mark):
                if text[start:end].strip(_NOTHING):
                    yield start, end, label


def _parts(text: str, whole: _Extent, separator: re.Pattern[str]) -> Sequence[_Extent]:
    marks = [mark for mark in separator.finditer(text, *whole) if mark[1]]  # others are escaped
    edges = [whole[0], *(edge for mark in marks for edge in mark.span()), whole[1]]
    return [*zip(edges[::2], edges[1::2], strict=True)]


def _at(extents: Sequence[_Extent], number: int) -> _Extent:
    """Returns the extent with a number, from 1; an empty one if there is none."""
    return extents[number - 1] if number <= len(extents) else (0, 0)


@cache
def _standards() -> Mapping[str, Mapping[str, Sequence[_Place]]]:
    """Returns the places of each standard by the names of segments."""
    parts = iter(_STANDARD.split(PLACES.read_text(encoding="utf-8"))[1:])
    return {standard: _places(lines) for standard, lines in zip(parts, parts, strict=True)}


def _places(lines: str) -> Mapping[str, Sequence[_Place]]:
    places: defaultdict[str, list[_Place]] = defaultdict(list)
    for of in filter(None, map(_PLACE.fullmatch, _written_out(lines))):
        element, component, asked, part = (int(each or 0) for each in of.group("element", "component", "asked", "part"))
        values = (of["values"] or "").split(",")
        places[of["segment"]].append(_Place(element, component or 1, asked, part or 1, values, of["label"] or ""))
    return places


def _written_out(lines: str) -> Iterator[str]:
    """Yields lines of one place each: for those of a type, and for "*" twelve."""
    types: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines.splitlines():
        place, _, label = line.partition("  ")
        kind, _, component = place.partition(".")
        if component and "-" not in kind:
            types[kind].append(f".{component}  {label}")
        elif label in types:
            yield from (place + each for each in types[label])
        else:
            yield from (line.replace("*", str(each)) for each in range(1, 13 if "*" in line else 2))
