"""Decodes text while keeping the way back to what was written: prose is its own text, JSON escapes are decoded."""

from __future__ import annotations

import re
from bisect import bisect_right

# Replaces an escaped quote inside a string, so every other quote opens or closes a string.
_INNER_QUOTE = "\0"
_SIMPLE = {'"': _INNER_QUOTE, "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HIGH, _LOW = "[dD][89abAB][0-9a-fA-F]{2}", "[dD][c-fC-F][0-9a-fA-F]{2}"
_ESCAPE = re.compile(rf"\\u({_HIGH})\\u({_LOW})|\\u([0-9a-fA-F]{{4}})|\\(.|\Z)", re.DOTALL)
_CUT_ESCAPE = re.compile(rf"\\u{_HIGH}(?:\\(?:u[0-9a-fA-F]{{0,3}})?)?\Z|\\(?:u[0-9a-fA-F]{{0,3}})?\Z")


class PlainText:
    """A piece of text without escapes: ``raw`` returns what was written between two offsets of ``text``.

    ``rest`` is the end of the piece that cannot be decoded yet, because the piece cut it.
    """

    def __init__(self, raw: str) -> None:
        self._raw, self.text, self.rest = raw, raw, ""

    def raw(self, start: int, end: int) -> str:
        """What is written between two offsets of ``text``."""
        return self._raw[start:end]


class JsonText(PlainText):
    r"""A piece of raw JSON with its escapes decoded; invalid escapes stay as they are.

    An escape that the end of the piece cuts is left in ``rest``, unless the piece is the last one.

    >>> piece = JsonText(r'"a\nb\u00', last=False)
    >>> piece.text, piece.raw(2, 4), piece.rest
    ('"a\nb', '\\nb', '\\u00')
    """

    def __init__(self, raw: str, *, last: bool) -> None:
        super().__init__(raw)
        self._places: list[int] = []
        self._shifts = [0]
        if "\\" in raw:
            self._decode(last)

    def raw(self, start: int, end: int) -> str:
        """What is written between two offsets of ``text``."""
        return self._raw[self._place(start) : self._place(end)]

    def _place(self, offset: int) -> int:
        return offset + self._shifts[bisect_right(self._places, offset)]

    def _decode(self, last: bool) -> None:
        pieces: list[str] = []
        done, end = 0, len(self._raw)
        for escape in _ESCAPE.finditer(self._raw):
            if not last and _CUT_ESCAPE.match(self._raw, escape.start()):
                end = escape.start()
                break
            character = _character(escape)
            if character is not None:
                pieces += (self._raw[done : escape.start()], character)
                done = escape.end()
                shift = self._shifts[-1] + len(escape.group()) - 1
                self._shifts.append(shift)
                self._places.append(done - shift)
        pieces.append(self._raw[done:end])
        self.text, self.rest = "".join(pieces), self._raw[end:]


def _character(escape: re.Match[str]) -> str | None:
    high, low, unit, simple = escape.groups()
    if simple is not None:
        return _SIMPLE.get(simple)
    code = int(unit, 16) if unit else 0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF)
    return _INNER_QUOTE if code == ord('"') else chr(code)
