"""One spelling for texts that differ only in case, spacing, punctuation, look-alike letters or spelled digits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from gateway.detection.characters import LOOK_ALIKES

# What no normal form turns into the ASCII letter that it looks like, here without case.
_LOOK_ALIKES: Final = str.maketrans(
    {letter.casefold(): latin.casefold() for letter, latin in LOOK_ALIKES.items()}
    | {letter: latin for letter, latin in LOOK_ALIKES.items() if letter.islower()}
    | {"đ": "d", "ı": "i", "ł": "l", "ø": "o"}
)
_DIGIT_WORDS: Final = {
    word: str(digit)
    for digit, words in enumerate(("zero oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))
    for word in words.split()
}
_WORDS: Final = re.compile(r"[^\W_]+")


def words(text: str) -> Iterator[str]:
    """Return the words of a text, folded: case, accents, look-alikes and spelled digits are gone.

    >>> list(words("Call Five-5-five, Раte!"))
    ['call', '5', '5', '5', 'pate']
    """
    plain = text.casefold() if text.isascii() else _latin(text)
    for word in _WORDS.findall(plain):
        yield _DIGIT_WORDS.get(word, word)


def fold(text: str) -> str:
    """Return the letters and digits of a text, folded.

    >>> fold("Alex.PATEL (at) examp1e"), fold("four one five-0199")
    ('alexpatelatexamp1e', '4150199')
    """
    return "".join(words(text))


def _latin(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(map(_digit, filter(_is_seen, plain))).translate(_LOOK_ALIKES)


def _is_seen(character: str) -> bool:
    """False for accents, zero-width spaces and joiners."""
    return unicodedata.category(character) not in ("Mn", "Me", "Cf")


def _digit(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character
