"""Combining marks: an accent written as a character of its own, a strike through each letter, a keycap on a digit."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from gateway.detection.views.view import Edit, View, edited

_MARKS: Final = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MARK: Final = re.compile(f"[{_MARKS}]")
_MARKED: Final = re.compile(f"([^{_MARKS}][{_MARKS}]{{1,3}}+)[{_MARKS}]*+")


def read(text: str) -> View | None:
    """What a text says once marks are part of their letter, or gone where no such letter exists; None without any.

    >>> read("Jo\\u0308rg S\\u0336a\\u0336m").text
    'Jörg Sam'
    """
    if text.isascii() or not _MARK.search(text):
        return None
    return edited(text, (Edit(*marked.span(), _composed(marked[1])) for marked in _MARKED.finditer(text)))


def _composed(marked: str) -> str:
    return _MARK.sub("", normalize("NFC", marked))
