"""One spelling for texts that differ only in case, width, spacing, punctuation, look-alike letters or spelled digits.

Every character is folded by itself, so that a place in what was folded can be traced to the text.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator
from typing import Final

from gateway.detection.characters import LOOK_ALIKES

# What no normal form turns into the ASCII letter that it looks like, here without case.
_LOOK_ALIKES: Final = str.maketrans(
    {letter.casefold(): latin.casefold() for letter, latin in LOOK_ALIKES.items()}
    | {letter: latin for letter, latin in LOOK_ALIKES.items() if letter.islower()}
    | {"đ": "d", "ı": "i", "ł": "l", "ø": "o"}
)
DIGIT_WORDS: Final = {
    word: str(digit)
    for digit, words in enumerate(("zero oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))
    for word in words.split()
}
WORD: Final = re.compile(r"[^\W_]+")


class _Latin(dict[int, str]):
    """Each character without case, accents and disguise, as it is asked for."""

    def __missing__(self, code: int) -> str:
        # A capital may look like another letter than its small form does: Η like H, η like n.
        character = LOOK_ALIKES.get(chr(code), chr(code))
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
        self[code] = "".join(map(_digit, filter(_is_seen, plain))).translate(_LOOK_ALIKES)
        return self[code]


class _Letters(dict[int, str]):
    """Of each character the letters and digits that it folds to."""

    def __missing__(self, code: int) -> str:
        self[code] = "".join(filter(str.isalnum, _LATIN[code]))
        return self[code]


def _is_seen(character: str) -> bool:
    """False for accents, zero-width spaces and joiners."""
    return unicodedata.category(character) not in ("Mn", "Me", "Cf")


def _digit(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character


_LATIN: Final = _Latin()
_LETTERS: Final = _Letters()
_LOWER: Final = bytes(range(128)).lower() + bytes(range(128, 256))
_NO_LETTERS: Final = bytes(code for code in range(128) if not chr(code).isalnum())


def latin(text: str) -> str:
    """Returns the text without case, accents, zero-width characters and look-alikes; punctuation stays.

    >>> latin("Раte №4!")
    'pate no4!'
    """
    return text.casefold() if text.isascii() else text.translate(_LATIN)


def words(text: str) -> Iterator[str]:
    """Returns the words of a text, folded: case, accents, look-alikes and spelled digits are gone.

    >>> list(words("Call Five-5-five, Раte!"))
    ['call', '5', '5', '5', 'pate']
    """
    for word in WORD.findall(latin(text)):
        yield DIGIT_WORDS.get(word, word)


def fold(text: str) -> str:
    """Returns the letters and digits of a text, folded.

    >>> fold("Alex.PATEL (at) examp1e"), fold("four one five-0199")
    ('alexpatelatexamp1e', '4150199')
    """
    return "".join(words(text))


def letters(text: str) -> bytes:
    """Returns the letters and digits of a text as UTF-8, folded but for spelled digits.

    >>> letters("Alex.PATEL one"), letters("Раte")
    (b'alexpatelone', b'pate')
    """
    if text.isascii():
        return text.encode().translate(_LOWER, _NO_LETTERS)
    return text.translate(_LETTERS).encode()


def places(text: str) -> array[int]:
    """Returns for each byte of ``letters(text)`` the index of the character that it came from.

    >>> places("a-b").tolist(), places("½!").tolist()
    ([0, 2], [0, 0])
    """
    return array("I", (index for index, character in enumerate(text) for _ in _LETTERS[ord(character)].encode()))
