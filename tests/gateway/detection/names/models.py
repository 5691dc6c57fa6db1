"""A model small enough to be made in a test: a few words, known weights."""

from __future__ import annotations

import numpy as np

from gateway.detection.names.contexts import joint_size
from gateway.detection.names.features import OFFSETS, REACH
from gateway.detection.names.lexicon import Lexicon, WordClass, hash_of
from gateway.detection.names.weights import Weights
from gateway.types import EntityType

TYPES = (EntityType.NAME, EntityType.GEOLOCATION)
NAMES, PLACES, PROMPTS = ("ann", "smith", "maria", "o'neil"), ("paris", "oslo"), ("in", "named")


def lexicon() -> Lexicon:
    classes = dict.fromkeys(NAMES, WordClass.FIRST_NAME) | dict.fromkeys(PLACES, WordClass.CITY)
    entries = {hash_of(word): int(word_class) for word, word_class in classes.items()}
    hashes = sorted(entries)
    return Lexicon(np.array(hashes, dtype=np.uint64), np.array([entries[each] for each in hashes], dtype=np.uint32))


def small_model(threshold: float = 0.5) -> Weights:
    """Names and places are found by themselves; a word after "in" or "named" that is neither is doubtful."""
    features = [f"word {word}" for word in (*NAMES, *PLACES, *PROMPTS)]
    own = np.zeros((len(features), OFFSETS, 1 + len(TYPES)), dtype=np.int8)
    own[: len(NAMES), REACH, :2] = 100
    own[len(NAMES) : -len(PROMPTS), REACH, [0, 2]] = 100
    own[-len(PROMPTS) :, REACH - 1, 0] = 49
    return Weights(
        types=TYPES,
        features={name: row for row, name in enumerate(features)},
        own=own,
        joint=np.zeros((joint_size(1), 1 + len(TYPES)), dtype=np.int8),
        scale=np.full(1 + len(TYPES), 0.1, dtype=np.float32),
        bias=np.array([-5, 0, 0], dtype=np.float32),
        cues={},
        lexicon=lexicon(),
        slope=1.0,
        intercept=0.0,
        thresholds=np.full(len(TYPES), threshold, dtype=np.float32),
    )
