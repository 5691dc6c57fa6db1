"""vCard and iCal: ``N:Lee;Ann``, ``TEL;TYPE=cell:+1 415 …``, ``ATTENDEE;CN="Ann Lee":mailto:…``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from gateway.detection.structure.field import Field

_LINE: Final = re.compile(
    r"\n[ \t>]*+(?:item\d+\.)?(?P<property>[A-Z][A-Z-]{0,30}+)(?P<parameters>;[^:\n]{1,200}+)?:(?P<value>[^\n]++)"
)
_CALLED: Final = re.compile(r"""CN="?(?P<name>[^";:]++)""")
_PARTS: Final = re.compile(r"[^;\s][^;]*+")
_LABELS: Final = MappingProxyType(
    {
        "FN": "full name", "N": "full name", "NICKNAME": "nickname", "TEL": "phone", "EMAIL": "email",
        "ADR": "address", "BDAY": "birthday", "ORG": "company", "TITLE": "job title", "ROLE": "job title",
        "GENDER": "gender", "GEO": "coordinates", "LABEL": "address", "X-GENDER": "gender", "X-SPOUSE": "spouse name",
        "IMPP": "username", "RELATED": "contact person", "CONTACT": "contact person", "LOCATION": "address",
        "KEY": "secret", "DTSTART": "appointment date", "DTEND": "appointment date", "DUE": "appointment date",
    }
)  # fmt: skip


def read(text: str) -> Iterator[Field]:
    r"""Yields the properties of cards and events, each part of a compound one.

    >>> text = "BEGIN:VCARD\nN:Lee;Ann;;\nTEL;TYPE=cell:+1 415 555 0123\nATTENDEE;CN=Bo Orr:mailto:b@x.org"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('full name', 'Lee'), ('full name', 'Ann'), ('phone', '+1 415 555 0123'), ('full name', 'Bo Orr')]
    """
    if "BEGIN:V" not in text:
        return
    for line in _LINE.finditer(f"\n{text}"):
        called = _CALLED.search(line["parameters"] or "")
        if called:
            begin = line.start("parameters") - 1
            yield Field("full name", begin + called.start("name"), begin + called.end("name"))
        if label := _LABELS.get(line["property"]):
            begin = line.start("value") - 1
            for part in _PARTS.finditer(line["value"]):
                yield Field(label, begin + part.start(), begin + part.end())
