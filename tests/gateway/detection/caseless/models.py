"""A model small enough to be made in a test: names in four scripts, known by their class in the lists alone."""

from __future__ import annotations

import numpy as np

from gateway.detection.caseless.features import describe
from gateway.detection.caseless.letters import folded
from gateway.detection.names.contexts import JOINT
from gateway.detection.names.features import OFFSETS, REACH
from gateway.detection.names.lexicon import Lexicon, WordClass, hash_of
from gateway.detection.names.weights import Weights
from gateway.types import EntityType

NAMES = ("أحمد", "سارة", "وليد", "דוד", "לאה", "ורד", "राहुल", "রহিম", "করিম")
PLACES = ("الرياض", "حيفا", "חיפה", "ঢাকা", "বগুড়া")
CLASSES = (WordClass.FIRST_NAME, WordClass.CITY)
TYPES = (EntityType.NAME, EntityType.GEOLOCATION)


def lexicon() -> Lexicon:
    classes = dict.fromkeys(NAMES, WordClass.FIRST_NAME) | dict.fromkeys(PLACES, WordClass.CITY)
    entries = {hash_of(folded(word)): int(word_class) for word, word_class in classes.items()}
    hashes = sorted(entries)
    return Lexicon(np.array(hashes, dtype=np.uint64), np.array([entries[each] for each in hashes], dtype=np.uint32))


def small_model() -> Weights:
    """Returns a model that finds words that are names or places by its lists, with and without what is attached."""
    features = [f"{where} {each.name}" for each in CLASSES for where in ("class", "beneath")]
    own = np.zeros((len(features), OFFSETS, len(TYPES)), dtype=np.int8)
    for row in range(len(features)):
        own[row, REACH, row // 2] = 100
    return Weights(
        types=TYPES,
        features={name: row for row, name in enumerate(features)},
        own=own,
        joint=np.zeros((JOINT, len(TYPES)), dtype=np.int8),
        scale=np.ones(len(TYPES), dtype=np.float32),
        bias=np.zeros(len(TYPES), dtype=np.float32),
        out=np.array([[0, 100, 0], [0, 0, 100]], dtype=np.int8),
        out_scale=np.array([1, 0.001, 0.001], dtype=np.float32),
        out_bias=np.array([0, -5, -5], dtype=np.float32),
        lexicon=lexicon(),
        slope=1.0,
        intercepts=np.zeros(len(TYPES), dtype=np.float32),
        thresholds=np.full(len(TYPES), 0.5, dtype=np.float32),
        describe=describe,
    )
