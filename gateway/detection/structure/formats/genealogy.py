"""Family trees (GEDCOM): ``1 NAME Ann /Lee/``, ``1 BIRT``, ``2 DATE 4 MAY 1901``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from gateway.detection.structure.field import Field

_SIGNS: Final = (" NAME ", " GIVN ", " SURN ", " BIRT", " DEAT", " MARR", " INDI", " SEX ", " PLAC ", " DATE ")
_LINE: Final = re.compile(
    r"(?m)^[ \t>]*+(?P<level>\d) (?:@[^@\s]{1,40}+@ )?(?P<tag>_?[A-Z][A-Z0-9_]{2,30}+)(?!\S)"
    r"[ \t]*+(?:@#[^@\n]{1,20}+@[ \t]*+)?(?P<value>[^\r\n]*+)"
)
_FEWEST: Final = 3  # lines
_DEEPEST: Final = 10
_WORDS: Final = r"[^\s/]++(?:[ \t]++[^\s/]++)*+"
_NAME: Final = re.compile(rf"/[ \t]*+(?P<surname>{_WORDS})?+[ \t]*+/?+|(?P<given_name>{_WORDS})")
_NAMES: Final = frozenset({"NAME", "_MARNM", "_AKA", "FONE", "ROMN"})
_ASIDE: Final = frozenset({"HEAD", "SOUR", "REPO", "OBJE", "NOTE", "SNOTE", "CHAN", "CREA"})  # about no person
_LABELS: Final = MappingProxyType(
    {
        "GIVN": "given name", "SURN": "surname", "NICK": "nickname", "SEX": "sex", "BIRT DATE": "birth date",
        "BIRT PLAC": "birthplace", "DEAT DATE": "date of death", "DEAT CAUS": "diagnosis", "MARR DATE": "wedding date",
        "GRAD DATE": "graduation date", "DATE": "anniversary", "PLAC": "town", "AGE": "age", "OCCU": "occupation",
        "RELI": "religion", "NATI": "nationality", "CAST": "caste", "EDUC": "education", "ADDR": "address",
        "ADDR CONT": "address", "ADR1": "address", "ADR2": "address", "ADR3": "address", "CITY": "city",
        "STAE": "state", "CTRY": "country", "POST": "postcode", "PHON": "phone", "FAX": "fax", "EMAIL": "email",
        "EMAI": "email", "_EMAIL": "email", "WWW": "website", "SSN": "social security number", "IDNO": "national id",
    }
)  # fmt: skip


def read(text: str) -> Iterator[Field]:
    r"""Yields what the lines say of people; each record is one group.

    >>> text = "0 @I1@ INDI\n1 NAME Ann May /Lee/\n1 BIRT\n2 DATE 4 MAY 1901\n2 PLAC Leeds, England"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('given name', 'Ann May'), ('surname', 'Lee'), ('birth date', '4 MAY 1901'), ('birthplace', 'Leeds, England')]
    """
    if not any(sign in text for sign in _SIGNS):
        return
    lines = [*_LINE.finditer(text)]
    if len(lines) < _FEWEST:
        return
    group = 0
    path: tuple[str, ...] = ("",) * _DEEPEST
    for line in lines:
        level = int(line["level"])
        group += level == 0
        path = (*path[:level], line["tag"], *[""] * (_DEEPEST - level - 1))
        if _ASIDE.isdisjoint(path):
            yield from _fields(line, path[level - 1], group)


def _fields(line: re.Match[str], parent: str, group: int) -> Iterator[Field]:
    tag = line["tag"]
    if tag in _NAMES:
        yield from _names(line, group)
    elif line["value"] and (label := _LABELS.get(f"{parent} {tag}") or _LABELS.get(tag)):
        yield Field(label, *line.span("value"), group=group)


def _names(line: re.Match[str], group: int) -> Iterator[Field]:
    """Yields the surname, which stands between slashes, and what stands around it."""
    for part in _NAME.finditer(line.string, *line.span("value")):
        if part.lastgroup:
            yield Field(part.lastgroup.replace("_", " "), *part.span(part.lastgroup), group=group)
