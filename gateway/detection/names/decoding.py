"""Turns scores of words into spans of whole words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import GAPS
from gateway.detection.names.small_words import FUNCTION_WORDS
from gateway.detection.names.weights import Floats
from gateway.types import EntityType

Run = tuple[int, int]
Part = tuple[int, int, int]
Types = tuple[EntityType, ...]

NEIGHBOUR: Final = 0.25  # share of the threshold that a word beside a counting word needs: half a value is a leak
SMALL_NEIGHBOUR: Final = 0.5  # the share that a function word needs, a label, or a word beside a long number
_LABELS: Final = frozenset({"call", "contact", "email", "mail", "phone", "tel", "text", "write"})
_SWITCH: Final = 2.0  # nats that a change of type inside a run must gain

_TIGHT: Final = frozenset(GAPS.index(gap) for gap in ("space", "-", "dash", "'", ".", "_", "&", "/"))
_LOOSE: Final = _TIGHT | {GAPS.index(gap) for gap in ("comma", "line", "wide", "#", "colon", "sentence")}
_LOOSELY_WRITTEN: Final = frozenset({EntityType.ADDRESS})


def counting(scores: Floats, thresholds: Floats, gaps: Sequence[int], forms: Sequence[str]) -> list[int]:
    """Returns the words that count: those that reach their threshold, and adjoining ones that reach a share of it.

    >>> space, scores = GAPS.index("space"), np.array([0.9, 0.2, 0.2])
    >>> counting(scores, np.array([0.5, 0.5, 0.5]), [0, space, space, 1], ["Quillby", "farm", "was"])
    [0, 1]
    """
    sure: list[int] = np.flatnonzero(scores >= thresholds).tolist()
    if not sure:
        return []
    shares: list[float] = (scores / thresholds).tolist()
    before = (at - 1 for at in sure if at and gaps[at] in _TIGHT and _belongs(shares[at - 1], forms[at - 1], forms[at]))
    last = len(shares) - 1
    after = (
        at + 1
        for at in sure
        if at < last and gaps[at + 1] in _TIGHT and _belongs(shares[at + 1], forms[at + 1], forms[at])
    )
    return sorted({*sure, *before, *after})


def _belongs(share: float, form: str, sure: str) -> bool:
    """Returns whether a word belongs to the sure one beside it."""
    is_small = form in FUNCTION_WORDS or form.lower() in _LABELS or sure[2:3].isdigit()
    return share >= (SMALL_NEIGHBOUR if is_small else NEIGHBOUR)


def parts(
    counting: Iterable[int], best: NDArray[np.intp], of_types: Floats, gaps: Sequence[int], types: Types
) -> Iterator[Part]:
    """Yields half-open runs of adjoining words that count, with their type's index; split where the type changes.

    ``of_types`` has the logits of each word, and ``best`` the index of the highest.
    """
    of_words: list[int] = best.tolist()
    runs = [*_runs(counting, of_words, gaps, types)]
    fitting = _fitting([run for run in runs if _is_mixed(run, of_words)], of_types)
    for run in runs:
        if run not in fitting:
            yield *run, of_words[run[0]]
            continue
        at = run[0]
        for type_index, group in groupby(fitting[run]):
            until = at + len(list(group))
            yield at, until, type_index
            at = until


def _is_mixed(run: Run, best: Sequence[int]) -> bool:
    start, end = run
    return end - start > 1 and len(set(best[start:end])) > 1


def _fitting(runs: Sequence[Run], of_types: Floats) -> dict[Run, list[int]]:
    """Returns the types of the words of some runs; those of one length are judged together."""
    by_length: defaultdict[int, list[Run]] = defaultdict(list)
    for run in runs:
        by_length[run[1] - run[0]].append(run)
    fitting: dict[Run, list[int]] = {}
    for length, own in by_length.items():
        words = np.array([start for start, _ in own])[:, None] + np.arange(length)
        fitting.update(zip(own, typed(of_types[words]), strict=True))
    return fitting


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


def typed(logits: Floats) -> list[list[int]]:
    """Returns the best-fitting types of the words of some runs; a change of type must gain more than it costs.

    ``logits`` are those of each run, word and type.

    >>> typed(np.array([[[3, 0], [0, 1], [3, 0]], [[9, 0], [0, 9], [0, 9]]], dtype=np.float32))
    [[0, 0, 0], [0, 1, 1]]
    """
    runs, types = np.arange(len(logits)), np.arange(logits.shape[2])
    total, *rest = logits.astype(np.float64).transpose(1, 0, 2)
    back = []
    for word in rest:
        least = total.max(axis=1, keepdims=True) - _SWITCH
        back.append(np.where(total >= least, types, total.argmax(axis=1)[:, None]))
        total = np.maximum(total, least) + word
    path = [total.argmax(axis=1)]
    for step in reversed(back):
        path.append(step[runs, path[-1]])
    return np.stack(path[::-1], axis=1).tolist()  # type: ignore[no-any-return]  # lists of the same shape
