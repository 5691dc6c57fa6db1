"""The words of a text as small numbers, and the joint features that two or three of them make together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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


class GapKinds:
    """Remembers the kinds of gaps, which are few."""

    _LIMIT: Final = 4096

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def of(self, gaps: Sequence[str]) -> Indices:
        """The kinds of some gaps, in their order."""
        try:
            return self._kinds(gaps)
        except KeyError:
            if len(self._known) > self._LIMIT:
                self._known.clear()
            self._known |= {gap: gap_kind(gap) for gap in set(gaps) - self._known.keys()}
            return self._kinds(gaps)

    def _kinds(self, gaps: Sequence[str]) -> Indices:
        return np.fromiter(map(self._known.__getitem__, gaps), dtype=np.int32, count=len(gaps))


def line_kinds(text: str, words: Words) -> Indices:
    """Of each word the kind of its line."""
    lines = text.split("\n")
    ends = list(accumulate(len(line) + 1 for line in lines))
    of_lines = np.fromiter(map(line_kind, lines), dtype=np.int32, count=len(lines))
    return np.asarray(of_lines[np.searchsorted(ends, words.starts, side="right")], dtype=np.int32)


_Feature = Callable[["_Shifted"], Indices]


class _Shifted:
    """A text's numbers, as seen from each word: ``kinds[1]`` is the kind of the next word."""

    def __init__(self, numbered: Numbered) -> None:
        count = len(numbered.kinds)
        kinds = _padded(numbered.kinds, 2, _NO_KIND)
        cues = _padded(numbered.cues, 2, 0)
        gaps = _padded(numbered.gaps, 1, 0)
        self.kinds = {at: kinds[2 + at : 2 + at + count] for at in (-2, -1, 0, 1, 2)}
        self.cues = {at: cues[2 + at : 2 + at + count] for at in (-2, -1, 0, 1, 2)}
        self.gaps = {at: gaps[1 + at : 1 + at + count] for at in (-1, 0, 1, 2)}  # 0 before the word, 1 after it
        self.lines = numbered.lines


def _padded(numbers: Indices, width: int, value: int) -> Indices:
    padded = np.full(len(numbers) + 2 * width, value, dtype=np.int32)
    padded[width:-width] = numbers
    return padded


@cache
def _layout(cues: int) -> Mapping[_Feature, int]:
    return {
        lambda at: at.kinds[-1] * _KINDS + at.kinds[0]: _KINDS * _KINDS,
        lambda at: at.kinds[0] * _KINDS + at.kinds[1]: _KINDS * _KINDS,
        lambda at: at.kinds[-2] * _KINDS + at.kinds[-1]: _KINDS * _KINDS,
        lambda at: at.gaps[0] * _KINDS + at.kinds[0]: _GAPS * _KINDS,
        lambda at: at.gaps[1] * _KINDS + at.kinds[0]: _GAPS * _KINDS,
        lambda at: at.gaps[0] * _GAPS + at.gaps[1]: _GAPS * _GAPS,
        lambda at: at.gaps[-1] * _GAPS + at.gaps[2]: _GAPS * _GAPS,
        lambda at: at.cues[2] * _KINDS + at.kinds[0]: cues * _KINDS,
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
    layout = _layout(cues)
    features = np.empty((len(numbered.kinds), len(layout)), dtype=np.int32)
    first = 0
    for column, (feature, size) in enumerate(layout.items()):
        features[:, column] = feature(shifted) + first
        first += size
    return features
