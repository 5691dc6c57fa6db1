"""The model for scripts without letter case that comes with the program."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from gateway.detection.caseless.features import describe
from gateway.detection.caseless.tagger import CaselessTagger
from gateway.detection.names.artefact import decode
from gateway.detection.names.installed import read
from gateway.detection.names.weights import Weights

SHIPPED: Final = Path(__file__).parent / "model.npz"


@lru_cache(maxsize=2)
def load(path: Path = SHIPPED) -> Weights:
    """Returns the model in a file; raises ArtefactError if it or its manifest is missing, or if the hashes differ."""
    return decode(*read(path, "caseless", "train-caseless"), describe)


def tagger() -> CaselessTagger:
    """Returns a recognizer with the shipped model; raises ArtefactError as ``load`` does."""
    return CaselessTagger(load())
