from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from streams.analytics.cluster_table import ClusterTable


def table() -> ClusterTable:
    made = ClusterTable.of([4, 7, 9], np.eye(3, 5, dtype=np.float32))
    made.add(csr_array(np.eye(5, dtype=np.float32)[[0, 1, 1]]), np.array([0, 1, 1]))
    return made


def test_rows_are_added_and_counted_where_they_belong() -> None:
    assert table().sums.T.tolist() == [[2, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 1, 0, 0]]
    assert (table().counts.tolist(), table().weights.tolist()) == ([1, 2, 0], [2, 3, 1])


def test_fading_changes_no_mean_and_no_count_and_forgets_what_is_almost_nothing() -> None:
    faded = table().faded(0.5)
    assert np.array_equal(faded.means, table().means)
    assert faded.counts.tolist() == table().counts.tolist()
    for _ in range(12):
        faded = faded.faded(0.5)
    assert not faded.sums.any()


def test_the_largest_are_kept_in_order() -> None:
    assert table().largest(2).ids.tolist() == [4, 7]
    assert ClusterTable.joined([table(), table().largest(1)]).ids.tolist() == [4, 7, 9, 7]
