"""JSON escapes outside of parsed JSON, for example in a log line or a piece of JSON."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.views.view import Edit, View, edited

_ESCAPE: Final = re.compile(
    r"(?<!\\)\\++(?:u([dD][89abAB][0-9A-Fa-f]{2})\\++u([dD][c-fC-F][0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|([nrt/\"]))"
)
_SHORT: Final = {"n": "\n", "r": "\r", "t": "\t"}


def read(text: str) -> View | None:
    """Returns the text with ``\\uXXXX``, ``\\n`` etc. decoded; None if it has none.

    >>> view = read(r"Mail j\\u00fcrgen")
    >>> view.text, view.original_extent(6, 7)
    ('Mail jürgen', (6, 12))
    """
    if "\\" not in text or not _ESCAPE.search(text):
        return None
    return edited(text, (Edit(*escape.span(), _character(escape)) for escape in _ESCAPE.finditer(text)))


def _character(escape: re.Match[str]) -> str:
    if escape[4]:
        return _SHORT.get(escape[4], escape[4])
    if escape[3]:
        return chr(int(escape[3], 16))
    return (bytes.fromhex(escape[1]) + bytes.fromhex(escape[2])).decode("utf-16-be")
