from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.sequences import multiplied

FEW_ENOUGH = 65_536 * 4  # multiplications, for which OpenBLAS starts no thread


@given(st.integers(0, 300), st.integers(1, 70), st.integers(1, 70))
def test_a_product_in_parts_is_the_whole_product(count: int, inner: int, outer: int) -> None:
    random = np.random.default_rng(count)
    rows = random.integers(-127, 128, (count, inner)).astype(np.float32)
    weights = random.integers(-127, 128, (inner, outer)).astype(np.float32)
    assert np.array_equal(multiplied(rows, weights), rows @ weights)


@pytest.mark.parametrize("shape", [(192, 64), (64, 64), (64, 19), (128, 64)])
def test_no_product_is_large_enough_for_the_threads_of_blas(
    shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(np, "matmul", lambda rows, weights, out: sizes.append(len(rows) * weights.size))
    multiplied(np.zeros((1000, shape[0]), dtype=np.float32), np.zeros(shape, dtype=np.float32))
    assert max(sizes) <= FEW_ENOUGH
    assert sum(sizes) == 1000 * shape[0] * shape[1]
