"""The words of a text as small numbers, and the joint features that two or three of them make together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import GAPS, KINDS, LINES, gap_kind, line_kind
from gateway.detection.names.words import Words

Indices = NDArray[np.int32]

_KINDS: Final = KINDS + 1  # and none, beyond either end
_NO_KIND: Final = KINDS
_GAPS: Final = len(GAPS)
_LINES: Final = len(LINES)


@dataclass(frozen=True, slots=True, repr=False)
class Numbered:
    """Of each word its kind, its cue (0 for none) and its line's kind; of each gap, one more, its kind."""

    kinds: Indices
    cues: Indices
    lines: Indices
    gaps: Indices


class GapKinds(dict[str, int]):
    """Remembers the kinds of gaps, which are few."""

    _LIMIT: Final = 4096

    def __missing__(self, gap: str) -> int:
        if len(self) >= self._LIMIT:
            self.clear()
        found = self[gap] = gap_kind(gap)
        return found


def numbered(
    text: str, words: Words, kinds: Indices, cues: Indices, gap_kind_of: Callable[[str], int] = gap_kind
) -> Numbered:
    """The numbers of a text's words, given those that a word has by itself."""
    gaps = np.fromiter(map(gap_kind_of, words.gaps), dtype=np.int32, count=len(words.gaps))
    return Numbered(kinds, cues, _lines(text, words), gaps)


def _lines(text: str, words: Words) -> Indices:
    lines = text.split("\n")
    ends = list(accumulate(len(line) + 1 for line in lines))
    of_lines = np.fromiter(map(line_kind, lines), dtype=np.int32, count=len(lines))
    return np.asarray(of_lines[np.searchsorted(ends, words.starts, side="right")], dtype=np.int32)


_Feature = Callable[["_Shifted"], Indices]


class _Shifted:
    """A text's numbers, as seen from each word: ``kinds[1]`` is the kind of the next word."""

    def __init__(self, numbered: Numbered) -> None:
        count = len(numbered.kinds)
        kinds = np.pad(numbered.kinds, 2, constant_values=_NO_KIND)
        cues = np.pad(numbered.cues, 2)
        gaps = np.pad(numbered.gaps, 1)
        self.kinds = {at: kinds[2 + at : 2 + at + count] for at in (-2, -1, 0, 1, 2)}
        self.cues = {at: cues[2 + at : 2 + at + count] for at in (-2, -1, 0, 1, 2)}
        self.gaps = {at: gaps[1 + at : 1 + at + count] for at in (-1, 0, 1, 2)}  # 0 before the word, 1 after it
        self.lines = numbered.lines


def _layout(cues: int) -> Mapping[_Feature, int]:
    return {
        lambda at: at.kinds[-1] * _KINDS + at.kinds[0]: _KINDS * _KINDS,
        lambda at: at.kinds[0] * _KINDS + at.kinds[1]: _KINDS * _KINDS,
        lambda at: at.kinds[-2] * _KINDS + at.kinds[-1]: _KINDS * _KINDS,
        lambda at: at.gaps[0] * _KINDS + at.kinds[0]: _GAPS * _KINDS,
        lambda at: at.gaps[1] * _KINDS + at.kinds[0]: _GAPS * _KINDS,
        lambda at: at.gaps[0] * _GAPS + at.gaps[1]: _GAPS * _GAPS,
        lambda at: at.gaps[-1] * _GAPS + at.gaps[2]: _GAPS * _GAPS,
        lambda at: at.lines * _KINDS + at.kinds[0]: _LINES * _KINDS,
        lambda at: at.cues[-1] * _KINDS + at.kinds[0]: cues * _KINDS,
        lambda at: at.cues[1] * _KINDS + at.kinds[0]: cues * _KINDS,
        lambda at: at.cues[-2] * _KINDS + at.kinds[0]: cues * _KINDS,
    }


def joint_size(cues: int) -> int:
    """How many joint features there are with so many cues."""
    return sum(_layout(cues).values())


def joint(numbered: Numbered, cues: int) -> Indices:
    """The joint features of each word: a row a word, each number below ``joint_size``."""
    shifted = _Shifted(numbered)
    columns = []
    first = 0
    for feature, size in _layout(cues).items():
        columns.append(feature(shifted) + first)
        first += size
    return np.stack(columns, axis=1) if len(numbered.kinds) else np.zeros((0, len(columns)), dtype=np.int32)
