"""Texts about topics that can be told apart: each has words of its own, and every text has a few of anyone's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

VOCABULARY = 3000
WORDS_A_TOPIC = 40
SHARES = 1 / np.arange(1, WORDS_A_TOPIC + 1)

Words = NDArray[np.int64]


def topics(count: int, seed: int) -> list[Words]:
    """So many topics: the words of each, most frequent first."""
    rng = np.random.default_rng(seed)
    return [rng.choice(VOCABULARY, WORDS_A_TOPIC, replace=False) for _ in range(count)]


def texts(about: Sequence[Words], count: int, seed: int) -> tuple[list[str], Words]:
    """So many texts, each about one of the topics, all equally likely; and which topic each is about."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(len(about), size=count)
    ranks = rng.choice(WORDS_A_TOPIC, (count, 11), p=SHARES / SHARES.sum())
    own = np.stack(about)[labels[:, np.newaxis], ranks].tolist()
    anyones = rng.integers(VOCABULARY, size=(count, 3)).tolist()
    numbers = zip(rng.integers(4, 12, size=count).tolist(), rng.integers(4, size=count).tolist(), strict=True)
    return [
        " ".join(f"w{word}" for word in [*own[text][:owned], *anyones[text][:others]])
        for text, (owned, others) in enumerate(numbers)
    ], labels
