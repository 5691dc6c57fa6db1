"""A model small enough to be made in a test: it finds the units that its lists know as names or places."""

from __future__ import annotations

import numpy as np

from gateway.detection.eastern.dictionary import FLAGS, Dictionary, EasternClass, runs
from gateway.detection.eastern.network import WINDOW, Network
from gateway.detection.eastern.units import REACH, split
from gateway.detection.sequences import HIGHEST
from gateway.types import EntityType

TYPES = (EntityType.NAME, EntityType.GEOLOCATION)
NAMES, PLACES = ("王小明", "민수", "สมชาย"), ("东京", "서울")
_CLASSES = 8
_COVERS = 6 * _CLASSES  # the flags before tell where words begin and end


def dictionary() -> Dictionary:
    classes = dict.fromkeys(NAMES, EasternClass.GIVEN) | dict.fromkeys(PLACES, EasternClass.PLACE)
    entries = {_hash(word): int(word_class) for word, word_class in classes.items()}
    hashes = sorted(entries)
    return Dictionary(np.array(hashes, dtype=np.uint32), np.array([entries[each] for each in hashes], dtype=np.uint8))


def _hash(word: str) -> int:
    units = split(word)
    return int(runs(units.codes[units.is_judged])[-1][0])


def small_network() -> Network:
    """Returns a network with a hidden unit for names and one for places."""
    flags = np.zeros((FLAGS, 2), dtype=np.int8)
    flags[_COVERS + EasternClass.GIVEN.bit_length() - 1, 0] = 127
    flags[_COVERS + EasternClass.PLACE.bit_length() - 1, 1] = 127
    window = np.zeros((WINDOW, 2, 2), dtype=np.int8)
    window[REACH] = np.eye(2) * 127
    out = np.zeros((2, 1 + 2 * len(TYPES)), dtype=np.int8)
    out[0, 1:3], out[1, 3:5] = 100, 100
    return Network(
        types=TYPES,
        dictionary=dictionary(),
        grams=np.zeros((16, 2), dtype=np.int8),
        flags=flags,
        bias=np.zeros(2, dtype=np.float32),
        window=window,
        window_bias=np.zeros(2, dtype=np.float32),
        out=out,
        out_bias=np.array([5, 0, 1, 0, 1], dtype=np.float32),
        scales=np.array([1, 1 / 127, 10 / 100 / HIGHEST], dtype=np.float32),
        thresholds=np.full(len(TYPES), 0.5, dtype=np.float32),
    )
