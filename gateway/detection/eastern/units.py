"""Splits texts into units: a letter of Chinese, Japanese or Korean, a cluster of Thai letters, a run of other letters.

Only what stands near such letters is looked at, so a text in other scripts costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.intp]
Codes = NDArray[np.uint32]

REACH: Final = 5  # units to either side that a unit's judgement depends on
FORMS: Final = Path(__file__).parent / "forms.txt"

_THAI: Final = "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e4e"
_SINGLE: Final = (
    "\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
)
_EASTERN: Final = re.compile(f"[{_THAI}{_SINGLE}]")

LINE: Final = 10  # the code of a line break, and of what stands between texts
_SPACE: Final = 32
_LATIN: Final = 65
_DIGITS: Final = 48

_OTHER, _SINGLES, _LEADS, _BASES, _FOLLOWS, _LATINS, _NUMBERS, _SPACES = range(8)


def _kinds() -> NDArray[np.uint8]:
    """Returns the kind of each character of the basic plane; the last one stands for all others."""
    kinds = np.full(0x10000, _OTHER, dtype=np.uint8)
    for at in range(0x250):
        character = chr(at)
        kinds[at] = _LATINS if character.isalpha() else _NUMBERS if character.isdigit() else _OTHER
    for space in " \t\u00a0\u3000":
        kinds[ord(space)] = _SPACES
    for letter in re.findall(f"[{_SINGLE}]", "".join(map(chr, range(0x3000, 0xFB00)))):
        kinds[ord(letter)] = _SINGLES
    kinds[0x0E01:0x0E2F] = _BASES
    kinds[0x0E30:0x0E3B] = _FOLLOWS
    kinds[0x0E40:0x0E45] = _LEADS
    kinds[0x0E45:0x0E4F] = _FOLLOWS
    kinds[0xFF10:0xFF1A] = _NUMBERS
    kinds[0xFFFF] = _OTHER
    return kinds


_KINDS: Final = _kinds()
_ALONE: Final = np.isin(np.arange(8), (_OTHER, _SINGLES, _LEADS))
_IS_EASTERN: Final = np.isin(np.arange(8), (_SINGLES, _LEADS, _BASES, _FOLLOWS))
_CODES: Final = np.array([0, 0, 0, 0, 0, _LATIN, _DIGITS, _SPACE], dtype=np.uint32)


@cache
def simple_forms() -> Mapping[int, int]:
    """Returns the simplified form of Chinese characters that have other forms, as code points.

    >>> "關係".translate(simple_forms())
    '关系'
    """
    lines = FORMS.read_text(encoding="utf-8").splitlines()[1:]
    return {ord(line[0]): ord(line[1]) for line in lines}


def _simple() -> Codes:
    """Returns the code of the simplified form of each character of the basic plane: all forms count as one."""
    simple = np.arange(0x10000, dtype=np.uint32)
    forms = simple_forms()
    simple[list(forms)] = list(forms.values())
    return simple


_SIMPLE: Final = _simple()


@dataclass(frozen=True, slots=True, repr=False)
class Units:
    """The units of a text near its letters of these scripts, with half-open offsets; ``codes`` say what each is.

    Those that ``is_judged`` are the nearest, and line breaks are not. Around each part stand units without an extent,
    so a judged unit sees only what stands near it in the text, whatever follows farther away.
    """

    codes: Codes
    starts: Places
    ends: Places
    is_judged: NDArray[np.bool_]

    def __repr__(self) -> str:
        return f"Units({len(self.codes)})"


def has_eastern(text: str) -> bool:
    """Returns whether a text has a letter of Chinese, Japanese, Korean or Thai.

    >>> has_eastern("王"), has_eastern("สม"), has_eastern("Ann, Анна")
    (True, True, False)
    """
    return not text.isascii() and _EASTERN.search(text) is not None


def split(text: str) -> Units:
    """Returns the units of a text near its letters of these scripts; there must be one.

    >>> units = split("我叫Ann、สมชาย")
    >>> [("我叫Ann、สมชาย"[start:end]) for start, end in zip(units.starts, units.ends, strict=True) if end]
    ['我', '叫', 'Ann', '、', 'ส', 'ม', 'ชา', 'ย']
    """
    written = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    codes = _SIMPLE[np.minimum(written, 0xFFFF)]
    kinds = _KINDS[codes]
    begins = np.flatnonzero(_begins(kinds))
    first = kinds[begins]
    made = np.where(_CODES[first] > 0, _CODES[first], _clusters(codes, begins))
    kept = np.flatnonzero(_near(_IS_EASTERN[first], 2 * REACH + 1))
    is_judged = (_near(_IS_EASTERN[first], REACH) & (made != LINE))[kept]
    breaks = np.append(np.flatnonzero(np.diff(kept, prepend=-2) > 1), len(kept))
    apart = np.repeat(breaks, REACH + 1)
    ends = np.append(begins[1:], len(codes))
    return Units(
        np.insert(made[kept], apart, LINE).astype(np.uint32),
        np.insert(begins[kept], apart, 0),
        np.insert(ends[kept], apart, 0),
        np.insert(is_judged, apart, False),
    )


def _near(is_eastern: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """Returns which units have one of these scripts at most so many units away."""
    count = len(is_eastern)
    total = np.concatenate([[0], np.cumsum(is_eastern)])
    places = np.arange(count)
    return np.asarray(total[np.minimum(places + reach + 1, count)] > total[np.maximum(places - reach, 0)])


def _begins(kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Returns which characters begin a unit."""
    before = np.append(np.uint8(_OTHER), kinds[:-1])
    begins: NDArray[np.bool_] = (kinds != before) | _ALONE[kinds]
    is_thai = (before >= _LEADS) & (before <= _FOLLOWS)
    begins[(kinds == _FOLLOWS) & is_thai] = False
    begins[kinds == _BASES] = before[kinds == _BASES] != _LEADS
    begins[:1] = True
    return begins


def _clusters(codes: Codes, begins: Places) -> Codes:
    """Returns a code for each unit: that of its only character, or a number made of those of all."""
    lengths = np.diff(np.append(begins, len(codes)))
    within = np.arange(len(codes)) - np.repeat(begins, lengths)
    return np.add.reduceat(codes * (1 + 2654435 * within.astype(np.uint32)), begins).astype(np.uint32)
