"""Turns scores of words into spans of whole words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import GAPS
from gateway.detection.names.weights import Floats
from gateway.types import EntityType

Run = tuple[int, int]
Part = tuple[int, int, int]
Types = tuple[EntityType, ...]

NEIGHBOUR: Final = 0.5  # share of the threshold that a word beside a counting word needs
_SWITCH: Final = 2.0  # nats that a change of type inside a run must gain

_TIGHT: Final = frozenset(GAPS.index(gap) for gap in ("space", "-", "dash", "'", ".", "_", "&", "/"))
_LOOSE: Final = _TIGHT | {GAPS.index(gap) for gap in ("comma", "line", "wide", "#", "colon", "sentence")}
_LOOSELY_WRITTEN: Final = frozenset({EntityType.ADDRESS})


def counting(scores: Floats, thresholds: Floats, gaps: Sequence[int]) -> list[int]:
    """Returns the words that count: those that reach their threshold, and adjoining ones that reach half of it.

    >>> space = GAPS.index("space")
    >>> counting(np.array([0.9, 0.3, 0.3]), np.array([0.5, 0.5, 0.5]), [0, space, space, 1])
    [0, 1]
    """
    near = np.flatnonzero(scores >= NEIGHBOUR * thresholds)
    is_sure: list[bool] = (scores[near] >= thresholds[near]).tolist()
    candidates: list[int] = near.tolist()
    sure = {at for at, says in zip(candidates, is_sure, strict=True) if says}
    return [
        at
        for at in candidates
        if at in sure or (at - 1 in sure and gaps[at] in _TIGHT) or (at + 1 in sure and gaps[at + 1] in _TIGHT)
    ]


def parts(
    counting: Iterable[int], best: NDArray[np.intp], of_types: Floats, gaps: Sequence[int], types: Types
) -> Iterator[Part]:
    """Yields half-open runs of adjoining words that count, with their type's index; split where the type changes.

    ``of_types`` has the logits of each word, and ``best`` the index of the highest.
    """
    of_words: list[int] = best.tolist()
    for start, end in _runs(counting, of_words, gaps, types):
        is_of_one_type = len(set(of_words[start:end])) == 1
        at = start
        for type_index, group in groupby(of_words[start:end] if is_of_one_type else typed(of_types[start:end])):
            until = at + len(list(group))
            yield at, until, type_index
            at = until


def _runs(counting: Iterable[int], best: Sequence[int], gaps: Sequence[int], types: Types) -> Iterator[Run]:
    """Yields half-open runs of adjoining words that count."""
    start = last = -2
    for at in counting:
        if at != last + 1 or not _joined(at, best, gaps, types):
            if last >= 0:
                yield start, last + 1
            start = at
        last = at
    if last >= 0:
        yield start, last + 1


def _joined(at: int, best: Sequence[int], gaps: Sequence[int], types: Types) -> bool:
    loosely = best[at] == best[at - 1] and types[best[at]] in _LOOSELY_WRITTEN
    return gaps[at] in (_LOOSE if loosely else _TIGHT)


def typed(logits: Floats) -> list[int]:
    """Returns the best-fitting types of a run's words; a change of type must gain more than it costs.

    >>> typed(np.array([[3, 0], [0, 1], [3, 0]], dtype=np.float32)), typed(np.array([[9, 0], [0, 9]], dtype=np.float32))
    ([0, 0, 0], [0, 1])
    """
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
