"""What a word is by itself: what its spelling, its ending, its look and its group say of it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.spelling import LINE, row_in, spellings
from gateway.detection.circumstances.surroundings import Rows

KINDS: Final = 11
ENDINGS: Final = 2048
_ENDING: Final = 3


@dataclass(frozen=True, repr=False)
class WordTraits:
    """A word by itself, as rows of the network's tables: its vector, its own weights, its ending, kind and group."""

    vectors: Rows
    own: Rows
    endings: Rows
    kinds: Rows
    groups: Rows


def features(forms: Sequence[str], known: Mapping[str, int], met: Mapping[str, int], alike: WordGroups) -> WordTraits:
    """Returns the rows of words in tables of which these words have rows; the last one is that of all other vectors.

    >>> rows = features(["Her", "her", "x"], {"her": 0}, {"her": 1}, WordGroups.of({"x": 5}))
    >>> rows.vectors.tolist(), rows.own.tolist(), rows.kinds.tolist(), rows.groups.tolist()
    ([0, 0, -1], [1, 1, 0], [7, 6, 6], [0, 0, 5])
    """
    words = [spellings(form) for form in forms]
    return WordTraits(
        _rows([row_in(known, each) for each in words]),
        _rows([met.get(itself, 0) for itself, *_ in words]),
        _rows([zlib.crc32(itself[-_ENDING:].encode(errors="replace")) % ENDINGS for itself, *_ in words]),
        _rows([kind(each) for each in forms]),
        alike.rows(words),
    )


def kind(form: str) -> int:
    r"""Returns what a word looks like: a line break, a number of few or many digits, its letters' case, a sign.

    >>> [kind(each) for each in ("\n", "7", "2024", "ill", "Ill", "HIV", "iPad", ".")]
    [0, 2, 5, 6, 7, 8, 9, 10]
    """
    if form[0] == LINE:
        return 0
    if form[0].isdigit():
        return 1 + min(len(form), 4)
    if not form[0].isalpha():
        return 10
    if form.islower():
        return 6
    if form.isupper() and len(form) > 1:
        return 8
    return 7 if form[0].isupper() else 9


def _rows(numbers: list[int]) -> Rows:
    return np.array(numbers, dtype=np.intp)
