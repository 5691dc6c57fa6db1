"""Disguised letters and digits: full-width, styled, from other scripts, and look-alikes inside Latin words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final
from unicodedata import decimal, normalize

from gateway.detection.characters import LOOK_ALIKES
from gateway.detection.views.view import Edit, View, edited

_BEYOND_LATIN_1: Final = re.compile(r"[^\x00-\xff]+")
_FULL_WIDTH: Final = re.compile("[\uff01-\uff5e]++")
_NARROW: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_FULL_WIDTH_SIGNS: Final = frozenset(
    chr(wide) for wide, narrow in _NARROW.items() if chr(narrow).isalnum() or chr(narrow) in "@.+-_"
)
_LATIN: Final = re.compile("[A-Za-z]")
_WORD: Final = re.compile(r"[^\W_]++")
_LOOK_ALIKES: Final = str.maketrans(dict(LOOK_ALIKES))
_FOREIGN_LOOKS: Final = frozenset(LOOK_ALIKES)
# Everyday signs that mean more than their letters.
_SIGNS: Final = "™℠№"


def read(text: str) -> View | None:
    """Returns the text in plain letters and digits; None if that changes nothing.

    A look-alike letter of another script becomes the Latin one only in a word that also has Latin letters, so Russian
    and Greek words stay unchanged.

    >>> read("ｊｏｈｎ＠acme．example, \U0001d400nn \\u0421live, ４１５ ٤١").text
    'john@acme.example, Ann Clive, 415 41'
    >>> read("Иван, ты где？") is None
    True
    """
    foreign = frozenset() if text.isascii() else frozenset().union(*_BEYOND_LATIN_1.findall(text))
    if not foreign:
        return None
    guises = {each: said for each in foreign if (said := _plain(each))}
    plain = text if foreign.isdisjoint(_FULL_WIDTH_SIGNS) else _FULL_WIDTH.sub(_narrow, text)
    if guises:
        plain = plain.translate({ord(each): said for each, said in guises.items() if len(said) == 1})
    if not foreign.isdisjoint(_FOREIGN_LOOKS):
        plain = _WORD.sub(_latin, plain)
    ligatures = {each: said for each, said in guises.items() if len(said) > 1}
    spread = edited(plain, _spread(plain, ligatures)) if ligatures else None
    return spread or (View(plain) if plain != text else None)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """Returns the ASCII letters or digits for a variant character; empty if it is no variant."""
    if character.isdecimal():
        return str(decimal(character))
    said = normalize("NFKC", character)
    return said if said.isascii() and said.isalnum() and character not in _SIGNS else ""


def _narrow(run: re.Match[str]) -> str:
    """Returns a run in normal width; a run of only punctuation belongs to a Chinese or Japanese sentence and stays."""
    return run[0] if _FULL_WIDTH_SIGNS.isdisjoint(run[0]) else run[0].translate(_NARROW)


def _latin(word: re.Match[str]) -> str:
    return word[0].translate(_LOOK_ALIKES) if _LATIN.search(word[0]) else word[0]


def _spread(text: str, ligatures: Mapping[str, str]) -> Iterator[Edit]:
    for at, character in enumerate(text):
        if said := ligatures.get(character):
            yield Edit(at, at + 1, said)
