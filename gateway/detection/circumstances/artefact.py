"""The model as the bytes of one file; its hash is checked before anything is read."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.network import CircumstanceNetwork
from gateway.detection.names.artefact import ArtefactError
from gateway.types import EntityType

_ARRAYS: Final = (
    "vectors", "within", "own", "endings", "kinds", "groups", "bias", "around", "around_bias", "layers", "layer_biases",
    "out", "out_bias", "scales",
)  # fmt: skip


def encode(network: CircumstanceNetwork) -> bytes:
    """Returns a model as bytes; the same model gives the same bytes."""
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        types=_packed(network.types),
        known=_packed(network.known),
        rows=np.fromiter(network.known.values(), dtype=np.int32),
        met=_packed(network.met),
        hash_steps=np.diff(network.alike.hashes, prepend=np.uint32(0)),  # small numbers take less
        group_of_hashes=network.alike.groups,
        **{name: getattr(network, name) for name in _ARRAYS},
    )
    return buffer.getvalue()


def decode(data: bytes, sha256: str) -> CircumstanceNetwork:
    """Returns the model in these bytes; raises ArtefactError if they do not have this hash."""
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ArtefactError(
            "the model of circumstances has another hash than its manifest says; train or install it anew"
        )
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return CircumstanceNetwork(
            types=tuple(map(EntityType, _unpacked(arrays["types"]))),
            known=dict(zip(_unpacked(arrays["known"]), arrays["rows"].tolist(), strict=True)),
            met={word: row for row, word in enumerate(_unpacked(arrays["met"]), 1)},
            alike=WordGroups(np.cumsum(arrays["hash_steps"], dtype=np.uint32), arrays["group_of_hashes"]),
            **{name: arrays[name] for name in _ARRAYS},
        )


def _packed(words: Mapping[str, int] | tuple[str, ...]) -> NDArray[np.uint8]:
    return np.frombuffer(" ".join(words).encode(), dtype=np.uint8)


def _unpacked(packed: NDArray[np.uint8]) -> list[str]:
    return packed.tobytes().decode().split(" ")
