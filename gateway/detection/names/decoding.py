"""From the scores of words to spans of whole words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.contexts import Indices
from gateway.detection.names.features import GAPS
from gateway.detection.names.weights import Floats
from gateway.types import EntityType

NEIGHBOUR: Final = 0.5  # beside a word that counts, this share of the threshold is enough
_SWITCH: Final = 2.0  # nats that a change of type inside a run must gain

_TIGHT: Final = frozenset(GAPS.index(gap) for gap in ("space", "-", "dash", "'", ".", "_", "&", "/"))
_LOOSE: Final = _TIGHT | {GAPS.index(gap) for gap in ("comma", "line", "wide", "#", "colon", "sentence")}
_IS_TIGHT: Final = np.array([gap in _TIGHT for gap in range(len(GAPS))])
_LOOSELY_WRITTEN: Final = frozenset({EntityType.ADDRESS})

Run = tuple[int, int]
Truths = NDArray[np.bool_]


def counting(scores: Floats, thresholds: Floats, joins: np.typing.NDArray[np.bool_]) -> np.typing.NDArray[np.bool_]:
    """Which words count: those at their threshold, and those beside them, joined to them, at half of it."""
    sure = scores >= thresholds
    near = scores >= NEIGHBOUR * thresholds
    before = np.zeros_like(sure)
    after = np.zeros_like(sure)
    before[1:] = sure[:-1] & joins[1:]
    after[:-1] = sure[1:] & joins[1:]
    return np.asarray(sure | (near & (before | after)))


def tight(gaps: Indices) -> np.typing.NDArray[np.bool_]:
    """Of each word, whether the gap before it joins it to the word before."""
    return np.asarray(_IS_TIGHT[gaps[:-1]])


def runs(
    counts: np.typing.NDArray[np.bool_], best: Indices, gaps: Indices, types: tuple[EntityType, ...]
) -> Iterator[Run]:
    """Half-open runs of words that count and stand together."""
    start = last = -2
    kinds, of_words = gaps.tolist(), best.tolist()
    for at in np.flatnonzero(counts).tolist():
        if at != last + 1 or not _joined(at, of_words, kinds, types):
            if last >= 0:
                yield start, last + 1
            start = at
        last = at
    if last >= 0:
        yield start, last + 1


def _joined(at: int, best: list[int], gaps: list[int], types: tuple[EntityType, ...]) -> bool:
    loosely = best[at] == best[at - 1] and types[best[at]] in _LOOSELY_WRITTEN
    return gaps[at] in (_LOOSE if loosely else _TIGHT)


def typed(logits: Floats) -> list[int]:
    """The types of a run's words that fit them best, changing only where that pays.

    >>> typed(np.array([[3, 0], [0, 1], [3, 0]], dtype=np.float32)), typed(np.array([[9, 0], [0, 9]], dtype=np.float32))
    ([0, 0, 0], [0, 1])
    """
    best: list[int] = logits.argmax(axis=1).tolist()
    if best.count(best[0]) == len(best):
        return best
    total = logits[0]
    back = []
    for row in logits[1:]:
        change = int(total.argmax())
        stays = total >= total[change] - _SWITCH
        back.append(np.where(stays, np.arange(len(total)), change))
        total = np.where(stays, total, total[change] - _SWITCH) + row
    path = [int(total.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    return path[::-1]
