from __future__ import annotations

import numpy as np

from gateway.detection.circumstances.installed import load
from gateway.detection.circumstances.network import BEFORE_AROUND


def test_no_sum_is_beyond_what_a_float_holds_exactly() -> None:
    for network in load().networks:
        most = (
            np.abs(network.layers.astype(np.int64)).sum(axis=1).max(axis=1)
            * 127
            * np.arange(2, 2 + len(network.layers))
        )
        assert most.max() < 1 << 24
        assert np.abs(network.out.astype(np.int64)).sum(axis=0).max() * 127 * (2 + len(network.layers)) < 1 << 24
        quarters = np.abs(network.around.astype(np.int64)).sum(axis=0).max() * 127 * (1 + BEFORE_AROUND) * 4
        assert quarters < 1 << 24
