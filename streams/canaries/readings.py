"""What else a text says: with spelled digits, escapes, URL encoding, base64 and hexadecimal undone.

A reading knows where its characters come from. Which readings are worth a look is decided by hints that cost less than
a microsecond, so that ordinary texts are read once.
"""

from __future__ import annotations

import re
from array import array
from base64 import b64decode
from binascii import unhexlify
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from streams.canaries.folding import DIGIT_WORDS, WORD, latin
from streams.canaries.forms import Form

RUN: Final = 12  # letters of base64 that nine bytes need
HEX_RUN: Final = 16
ESCAPED_TIMES: Final = 2  # JSON in a string of JSON, as in the arguments of a tool call

_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))", re.DOTALL)
_WHITE: Final = frozenset("nrtbf")
_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_HEX: Final = re.compile(r"[0-9A-Fa-f]{2}(?:[ :,-]?(?:0x|\\x)?[0-9A-Fa-f]{2}){3,}")
_HEX_JOINTS: Final = re.compile(r"[ :,-]|0x|\\x")
_URL_SAFE: Final = str.maketrans("-_", "+/")

_X: Final = ord("x")
_RUN: Final = b"x" * RUN
_HEX_RUN: Final = b"x" * HEX_RUN
_BASE64_CLASS: Final = bytes(_X if chr(code).isalnum() or code in b"+/_-" else 0 for code in range(128)) + bytes(128)
_HEX_CLASS: Final = bytes(_X if code in b"0123456789abcdefx" else 0 for code in range(256))
_PRINTABLE: Final = bytes(_X if 32 <= code < 127 else 0 for code in range(256))
_PRINTABLE_RUN: Final = b"x" * 8


@dataclass(frozen=True, slots=True, repr=False)
class TextReading:
    """A way to read a text.

    ``origins`` has for each character its place in the text, None where all of it comes from ``extent``. ``best`` is
    the first form in which a canary can stand in it.
    """

    text: str
    origins: Sequence[int] | None
    extent: tuple[int, int]
    best: Form

    def __repr__(self) -> str:
        return f"TextReading(characters={len(self.text)}, best={self.best.value!r})"

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Returns where in the text the characters from ``start`` up to ``end`` of this reading come from."""
        return self.extent if self.origins is None else (self.origins[start], self.origins[end - 1] + 1)


def as_written(text: str) -> TextReading:
    """Returns the text itself as a reading."""
    return TextReading(text, range(len(text)), (0, len(text)), Form.VERBATIM)


def hints(text: str, folded: bytes) -> bool:
    """Returns whether something in a text hints at another reading; ``folded`` are its letters.

    >>> hints("Nothing hidden here.", b"nothinghiddenhere"), hints("a%40b", b"a40b")
    (False, True)
    """
    return (
        "\\" in text
        or "%" in text
        or _RUN in text.encode("ascii", "replace").translate(_BASE64_CLASS)
        or _HEX_RUN in folded.translate(_HEX_CLASS)
    )


def hinted(text: str, folded: bytes) -> Iterator[TextReading]:
    """Yields the readings of a text that something in it hints at; ``folded`` are its letters.

    >>> [reading.text for reading in hinted("a%40b.example", b"a40bexample")]
    ['a@b.example']
    >>> list(hinted("Nothing hidden here.", b"nothinghiddenhere"))
    []
    """
    written, *unescaped = _without_escapes(text)
    yield from unescaped
    plain = [written, *unescaped][-1]
    if "%" in text:
        yield from _from_url(plain)
    if _HEX_RUN in folded.translate(_HEX_CLASS):
        yield from _from_hex(text)
    yield from _from_base64(plain)


def thorough(text: str) -> Iterator[TextReading]:
    """Yields every reading of a short text, also those that nothing hints at: digits spelled one by one, reversed.

    >>> "nap" in [reading.text for reading in thorough("pan")]
    True
    """
    written, *unescaped = _without_escapes(text)
    yield spelled(text)
    yield TextReading(text[::-1], None, (0, len(text)), Form.ENCODED)
    yield from unescaped
    plain = [written, *unescaped][-1]
    yield from _from_url(plain)
    yield from _from_hex(text)
    yield from _from_base64(plain)


def _without_escapes(text: str) -> Iterator[TextReading]:
    """Yields the text as it is written, then without JSON's escapes, as often as these are undone."""
    reading = as_written(text)
    yield reading
    for _ in range(ESCAPED_TIMES):
        if "\\" in reading.text:
            reading = _replaced(reading, _ESCAPE, _unescaped)
            yield reading


def spelled(text: str) -> TextReading:
    """Returns the reading in which spelled digits are digits.

    >>> spelled("Call five five five").text
    'call 5 5 5'
    """
    folded = [latin(character) for character in text]
    origins = array("I", (index for index, characters in enumerate(folded) for _ in characters))
    plain = TextReading("".join(folded), origins, (0, len(text)), Form.NORMALISED)
    return _replaced(plain, WORD, lambda match: DIGIT_WORDS.get(match.group(), match.group()), Form.NORMALISED)


def _replaced(
    reading: TextReading, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str], best: Form = Form.ENCODED
) -> TextReading:
    assert reading.origins is not None
    pieces: list[str] = []
    origins = array("I")  # texts may have millions of characters
    end = 0
    for match in pattern.finditer(reading.text):
        new = replace(match)
        pieces += [reading.text[end : match.start()], new]
        origins.extend(reading.origins[end : match.start()])
        origins.extend([reading.origins[match.start()]] * len(new))
        end = match.end()
    origins.extend(reading.origins[end:])
    return TextReading("".join([*pieces, reading.text[end:]]), origins, reading.extent, best)


def _unescaped(match: re.Match[str]) -> str:
    code, byte, single = match.groups()
    if single is not None:
        return " " if single in _WHITE else str(single)
    return chr(int(code or byte, 16))


def _from_url(reading: TextReading) -> Iterator[TextReading]:
    once = _replaced(reading, _PERCENT, _unquoted)
    yield once
    if "%" in once.text:
        yield _replaced(once, _PERCENT, _unquoted)


def _unquoted(match: re.Match[str]) -> str:
    return unhexlify(match.group().replace("%", "")).decode("utf-8", "replace")


def _from_hex(text: str) -> Iterator[TextReading]:
    for match in _HEX.finditer(text):
        digits = _HEX_JOINTS.sub("", match.group())
        for start in (0, 1):
            run = digits[start:]
            decoded = unhexlify(run[: len(run) // 2 * 2])
            if _may_be_text(decoded):
                yield TextReading(decoded.decode("utf-8", "replace"), None, match.span(), Form.ENCODED)


def _from_base64(reading: TextReading) -> Iterator[TextReading]:
    raw = reading.text.encode("ascii", "replace")
    classes = raw.translate(_BASE64_CLASS)
    start = classes.find(_RUN)
    while start >= 0:
        end = classes.find(0, start)
        end = len(classes) if end < 0 else end
        run = reading.text[start:end]
        if not run.islower():  # a text's base64 has capitals, or it is very short
            yield from _decoded(run.translate(_URL_SAFE), reading.place(start, end))
        start = classes.find(_RUN, end)


def _decoded(run: str, extent: tuple[int, int]) -> Iterator[TextReading]:
    # What stands right before may have shifted the groups of four.
    for start in range(4):
        decoded = b64decode(run[start : start + (len(run) - start) // 4 * 4] + _rest(run[start:]))
        if _may_be_text(decoded):
            yield TextReading(decoded.decode("utf-8", "replace"), None, extent, Form.ENCODED)


def _rest(run: str) -> str:
    """The last, incomplete group of four, padded; a single letter encodes no byte."""
    over = run[len(run) // 4 * 4 :]
    return over + "=" * (4 - len(over)) if len(over) >= 2 else ""


def _may_be_text(decoded: bytes) -> bool:
    """Whether eight printable characters stand in a row, or all is UTF-8: what decodes by chance is hardly ever so."""
    if _PRINTABLE_RUN in decoded.translate(_PRINTABLE):
        return True
    try:
        return bool(decoded.decode())
    except UnicodeDecodeError:
        return False
