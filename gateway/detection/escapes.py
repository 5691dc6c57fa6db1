"""Texts with JSON escapes in them, such as a log line or half a JSON text: what they say, and where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gateway.types import Span

_ESCAPE = re.compile(
    r"(?<!\\)\\++(?:u([dD][89abAB][0-9A-Fa-f]{2})\\++u([dD][c-fC-F][0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|([nrt/\"]))"
)
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True, repr=False)
class Unescaped:
    """A text without its escapes, and where each of its characters begins in the text with them."""

    text: str
    offsets: tuple[int, ...]

    def escaped(self, span: Span) -> Span:
        """The same span in the text with the escapes."""
        return replace(span, start=self.offsets[span.start], end=self.offsets[span.end])


def unescaped(text: str) -> Unescaped | None:
    """What a text says once ``\\uXXXX``, ``\\n`` and the like are read as characters; None where it has none of these.

    >>> said = unescaped(r"Mail j\\u00fcrgen")
    >>> said.text, said.offsets[6:8]
    ('Mail jürgen', (6, 12))
    """
    if "\\" not in text or not _ESCAPE.search(text):
        return None
    characters: list[str] = []
    offsets: list[int] = []
    done = 0
    for escape in _ESCAPE.finditer(text):
        characters.append(text[done : escape.start()])
        offsets.extend(range(done, escape.start()))
        characters.append(_character(escape))
        offsets.append(escape.start())
        done = escape.end()
    return Unescaped("".join([*characters, text[done:]]), (*offsets, *range(done, len(text) + 1)))


def _character(escape: re.Match[str]) -> str:
    if escape[4]:
        return _SHORT.get(escape[4], escape[4])
    if escape[3]:
        return chr(int(escape[3], 16))
    return (bytes.fromhex(escape[1]) + bytes.fromhex(escape[2])).decode("utf-16-be")
