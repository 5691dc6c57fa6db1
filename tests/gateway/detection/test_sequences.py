from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.sequences import multiplied, multiplied_each

FEW_ENOUGH = 65_536 * 4  # multiplications, for which OpenBLAS starts no thread


@given(st.integers(0, 300), st.integers(1, 70), st.integers(1, 70))
def test_a_product_in_parts_is_the_whole_product(count: int, inner: int, outer: int) -> None:
    random = np.random.default_rng(count)
    rows = random.integers(-127, 128, (count, inner)).astype(np.float32)
    weights = random.integers(-127, 128, (inner, outer)).astype(np.float32)
    assert np.array_equal(multiplied(rows, weights), rows @ weights)


@given(st.integers(1, 3), st.integers(0, 100), st.integers(1, 70), st.integers(1, 70))
def test_products_side_by_side_are_those_of_each_matrix(matrices: int, count: int, inner: int, outer: int) -> None:
    random = np.random.default_rng(count)
    rows = random.integers(-127, 128, (count, matrices * inner)).astype(np.float32)
    weights = random.integers(-127, 128, (matrices, inner, outer)).astype(np.float32)
    alone = [multiplied(rows[:, at * inner : (at + 1) * inner], weights[at]) for at in range(matrices)]
    assert np.array_equal(multiplied_each(rows, weights), np.concatenate(alone, axis=1))


@pytest.mark.parametrize("shape", [(1, 192, 64), (2, 64, 64), (2, 64, 19), (2, 128, 64)])
def test_no_product_is_large_enough_for_the_threads_of_blas(
    shape: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(np, "matmul", lambda each, weights, out: sizes.append(each.shape[1] * weights[0].size))
    matrices, inner, outer = shape
    multiplied_each(np.zeros((1000, matrices * inner), dtype=np.float32), np.zeros(shape, dtype=np.float32))
    assert max(sizes) <= FEW_ENOUGH
    assert sum(sizes) == 1000 * inner * outer
