"""Distinguished names of certificates and directories (RFC 4514, X.500): ``CN=Ann Lee,O=Quill Ltd,C=PL``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from gateway.detection.structure.field import Field

_LABELS: Final = MappingProxyType(
    {
        "cn": "full name", "commonname": "full name", "sn": "last name", "surname": "last name", "gn": "first name",
        "givenname": "first name", "uid": "user", "userid": "user", "emailaddress": "email", "e": "email",
        "l": "city", "localityname": "city", "o": "company", "organizationname": "company", "street": "street address",
        "streetaddress": "street address", "postalcode": "postal code", "title": "job title",
        "serialnumber": "id number", "st": "county", "s": "county", "stateorprovincename": "county", "c": "", "dc": "",
        "ou": "",
    }
)  # fmt: skip
_SURE: Final = frozenset({"cn", "o", "ou", "dc", "uid"})
_PART: Final = re.compile(
    rf"(?<![\w.$-])(?P<type>(?i:{'|'.join(_LABELS)})) ?= ?"
    r"(?P<value>\"[^\"\n]{1,200}+\"|(?:[^\s,+/;=\"<>(){}|&\\]|\\.| (?!\w{1,20}+ ?=)){1,200}+)"
)
# Begins with a sign, so that most texts are passed over quickly.
_MAY_BE: Final = re.compile(r"=(?:(?<=(?i:cn|ou|dc)=)|(?<=(?i:cn|ou|dc) =)|(?<=\b[oO]=)|(?<=\b[oO] =)|(?<=(?i:uid)=))")
_PIECE: Final = re.compile(r"(?:[^\\]|\\[^,])++")  # of "Lee\, Ann"
_BETWEEN: Final = re.compile(r"[,+/] ?")


def read(text: str) -> Iterator[Field]:
    r"""Yields the values of names that have at least two parts, one of which occurs in such names alone.

    >>> text = "Subject: C = PL, O = Quill Ltd, CN = Ann Lee; cn=Bo Orr,ou=people,dc=x; c=1, l=2"
    >>> [(each.label, text[each.start : each.end], each.group) for each in read(text)]
    [('company', 'Quill Ltd', 1), ('full name', 'Ann Lee', 1), ('full name', 'Bo Orr', 2)]
    """
    if not _MAY_BE.search(text):
        return
    group, name = 0, list[re.Match[str]]()
    for part in _PART.finditer(text):
        if name and not _BETWEEN.fullmatch(text, name[-1].end(), part.start()):
            group += 1
            yield from _fields(name, group)
            name = []
        name.append(part)
    yield from _fields(name, group + 1)


def _fields(name: list[re.Match[str]], group: int) -> Iterator[Field]:
    kinds = [part["type"].lower() for part in name]
    if len(name) > 1 and not _SURE.isdisjoint(kinds):
        for kind, part in zip(kinds, name, strict=True):
            for piece in _PIECE.finditer(part.string, *part.span("value")) if _LABELS[kind] else ():
                yield Field(_LABELS[kind], *piece.span(), group=group)
