"""Restores the originals in minimized answers, piece by piece as they arrive."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from gateway.rewriting.json_in_prose import JsonInProse
from gateway.rewriting.readings import JsonText, PlainText
from gateway.rewriting.spellings import NAME, QUOTED, TEXT, Spellings, is_wrapped, marks, placeholder, written
from gateway.types import Original, ReplacementMap

_KEY = re.compile(r'"([^"]{1,200})"[ \t\r\n]{0,64}:')
_LONGEST_KEY = 300
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,300})(?:\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,3})?")
_VALUE_END = re.compile(r'"(?![ \t\r\n]{0,64}:)')


class Channel(StrEnum):
    """The kind of text, and so how placeholders may be spelled in it and how originals are inserted."""

    TEXT = "text"  # prose: originals are inserted unchanged
    MIXED = "mixed"  # prose that may be JSON, or have blocks of it: there originals are escaped
    JSON = "json"  # raw JSON: originals are escaped, and a number that is a whole value loses its quotes
    NAME = "name"  # names of functions: placeholders without brackets, also inside a longer name


class JsonType(StrEnum):
    """The type that a request's schema gives a value."""

    STRING = "string"
    NUMBER = "number"


_NO_TYPES: Mapping[str, JsonType] = MappingProxyType({})


@dataclass(frozen=True, slots=True, repr=False)
class Restored:
    """A restored text, and how many placeholders in it could not be restored."""

    text: str
    unrestored: int

    def __repr__(self) -> str:
        return f"Restored(characters={len(self.text)}, unrestored={self.unrestored})"


def restore(
    text: str, replacement_map: ReplacementMap, channel: Channel, types: Mapping[str, JsonType] = _NO_TYPES
) -> Restored:
    """Returns the whole text restored, the same as a Restorer that gets it in pieces.

    >>> replacement_map = ReplacementMap({"[EMAIL1]": Original("ann@example.org")})
    >>> restore("Mail **[EMAIL1]**, not EMAIL1 or [EMAIL2]", replacement_map, Channel.TEXT).text
    'Mail **ann@example.org**, not EMAIL1 or [EMAIL2]'
    """
    restorer = Restorer(replacement_map, channel, types)
    return Restored(restorer.finish(text), restorer.unrestored)


class Restorer:
    """Restores the originals in one channel of an answer, in one pass: restored text is not searched again.

    ``feed`` returns everything that is certain and holds back the end only while it may become a placeholder;
    ``finish`` returns the rest. ``unrestored`` counts the placeholders that stayed: those that are neither in the map
    nor in the user's text, and loose spellings that may be the user's own text.

    >>> restorer = Restorer(ReplacementMap({"[NAME1]": Original("Ann")}), Channel.TEXT)
    >>> [restorer.feed("Dear [NA"), restorer.feed("ME1]'s friend"), restorer.finish()]
    ['Dear ', "Ann's friend", '']
    """

    def __init__(
        self, replacement_map: ReplacementMap, channel: Channel, types: Mapping[str, JsonType] = _NO_TYPES
    ) -> None:
        """``types`` are what schemas say of the values under a key, in JSON."""
        self._originals = replacement_map.originals
        self._ambiguous = replacement_map.ambiguous
        self._identifiers = replacement_map.identifiers
        self._channel = channel
        self._types = types
        self._spellings = _spellings(replacement_map, channel, types)
        self._json = JsonInProse()
        self._read = ""  # the end of what was read, long enough for the last key
        self._before = ""  # the last character returned, as it was written
        self._held = ""
        self._in_string = False  # whether the next character is inside a JSON string
        self.unrestored = 0

    def feed(self, piece: str) -> str:
        """Returns what is certain after this piece."""
        return self._advance(piece, last=False)

    def finish(self, piece: str = "") -> str:
        """Returns what was held back, and this last piece."""
        return self._advance(piece, last=True)

    def __repr__(self) -> str:
        return f"Restorer(channel={self._channel.value!r}, held={len(self._held)}, unrestored={self.unrestored})"

    def _advance(self, piece: str, *, last: bool) -> str:
        raw = self._before + self._held + piece
        reading = JsonText(raw, last=last) if self._channel is Channel.JSON else PlainText(raw)
        text, done = reading.text, min(1, len(self._before))
        limit = len(text) if last else self._limit(text, done)
        counted = done
        pieces: list[str] = []
        for match in self._spellings.whole.finditer(text, done):
            if match.start() >= limit:
                break
            self._pass(text, counted, match.start())
            counted = match.start()
            if (original := self._original(match)) is not None:
                start, end, restored = self._restored(match, original)
                pieces += (reading.raw(done, start), restored)
                done = end
        self._pass(text, counted, limit)
        pieces.append(reading.raw(done, limit))
        self._before = reading.raw(max(limit - 1, 0), limit)
        self._held = reading.raw(limit, len(text)) + reading.rest
        return "".join(pieces)

    def _pass(self, text: str, start: int, end: int) -> None:
        """Follows the text between two offsets: into and out of JSON and its strings."""
        if self._channel is Channel.MIXED:
            self._json.read(text[start:end])
            self._in_string = self._json.in_string
        elif self._channel is Channel.JSON:
            self._in_string ^= text.count('"', start, end) % 2 == 1
            if self._types:
                self._read = (self._read + text[start:end])[-_LONGEST_KEY:]

    def _limit(self, text: str, start: int) -> int:
        """Returns the offset before which nothing depends on the next piece."""
        open_end = self._spellings.open_end.search(text, max(start, len(text) - self._spellings.reach))
        limit = open_end.start() if open_end else len(text)
        if self._spellings is QUOTED and limit > start and text[limit - 1] == '"':
            opens = self._in_string == (text.count('"', start, limit - 1) % 2 == 1)
            return limit - 1 if opens else limit
        return limit

    def _original(self, match: re.Match[str]) -> Original | None:
        exact = self._originals.get(match.group())
        if exact is not None:
            return exact
        meant = placeholder(match)
        original = self._originals.get(meant)
        is_own = meant in self._ambiguous
        in_name = self._channel is Channel.NAME
        is_ours = is_wrapped(match) or meant in self._identifiers
        if original is not None and (in_name or (is_ours and not is_own)):
            return original
        self.unrestored += original is not None or (is_wrapped(match) and not is_own)
        return None

    def _restored(self, match: re.Match[str], original: Original) -> tuple[int, int, str]:
        """Returns the start and end of what is replaced, and the text that replaces it."""
        start, end = match.span()
        if not (self._channel is Channel.JSON or self._json.in_json):
            return start, end, f"{marks(match)}{written(match, original.text)}{marks(match)}"
        is_number = self._is_number(original)
        if not self._in_string:
            return start, end, original.text if is_number else _json_string(original.text)
        is_quoted = self._spellings is QUOTED and match.string[start - 1] == '"'
        if is_number and is_quoted and _VALUE_END.match(match.string, end):
            return start - 1, end + 1, original.text
        return start, end, f"{marks(match)}{_json_string(written(match, original.text))[1:-1]}{marks(match)}"

    def _is_number(self, original: Original) -> bool:
        """Whether an original is a number here: as the schema says of the last key, or else as it was sent."""
        keys = _KEY.findall(self._read) if self._types else []
        expected = self._types.get(keys[-1]) if keys else None
        if expected is None or not _JSON_NUMBER.fullmatch(original.text):
            return original.is_number
        return expected is JsonType.NUMBER


def _spellings(replacement_map: ReplacementMap, channel: Channel, types: Mapping[str, JsonType]) -> Spellings:
    if channel is not Channel.JSON:
        return NAME if channel is Channel.NAME else TEXT
    is_any_number = any(original.is_number for original in replacement_map.values())
    return QUOTED if is_any_number or JsonType.NUMBER in types.values() else TEXT


def _json_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
