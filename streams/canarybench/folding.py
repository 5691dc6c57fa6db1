"""One spelling for texts that differ only in case, spacing, punctuation, look-alike letters or spelled digits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

# Cyrillic, Greek and Latin letters that look like an ASCII one and that no normal form turns into it.
_LOOK_ALIKES: Final = {
    ord(letter): plain
    for plain, letters in {
        "a": "аα", "b": "ьβ", "c": "сϲ", "d": "ԁđ", "e": "еεє", "h": "нһ", "i": "іιı", "j": "јϳ", "k": "кκ", "l": "łӏ",
        "m": "м", "n": "ηո", "o": "оοøσ", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "u": "υս", "v": "ѵν", "w": "ԝω",
        "x": "хχ", "y": "уγү", "z": "ᴢ",
    }.items()
    for letter in letters
}  # fmt: skip
_DIGIT_WORDS: Final = {
    word: str(digit)
    for digit, words in enumerate(("zero oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))
    for word in words.split()
}
_WORDS: Final = re.compile(r"[^\W_]+")


def words(text: str) -> Iterator[str]:
    """The words of a text, folded: case, accents, look-alikes and spelled digits are gone.

    >>> list(words("Call Five-5-five, Раte!"))
    ['call', '5', '5', '5', 'pate']
    """
    plain = text.casefold() if text.isascii() else _latin(text)
    for word in _WORDS.findall(plain):
        yield _DIGIT_WORDS.get(word, word)


def fold(text: str) -> str:
    """The letters and digits of a text, folded.

    >>> fold("Alex.PATEL (at) examp1e"), fold("four one five-0199")
    ('alexpatelatexamp1e', '4150199')
    """
    return "".join(words(text))


def _latin(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(map(_digit, filter(_is_seen, plain))).translate(_LOOK_ALIKES)


def _is_seen(character: str) -> bool:
    """Not for accents, and not for zero-width spaces and joiners."""
    return unicodedata.category(character) not in ("Mn", "Me", "Cf")


def _digit(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character
