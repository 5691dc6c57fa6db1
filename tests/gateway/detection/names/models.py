"""A model small enough to be made in a test: a few words, known weights."""

from __future__ import annotations

import numpy as np

from gateway.detection.names.contexts import JOINT
from gateway.detection.names.features import OFFSETS, REACH
from gateway.detection.names.lexicon import Lexicon, WordClass, hash_of
from gateway.detection.names.weights import Weights
from gateway.types import EntityType

TYPES = (EntityType.NAME, EntityType.GEOLOCATION)
UNITS = 3
NAMES, PLACES, PROMPTS = ("ann", "smith", "maria", "o'neil"), ("paris", "oslo"), ("in", "named")


def lexicon() -> Lexicon:
    classes = dict.fromkeys(NAMES, WordClass.FIRST_NAME) | dict.fromkeys(PLACES, WordClass.CITY)
    entries = {hash_of(word): int(word_class) for word, word_class in classes.items()}
    hashes = sorted(entries)
    return Lexicon(np.array(hashes, dtype=np.uint64), np.array([entries[each] for each in hashes], dtype=np.uint32))


def small_model(threshold: float = 0.5) -> Weights:
    """Returns a model that finds some names and places, and doubts other words after "in" or "named"."""
    features = [f"word {word}" for word in (*NAMES, *PLACES, *PROMPTS)]
    name, place, prompt = range(UNITS)
    own = np.zeros((len(features), OFFSETS, UNITS), dtype=np.int8)
    own[: len(NAMES), REACH, name] = 100
    own[len(NAMES) : -len(PROMPTS), REACH, place] = 100
    own[-len(PROMPTS) :, REACH - 1, prompt] = 49
    return Weights(
        types=TYPES,
        features={name: row for row, name in enumerate(features)},
        own=own,
        joint=np.zeros((JOINT, UNITS), dtype=np.int8),
        scale=np.ones(UNITS, dtype=np.float32),
        bias=np.zeros(UNITS, dtype=np.float32),
        out=np.array([[0, 100, 0], [0, 0, 100], [0, 100, 0]], dtype=np.int8),
        out_scale=np.array([1, 0.001, 0.002], dtype=np.float32),
        out_bias=np.array([0, -5, -15], dtype=np.float32),
        lexicon=lexicon(),
        slope=1.0,
        intercepts=np.zeros(len(TYPES), dtype=np.float32),
        thresholds=np.full(len(TYPES), threshold, dtype=np.float32),
    )
