from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from gateway.detection.sequences import Floats
from lab.training.circumstances import alike

STATES = {"nurse": (9, 0), "cook": (9, 1), "flu": (0, 9), "grippe": (1, 9), "Bäcker": (8, 1)}


class KnowsFewWords:
    """A teacher to whom jobs are near jobs, and illnesses near illnesses."""

    def states(self, words: Sequence[str]) -> Floats:
        return np.array([STATES[word] for word in words], dtype=np.float32)


def test_words_whose_states_are_near_are_in_one_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike, "_GROUPS", 2)
    groups = alike.grouped(KnowsFewWords(), [*STATES, "Nurse"])
    assert groups["nurse"] == groups["cook"] == groups["bäcker"] != groups["flu"] == groups["grippe"]
    assert {*groups.values()} == {1, 2}


def test_frequent_words_are_single_words_and_german_ones_are_capitalized() -> None:
    pytest.importorskip("wordfreq")
    assert "the" in alike.frequent("en")
    assert "Krankheit" in alike.frequent("de")
    assert all(map(alike.is_word, alike.frequent("fr")))
