"""What a text says when its encodings are undone: base64, hexadecimal, URL encoding and reversal."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import unhexlify
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote_plus

_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_HEX: Final = re.compile(r"[0-9A-Fa-f]{2}(?:[ :,-]?(?:0x|\\x)?[0-9A-Fa-f]{2}){3,}")
_HEX_JOINTS: Final = re.compile(r"[ :,-]|0x|\\x")
_URL_SAFE: Final = str.maketrans("-_", "+/")


def undone(text: str) -> Iterator[str]:
    """Return the text with each encoding undone; each part that may be base64 or hexadecimal is decoded on its own.

    >>> "a@b.example" in list(undone("YUBiLmV4YW1wbGU=")), "a@b.example" in list(undone("a%40b.example"))
    (True, True)
    """
    yield text[::-1]
    if "%" in text or "+" in text:
        yield unquote_plus(text)
        yield unquote_plus(unquote_plus(text))
    for match in _HEX.finditer(text):
        digits = _HEX_JOINTS.sub("", match.group())
        for start in (0, 1):
            run = digits[start:]
            yield unhexlify(run[: len(run) // 2 * 2]).decode("utf-8", "replace")
    for match in _BASE64.finditer(text):
        letters = match.group().translate(_URL_SAFE)
        # What stands right before may have shifted the groups of four.
        for start in range(4):
            run = letters[start:]
            yield b64decode(run[: len(run) // 4 * 4] + _rest(run)).decode("utf-8", "replace")


def _rest(run: str) -> str:
    """The last, incomplete group of four, padded; a single letter encodes no byte."""
    over = run[len(run) // 4 * 4 :]
    return over + "=" * (4 - len(over)) if len(over) >= 2 else ""
