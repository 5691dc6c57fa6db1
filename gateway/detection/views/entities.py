"""HTML's character references: named, decimal and hexadecimal, also with an escaped ampersand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.entities import html5
from typing import Final

from gateway.detection.views.view import Edit, View, edited

_ENTITY: Final = re.compile(r"&(?:amp;)*(?:(#[0-9]{1,7};?|#[xX][0-9A-Fa-f]{1,6};?)|([A-Za-z][A-Za-z0-9]{1,31};))")


def read(text: str) -> View | None:
    """Returns the text with HTML's character references decoded; None if it has none.

    >>> read("john&commat;acme&amp;#46;example &c.").text
    'john@acme.example &c.'
    """
    if "&" not in text:
        return None
    return edited(text, _edits(text))


def _edits(text: str) -> Iterator[Edit]:
    for entity in _ENTITY.finditer(text):
        said = unescape("&" + entity[1]) if entity[1] else html5.get(entity[2])
        if said is not None:
            yield Edit(*entity.span(), said)
