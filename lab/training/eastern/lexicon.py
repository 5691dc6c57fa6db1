"""Builds the dictionary of known words, and parts the lists in those to train with and those to judge with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Final

import numpy as np

from gateway.detection.eastern.dictionary import LONGEST, Dictionary, EasternClass, runs
from gateway.detection.eastern.units import LINE, has_eastern, split
from lab.training.eastern.filling import is_held_out
from lab.training.eastern.lists import LANGUAGES, Pools, pools

NAMES: Final = (
    EasternClass.SURNAME | EasternClass.GIVEN | EasternClass.PERSON | EasternClass.PLACE | EasternClass.ORGANISATION
)
_PARTED: Final = (
    "surname",
    "given",
    "foreign",
    "foreign_last",
    "nick",
    "place",
    "city",
    "organisation",
    "brand",
    "org",
)
_FEW: Final = 150  # a short list of surnames is whole: everybody has one of them
_FREQUENT: Final = 3000
_CLASSES: Final = {
    "word": EasternClass.WORD,
    "surname": EasternClass.SURNAME,
    "given": EasternClass.GIVEN,
    "nick": EasternClass.GIVEN,
    "foreign": EasternClass.PERSON,
    "foreign_last": EasternClass.PERSON,
    "place": EasternClass.PLACE,
    "city": EasternClass.PLACE,
    "district": EasternClass.PLACE,
    "town": EasternClass.PLACE,
    "prefecture": EasternClass.PLACE,
    "organisation": EasternClass.ORGANISATION,
    "brand": EasternClass.ORGANISATION,
    "org": EasternClass.ORGANISATION,
    "suffix": EasternClass.ORGANISATION,
    "company": EasternClass.ORGANISATION,
    "job": EasternClass.TITLE,
}
_MOST: Final = {"given": 15_000, "surname": 12_000, "foreign": 12_000, "place": 20_000}


def parted(language: str, held_out: bool) -> Pools:
    """Returns the lists of a language with only those names that are for training, or for judging."""
    return {
        kind: [word for word in words if is_held_out(word) is held_out] if _is_parted(kind, words) else words
        for kind, words in pools(language).items()
    }


def _is_parted(kind: str, words: object) -> bool:
    return kind in _PARTED and isinstance(words, list) and len(words) > _FEW


def dictionary(whole: bool) -> Dictionary:
    """Returns the dictionary of all languages, without the names that are for judging unless it is to be whole."""
    entries = [*chain.from_iterable(_entries(language, whole) for language in LANGUAGES)]
    codes = split("\n".join(word for word, _ in entries)).codes
    is_line = codes == LINE
    begins, ends = (np.flatnonzero(edge) + 1 for edge in (is_line[:-1] & ~is_line[1:], ~is_line[:-1] & is_line[1:]))
    hashed = runs(codes)
    classes: dict[int, int] = defaultdict(int)
    for (_, word_class), begin, end in zip(entries, begins.tolist(), ends.tolist(), strict=True):
        if end - begin <= LONGEST:
            classes[int(hashed[end - begin - 1][begin])] |= word_class
    hashes = sorted(classes)
    return Dictionary(np.array(hashes, dtype=np.uint32), np.array([classes[each] for each in hashes], dtype=np.uint8))


def _entries(language: str, whole: bool) -> Iterator[tuple[str, int]]:
    listed = pools(language) if whole else parted(language, held_out=False)
    for kind, word_class in _CLASSES.items():
        for word in listed.get(kind, ())[: _MOST.get(kind)]:
            if has_eastern(word):
                yield word, word_class
    for word in listed["word"][:_FREQUENT]:
        yield word, EasternClass.FREQUENT
