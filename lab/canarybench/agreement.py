"""How well a clustering agrees with known labels: adjusted Rand index, normalised mutual information, V-measure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array


def agreement(labels: Sequence[str], assignment: NDArray[np.int64]) -> dict[str, float]:
    """``ari`` (Hubert and Arabie, 1985), ``nmi`` (geometric mean) and ``v`` (Rosenberg and Hirschberg, 2007).

    >>> agreement(["a", "a", "b"], np.array([1, 1, 0]))
    {'ari': 1.0, 'nmi': 1.0, 'v': 1.0}
    """
    classes = np.unique(labels, return_inverse=True)[1]
    clusters = np.unique(assignment, return_inverse=True)[1]
    table = coo_array((np.ones(len(classes)), (classes, clusters))).tocsr()
    rows, columns = np.bincount(classes), np.bincount(clusters)
    shared = table.tocoo()
    expected = np.log(rows[shared.coords[0]].astype(float)) + np.log(columns[shared.coords[1]]) - np.log(len(classes))
    mutual = float((shared.data * (np.log(shared.data) - expected)).sum()) / len(classes)
    of_classes, of_clusters = _entropy(rows), _entropy(columns)
    return {
        "ari": _adjusted_rand(shared.data, rows, columns),
        "nmi": _share(mutual, float(np.sqrt(of_classes * of_clusters))),
        "v": _share(2 * mutual, of_classes + of_clusters),
    }


def _adjusted_rand(shared: NDArray[np.float64], rows: NDArray[np.int64], columns: NDArray[np.int64]) -> float:
    pairs, of_rows, of_columns = (float((sizes * (sizes - 1.0)).sum()) / 2 for sizes in (shared, rows, columns))
    total = float(rows.sum()) * (float(rows.sum()) - 1) / 2
    by_chance = of_rows * of_columns / total if total else 0.0
    most = (of_rows + of_columns) / 2
    return float(round((pairs - by_chance) / (most - by_chance), 6)) if most != by_chance else 1.0


def _entropy(sizes: NDArray[np.int64]) -> float:
    shares = sizes / sizes.sum()
    return float(-(shares * np.log(shares)).sum())


def _share(part: float, whole: float) -> float:
    return round(min(1.0, max(0.0, part / whole)), 6) if whole > 1e-12 else 1.0
