"""The model as the bytes of one file; its hash is checked before anything is read."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Final

import numpy as np

from gateway.detection.eastern.dictionary import Dictionary
from gateway.detection.eastern.network import Network
from gateway.detection.names.artefact import ArtefactError
from gateway.types import EntityType

_ARRAYS: Final = (
    "grams", "flags", "bias", "window", "window_bias", "out", "out_bias", "scales", "thresholds",
)  # fmt: skip


def encode(network: Network) -> bytes:
    """Returns a model as bytes; the same model gives the same bytes."""
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        types=np.frombuffer(" ".join(network.types).encode(), dtype=np.uint8),
        hashes=np.diff(network.dictionary.hashes, prepend=np.uint32(0)),  # differences are small: they compress well
        classes=network.dictionary.classes,
        **{name: getattr(network, name) for name in _ARRAYS},
    )
    return buffer.getvalue()


def decode(data: bytes, sha256: str) -> Network:
    """Returns the model in these bytes; raises ArtefactError if they do not have this hash."""
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ArtefactError("the eastern model has another hash than its manifest says; train or install it anew")
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return Network(
            types=tuple(map(EntityType, arrays["types"].tobytes().decode().split())),
            dictionary=Dictionary(np.cumsum(arrays["hashes"], dtype=np.uint32), arrays["classes"]),
            **{name: arrays[name] for name in _ARRAYS},
        )
