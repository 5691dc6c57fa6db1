"""A model small enough to be made in a test: "flu" tells something of a person, and "job" does beside "my"."""

from __future__ import annotations

import numpy as np

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.network import STEPS, CircumstanceNetwork
from gateway.detection.circumstances.traits import ENDINGS, KINDS
from gateway.types import EntityType

TYPES = (EntityType.HEALTH_INFORMATION, EntityType.OCCUPATION, EntityType.NAME)
_HIDDEN = 5
_FLU, _MY, _JOB, _ANN, _MY_JOB = range(_HIDDEN)


def small_model(*flu: int) -> CircumstanceModel:
    """Returns a model with a network for each of these weights of "flu", or with one for a large weight."""
    return CircumstanceModel(
        types=TYPES,
        known={"flu": _FLU, "my": _MY, "job": _JOB, "ann": _ANN},
        met={"the": 1},
        alike=WordGroups.of({}),
        vectors=np.concatenate([np.eye(_HIDDEN, dtype=np.int8) * 127, np.zeros((1, _HIDDEN), dtype=np.int8)]),
        networks=tuple(map(_network, flu or (100,))),
    )


def _network(flu: int) -> CircumstanceNetwork:
    """Returns a network with a hidden unit for each of its words; "job" counts only beside "my"."""
    layers = np.zeros((len(STEPS), 3 * _HIDDEN, _HIDDEN), dtype=np.int8)
    layers[0, _MY, _MY_JOB] = layers[0, _HIDDEN + _JOB, _MY_JOB] = 127
    layer_biases = np.zeros((len(STEPS), _HIDDEN), dtype=np.float32)
    layer_biases[0, _MY_JOB] = -127
    out = np.zeros((_HIDDEN, 1 + len(TYPES)), dtype=np.int8)
    out[_FLU, 1], out[_MY_JOB, 2], out[_ANN, 3] = flu, 100, 100
    out[_JOB, 2] = 30  # a hint, no more
    return CircumstanceNetwork(
        within=np.eye(_HIDDEN, dtype=np.int8) * 127,
        own=np.zeros((2, _HIDDEN), dtype=np.int8),
        endings=np.zeros((ENDINGS, _HIDDEN), dtype=np.int8),
        kinds=np.zeros((KINDS, _HIDDEN), dtype=np.int8),
        groups=np.zeros((1, _HIDDEN), dtype=np.int8),
        bias=np.zeros(_HIDDEN, dtype=np.float32),
        around=np.zeros((2 * _HIDDEN, _HIDDEN), dtype=np.int8),
        around_bias=np.zeros(_HIDDEN, dtype=np.float32),
        layers=layers,
        layer_biases=layer_biases,
        out=out,
        out_bias=np.array([9, 0, 0, 0], dtype=np.float32),
        scales=np.array([1 / 127, 1, 1 / 127, *[1 / 127] * len(STEPS), 20 / 100 / 127], dtype=np.float32),
    )
