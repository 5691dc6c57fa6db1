"""Follows a text as it arrives and knows where it is JSON: as a whole, or in a code block that says so."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

_WHOLE: Final = re.compile(r'\s*(?:\{\s*["}]|\[\s*[{"])')  # no prose begins so; `[NAME1]` and `[1]` do
_UNDECIDED: Final = re.compile(r"\s*[\[{]?\s*")
_FENCE: Final = re.compile(r"```[ \t]?(?:json|JSON)")
_LONGEST_FENCE: Final = 8
_OUTSIDE: Final = re.compile(r'["{}\[\]`]')
_INSIDE: Final = re.compile(r'["\\\n]')


class _Mode(Enum):
    START = "start"
    PROSE = "prose"
    WHOLE = "whole"
    BLOCK = "block"


class JsonInProse:
    """Whether the text that was read so far ends in JSON, and whether inside a string there.

    A line's end ends a string too, so that one broken string does not turn the rest of an answer inside out.

    >>> place = JsonInProse()
    >>> place.read('Sure:\\n```json\\n{"to": "')
    >>> place.in_json, place.in_string
    (True, True)
    """

    def __init__(self) -> None:
        self.in_string = False
        self._mode = _Mode.START
        self._kept = ""  # what is not decided yet: the start of the text, or of a code block's first line
        self._depth = 0
        self._escaped = False

    @property
    def in_json(self) -> bool:
        """Whether the text is JSON here."""
        return self._mode in (_Mode.WHOLE, _Mode.BLOCK)

    def read(self, text: str) -> None:
        """Goes on with the next piece of the text."""
        text, self._kept = self._kept + text, ""
        at = 0
        while at < len(text):
            at = self._read_json(text, at) if self.in_json else self._read_prose(text, at)

    def _read_prose(self, text: str, at: int) -> int:
        """Reads up to where JSON begins; returns the offset of what follows."""
        if self._mode is _Mode.START and not self._is_decided(text):
            return len(text)
        if self.in_json:
            return at
        fence = _FENCE.search(text, at)
        if fence is None:
            self._kept = text[max(at, len(text) - _LONGEST_FENCE) :]
            return len(text)
        self._mode = _Mode.BLOCK
        return fence.end()

    def _is_decided(self, text: str) -> bool:
        """Whether the beginning of the text tells if it is JSON as a whole; keeps the beginning if not."""
        if _UNDECIDED.fullmatch(text):
            self._kept = text.strip()
            return False
        self._mode = _Mode.WHOLE if _WHOLE.match(text) else _Mode.PROSE
        return True

    def _read_json(self, text: str, at: int) -> int:
        """Reads up to the next character that changes the place; returns the offset of what follows."""
        if self._escaped:
            self._escaped = False
            return at + 1
        sign = (_INSIDE if self.in_string else _OUTSIDE).search(text, at)
        if sign is None:
            return len(text)
        self._pass(sign.group())
        return sign.end()

    def _pass(self, sign: str) -> None:
        if sign == "\\":
            self._escaped = True
        elif sign in '"\n':
            self.in_string = not self.in_string
        elif sign == "`":
            self._mode = _Mode.PROSE
        else:
            self._depth += 1 if sign in "{[" else -1
            if self._mode is _Mode.WHOLE and self._depth <= 0:
                self._mode = _Mode.PROSE
