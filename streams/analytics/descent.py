"""Which topics of a window are those of the window before, and what became of the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from streams.analytics.clustering import Centres, unit
from streams.analytics.lineage import Change, Lineage

# Two topics whose means have at least this cosine are one, or one came from the other.
ALIKE: Final = 0.5

Ids = NDArray[np.int64]


def descend(means: Centres, before: Centres, before_ids: Ids, next_id: int) -> tuple[Ids, tuple[Lineage, ...]]:
    """Returns an id for each topic, and the lineage of the ids that are new or gone.

    The topics of both windows are paired so that the sum of their cosines is largest (Kuhn, 1955); a pair keeps the id.

    >>> roses, flights = np.eye(2, dtype=np.float32)
    >>> ids, lineage = descend(np.array([flights, -roses]), np.array([roses, flights]), np.array([3, 4]), 5)
    >>> ids.tolist(), [(each.cluster, each.change.value) for each in lineage]
    ([4, 5], [(5, 'new'), (3, 'retired')])
    """
    cosines = unit(means) @ unit(before).T
    cosines[cosines < ALIKE] = 0
    here, there = linear_sum_assignment(cosines, maximize=True)
    kept = cosines[here, there] > 0
    ids = np.full(len(means), -1)
    ids[here[kept]] = before_ids[there[kept]]
    new = np.flatnonzero(ids < 0)
    ids[new] = next_id + np.arange(len(new))
    gone = np.setdiff1d(np.arange(len(before)), there[kept])
    lineage = (
        *_lines(ids[new], cosines[new], before_ids, Change.SPLIT_FROM, Change.NEW),
        *_lines(before_ids[gone], cosines.T[gone], ids, Change.MERGED_INTO, Change.RETIRED),
    )
    return ids, lineage


def _lines(ids: Ids, cosines: NDArray[np.float32], others: Ids, if_alike: Change, else_: Change) -> Iterator[Lineage]:
    for cluster, to_each in zip(ids.tolist(), cosines, strict=True):
        if to_each.max(initial=0) > 0:
            yield Lineage(cluster, if_alike, int(others[to_each.argmax()]))
        else:
            yield Lineage(cluster, else_)
