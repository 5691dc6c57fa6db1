from __future__ import annotations

import numpy as np
import pytest

from gateway.detection.circumstances.network import STEPS
from gateway.detection.circumstances.side_by_side import with_neighbours
from gateway.detection.circumstances.surroundings import ParagraphPieces
from lab.training.circumstances.gradients import beside, spread


@pytest.mark.parametrize("lengths", [[3], [40, 5], [130], [16, 17, 1]])
def test_it_is_the_gradient_of_what_is_told_around_the_words(lengths: list[int]) -> None:
    random = np.random.default_rng(len(lengths))
    pieces = ParagraphPieces.of(np.array([number for number, length in enumerate(lengths) for _ in range(length)]))
    words = sum(lengths)
    units = random.permutation(words * 2).reshape(words, 2).astype(np.float32) + 1  # no two are alike
    back = random.normal(size=(len(pieces.starts), 4)).astype(np.float32)

    def loss(moved: np.ndarray) -> float:
        own = pieces.of_pieces(moved)
        told = np.concatenate([pieces.means(own), pieces.highest(own)], axis=1)
        return float((told.astype(np.float64) * back).sum())

    spread_back = spread(back, units, pieces)
    for at in random.integers(0, words, 8):
        for unit in range(2):
            moved = units.copy()
            moved[at, unit] += 0.25
            assert loss(moved) - loss(units) == pytest.approx(0.25 * spread_back[at, unit], abs=0.01)


@pytest.mark.parametrize("step", STEPS)
def test_a_network_sees_beside_words_what_it_saw_in_training(step: int) -> None:
    random = np.random.default_rng(step)
    paragraphs = np.repeat(np.arange(4), [1, 5, 30, 2])
    units = random.integers(0, 128, (len(paragraphs), 6)).astype(np.float32)
    weights = random.integers(-127, 128, (18, 6)).astype(np.float32)
    seen = with_neighbours(units, paragraphs, step, weights.reshape(3, 1, 6, 6))
    assert np.array_equal(seen, beside(units, paragraphs, step) @ weights)
