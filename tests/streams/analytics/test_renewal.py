from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from streams.analytics import renewal
from streams.analytics.cluster_table import ClusterTable
from streams.analytics.lineage import Change, Lineage
from streams.analytics.renewal import Renewal

TERMS = 8


def rows_at(*columns: int) -> csr_array:
    """A row for each of the columns, wholly there."""
    return csr_array(np.eye(TERMS, dtype=np.float32)[list(columns)])


def centres_at(*columns: int) -> ClusterTable:
    table = ClusterTable.of(range(len(columns)), rows_at(*columns).toarray())
    table.counts[:] = 10
    return table


def renewed(table: ClusterTable, rows: csr_array, wanted: int) -> tuple[ClusterTable, Renewal]:
    step = Renewal(rows, np.random.default_rng(0), 100)
    return step.renew(table, wanted), step


def test_a_cluster_with_few_of_the_last_rows_is_retired_with_its_count(monkeypatch: pytest.MonkeyPatch) -> None:
    table, rows = centres_at(0, 1, 2), rows_at(*[0] * 30, *[1] * 30, 2)
    living, step = renewed(table, rows, 3)
    assert living.ids.tolist() == [0, 1]
    assert (step.retired.ids.tolist(), step.retired.counts.tolist()) == ([2], [10])
    assert step.lineage == [Lineage(2, Change.RETIRED)]
    monkeypatch.setattr(renewal, "LEAST_SHARE", 0.0)
    assert renewed(table, rows, 3)[0].ids.tolist() == [0, 1, 2]


def test_the_widest_cluster_is_split_in_two_new_ones_that_share_its_count() -> None:
    living, step = renewed(centres_at(0, 1), rows_at(*[0] * 20, *[1] * 15, *[2] * 5), 3)
    assert sorted(step.lineage, key=lambda each: each.cluster) == [
        Lineage(0, Change.RETIRED),
        Lineage(100, Change.SPLIT_FROM, 0),
        Lineage(101, Change.SPLIT_FROM, 0),
    ]
    assert step.next_id == 102
    assert sorted(living.counts.tolist()) == [2, 8, 10]


def test_rows_that_are_all_alike_are_never_split() -> None:
    living, step = renewed(centres_at(0), rows_at(*[0] * 50), 9)
    assert living.ids.tolist() == [0]
    assert not step.lineage


def test_two_clusters_of_one_topic_are_merged_where_another_holds_two(monkeypatch: pytest.MonkeyPatch) -> None:
    near = csr_array(np.eye(TERMS, dtype=np.float32)[[0] * 40] + 0.1 * np.eye(TERMS, dtype=np.float32)[[6, 7] * 20])
    both = rows_at(*[3] * 20, *[4] * 20)
    rows = csr_array(np.vstack([(near / np.float32(np.sqrt(1.01))).toarray(), both.toarray()]))
    table = ClusterTable.of(
        range(3), np.array([[1, 0, 0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 0, 0, 0]], np.float32)
    )
    living, step = renewed(table, rows, 3)
    assert Lineage(1, Change.MERGED_INTO, 0) in step.lineage
    assert living.ids.tolist() == [0, 100, 101]
    monkeypatch.setattr(renewal, "MARGIN", 1e9)
    assert renewed(table, rows, 3)[0].ids.tolist() == [0, 1, 2]
