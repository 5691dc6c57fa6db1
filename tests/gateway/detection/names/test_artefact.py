from __future__ import annotations

import hashlib

import numpy as np

from gateway.detection.names.artefact import decode, encode
from gateway.detection.names.installed import load
from tests.gateway.detection.names.models import small_model


def test_features_and_weights_come_back_as_they_were() -> None:
    model = small_model()
    data = encode(model)
    read = decode(data, hashlib.sha256(data).hexdigest())
    assert (dict(read.features), read.slope) == (model.features, model.slope)
    assert np.array_equal(read.own, model.own)
    assert np.array_equal(read.out, model.out)


def test_every_word_of_the_shipped_model_is_short_and_has_few_digits() -> None:
    words = [name.split()[1] for name in load().features if name.startswith("word ")]
    assert words
    assert all(len(word) < 30 and sum(map(str.isdigit, word)) < 5 for word in words)
