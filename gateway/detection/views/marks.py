"""Combining marks: accents as separate characters, letters struck through, digits in keycaps."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from gateway.detection.views.view import Edit, View, edited

_MARKS: Final = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MARK: Final = re.compile(f"[{_MARKS}]")
_MARKED: Final = re.compile(f"([^{_MARKS}][{_MARKS}]{{1,3}}+)[{_MARKS}]*+")


def read(text: str) -> View | None:
    """Returns the text with marks composed with their letters, or removed if that is impossible; None if it has none.

    >>> read("Jo\\u0308rg S\\u0336a\\u0336m").text
    'Jörg Sam'
    """
    if text.isascii() or not _MARK.search(text):
        return None
    return edited(text, (Edit(*marked.span(), _composed(marked[1])) for marked in _MARKED.finditer(text)))


def _composed(marked: str) -> str:
    return _MARK.sub("", normalize("NFC", marked))
