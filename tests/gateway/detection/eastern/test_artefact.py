from __future__ import annotations

import hashlib

import numpy as np

from gateway.detection.eastern.artefact import decode, encode
from tests.gateway.detection.eastern.models import small_network


def test_the_dictionary_comes_back_as_it_was() -> None:
    model = small_network()
    data = encode(model)
    assert np.array_equal(decode(data, hashlib.sha256(data).hexdigest()).dictionary.hashes, model.dictionary.hashes)
