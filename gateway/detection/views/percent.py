"""Percent-encoding of URLs (RFC 3986), also if encoded more than once; bytes are read as UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.views.view import Edit, View, edited

_PERCENT: Final = "%(?:25)*"
_MORE: Final = f"{_PERCENT}[89abAB][0-9A-Fa-f]"
_CHARACTER: Final = re.compile(
    f"{_PERCENT}(?:[0-7][0-9A-Fa-f]|[c-dC-D][0-9A-Fa-f]{_MORE}|[eE][0-9A-Fa-f](?:{_MORE}){{2}}|[fF][0-4](?:{_MORE}){{3}})"
)


def read(text: str) -> View | None:
    """Returns the text with ``%40`` etc. decoded; None if it has none.

    >>> read("https://x.example/?to=j%C3%BCrgen%2540acme.example&off=5%").text
    'https://x.example/?to=jürgen@acme.example&off=5%'
    """
    if "%" not in text:
        return None
    return edited(text, _edits(text))


def _edits(text: str) -> Iterator[Edit]:
    for character in _CHARACTER.finditer(text):
        # The last two characters are the byte; the ones before encode the percent sign again.
        encoded = "".join(byte[-2:] for byte in character.group().split("%")[1:])
        said = bytes.fromhex(encoded).decode(errors="ignore")
        if said:
            yield Edit(*character.span(), said)
