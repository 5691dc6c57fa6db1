"""The model as the bytes of one file; its hash is checked before anything is read."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.circumstances.network import CircumstanceNetwork
from gateway.detection.names.artefact import ArtefactError
from gateway.types import EntityType

_ARRAYS: Final = tuple(each.name for each in fields(CircumstanceNetwork))


def encode(model: CircumstanceModel) -> bytes:
    """Returns a model as bytes; the same model gives the same bytes."""
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        types=_packed(model.types),
        known=_packed(model.known),
        rows=np.fromiter(model.known.values(), dtype=np.int32),
        met=_packed(model.met),
        hash_steps=np.diff(model.alike.hashes, prepend=np.uint32(0)),  # small numbers take less
        group_of_hashes=model.alike.groups,
        vectors=model.vectors,
        networks=len(model.networks),
        **{f"{name}{at}": getattr(each, name) for at, each in enumerate(model.networks) for name in _ARRAYS},
    )
    return buffer.getvalue()


def decode(data: bytes, sha256: str) -> CircumstanceModel:
    """Returns the model in these bytes; raises ArtefactError if they do not have this hash."""
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ArtefactError(
            "the model of circumstances has another hash than its manifest says; train or install it anew"
        )
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return CircumstanceModel(
            types=tuple(map(EntityType, _unpacked(arrays["types"]))),
            known=dict(zip(_unpacked(arrays["known"]), arrays["rows"].tolist(), strict=True)),
            met={word: row for row, word in enumerate(_unpacked(arrays["met"]), 1)},
            alike=WordGroups(np.cumsum(arrays["hash_steps"], dtype=np.uint32), arrays["group_of_hashes"]),
            vectors=arrays["vectors"],
            networks=tuple(
                CircumstanceNetwork(**{name: arrays[f"{name}{at}"] for name in _ARRAYS})
                for at in range(int(arrays["networks"]))
            ),
        )


def _packed(words: Mapping[str, int] | tuple[str, ...]) -> NDArray[np.uint8]:
    return np.frombuffer(" ".join(words).encode(), dtype=np.uint8)


def _unpacked(packed: NDArray[np.uint8]) -> list[str]:
    return packed.tobytes().decode().split(" ")
