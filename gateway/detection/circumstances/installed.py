"""Reads the model from its file, once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from gateway.detection.circumstances.artefact import decode
from gateway.detection.circumstances.model import CircumstanceModel
from gateway.detection.names.installed import read

SHIPPED: Final = Path(__file__).parent / "model.npz"


@lru_cache(maxsize=2)
def load(path: Path = SHIPPED) -> CircumstanceModel:
    """Returns the model in a file; raises ArtefactError if it or its manifest is missing, or if the hashes differ."""
    return decode(*read(path, "circumstances", "train-circumstances"))
