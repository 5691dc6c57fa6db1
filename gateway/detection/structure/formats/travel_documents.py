"""The machine-readable zones of passports, identity cards and visas (ICAO 9303): ``P<UTODOE<<ANN<<<…``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from types import MappingProxyType
from typing import Final

from gateway.detection.structure.field import Field

_ROW: Final = re.compile("(?<![A-Z0-9<])(?:[A-Z0-9<]{44}|[A-Z0-9<]{36}|[A-Z0-9<]{30})(?![A-Z0-9<])")
_BETWEEN: Final = re.compile(r"(?:\\[nr]|[^\w<]){1,40}+")  # two rows: a break, also written as \n, quotation marks
_PIECE: Final = re.compile("[A-Z0-9]+")

_STATE: Final = "[A-Z<][A-Z][A-Z<]{2}"  # and the kind's second letter before it
_NAMES: Final = "(?P<surname>[A-Z](?:<?[A-Z])*+)<<(?P<given_name>[A-Z<]*+)"
_DATES: Final = (
    "(?P<birth_date>[0-9<]{6})(?P<birth_date_check>[0-9<])(?:(?P<sex>[MF])|[X<])(?P<expiration_date>[0-9<]{6})[0-9<]"
)
_NUMBER: Final = "(?P<number>[A-Z0-9<]{9})(?P<number_check>[0-9<])"
_DATA: Final = f"{_NUMBER}[A-Z<]{{3}}{_DATES}"

# The rows of passports and larger cards, of visas, and of small cards, which have three.
_NAMED: Final = re.compile(f"(?=.{{36}})(?P<kind>[PACI]){_STATE}{_NAMES}")
_DATED: Final = re.compile(f"{_DATA}(?P<personal_number>[A-Z0-9<]{{7}}(?:[A-Z0-9<]{{7}})?)[0-9<]{{1,2}}")
_NAMED_IN_VISA: Final = re.compile(f"(?=.{{36}})(?P<kind>V){_STATE}{_NAMES}")
_DATED_IN_VISA: Final = re.compile(f"{_DATA}(?P<personal_number>[A-Z0-9<]{{8}}(?:[A-Z0-9<]{{8}})?)")
_FIRST_OF_CARD: Final = re.compile(f"(?P<kind>[ACI]){_STATE}{_NUMBER}(?P<personal_number>[A-Z0-9<]{{15}})")
_SECOND_OF_CARD: Final = re.compile(f"{_DATES}[A-Z<]{{3}}(?P<personal_number>[A-Z0-9<]{{11}})[0-9<]")
_THIRD_OF_CARD: Final = re.compile(_NAMES)

_BEGINNINGS: Final = (_NAMED, _NAMED_IN_VISA, _FIRST_OF_CARD, _DATED, _SECOND_OF_CARD)
_NEXT: Final = MappingProxyType(
    {
        _NAMED: _DATED, _NAMED_IN_VISA: _DATED_IN_VISA,
        _FIRST_OF_CARD: _SECOND_OF_CARD, _SECOND_OF_CARD: _THIRD_OF_CARD,
    }
)  # fmt: skip
_LABELS: Final = MappingProxyType(
    {
        "surname": "surname", "given_name": "given name", "birth_date": "birth date", "sex": "sex",
        "expiration_date": "expiration date", "personal_number": "personal number",
    }
)  # fmt: skip
_PASSPORTS: Final = "PV"
_WIDTH_OF_PASSPORTS: Final = 44


def read(text: str) -> Iterator[Field]:
    r"""Yields the names, numbers and dates of each document, also of one of its rows alone.

    >>> text = "> P<UTODOE<<ANN<MAY<<<<<<<<<<<<<<<<<<<<<<<<<<<\n> X12345678<UTO9001021F3001020<<<<<<<<<<<<<<<0"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)][:4]
    [('surname', 'DOE'), ('given name', 'ANN'), ('given name', 'MAY'), ('travel document number', 'X12345678')]
    """
    if "<<" not in text:
        return
    for group, rows in enumerate(_documents(text)):
        label = _label_of_number(rows[0])
        for row in rows if any(map(_is_sure, rows)) else ():
            yield from _fields(row, label, group)


def _documents(text: str) -> Iterator[list[re.Match[str]]]:
    """Yields the rows that follow one another as those of one document do."""
    rows: list[re.Match[str]] = []
    for row in _ROW.finditer(text):
        follower = _NEXT.get(rows[-1].re) if rows and _BETWEEN.fullmatch(text, rows[-1].end(), row.start()) else None
        if follower and (further := follower.fullmatch(text, *row.span())):
            rows.append(further)
            continue
        if rows:
            yield rows
        rows = [*filter(None, (each.fullmatch(text, *row.span()) for each in _BEGINNINGS))][:1]
    if rows:
        yield rows


def _is_sure(row: re.Match[str]) -> bool:
    """Returns whether a row is one of a document beyond doubt: by its names, or by a check digit."""
    return row.re in (_NAMED, _NAMED_IN_VISA) or any(
        _is_right(row[name], row[f"{name}_check"]) for name in ("number", "birth_date") if name in row.re.groupindex
    )


def _is_right(value: str, check: str) -> bool:
    """Returns whether a check digit is that of a value; a value of fillers alone has none that would say anything."""
    weighed = zip(value.replace("<", "0"), cycle((7, 3, 1)), strict=False)
    total = sum(int(sign, 36) * weight for sign, weight in weighed)
    return bool(value.strip("<")) and total % 10 == int(check.replace("<", "0"))


def _label_of_number(row: re.Match[str]) -> str:
    kind = row.groupdict().get("kind")
    is_passport = kind in _PASSPORTS if kind else len(row[0]) == _WIDTH_OF_PASSPORTS
    return "travel document number" if is_passport else "identity document number"


def _fields(row: re.Match[str], label_of_number: str, group: int) -> Iterator[Field]:
    """Yields what stands in a row, without its fillers; a name of several words is several names."""
    for name in row.re.groupindex:
        label = label_of_number if name == "number" else _LABELS.get(name)
        if label:
            yield from (
                Field(label, *piece.span(), group=group) for piece in _PIECE.finditer(row.string, *row.span(name))
            )
