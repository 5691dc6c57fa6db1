"""Letters and digits in other guises: full-width, styled, of another script, and look-alikes inside Latin words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from unicodedata import decimal, normalize

from gateway.detection.characters import LOOK_ALIKES
from gateway.detection.views.view import Edit, View, edited

_BEYOND_LATIN_1: Final = re.compile(r"[^\x00-\xff]")
_FULL_WIDTH: Final = re.compile("[\uff01-\uff5e]++")
_FULL_WIDTH_VALUE: Final = re.compile("[\uff10-\uff19\uff20-\uff3a\uff41-\uff5a]|\\A[\uff0b\uff0d\uff0e\uff3f]\\Z")
_NARROW: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_LATIN: Final = re.compile("[A-Za-z]")
_MIXED: Final = re.compile(f"[A-Za-z][{''.join(LOOK_ALIKES)}]|[{''.join(LOOK_ALIKES)}][A-Za-z]")
_WORD: Final = re.compile(r"[^\W_]++")
_LOOK_ALIKES: Final = str.maketrans(dict(LOOK_ALIKES))
# Everyday signs that stand for more than letters.
_SIGNS: Final = "™℠№"


def read(text: str) -> View | None:
    """What a text says in plain letters and digits; None where it says the same.

    A letter of another script is taken for the Latin one that it looks like only in a word that has Latin letters too,
    so that Russian and Greek stay what they are.

    >>> read("ｊｏｈｎ＠acme．example, \U0001d400nn \\u0421live, ４１５ ٤١").text
    'john@acme.example, Ann Clive, 415 41'
    >>> read("Иван, ты где？") is None
    True
    """
    if text.isascii():
        return None
    guises = {each: said for each in set(_BEYOND_LATIN_1.findall(text)) if (said := _plain(each))}
    plain = _FULL_WIDTH.sub(_narrow, text)
    plain = plain.translate({ord(each): said for each, said in guises.items() if len(said) == 1})
    if _MIXED.search(plain):
        plain = _WORD.sub(_latin, plain)
    edits = list(_expansions(plain, {each: said for each, said in guises.items() if len(said) > 1}))
    return edited(plain, edits) if edits or plain != text else None


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """The ASCII letters or digits that a character is a form of; empty if it is none."""
    if character.isdecimal():
        return str(decimal(character))
    said = normalize("NFKC", character)
    return said if said.isascii() and said.isalnum() and character not in _SIGNS else ""


def _narrow(run: re.Match[str]) -> str:
    """Full-width punctuation by itself is that of a Chinese or Japanese sentence."""
    return run[0].translate(_NARROW) if _FULL_WIDTH_VALUE.search(run[0]) else run[0]


def _latin(word: re.Match[str]) -> str:
    return word[0].translate(_LOOK_ALIKES) if _LATIN.search(word[0]) else word[0]


def _expansions(text: str, ligatures: dict[str, str]) -> Iterator[Edit]:
    if not ligatures:
        return
    for found in re.finditer(f"[{re.escape(''.join(ligatures))}]", text):
        yield Edit(*found.span(), ligatures[found[0]])
