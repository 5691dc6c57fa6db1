"""The model as the bytes of one file; its hash is checked before anything is read."""

from __future__ import annotations

import hashlib
import json
from io import BytesIO

import numpy as np

from gateway.detection.names.features import Describe, describe
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.weights import Weights
from gateway.errors import Unavailable
from gateway.types import EntityType


class ArtefactError(Unavailable):
    """The model is missing, or does not match its manifest."""


def encode(weights: Weights) -> bytes:
    """Returns a model as bytes; the same model gives the same bytes."""
    head = {
        "types": [each.value for each in weights.types],
        "features": list(weights.features),
        "slope": weights.slope,
    }
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        head=np.frombuffer(json.dumps(head, ensure_ascii=False).encode(), dtype=np.uint8),
        own=weights.own,
        joint=weights.joint,
        scale=weights.scale,
        bias=weights.bias,
        out=weights.out,
        out_scale=weights.out_scale,
        out_bias=weights.out_bias,
        intercepts=weights.intercepts,
        thresholds=weights.thresholds,
        hashes=weights.lexicon.hashes,
        entries=weights.lexicon.entries,
    )
    return buffer.getvalue()


def decode(data: bytes, sha256: str, describe: Describe = describe) -> Weights:
    """Returns the model in these bytes, made with ``describe``; raises ArtefactError if they do not have this hash."""
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ArtefactError("the names model has another hash than its manifest says; train or install it anew")
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        return Weights(
            types=tuple(map(EntityType, head["types"])),
            features={name: row for row, name in enumerate(head["features"])},
            own=arrays["own"],
            joint=arrays["joint"],
            scale=arrays["scale"],
            bias=arrays["bias"],
            out=arrays["out"],
            out_scale=arrays["out_scale"],
            out_bias=arrays["out_bias"],
            lexicon=Lexicon(arrays["hashes"], arrays["entries"]),
            slope=head["slope"],
            intercepts=arrays["intercepts"],
            thresholds=arrays["thresholds"],
            describe=describe,
        )
